/**
 * The portal's client: `bank.call(listAccounts, {query})`. It brings the contract and its schemas, so nothing that the
 * sign-in page shows may import it; screens do, and `session.ts` loads it when it is needed.
 *
 * `ApiProblem`s of the server carry a sentence in the client's language; for what the client itself finds out
 * `problemText` has the words.
 */
import { createClient } from '@calmly/contract';
import { currentLocale } from '../i18n/index.tsx';
import { askForCode, codeDone, takeTurn } from './challenge.ts';
import { sessionHandlers } from './handlers.ts';
import { watchPresence } from './presence.ts';
import { proofs } from './proof-key.ts';
import { getToken } from './state.ts';
import { inTurn } from './turns.ts';

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
      // What the page asks next would open the same question again.
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
