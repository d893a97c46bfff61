import type { Translated } from '@calmly/texts/translated.ts';
import type { messages as english } from '../en/card-words.ts';
import { cardDisputes } from './card-disputes.ts';
import { cardOrder } from './card-order.ts';
import { cardPayments } from './card-payments.ts';
import { cardReceipts } from './card-receipts.ts';
import { cards } from './cards.ts';

export const messages: Translated<typeof english> = {
  cards,
  cardDisputes,
  cardOrder,
  cardPayments,
  cardReceipts,
};
