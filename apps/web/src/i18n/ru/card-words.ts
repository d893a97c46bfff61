import type { messages as english } from '../en/card-words.ts';
import type { Translated } from '../translated.ts';
import { cardOrder } from './card-order.ts';
import { cardPayments } from './card-payments.ts';
import { cards } from './cards.ts';

export const messages: Translated<typeof english> = { cards, cardOrder, cardPayments };
