/** Texts of cards, loaded with them. */
import { cardDisputes } from './card-disputes.ts';
import { cardOrder } from './card-order.ts';
import { cardPayments } from './card-payments.ts';
import { cardReceipts } from './card-receipts.ts';
import { cards } from './cards.ts';

export const messages = { cards, cardDisputes, cardOrder, cardPayments, cardReceipts } as const;
