/**
 * Counts incoming money into requests: a credit that quotes a request's reference counts once, in whatever order the jobs run.
 *
 * Everything is decided under the request's lock, so that two credits, or a credit and a cancellation, happen one after the other.
 */
import type { NotificationKind } from '@calmly/contract';
import { creditorReferencesIn, formatDecimal } from '@calmly/domain';
import { type Notice, notify } from '@calmly/platform/notify/notices.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { businessDay } from '@calmly/platform/time/business-time.ts';
import type { Work } from '@calmly/platform/work.ts';
import { findExecutedCredit } from '../../../accounts/server/transactions/index.ts';
import { decideCredit, type Outcome } from './rules.ts';
import * as store from './store.ts';

type Credit = NonNullable<Awaited<ReturnType<typeof findExecutedCredit>>>;

/** Money that came more than a day ago is no news. */
const newsMs = 24 * 3_600_000;

/** Counts a credit into the request that it quotes; the job's work, done as often as it is asked for and once in all. */
export async function settleByCredit(work: Work, paymentId: string): Promise<void> {
  const { sql, now } = work;
  const credit = await findExecutedCredit(sql, paymentId);
  if (!credit) return;
  const references = creditorReferencesIn(credit.reference);
  const id = await store.findQuoted(sql, { clientId: credit.clientId, references });
  const request = id === undefined ? undefined : await store.lockRequest(sql, id);
  if (!request || (await store.isKnown(sql, paymentId))) return;
  const outcome = decideCredit(request, credit, await businessDay(work));
  const counts = outcome.event === 'RECEIVED';
  await store.recordEvent(sql, request, {
    ...outcome,
    at: credit.createdAt > request.updatedAt ? credit.createdAt : request.updatedAt,
    actor: credit.debtorName,
    credit: {
      paymentId,
      amountMinor: credit.amountMinor,
      currency: credit.currency,
      payerAccount: counts ? credit.debtorAccount : undefined,
    },
  });
  await publish(sql, request.clientId, { topic: 'requests' });
  if (now.getTime() - credit.createdAt.getTime() < newsMs)
    await notify(work, [noticeOf(request, credit, outcome)]);
}

function noticeOf(request: store.StoredRequest, credit: Credit, outcome: Outcome): Notice {
  return {
    kind: kindOf(outcome),
    clientId: request.clientId,
    subjectId: request.id,
    params: {
      amount: formatDecimal(credit.amountMinor, credit.currency),
      currency: credit.currency,
      counterparty: credit.debtorName,
      details: request.details,
      ...(outcome.event === 'RECEIVED' ? {} : { reason: outcome.event }),
    },
  };
}

function kindOf({ event, status }: Outcome): NotificationKind {
  if (event !== 'RECEIVED') return 'request_unmatched';
  return status === 'EXECUTED' ? 'request_paid' : 'request_part_paid';
}
