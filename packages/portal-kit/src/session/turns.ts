/**
 * Coordinates calls to the bank. A call that ends the session (profile switch, sign-out) would have every call in flight refused, so it
 * waits for those, in all tabs of this browser, and runs alone; later calls wait for it. This is a web lock: calls share it, and the
 * ending call holds it exclusively until the page has handled the response.
 *
 * Rejects with `aborted` if there is no session any more when a call that needs one could run.
 */
import { ApiProblem, type Turn } from '@calmly/contract';
import { sessionHandlers } from './handlers.ts';
import { getToken, hasEndedElsewhere } from './state.ts';

const lockName = 'calmly-calls';
/** A tab that the system has suspended may keep the lock: late is better than never. */
const longestWaitMs = 5000;
/** The tab that signs out notifies the others; after this long without its message the session ends here too. */
const longestWordMs = 1000;

/** Runs the attempt in its turn and returns its result. */
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
    // 203 requests a code: the session continues.
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
