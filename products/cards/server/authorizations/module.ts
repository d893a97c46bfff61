/** Payments with cards: the calls that list and dispute them, the receiver of the processor's messages, and the job that releases expired holds. */
import { listCardTransactions, openDispute, withdrawDispute } from '@calmly/contract';
import type { Database } from '@calmly/platform/database.ts';
import type { Router } from '@calmly/platform/http/router.ts';
import type { JobHandler } from '@calmly/platform/jobs/jobs.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import type { IssuerSink } from '@calmly/providers/issuer/issuer.ts';
import type { PriceProvider } from '@calmly/providers/price/index.ts';
import { requireClientActor } from '../../../identity/server/index.ts';
import * as disputes from '../disputes/open.ts';
import { cardHoldsTask, expireHolds, scheduleHolds } from './hold-expiry.ts';
import { createIssuerSink } from './issuer-sink.ts';
import { listTransactions, presentPayments } from './list.ts';

export interface CardPayments {
  readonly sink: IssuerSink;
  readonly jobs: Readonly<Record<string, JobHandler>>;
  routes(router: Router): void;
  start(sql: Sql): Promise<void>;
}

/** `prices` converts merchants' amounts in other currencies. */
export function createCardPayments(database: Database, prices: PriceProvider): CardPayments {
  return {
    sink: createIssuerSink(prices),
    routes(router) {
      router.read(listCardTransactions, (work, { params, query }) =>
        listTransactions(work, requireClientActor(work), params.id, query),
      );
      router.write(openDispute, async (work, { params, body }) =>
        shown(work, await disputes.openDispute(work, requireClientActor(work), { ...params, ...body })),
      );
      router.write(withdrawDispute, async (work, { params }) =>
        shown(work, await disputes.withdrawDispute(work, requireClientActor(work), params.id)),
      );
    },
    jobs: { [cardHoldsTask]: { ...expireHolds(database), isPersistent: true } },
    start: (sql) => scheduleHolds(sql, new Date()),
  };
}

async function shown(work: Work, { card, payment }: disputes.Disputed) {
  const [row] = await presentPayments(work, requireClientActor(work), card, [payment]);
  if (!row) throw new Error('a payment was read and not shown');
  return row;
}
