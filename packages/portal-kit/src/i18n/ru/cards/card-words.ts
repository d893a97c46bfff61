import type { messages as english } from '../../en/cards/card-words.ts';
import type { Translated } from '../../translated.ts';
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
