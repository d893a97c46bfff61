/**
 * Where the processor's messages arrive. Each is handled once: its id is claimed first, and a repeated message gets the answer that the
 * first one got.
 */
import type { Work } from '../../../platform/work.ts';
import type {
  AuthorizationAnswer,
  EventAnswer,
  IssuerMessage,
  IssuerSink,
} from '../../../providers/issuer/issuer.ts';
import type { PriceProvider } from '../../../providers/price/index.ts';
import { authorize } from './authorize.ts';
import { takeEvent } from './events.ts';
import { claimMessage, findAnswer, keepAnswer } from './store.ts';

export const createIssuerSink = (prices: PriceProvider): IssuerSink => ({
  decide: (work, request) => once<AuthorizationAnswer>(work, request, () => authorize(work, prices, request)),
  take: (work, event) =>
    once<EventAnswer>(work, event, async () => ({ transactionId: await takeEvent(work, prices, event) })),
});

async function once<Answer extends EventAnswer>(
  { sql, now }: Work,
  { id, kind }: IssuerMessage,
  handle: () => Promise<Answer>,
): Promise<Answer> {
  if (!(await claimMessage(sql, { id, kind, at: now }))) return findAnswer<Answer>(sql, id);
  const answer = await handle();
  await keepAnswer(sql, { id, authorizationId: answer.transactionId, answer });
  return answer;
}
