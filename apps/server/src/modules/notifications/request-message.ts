/**
 * Requests for money as e-mails, in both languages: what is late, and money that quoted a request and does not count for it. That one
 * was paid says the mail of the money itself.
 */
import type { NotificationKind, RequestEvent } from '@calmly/contract';
import type { Locale } from '../../platform/work.ts';

interface Facts {
  /** Written out. */
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
    open: 'Open the request',
    request_overdue: ({ amount, counterparty, details }) => ({
      subject: `${amount} from ${counterparty} is overdue`,
      paragraphs: [
        `${amount} from ${counterparty} for “${details}” has not come by its due day.`,
        'A payment that comes late still settles the request. We have written to nobody: if you want to remind them, share the link again.',
      ],
    }),
    request_unmatched: ({ amount, counterparty, details, reason }) => ({
      subject: `${amount} from ${counterparty} does not count for your request`,
      paragraphs: [
        `${counterparty} sent you ${amount} for your request “${details}”. The money is on your account.`,
        reason === 'AFTER_CANCEL'
          ? 'The request was canceled before, so the payment does not count for it.'
          : 'The request is in another currency, so the payment does not count for it and the request stays open.',
      ],
    }),
  },
  ru: {
    open: 'Открыть запрос',
    request_overdue: ({ amount, counterparty, details }) => ({
      subject: `Срок оплаты прошёл: ${amount}, ${counterparty}`,
      paragraphs: [
        `Срок оплаты прошёл, а деньги ещё не поступили: ${amount}, плательщик ${counterparty}, «${details}».`,
        'Если деньги придут позже, запрос всё равно будет оплачен. Плательщику мы не писали: чтобы напомнить, отправьте ссылку ещё раз.',
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

/** The mail's text and the words of its link, `amount` written out; undefined for kinds that have no mail. */
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
