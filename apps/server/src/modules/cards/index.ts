/**
 * Payment cards: issued, topped up, shown to their holder, controlled, replaced, closed; and what is paid with them. Owns the schema `cards`; the money is the ledger's, on an account
 * of the kind `card`, and every movement is a transaction. Reasons: docs/cards.md.
 */
import type { Module } from '../../platform/module.ts';
import { sealedIn } from '../../platform/secrets/sealing-keys.ts';
import type { IssuerSink } from '../../providers/issuer/issuer.ts';
import type { PriceProvider } from '../../providers/price/index.ts';
import type { Bank } from '../accounts/index.ts';
import type { CardOfferRules } from '../identity/index.ts';
import { createCardPayments } from './authorizations/module.ts';
import { keepCalendar } from './lifecycle/calendar.ts';
import { cardsTask } from './lifecycle/schedule.ts';
import { closeUsedCard, usedCardTask } from './lifecycle/used-up.ts';
import { cardRoutes } from './routes.ts';
import { createCardSecrets } from './secrets/card-secrets.ts';

/** What is sealed with the server's keys: a card's number, its code and its PIN stand in one row, sealed together or with a newer key. */
export const sealedCards = sealedIn('cards', 'cards.secret', 'number');
export const sealedPins = sealedIn('card PINs', 'cards.secret', 'pin', 'pin is not null');

export { maskedNumber } from './audited.ts';
export { cardHoldsTask } from './authorizations/expiry.ts';
export { listPayable, listPurchases, type PayableCard } from './authorizations/of-all-clients.ts';
export { heldMinor, statusOf } from './authorizations/state.ts';
export { findAuthorization } from './authorizations/store.ts';
export { createDemoCard, type DemoCard } from './issuing/demo.ts';
export { cardsTask } from './lifecycle/schedule.ts';

export interface CardsOptions {
  readonly bank: Bank;
  /** Whom cards are offered. */
  readonly offer: CardOfferRules;
  /** What seals numbers, codes and PINs. */
  readonly secretKeys: readonly Buffer[];
  /** Convert what merchants charge in other currencies. */
  readonly prices: PriceProvider;
}

export interface CardsModule extends Module {
  /** Where the card processor's messages go. */
  readonly sink: IssuerSink;
}

export function createCardsModule({ bank, offer, secretKeys, prices }: CardsOptions): CardsModule {
  const tools = { bank, offer, secrets: createCardSecrets(secretKeys) };
  const payments = createCardPayments(prices);
  return {
    name: 'cards',
    sink: payments.sink,
    routes(router) {
      cardRoutes(router, tools);
      payments.routes(router);
    },
    jobs: { [cardsTask]: keepCalendar, [usedCardTask]: closeUsedCard, ...payments.jobs },
    start: payments.start,
  };
}
