/** Emails about the dispute of a card payment, by event, in both languages. */
import type { DisputeEvent } from '@calmly/contract';
import type { Locale } from '@calmly/platform/work.ts';

interface Facts {
  /** Formatted. */
  readonly amount: string;
  readonly merchant: string;
  /** `Travel •••• 4471`. */
  readonly card: string;
}

type Text = (facts: Facts) => { readonly subject: string; readonly paragraphs: readonly string[] };

export const disputeTexts: Readonly<Record<Locale, Readonly<Record<DisputeEvent, Text>>>> = {
  en: {
    OPEN: ({ amount, merchant, card }) => ({
      subject: `Dispute opened: ${amount} at ${merchant}`,
      paragraphs: [
        `You’ve disputed ${amount} at ${merchant}, paid with your card ${card}.`,
        'We’re sending it to the card scheme and will let you know what it decides.',
      ],
    }),
    IN_REVIEW: ({ amount, merchant }) => ({
      subject: `Dispute in review: ${amount} at ${merchant}`,
      paragraphs: [`The card scheme is reviewing your dispute of ${amount} at ${merchant}.`],
    }),
    WON: ({ amount, merchant, card }) => ({
      subject: `Dispute won: ${amount} from ${merchant}`,
      paragraphs: [`Your dispute with ${merchant} was successful. ${amount} is back on your card ${card}.`],
    }),
    LOST: ({ amount, merchant }) => ({
      subject: `Dispute not successful: ${amount} at ${merchant}`,
      paragraphs: [`The card scheme has decided for ${merchant}. The payment of ${amount} stands.`],
    }),
    WITHDRAWN: ({ amount, merchant }) => ({
      subject: `Dispute withdrawn: ${amount} at ${merchant}`,
      paragraphs: [`Your dispute of ${amount} at ${merchant} has been withdrawn.`],
    }),
    REFUNDED: ({ merchant, card }) => ({
      subject: `Dispute over: ${merchant} has refunded you`,
      paragraphs: [`${merchant} has returned the money to your card ${card}, so the dispute is over.`],
    }),
    REVERSED: ({ amount, merchant, card }) => ({
      subject: `Refund from ${merchant}: ${amount} of your dispute credit taken back`,
      paragraphs: [
        `${merchant} has refunded a payment with your card ${card} after you won the dispute about it.`,
        `The refund is on the card. To avoid paying you twice, we took back ${amount} of the credit for the dispute.`,
      ],
    }),
  },
  ru: {
    OPEN: ({ amount, merchant, card }) => ({
      subject: `Открыт спор: ${amount}, ${merchant}`,
      paragraphs: [
        `Вы оспорили ${amount} по карте ${card}. Магазин: ${merchant}.`,
        'Мы передаём спор платёжной системе и сообщим о её решении.',
      ],
    }),
    IN_REVIEW: ({ amount, merchant }) => ({
      subject: `Спор на рассмотрении: ${amount}, ${merchant}`,
      paragraphs: [`Платёжная система рассматривает спор на ${amount}. Магазин: ${merchant}.`],
    }),
    WON: ({ amount, merchant, card }) => ({
      subject: `Спор решён в вашу пользу: ${amount}, ${merchant}`,
      paragraphs: [`Спор решён в вашу пользу: ${amount} снова на карте ${card}. Магазин: ${merchant}.`],
    }),
    LOST: ({ amount, merchant }) => ({
      subject: `Спор решён не в вашу пользу: ${amount}, ${merchant}`,
      paragraphs: [
        `Платёжная система приняла сторону магазина (${merchant}). Оплата на ${amount} остаётся в силе.`,
      ],
    }),
    WITHDRAWN: ({ amount, merchant }) => ({
      subject: `Спор отозван: ${amount}, ${merchant}`,
      paragraphs: [`Спор на ${amount} отозван. Магазин: ${merchant}.`],
    }),
    REFUNDED: ({ merchant, card }) => ({
      subject: `Спор завершён: ${merchant} вернул деньги`,
      paragraphs: [`Магазин (${merchant}) вернул деньги на карту ${card}, поэтому спор завершён.`],
    }),
    REVERSED: ({ amount, merchant, card }) => ({
      subject: `Возврат: ${merchant}. Отменено зачисление по спору: ${amount}`,
      paragraphs: [
        `Вы выиграли спор об оплате картой ${card}, а затем деньги вернул и магазин (${merchant}).`,
        `Возврат зачислен на карту. Чтобы сумма не была выплачена дважды, мы списали ${amount} из зачисленного по спору.`,
      ],
    }),
  },
};
