/** Payments with cards: the calls that show them, what takes the processor's messages, and the job that frees what was held too long. */
import { listCardTransactions } from '@calmly/contract';
import type { Module } from '../../../platform/module.ts';
import type { IssuerSink } from '../../../providers/issuer/issuer.ts';
import type { PriceProvider } from '../../../providers/price/index.ts';
import { requireClientActor } from '../../identity/index.ts';
import { cardHoldsTask, expireHolds, scheduleHolds } from './expiry.ts';
import { createIssuerSink } from './issuer-sink.ts';
import { listTransactions } from './list.ts';

export interface CardPaymentsModule extends Module {
  readonly sink: IssuerSink;
}

/** `prices` converts what merchants charge in other currencies. */
export function createCardPayments(prices: PriceProvider): CardPaymentsModule {
  return {
    name: 'card payments',
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
