/**
 * Payment cards: issued, topped up, shown to their holder, controlled, replaced, closed. Owns the schema `cards`; the money is the ledger's, on an account
 * of the kind `card`, and every movement is a transaction. Reasons: docs/cards.md.
 */
import type { Module } from '../../platform/module.ts';
import { sealedIn } from '../../platform/secrets/sealing-keys.ts';
import type { Bank } from '../accounts/index.ts';
import type { CardOfferRules } from '../identity/index.ts';
import { keepCalendar } from './lifecycle/calendar.ts';
import { cardsTask } from './lifecycle/schedule.ts';
import { cardRoutes } from './routes.ts';
import { createCardSecrets } from './secrets/card-secrets.ts';

/** What is sealed with the server's keys: a card's number, its code and its PIN stand in one row, sealed together or with a newer key. */
export const sealedCards = sealedIn('cards', 'cards.secret', 'number');
export const sealedPins = sealedIn('card PINs', 'cards.secret', 'pin', 'pin is not null');

export { createDemoCard, type DemoCard } from './issuing/demo.ts';
export { cardsTask } from './lifecycle/schedule.ts';

export interface CardsOptions {
  readonly bank: Bank;
  /** Whom cards are offered. */
  readonly offer: CardOfferRules;
  /** What seals numbers, codes and PINs. */
  readonly secretKeys: readonly Buffer[];
}

export function createCardsModule({ bank, offer, secretKeys }: CardsOptions): Module {
  const tools = { bank, offer, secrets: createCardSecrets(secretKeys) };
  return {
    name: 'cards',
    routes: (router) => cardRoutes(router, tools),
    jobs: { [cardsTask]: keepCalendar },
  };
}
