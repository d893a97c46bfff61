/**
 * ApiProblem: the one error a caller of the client meets. It is made from the server's problem (all three kinds of
 * `detail`, specification section 8), or here: when no answer came, or one that cannot be read.
 */

import type { z } from 'zod';
import { type ProblemBody, type ProblemCode, zProblem } from './problems.ts';
import { toOurPath } from './wire.ts';

/** What the client itself finds out. The screen has the words for these. */
export type ClientProblemCode =
  /** Nothing reached the bank, or nothing that would matter: trying again is safe. */
  | 'network'
  /** The connection broke before the answer: it may have been done. The same key tells. */
  | 'outcome_unknown'
  /** The bank, or a proxy in front of it, answered with an error that says nothing more. */
  | 'unreachable'
  /** The answer does not fit the contract. */
  | 'unreadable'
  /** Refused, with a sentence and no code of ours. */
  | 'refused'
  /** The two-factor popup was cancelled. */
  | 'code_canceled'
  /** The caller gave up. */
  | 'aborted';

export class ApiProblem extends Error {
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly code: ProblemCode | ClientProblemCode;
  /** Our field name (`bankDetails.0.iban`) to the sentence that goes beside it. */
  readonly fields: Readonly<Record<string, string>>;
  /** What a person tells support. */
  readonly requestId: string | undefined;
  /** When it becomes possible, as an ISO time. */
  readonly until: string | undefined;
  /** Where the person can go instead. */
  readonly link: string | undefined;

  constructor(
    code: ProblemCode | ClientProblemCode,
    options: {
      status?: number;
      message?: string;
      fields?: Readonly<Record<string, string>>;
      requestId?: string | undefined;
      until?: string | undefined;
      link?: string | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? code, { cause: options.cause });
    this.name = 'ApiProblem';
    this.code = code;
    this.status = options.status ?? 0;
    this.fields = options.fields ?? {};
    this.requestId = options.requestId;
    this.until = options.until;
    this.link = options.link;
  }
}

/** The message key of the specification for a cancelled two-factor popup. */
export const codeCanceledMessage = 'pages.login.two_factor_authentication.on_cancel_error';

/** A refusal that is no whole problem (another server's, an older version's): only its `detail` is read. */
const zDetailOnly = zProblem.pick({ detail: true, code: true }).partial({ code: true });

/** The problem a refused answer tells. `body` is the schema of what was sent: it gives the fields our names. */
export function problemFrom(status: number, answer: unknown, body: z.ZodType | undefined): ApiProblem {
  const whole = zProblem.safeParse(answer);
  if (whole.success) {
    const { code, detail, requestId, title, until, link } = whole.data;
    return new ApiProblem(code as ProblemCode, {
      status,
      message: messageOf(detail) || title,
      fields: fieldsOf(detail, body),
      requestId,
      until,
      link,
    });
  }
  const { data } = zDetailOnly.safeParse(answer);
  const message = data && messageOf(data.detail);
  if (!data || !message) return withoutDetail(status, whole.error);
  const code = (data.code as ProblemCode | undefined) ?? 'refused';
  return new ApiProblem(code, { status, message, fields: fieldsOf(data.detail, body) });
}

/** What an error answer without a readable `detail` means. */
export const withoutDetail = (status: number, cause: unknown): ApiProblem =>
  new ApiProblem(status >= 500 ? 'unreachable' : 'unreadable', { status, cause });

/** `detail` as text: itself, its `error`, or lines 'field message'. */
function messageOf(detail: ProblemBody['detail']): string {
  if (typeof detail === 'string') return detail;
  if ('error' in detail) return detail.error;
  return detail.map(({ field, message }) => `${field} ${message}`).join('\n');
}

function fieldsOf(detail: ProblemBody['detail'], body: z.ZodType | undefined): Record<string, string> {
  if (!Array.isArray(detail)) return {};
  return Object.fromEntries(detail.map(({ field, message }) => [toOurPath(body, field), message]));
}
