/**
 * Problem: the only error that a service throws on purpose. The contract's `problems` table is a closed list; the HTTP layer turns a
 * problem into `application/problem+json` in the caller's language.
 */
import type { FieldProblemCode, ProblemCode } from '@calmly/contract';

export type ProblemParams = Readonly<Record<string, string | number>>;

/** One invalid field: our field name (which the edge translates to the wire's), the reason, and the message's parameters. */
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
  /** When the action becomes possible. */
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

/** An `invalid_request` problem that lists the fields. */
export const badFields = (...fields: readonly FieldRejection[]) => new Problem('invalid_request', { fields });
