/** Texts of cards, loaded with them. */
import { cardOrder } from './card-order.ts';
import { cardPayments } from './card-payments.ts';
import { cards } from './cards.ts';

export const messages = { cards, cardOrder, cardPayments } as const;
