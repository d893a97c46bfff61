/**
 * Notifications as e-mails and SMS, in both languages. Each says what happened in its first words; the amount is the first thing
 * somebody looks for. An account number does not stand in them.
 */
import { type CurrencyCode, displayAmount, parseDecimal } from '@calmly/domain';
import type { Locale } from '../../platform/work.ts';
import type { Email } from '../../providers/email/index.ts';
import { approvalFactsOf, approvalTexts } from './approval-message.ts';
import { orderTextOf } from './order-message.ts';
import { requestTextOf } from './request-message.ts';
import type { NewNotification } from './store.ts';

type Params = Readonly<Record<string, string>>;
type Text = (facts: { amount: string; counterparty: string; reason: string }) => {
  readonly subject: string;
  readonly paragraphs: readonly string[];
};

const paymentTexts = {
  en: {
    open: 'Open the payment',
    closing: 'You can choose what we write to you about in your profile, under Notifications.',
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
    payment_received: ({ amount, counterparty }) => ({
      subject: `You received ${amount}`,
      paragraphs: [`${counterparty} sent you ${amount}. The money is on your account.`],
    }),
    reasons: {
      account_closed: 'The account of the payee is closed.',
      account_unknown: 'The bank of the payee does not know this account.',
      bank_unreachable: 'The bank of the payee could not be reached.',
      beneficiary_deceased: 'The bank of the payee cannot credit this account.',
      regulatory: 'The bank of the payee refused it for regulatory reasons.',
      name_mismatch: 'The name does not belong to this account.',
      creditor_refused: 'The payee did not want the payment.',
      bank_refused: 'The bank of the payee refused it without saying why.',
    },
  },
  ru: {
    open: 'Открыть платёж',
    closing: 'О чём вам писать, можно выбрать в профиле, в разделе «Уведомления».',
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
    payment_received: ({ amount, counterparty }) => ({
      subject: `Вам поступило ${amount}`,
      paragraphs: [`Вам поступило ${amount}. Отправитель: ${counterparty}. Деньги уже на счёте.`],
    }),
    reasons: {
      account_closed: 'Счёт получателя закрыт.',
      account_unknown: 'Банк получателя не знает такого счёта.',
      bank_unreachable: 'Связаться с банком получателя не удалось.',
      beneficiary_deceased: 'Банк получателя не может зачислить деньги на этот счёт.',
      regulatory: 'Банк получателя отказал по требованиям регулятора.',
      name_mismatch: 'Счёт принадлежит кому-то другому.',
      creditor_refused: 'Получатель отказался от платежа.',
      bank_refused: 'Банк получателя отказал, не назвав причины.',
    },
  },
} as const satisfies Record<
  Locale,
  Record<'payment_executed' | 'payment_rejected' | 'payment_received', Text> & {
    open: string;
    closing: string;
    reasons: Record<string, string>;
  }
>;

/** The parts of the e-mail; undefined for kinds that have none. */
export function emailOf(
  { kind, params, subjectId }: Pick<NewNotification, 'kind' | 'params' | 'subjectId'>,
  reader: { readonly email: string; readonly locale: Locale; readonly portalUrl: string },
): Email | undefined {
  const { email: to, locale, portalUrl } = reader;
  const texts = paymentTexts[locale];
  if (kind === 'news')
    return { to, locale, subject: params.title ?? '', paragraphs: (params.text ?? '').split('\n\n') };
  if (kind === 'approval_wanted' || kind === 'approval_reminder' || kind === 'approval_decided') {
    const approval = approvalTexts[locale];
    const link = { label: approval.open, url: `${portalUrl}/inbox` };
    const facts = approvalFactsOf(params, amountOf(params));
    return { to, locale, ...approval[kind](facts), link, closing: approval.closing };
  }
  const order = orderTextOf(kind, params, { amount: amountOf(params), locale });
  if (order) {
    const { open, ...text } = order;
    const url = `${portalUrl}/payments?tab=scheduled&order=${subjectId}`;
    return { to, locale, ...text, link: { label: open, url }, closing: texts.closing };
  }
  const request = requestTextOf(kind, params, { amount: amountOf(params), locale });
  if (request) {
    const { open, ...text } = request;
    const url = `${portalUrl}/payments?tab=requests&request=${subjectId}`;
    return { to, locale, ...text, link: { label: open, url }, closing: texts.closing };
  }
  if (kind !== 'payment_executed' && kind !== 'payment_rejected' && kind !== 'payment_received')
    return undefined;
  const link = { label: texts.open, url: `${portalUrl}/payments?payment=${subjectId}` };
  return { to, locale, ...texts[kind](factsOf(params, texts.reasons)), link, closing: texts.closing };
}

/** The same in one line for a telephone. */
export const smsTextOf = ({ paragraphs }: Email): string => `Calmly: ${paragraphs[0] ?? ''}`;

const factsOf = (params: Params, reasons: Readonly<Record<string, string>>) => ({
  amount: amountOf(params),
  counterparty: params.counterparty ?? '',
  reason: reasons[params.reason ?? ''] ?? '',
});

function amountOf(params: Params): string {
  const currency = (params.currency ?? 'EUR') as CurrencyCode;
  const minor = parseDecimal(params.amount ?? '', currency);
  return minor === undefined ? '' : displayAmount(minor, currency).text;
}
