/** Emails about a requested IBAN, in both languages. The IBAN itself is shown only in the portal. */
import type { IbanRequest, NotificationKind } from '@calmly/contract';
import type { Locale } from '@calmly/platform/work.ts';

type Refusal = NonNullable<IbanRequest['reason']>;

interface Texts {
  readonly open: string;
  readonly issued: (account: string) => { readonly subject: string; readonly paragraphs: readonly string[] };
  readonly refused: (
    currency: string,
    reason: string,
  ) => { readonly subject: string; readonly paragraphs: readonly string[] };
  readonly reasons: Readonly<Record<Refusal, string>>;
}

const texts: Readonly<Record<Locale, Texts>> = {
  en: {
    open: 'Open account details',
    issued: (account) => ({
      subject: `Your account ${account} has an IBAN`,
      paragraphs: [
        `The IBAN you requested for ${account} has been issued. You can receive money to it now.`,
        'You can copy, print or share the account details in the portal.',
      ],
    }),
    refused: (currency, reason) => ({
      subject: `We couldn’t issue an IBAN in ${currency}`,
      paragraphs: [`We couldn’t issue the IBAN in ${currency} you requested. ${reason}`],
    }),
    reasons: {
      account_closed: 'The account has been closed.',
      client_inactive: 'Your profile was not active. Write to support if you do not know why.',
    },
  },
  ru: {
    open: 'Открыть реквизиты',
    issued: (account) => ({
      subject: `У счёта ${account} есть IBAN`,
      paragraphs: [
        `IBAN, который вы запросили, выдан для счёта ${account}. На него уже можно получать деньги.`,
        'Реквизиты можно скопировать, распечатать или отправить из портала.',
      ],
    }),
    refused: (currency, reason) => ({
      subject: `IBAN в валюте ${currency} не выдан`,
      paragraphs: [`Мы не смогли выдать IBAN в валюте ${currency}, который вы запросили. ${reason}`],
    }),
    reasons: {
      account_closed: 'Счёт за это время закрыли.',
      client_inactive: 'Ваш профиль был неактивен. Если вы не знаете почему, напишите в поддержку.',
    },
  },
};

/** The email's text and its link's label; undefined for other kinds. */
export function ibanTextOf(
  kind: NotificationKind,
  { account = '', currency = '', reason = '' }: Readonly<Record<string, string>>,
  locale: Locale,
) {
  if (kind !== 'iban_issued' && kind !== 'iban_refused') return undefined;
  const { open, issued, refused, reasons } = texts[locale];
  const words: Readonly<Record<string, string>> = reasons;
  return { open, ...(kind === 'iban_issued' ? issued(account) : refused(currency, words[reason] ?? '')) };
}
