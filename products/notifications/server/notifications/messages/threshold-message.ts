/** Emails about a person's own thresholds, in both languages: a low balance, a large amount in or out. */
import type { NotificationKind } from '@calmly/contract';
import type { Locale } from '@calmly/platform/work.ts';

interface Facts {
  /** Formatted: the available balance, or the amount of the payment. */
  readonly amount: string;
  /** Formatted: the person's threshold of a low balance. */
  readonly limit: string;
  /** The account's name. */
  readonly account: string;
  readonly counterparty: string;
  /** Number of a confidential payout reported as a whole; otherwise empty. */
  readonly payout: string;
}

interface Text {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

type ThresholdKind = Extract<NotificationKind, 'balance_low' | `large_amount_${string}`>;
type Texts = Readonly<Record<ThresholdKind, (facts: Facts) => Text>> & { readonly open: string };

const why = {
  en: 'You asked for this alert. To change or remove it, open Notifications in your profile.',
  ru: 'Вы настроили это оповещение сами. Изменить или удалить его можно в профиле, в разделе «Уведомления».',
};

const texts: Readonly<Record<Locale, Texts>> = {
  en: {
    open: 'Open details',
    balance_low: ({ amount, limit, account }) => ({
      subject: `Low balance on ${account}: ${amount}`,
      paragraphs: [`${amount} is available on ${account}, less than your limit of ${limit}.`, why.en],
    }),
    large_amount_in: ({ amount, account, counterparty }) => ({
      subject: `${amount} received on ${account}`,
      paragraphs: [`${amount} arrived on ${account}${counterparty && ` from ${counterparty}`}.`, why.en],
    }),
    large_amount_out: ({ amount, account, counterparty, payout }) => ({
      subject: `${amount} sent from ${account}`,
      paragraphs: [
        payout
          ? `${amount} was sent from ${account} for the confidential payout ${payout}.`
          : `${amount} was sent from ${account}${counterparty && ` to ${counterparty}`}.`,
        why.en,
      ],
    }),
  },
  ru: {
    open: 'Открыть подробности',
    balance_low: ({ amount, limit, account }) => ({
      subject: `Низкий остаток на счёте «${account}»: ${amount}`,
      paragraphs: [`На счёте «${account}» доступно ${amount}. Это меньше вашего порога в ${limit}.`, why.ru],
    }),
    large_amount_in: ({ amount, account, counterparty }) => ({
      subject: `Поступило ${amount} на счёт «${account}»`,
      paragraphs: [
        `На счёт «${account}» поступило ${amount}.${counterparty && ` Отправитель: ${counterparty}.`}`,
        why.ru,
      ],
    }),
    large_amount_out: ({ amount, account, counterparty, payout }) => ({
      subject: `Списано ${amount} со счёта «${account}»`,
      paragraphs: [
        payout
          ? `Со счёта «${account}» списано ${amount} на конфиденциальную выплату ${payout}.`
          : `Со счёта «${account}» списано ${amount}.${counterparty && ` Получатель: ${counterparty}.`}`,
        why.ru,
      ],
    }),
  },
};

const isThreshold = (kind: NotificationKind): kind is ThresholdKind =>
  kind === 'balance_low' || kind === 'large_amount_in' || kind === 'large_amount_out';

/** The email's text and the label of its link; undefined for other kinds. */
export function thresholdTextOf(
  kind: NotificationKind,
  { account = '', counterparty = '', payout = '' }: Readonly<Record<string, string>>,
  { amount, limit, locale }: Pick<Facts, 'amount' | 'limit'> & { readonly locale: Locale },
) {
  if (!isThreshold(kind)) return undefined;
  const { open, ...messages } = texts[locale];
  return { open, ...messages[kind]({ amount, limit, account, counterparty, payout }) };
}

/** The link's target: the payment, or the account by its kind. */
export function thresholdPathOf(
  kind: NotificationKind,
  { accountKind }: Readonly<Record<string, string>>,
  subjectId: string | null,
): string {
  if (subjectId === null) return '/dashboard';
  if (kind !== 'balance_low') return `/payments?payment=${subjectId}`;
  if (accountKind === 'CARD') return '/cards';
  return accountKind === 'WALLET' ? '/crypto' : `/accounts/${subjectId}`;
}
