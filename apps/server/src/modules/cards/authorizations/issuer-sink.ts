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
    once<EventAnswer>(work, event, async () => {
      const transactionId = await takeEvent(work, prices, event);
      return { answer: { transactionId }, authorizationId: transactionId };
    }),
});

async function once<Answer extends object>(
  { sql, now }: Work,
  { id, kind }: IssuerMessage,
  handle: () => Promise<{ readonly answer: Answer; readonly authorizationId: string | null }>,
): Promise<Answer> {
  if (!(await claimMessage(sql, { id, kind, at: now }))) return findAnswer<Answer>(sql, id);
  const { answer, authorizationId } = await handle();
  await keepAnswer(sql, { id, authorizationId, answer });
  return answer;
}
