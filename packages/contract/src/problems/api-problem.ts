/**
 * ApiProblem: the only error for callers of the client. `problem-from.ts` reads it from the server's response; the client creates its
 * own if there was no response or an unreadable one. No schema is imported here, so that a page can recognise a problem cheaply.
 */
import type { ProblemCode } from './problems.ts';

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
  /** The answer does not hold the wallet that was to be created. */
  | 'wallet_missing'
  /** Refused, with a sentence and without one of our codes. */
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
  /** The reference for support. */
  readonly requestId: string | undefined;
  /** When it becomes possible, as an ISO time. */
  readonly until: string | undefined;
  /** Where the person can go instead. */
  readonly link: string | undefined;
  /** An attempt of the same call got no answer, or one that does not say what was done. */
  isAfterUncertain = false;

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
