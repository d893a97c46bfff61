/** The history of sign-ins: each attempt with its outcome, never the typed input. */
import type { RequestContext, Work } from '@calmly/platform/work.ts';
import { insertSignIn, type SignInRecord } from './device-store.ts';

export interface SignInEntry extends Pick<SignInRecord, 'outcome'> {
  /** Undefined if no person has that name. */
  readonly personId: string | undefined;
  readonly sessionId?: string;
}

/** Adds the attempt to the history. */
export function recordSignIn(
  work: Pick<Work, 'sql' | 'now' | 'newId'>,
  request: Pick<RequestContext, 'ip' | 'userAgent'>,
  entry: SignInEntry,
): Promise<void> {
  return insertSignIn(work.sql, {
    id: work.newId(),
    at: work.now,
    personId: entry.personId,
    sessionId: entry.sessionId,
    outcome: entry.outcome,
    ip: request.ip,
    userAgent: request.userAgent,
  });
}
