/** Texts of cards, loaded with them. */
import { cardPayments } from './card-payments.ts';
import { cards } from './cards.ts';

export const messages = { cards, cardPayments } as const;
