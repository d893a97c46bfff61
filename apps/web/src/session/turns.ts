/**
 * Whose turn it is to call the bank. A call that ends the session (another profile, sign-out) would have every other call on
 * its way refused, so it waits for those, in all tabs of this browser, and goes alone; calls that come meanwhile wait for it. A
 * web lock is just that: calls share it, the last one has it to itself until the page has acted on the answer.
 *
 * Rejects with `aborted` when there is no session any more by the time a call that needs one could go.
 */
import { ApiProblem, type Turn } from '@calmly/contract';
import { sessionHandlers } from './handlers.ts';
import { getToken, hasEndedElsewhere } from './state.ts';

const lockName = 'calmly-calls';
/** A tab that the system has put to sleep may keep its turn: better out of turn than never. */
const longestWaitMs = 5000;
/** The tab that signs out tells the others; after this long without its word the session ends here too. */
const longestWordMs = 1000;

/** Sends the attempt in its turn; answers what it answers. */
export async function inTurn(
  attempt: () => Promise<Response>,
  { needsSession, last }: Turn,
  waitMs = longestWaitMs,
): Promise<Response> {
  let isAdmitted = false;
  const go = async () => {
    isAdmitted = true;
    if (needsSession && !holdsSession()) throw new ApiProblem('aborted');
    const response = await attempt();
    // 203 asks for a code: the session goes on.
    if (last && response.ok && response.status !== 203) await last();
    return response;
  };
  // Only an origin with https has locks.
  if (!globalThis.navigator?.locks) return go();
  const mode = last ? 'exclusive' : 'shared';
  try {
    return await navigator.locks.request(lockName, { mode, signal: AbortSignal.timeout(waitMs) }, go);
  } catch (error) {
    if (isAdmitted) throw error;
    return go();
  }
}

function holdsSession(): boolean {
  if (getToken() === undefined) return false;
  if (!hasEndedElsewhere()) return true;
  setTimeout(() => hasEndedElsewhere() && sessionHandlers.ended(), longestWordMs);
  return false;
}
