/**
 * Reads in an idle session: the bank asks once whether the person is there, so simultaneous reads share one challenge, and cancelling it
 * ends them all. The page's automatic reads wait until the person is back, unless they have just cancelled.
 */
import { ApiProblem, codeCanceledMessage } from '../problems/api-problem.ts';

export interface PresenceQuestion {
  /** Waits for the question that another read has asked and sends again, or asks. */
  answered(
    send: () => Promise<Response>,
    ask: () => Promise<Response>,
    signal: AbortSignal | undefined,
  ): Promise<Response>;
  /** Settles when the person is back; rejects at once when they have given the question up. */
  personBack(returns: () => Promise<void>, signal: AbortSignal | undefined): Promise<void>;
}

/** One per client. After a question was given up, `personBack` rejects until another one is asked. */
export function createPresenceQuestion(): PresenceQuestion {
  let question: Promise<Response> | undefined;
  let isGivenUp = false;

  return {
    async answered(send, ask, signal) {
      while (question !== undefined) {
        // Who asked may have left the screen; given up it is for all.
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

/** The person has closed the question for the code; also where no one can be asked. */
export const canceled = () => new ApiProblem('code_canceled', { status: 203, message: codeCanceledMessage });

const isCanceled = (error: unknown) => error instanceof ApiProblem && error.code === 'code_canceled';

/** The promise's value, unless the caller is no longer interested before. */
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
