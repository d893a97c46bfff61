/**
 * Reads in an idle session. The bank asks once whether the person is there, so simultaneous reads share one challenge, and cancelling it cancels them
 * all. Automatic reads wait until the person is back, unless the person has just cancelled.
 */
import { ApiProblem, codeCanceledMessage } from '../problems/api-problem.ts';

export interface PresenceQuestion {
  /** Waits for another read's challenge and sends again, or starts a challenge. */
  answered(
    send: () => Promise<Response>,
    ask: () => Promise<Response>,
    signal: AbortSignal | undefined,
  ): Promise<Response>;
  /** Settles when the person is back; rejects at once if they have cancelled the challenge. */
  personBack(returns: () => Promise<void>, signal: AbortSignal | undefined): Promise<void>;
}

/** One per client. After a cancelled challenge, `personBack` rejects until the next one starts. */
export function createPresenceQuestion(): PresenceQuestion {
  let question: Promise<Response> | undefined;
  let isGivenUp = false;

  return {
    async answered(send, ask, signal) {
      while (question !== undefined) {
        // The caller that started the challenge may have left the screen, so a cancellation is handled for all callers here.
        const over = question.catch((error: unknown) => {
          if (isCanceled(error)) throw error;
        });
        await unlessAborted(over, signal);
        const again = await send();
        if (again.status !== 203) return again;
      }
      question = ask();
      isGivenUp = false;
      try {
        return await question;
      } catch (error) {
        isGivenUp = isCanceled(error);
        throw error;
      } finally {
        question = undefined;
      }
    },
    async personBack(returns, signal) {
      if (isGivenUp) throw canceled();
      await unlessAborted(returns(), signal);
    },
  };
}

/** The person has closed the code popup; also used where there is no popup. */
export const canceled = () => new ApiProblem('code_canceled', { status: 203, message: codeCanceledMessage });

const isCanceled = (error: unknown) => error instanceof ApiProblem && error.code === 'code_canceled';

/** The promise's value, unless the signal aborts first. */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = () => reject(new ApiProblem('aborted'));
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
