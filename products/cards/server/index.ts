/**
 * Payment cards: issued, topped up, shown to their holder, controlled, replaced, closed; their payments, receipts and disputes. Owns the schema
 * `cards`; the money is the ledger's, on an account of the kind `card`, and every movement is a transaction. Reasons: products/cards/README.md.
 */
import type { Database } from '@calmly/platform/database.ts';
import type { OutsideJobHandler } from '@calmly/platform/jobs/jobs.ts';
import type { Module } from '@calmly/platform/module.ts';
import { sealedIn } from '@calmly/platform/secrets/sealing-keys.ts';
import type { DisputeDesk, IssuerSink } from '@calmly/providers/issuer/issuer.ts';
import type { CardProcessor } from '@calmly/providers/issuer/processor.ts';
import type { PriceProvider } from '@calmly/providers/price/index.ts';
import type { Bank } from '../../accounts/server/accounts/index.ts';
import type { ApprovalHandler } from '../../approvals/server/index.ts';
import type { CardOfferRules } from '../../identity/server/index.ts';
import { activity } from './activity.ts';
import { cardApprovals } from './approvals/carry-out.ts';
import { createCardPayments } from './authorizations/module.ts';
import { messagePurge } from './authorizations/store.ts';
import { sendDispute } from './disputes/send.ts';
import { disputeTask } from './disputes/tell.ts';
import { keepCalendar } from './lifecycle/calendar.ts';
import { cardsTask } from './lifecycle/schedule.ts';
import { closeUsedCard, usedCardTask } from './lifecycle/used-up.ts';
import { keepAtProcessor } from './processor/keep.ts';
import { laterProcessorTask, processorTask } from './processor/schedule.ts';
import { cardSearch } from './reading/search.ts';
import { cardRoutes } from './routes.ts';
import { createCardSecrets, numberPlace, pinPlace, resealCode } from './secrets/card-secrets.ts';

/** Values sealed with the server's keys: a card's number, code and PIN are in one row, sealed together or with a newer key. */
export const sealedCards = sealedIn({
  what: 'cards',
  table: 'cards.secret',
  column: 'number',
  key: ['card_id'],
  placeOf: numberPlace,
  reads: ['security_code'],
  also: resealCode,
});
export const sealedPins = sealedIn({
  what: 'card PINs',
  table: 'cards.secret',
  column: 'pin',
  isOptional: true,
  key: ['card_id'],
  placeOf: pinPlace,
});

export { maskedNumber } from './audited.ts';
export { cardHoldsTask } from './authorizations/hold-expiry.ts';
export { readLeft } from './authorizations/left.ts';
export { findMerchantCategories } from './authorizations/merchants.ts';
export { listPayable, listPurchases, type PayableCard } from './authorizations/of-all-clients.ts';
export { heldMinor, statusOf } from './authorizations/state.ts';
export { findAuthorization } from './authorizations/store.ts';
export { findCard, lockCard } from './card-store.ts';
export { findDispute, findLastDisputes } from './disputes/dispute-store.ts';
export { isUnderWay } from './disputes/rules.ts';
export { createDemoCard, type DemoCard } from './issuing/demo.ts';
export { cardsTask } from './lifecycle/schedule.ts';
export { cardBookings } from './money/bookings.ts';
export { findCardHolds } from './money/holds.ts';
export { verifyDebts } from './money/verify.ts';
export { listCardAccounts } from './reading/accounts.ts';
export { cardReceipts } from './receipts/lock.ts';
export { missingReceiptIds } from './receipts/missing-store.ts';

export interface CardsOptions {
  readonly bank: Bank;
  /** Who is offered cards. */
  readonly offer: CardOfferRules;
  /** The keys that seal numbers, codes and PINs. */
  readonly secretKeys: readonly Buffer[];
  /** Makes cards and requests authorizations; undefined: the bank makes them, and the sandbox's merchants request. */
  readonly processor: CardProcessor | undefined;
  /** Converts merchants' amounts in other currencies. */
  readonly prices: PriceProvider;
  /** Where disputes are sent. */
  readonly disputes: DisputeDesk;
  readonly database: Database;
}

export interface CardsModule extends Module {
  /** Receives the card processor's messages. */
  readonly sink: IssuerSink;
  /** Carries out approvals of cards. */
  readonly approvals: ApprovalHandler;
}

/** Without a processor, the bank makes the cards itself, and there are no webhooks. */
export function createCardsModule({
  bank,
  database,
  offer,
  secretKeys,
  processor,
  prices,
  disputes,
}: CardsOptions): CardsModule {
  const tools = { bank, offer, processor, secrets: createCardSecrets(secretKeys) };
  const payments = createCardPayments(database, prices);
  const keptAtProcessor: OutsideJobHandler = {
    outside: async (work, payload) => {
      if (processor) await keepAtProcessor(processor, work, payload);
    },
  };
  return {
    name: 'cards',
    activity,
    sink: payments.sink,
    search: [cardSearch],
    purges: [messagePurge],
    approvals: cardApprovals(tools),
    routes(router) {
      cardRoutes(router, tools);
      payments.routes(router);
      for (const webhook of processor?.webhooks(payments.sink) ?? []) router.webhook(webhook);
    },
    jobs: {
      [cardsTask]: { ...keepCalendar(database), isPersistent: true },
      [usedCardTask]: closeUsedCard,
      [disputeTask]: { ...sendDispute(database, disputes), lane: 'messages' },
      // A person who blocks a card waits for this job.
      [processorTask]: { ...keptAtProcessor, lane: 'codes' },
      [laterProcessorTask]: { ...keptAtProcessor, lane: 'messages' },
      ...payments.jobs,
    },
    start: payments.start,
  };
}
