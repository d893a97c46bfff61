/**
 * Payments as e-mails, in both languages: how they ended, and what holds them up. They never say what screening found, only that
 * the bank is reviewing the payment and what the client can do.
 */
import type { NotificationKind } from '@calmly/contract';
import type { Locale } from '../../platform/work.ts';

interface Facts {
  /** Written out. */
  readonly amount: string;
  readonly counterparty: string;
  /** A sentence, or nothing. */
  readonly reason: string;
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
    open: 'Open the payment',
    payment_executed: ({ amount, counterparty }) => ({
      subject: `${amount} was paid to ${counterparty}`,
      paragraphs: [`Your payment of ${amount} to ${counterparty} was executed.`],
    }),
    payment_rejected: ({ amount, counterparty, reason }) => ({
      subject: `Your payment of ${amount} was not executed`,
      paragraphs: [
        `Your payment of ${amount} to ${counterparty} was rejected. ${reason}`.trim(),
        'The amount and the fee are available on your account again.',
      ],
    }),
    payment_returned: ({ amount, counterparty }) => ({
      subject: `A payment came back: ${amount} from ${counterparty}`,
      paragraphs: [
        `The bank of ${counterparty} sent your payment back. ${amount} is on your account again; our fee stays with us.`,
        'The payment says why it came back, and what you can do.',
      ],
    }),
    payment_in_review: ({ amount, counterparty }) => ({
      subject: `Your payment of ${amount} is being checked`,
      paragraphs: [
        `Somebody at the bank looks at your payment of ${amount} to ${counterparty} before it goes. You need not do anything; most are decided the same working day.`,
        'Until it goes you can cancel it.',
      ],
    }),
    payment_document_wanted: ({ amount, counterparty }) => ({
      subject: `Your payment of ${amount} needs a document`,
      paragraphs: [
        `Your payment of ${amount} to ${counterparty} waits for a document that shows what it is for: an invoice or a contract.`,
        'Open the payment and add it there. Somebody looks at it the same working day.',
      ],
    }),
    payment_received: ({ amount, counterparty }) => ({
      subject: `You received ${amount}`,
      paragraphs: [`${counterparty} sent you ${amount}. The money is on your account.`],
    }),
    orderedBy: (person) => `${person} ordered it.`,
    reasons: {
      account_closed: 'The account of the payee is closed.',
      account_unknown: 'The bank of the payee does not know this account.',
      bank_unreachable: 'The bank of the payee could not be reached.',
      beneficiary_deceased: 'The bank of the payee cannot credit this account.',
      regulatory: 'The bank of the payee refused it for regulatory reasons.',
      name_mismatch: 'The name does not belong to this account.',
      creditor_refused: 'The payee did not want the payment.',
      bank_refused: 'The bank of the payee refused it without saying why.',
      not_permitted: 'We may not carry it out.',
    },
  },
  ru: {
    open: 'Открыть платёж',
    payment_executed: ({ amount, counterparty }) => ({
      subject: `Платёж исполнен: ${amount}, ${counterparty}`,
      paragraphs: [`Ваш платёж на ${amount} исполнен. Получатель: ${counterparty}.`],
    }),
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
        'Почему он вернулся и что можно сделать, сказано в самом платеже.',
      ],
    }),
    payment_in_review: ({ amount, counterparty }) => ({
      subject: `Платёж на ${amount} проверяется`,
      paragraphs: [
        `Перед отправкой ваш платёж на ${amount} проверяет сотрудник банка. Получатель: ${counterparty}. От вас ничего не требуется: чаще всего решение принимают в тот же рабочий день.`,
        'Пока платёж не отправлен, его можно отменить.',
      ],
    }),
    payment_document_wanted: ({ amount, counterparty }) => ({
      subject: `К платежу на ${amount} нужен документ`,
      paragraphs: [
        `Ваш платёж на ${amount} ждёт документа, из которого видно, за что вы платите: счёта или договора. Получатель: ${counterparty}.`,
        'Откройте платёж и приложите документ. Мы посмотрим его в тот же рабочий день.',
      ],
    }),
    payment_received: ({ amount, counterparty }) => ({
      subject: `Вам поступило ${amount}`,
      paragraphs: [`Вам поступило ${amount}. Отправитель: ${counterparty}. Деньги уже на счёте.`],
    }),
    orderedBy: (person) => `Кто создал платёж: ${person}.`,
    reasons: {
      account_closed: 'Счёт получателя закрыт.',
      account_unknown: 'Банк получателя не знает такого счёта.',
      bank_unreachable: 'Связаться с банком получателя не удалось.',
      beneficiary_deceased: 'Банк получателя не может зачислить деньги на этот счёт.',
      regulatory: 'Банк получателя отказал по требованиям регулятора.',
      name_mismatch: 'Счёт принадлежит кому-то другому.',
      creditor_refused: 'Получатель отказался от платежа.',
      bank_refused: 'Банк получателя отказал, не назвав причины.',
      not_permitted: 'Мы не можем его провести.',
    },
  },
};

const isPayment = (kind: NotificationKind): kind is PaymentKind => kind.startsWith('payment_');

/** The mail's text and the words of its link, `amount` written out; undefined for other kinds. */
export function paymentTextOf(
  kind: NotificationKind,
  { counterparty = '', reason = '', person }: Readonly<Record<string, string>>,
  { amount, locale }: { readonly amount: string; readonly locale: Locale },
) {
  if (!isPayment(kind)) return undefined;
  const texts = paymentTexts[locale];
  const facts = { amount, counterparty, reason: texts.reasons[reason] ?? '' };
  const { subject, paragraphs } = texts[kind](facts);
  const [first = '', ...rest] = paragraphs;
  const named = person === undefined ? first : `${first} ${texts.orderedBy(person)}`;
  return { open: texts.open, subject, paragraphs: [named, ...rest] };
}
