/**
 * Problem: the only error that a service throws on purpose. The contract's `problems` table is a closed list; the HTTP layer turns a
 * problem into `application/problem+json` in the caller's language.
 */
import type { FieldProblemCode, ProblemCode } from '@calmly/contract';

export type ProblemParams = Readonly<Record<string, string | number>>;

/** One bad field: our field name (the edge translates it to the wire's), why, and what the message needs. */
export interface FieldRejection {
  readonly field: string;
  readonly code: FieldProblemCode;
  readonly params?: ProblemParams;
}

export class Problem extends Error {
  readonly code: ProblemCode;
  readonly params: ProblemParams;
  readonly fields: readonly FieldRejection[];
  /** Seconds; becomes `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  /** When it becomes possible. */
  readonly until: Date | undefined;
  /** Where the person can go instead. */
  readonly link: string | undefined;

  constructor(
    code: ProblemCode,
    options: {
      params?: ProblemParams;
      fields?: readonly FieldRejection[];
      retryAfterSeconds?: number;
      until?: Date | undefined;
      link?: string | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(code, { cause: options.cause });
    this.name = 'Problem';
    this.code = code;
    this.params = options.params ?? {};
    this.fields = options.fields ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.until = options.until;
    this.link = options.link;
  }
}

/** A problem of marked fields: `invalid_request` with a list. */
export const badFields = (...fields: readonly FieldRejection[]) => new Problem('invalid_request', { fields });
