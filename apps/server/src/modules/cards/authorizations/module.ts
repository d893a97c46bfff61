/** Payments with cards: the calls that show them, what takes the processor's messages, and the job that frees what was held too long. */
import { listCardTransactions } from '@calmly/contract';
import type { Router } from '../../../platform/http/router.ts';
import type { JobHandler } from '../../../platform/jobs/jobs.ts';
import type { Sql } from '../../../platform/work.ts';
import type { IssuerSink } from '../../../providers/issuer/issuer.ts';
import type { PriceProvider } from '../../../providers/price/index.ts';
import { requireClientActor } from '../../identity/index.ts';
import { cardHoldsTask, expireHolds, scheduleHolds } from './expiry.ts';
import { createIssuerSink } from './issuer-sink.ts';
import { listTransactions } from './list.ts';

export interface CardPayments {
  readonly sink: IssuerSink;
  readonly jobs: Readonly<Record<string, JobHandler>>;
  routes(router: Router): void;
  start(sql: Sql): Promise<void>;
}

/** `prices` converts what merchants charge in other currencies. */
export function createCardPayments(prices: PriceProvider): CardPayments {
  return {
    sink: createIssuerSink(prices),
    routes(router) {
      router.read(listCardTransactions, (work, { params, query }) =>
        listTransactions(work, requireClientActor(work), params.id, query),
      );
    },
    jobs: { [cardHoldsTask]: expireHolds },
    start: (sql) => scheduleHolds(sql, new Date()),
  };
}
