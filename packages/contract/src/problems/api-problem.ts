/**
 * ApiProblem: the only error for callers of the client. `problem-from.ts` reads it from the server's response; the client creates its
 * own if there was no response or an unreadable one. No schema is imported here, so that a page can recognise a problem cheaply.
 */
import type { ProblemCode } from './problems.ts';

/** Problems that the client itself detects. The screen has the texts for them. */
export type ClientProblemCode =
  /** Nothing relevant reached the bank, so trying again is safe. */
  | 'network'
  /** The connection broke before the answer, so the call may have been carried out. Repeating it with the same key shows which. */
  | 'outcome_unknown'
  /** The bank, or a proxy in front of it, answered with an error that says nothing specific. */
  | 'unreachable'
  /** The answer does not match the contract. */
  | 'unreadable'
  /** The answer does not contain the wallet that was to be created. */
  | 'wallet_missing'
  /** Refused with a message but without one of our codes. */
  | 'refused'
  /** The two-factor popup was cancelled. */
  | 'code_canceled'
  /** The caller aborted. */
  | 'aborted';

export class ApiProblem extends Error {
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly code: ProblemCode | ClientProblemCode;
  /** Our field name (`bankDetails.0.iban`) to the message shown beside it. */
  readonly fields: Readonly<Record<string, string>>;
  /** The reference for support. */
  readonly requestId: string | undefined;
  /** When the action becomes possible, as an ISO time. */
  readonly until: string | undefined;
  /** Where the person can go instead. */
  readonly link: string | undefined;
  /** An earlier attempt of the same call got no answer, or one that does not say whether it was carried out. */
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

/** The specification's message key for a cancelled two-factor popup. */
export const codeCanceledMessage = 'pages.login.two_factor_authentication.on_cancel_error';
