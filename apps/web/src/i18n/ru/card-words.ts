import type { messages as english } from '../en/card-words.ts';
import type { Translated } from '../translated.ts';
import { cardPayments } from './card-payments.ts';
import { cards } from './cards.ts';

export const messages: Translated<typeof english> = { cards, cardPayments };
