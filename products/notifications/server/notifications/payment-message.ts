/**
 * Emails about payments, in both languages: the outcome of a payment, and reasons for delay. They never reveal screening findings, only that the bank
 * is reviewing the payment and what the client can do.
 */
import type { NotificationKind } from '@calmly/contract';
import type { Locale } from '@calmly/platform/work.ts';

interface Facts {
  /** Formatted. */
  readonly amount: string;
  readonly counterparty: string;
  /** The number of a confidential payout, for people who may not see its rows. */
  readonly payout: string | undefined;
  /** A sentence, or empty. */
  readonly reason: string;
  /** The colleague who cancelled it. */
  readonly by: string;
}

interface Text {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

type PaymentKind = Extract<NotificationKind, `payment_${string}`>;
type Texts = Readonly<Record<PaymentKind, (facts: Facts) => Text>> & {
  readonly open: string;
  readonly reasons: Readonly<Record<string, string>>;
  readonly orderedBy: (person: string) => string;
};

const paymentTexts: Readonly<Record<Locale, Texts>> = {
  en: {
    open: 'Open payment',
    payment_executed: ({ amount, counterparty, payout }) =>
      payout === undefined
        ? {
            subject: `${amount} paid to ${counterparty}`,
            paragraphs: [`Your payment of ${amount} to ${counterparty} was executed.`],
          }
        : {
            subject: `Confidential payout ${payout} paid: ${amount}`,
            paragraphs: [`Confidential payout ${payout} was paid: ${amount}.`],
          },
    payment_rejected: ({ amount, counterparty, reason }) => ({
      subject: `Your payment of ${amount} wasn’t executed`,
      paragraphs: [
        `Your payment of ${amount} to ${counterparty} was rejected. ${reason}`.trim(),
        'The amount and the fee are available in your account again.',
      ],
    }),
    payment_returned: ({ amount, counterparty }) => ({
      subject: `Payment returned: ${amount} from ${counterparty}`,
      paragraphs: [
        `${counterparty}’s bank returned your payment. ${amount} is back in your account. Our fee isn’t refunded.`,
        'Open the payment to see the reason and what you can do.',
      ],
    }),
    payment_in_review: ({ amount, counterparty }) => ({
      subject: `We’re reviewing your payment of ${amount}`,
      paragraphs: [
        `Our team is reviewing your payment of ${amount} to ${counterparty}. You don’t need to do anything. Most reviews are finished on the same working day.`,
        'You can cancel it until it’s sent.',
      ],
    }),
    payment_document_wanted: ({ amount, counterparty }) => ({
      subject: `Your payment of ${amount} needs a document`,
      paragraphs: [
        `We need a document that shows what your payment of ${amount} to ${counterparty} is for: an invoice or a contract.`,
        'Open the payment and add the document. We’ll review it on the same working day.',
      ],
    }),
    payment_canceled: ({ amount, counterparty, by }) => ({
      subject: `Your payment of ${amount} was cancelled`,
      paragraphs: [
        `${by} cancelled your payment of ${amount} to ${counterparty}.`,
        'The amount and the fee are available in your account again.',
      ],
    }),
    payment_received: ({ amount, counterparty }) => ({
      subject: `You received ${amount}`,
      paragraphs: [`${counterparty} sent you ${amount}. The money is in your account.`],
    }),
    orderedBy: (person) => `Created by ${person}.`,
    reasons: {
      account_closed: 'The payee’s account is closed.',
      account_unknown: 'The payee’s bank doesn’t recognise this account.',
      bank_unreachable: 'We couldn’t reach the payee’s bank.',
      beneficiary_deceased: 'The payee’s bank told us that the account holder has died.',
      regulatory: 'The payee’s bank refused it for regulatory reasons.',
      name_mismatch: 'The name doesn’t match the account.',
      creditor_refused: 'The payee refused the payment.',
      bank_refused: 'The payee’s bank refused it without giving a reason.',
      not_permitted: 'We can’t carry it out.',
    },
  },
  ru: {
    open: 'Открыть платёж',
    payment_executed: ({ amount, counterparty, payout }) =>
      payout === undefined
        ? {
            subject: `Платёж исполнен: ${amount}, ${counterparty}`,
            paragraphs: [`Ваш платёж на ${amount} исполнен. Получатель: ${counterparty}.`],
          }
        : {
            subject: `Конфиденциальная выплата ${payout} оплачена: ${amount}`,
            paragraphs: [`Конфиденциальная выплата ${payout} оплачена: ${amount}.`],
          },
    payment_rejected: ({ amount, counterparty, reason }) => ({
      subject: `Платёж на ${amount} не исполнен`,
      paragraphs: [
        `Ваш платёж на ${amount} отклонён. Получатель: ${counterparty}. ${reason}`.trim(),
        'Сумма и комиссия снова доступны на вашем счёте.',
      ],
    }),
    payment_returned: ({ amount, counterparty }) => ({
      subject: `Платёж вернулся: ${amount}, ${counterparty}`,
      paragraphs: [
        `Банк получателя вернул ваш платёж. Получатель: ${counterparty}. На счёт зачислено ${amount}; комиссия не возвращается.`,
        'Откройте платёж, чтобы узнать причину и что можно сделать.',
      ],
    }),
    payment_in_review: ({ amount, counterparty }) => ({
      subject: `Платёж на ${amount} проверяется`,
      paragraphs: [
        `Мы проверяем ваш платёж на ${amount}. Получатель: ${counterparty}. От вас ничего не требуется: обычно проверка заканчивается в тот же рабочий день.`,
        'Пока платёж не отправлен, его можно отменить.',
      ],
    }),
    payment_document_wanted: ({ amount, counterparty }) => ({
      subject: `К платежу на ${amount} нужен документ`,
      paragraphs: [
        `Для вашего платежа на ${amount} нужен документ, подтверждающий, за что вы платите: счёт или договор. Получатель: ${counterparty}.`,
        'Откройте платёж и приложите документ. Мы проверим его в тот же рабочий день.',
      ],
    }),
    payment_canceled: ({ amount, counterparty, by }) => ({
      subject: `Платёж на ${amount} отменён`,
      paragraphs: [
        `Ваш платёж на ${amount} отменён. Получатель: ${counterparty}. Кто отменил: ${by}.`,
        'Сумма и комиссия снова доступны на вашем счёте.',
      ],
    }),
    payment_received: ({ amount, counterparty }) => ({
      subject: `Вам поступило ${amount}`,
      paragraphs: [`Вам поступило ${amount}. Отправитель: ${counterparty}. Деньги уже на счёте.`],
    }),
    orderedBy: (person) => `Кто создал платёж: ${person}.`,
    reasons: {
      account_closed: 'Счёт получателя закрыт.',
      account_unknown: 'В банке получателя нет такого счёта.',
      bank_unreachable: 'Связаться с банком получателя не удалось.',
      beneficiary_deceased: 'Банк получателя сообщил, что владелец счёта умер.',
      regulatory: 'Банк получателя отказал по требованиям регулятора.',
      name_mismatch: 'Имя не совпадает со счётом.',
      creditor_refused: 'Получатель отказался от платежа.',
      bank_refused: 'Банк получателя отказал, не назвав причины.',
      not_permitted: 'Мы не можем его провести.',
    },
  },
};

const isPayment = (kind: NotificationKind): kind is PaymentKind => kind.startsWith('payment_');

/** The email's text and the label of its link, with `amount` formatted; undefined for other kinds. */
export function paymentTextOf(
  kind: NotificationKind,
  { counterparty = '', payout, reason = '', person, by = '' }: Readonly<Record<string, string>>,
  { amount, locale }: { readonly amount: string; readonly locale: Locale },
) {
  if (!isPayment(kind)) return undefined;
  const texts = paymentTexts[locale];
  const facts = { amount, counterparty, payout, reason: texts.reasons[reason] ?? '', by };
  const { subject, paragraphs } = texts[kind](facts);
  const [first = '', ...rest] = paragraphs;
  const named = person === undefined ? first : `${first} ${texts.orderedBy(person)}`;
  return { open: texts.open, subject, paragraphs: [named, ...rest] };
}
