/**
 * Emails about requests for money, in both languages: an overdue request, and money that does not count towards its request. A paid request has no
 * separate email; the email about the received money says so.
 */
import type { NotificationKind, RequestEvent } from '@calmly/contract';
import type { Locale } from '@calmly/platform/work.ts';

interface Facts {
  /** Formatted. */
  readonly amount: string;
  readonly counterparty: string;
  readonly details: string;
  readonly reason: RequestEvent;
}

interface Text {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

type MailedKind = Extract<NotificationKind, 'request_overdue' | 'request_unmatched'>;
type Texts = Readonly<Record<MailedKind, (facts: Facts) => Text>> & { readonly open: string };

const requestTexts: Readonly<Record<Locale, Texts>> = {
  en: {
    open: 'Open request',
    request_overdue: ({ amount, counterparty, details }) => ({
      subject: `${amount} from ${counterparty} is overdue`,
      paragraphs: [
        `${amount} from ${counterparty} for “${details}” is overdue.`,
        'A late payment still counts. We haven’t written to the payer. To remind them, share the link again.',
      ],
    }),
    request_unmatched: ({ amount, counterparty, details, reason }) => ({
      subject: `${amount} from ${counterparty} doesn’t count towards your request`,
      paragraphs: [
        `${counterparty} sent you ${amount} for your request “${details}”. The money is in your account.`,
        reason === 'AFTER_CANCEL'
          ? 'The request had already been cancelled, so the payment doesn’t count towards it.'
          : 'The request is in another currency, so the payment doesn’t count towards it and the request stays open.',
      ],
    }),
  },
  ru: {
    open: 'Открыть запрос',
    request_overdue: ({ amount, counterparty, details }) => ({
      subject: `Срок оплаты прошёл: ${amount}, ${counterparty}`,
      paragraphs: [
        `Срок оплаты прошёл, а деньги ещё не поступили: ${amount}, плательщик ${counterparty}, «${details}».`,
        'Более поздний платёж тоже засчитается. Плательщику мы не писали: чтобы напомнить, отправьте ссылку ещё раз.',
      ],
    }),
    request_unmatched: ({ amount, counterparty, details, reason }) => ({
      subject: `Не засчитано по запросу: ${amount}, ${counterparty}`,
      paragraphs: [
        `По запросу «${details}» поступило ${amount}, отправитель ${counterparty}. Деньги на вашем счёте.`,
        reason === 'AFTER_CANCEL'
          ? 'Запрос к этому времени был отменён, поэтому платёж по нему не засчитан.'
          : 'Запрос выставлен в другой валюте, поэтому платёж по нему не засчитан и запрос остаётся открытым.',
      ],
    }),
  },
};

const isMailed = (kind: NotificationKind): kind is MailedKind =>
  kind === 'request_overdue' || kind === 'request_unmatched';

/** The email's text and the label of its link, with `amount` formatted; undefined for kinds without an email. */
export function requestTextOf(
  kind: NotificationKind,
  params: Readonly<Record<string, string>>,
  { amount, locale }: { readonly amount: string; readonly locale: Locale },
): (Text & { readonly open: string }) | undefined {
  if (!isMailed(kind)) return undefined;
  const { counterparty = '', details = '', reason = 'OTHER_CURRENCY' } = params;
  const texts = requestTexts[locale];
  return {
    ...texts[kind]({ amount, counterparty, details, reason: reason as RequestEvent }),
    open: texts.open,
  };
}
