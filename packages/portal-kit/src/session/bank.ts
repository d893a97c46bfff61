/**
 * The portal's client: `bank.call(listAccounts, {query})`. It imports the contract and its schemas, so nothing on the sign-in page
 * may import it; screens do, and `session.ts` loads it on demand.
 * The server's `ApiProblem`s carry a sentence in the client's language; `problemText` has the texts for the client's own errors.
 */
import { createClient } from '@calmly/contract';
import { currentLocale } from '@calmly/texts/index.tsx';
import { sessionHandlers } from './handlers.ts';
import { proofs } from './proof-key.ts';
import { getToken } from './state.ts';
import { inTurn } from './turns.ts';
import { askForCode, codeDone, takeTurn } from './two-factor/challenge.ts';
import { watchPresence } from './two-factor/presence.ts';

const presence = watchPresence(window);

export const bank = createClient({
  baseUrl: '',
  getToken,
  isPersonThere: presence.isThere,
  personReturns: presence.returns,
  proofs,
  locale: currentLocale,
  inTurn,
  renew: () => sessionHandlers.renew(),
  refresh: () => sessionHandlers.refresh(),
  onUnauthorised: () => sessionHandlers.ended(),
  onChallengeStart: takeTurn,
  onChallenge: async (challenge, refusal) => {
    try {
      return await askForCode(challenge, refusal);
    } catch (canceled) {
      // Otherwise the page's next call would ask the same question again.
      presence.forget();
      throw canceled;
    }
  },
  onChallengeEnd: () => {
    codeDone();
    sessionHandlers.proved();
  },
});

export { ApiProblem, newIdempotencyKey } from '@calmly/contract';
export { releaseProofKey, removeProofKey } from './proof-key.ts';
