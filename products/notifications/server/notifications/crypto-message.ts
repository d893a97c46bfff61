/** Emails about crypto, in both languages: a deposit is credited, a withdrawal is confirmed or failed. Addresses are shortened. */
import type { NotificationKind } from '@calmly/contract';
import type { Locale } from '@calmly/platform/work.ts';

interface Facts {
  readonly amount: string;
  /** The target of a withdrawal: a label or a shortened address. */
  readonly payee: string;
  readonly network: string;
}

interface Text {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

type CryptoKind = Extract<NotificationKind, `crypto_${string}`>;

const texts: Readonly<
  Record<
    Locale,
    { readonly open: string; readonly messages: Readonly<Record<CryptoKind, (facts: Facts) => Text>> }
  >
> = {
  en: {
    open: 'Open details',
    messages: {
      crypto_received: ({ amount, network }) => ({
        subject: `You received ${amount}`,
        paragraphs: [
          `Your deposit of ${amount} is confirmed by the ${network} network. It is in your wallet.`,
        ],
      }),
      crypto_sent: ({ amount, payee }) => ({
        subject: `${amount} sent to ${payee}`,
        paragraphs: [`Your withdrawal of ${amount} to ${payee} is confirmed by the network.`],
      }),
      crypto_failed: ({ amount, payee }) => ({
        subject: `Your withdrawal of ${amount} failed`,
        paragraphs: [
          `The network refused your withdrawal of ${amount} to ${payee}.`,
          'The amount and the fee are back in your wallet. You can order it again.',
        ],
      }),
    },
  },
  ru: {
    open: 'Открыть подробности',
    messages: {
      crypto_received: ({ amount, network }) => ({
        subject: `Вам поступило ${amount}`,
        paragraphs: [`Сеть ${network} подтвердила поступление ${amount}. Средства уже в кошельке.`],
      }),
      crypto_sent: ({ amount, payee }) => ({
        subject: `Отправлено ${amount}: ${payee}`,
        paragraphs: [`Сеть подтвердила вывод ${amount}. Получатель: ${payee}.`],
      }),
      crypto_failed: ({ amount, payee }) => ({
        subject: `Вывод ${amount} не исполнен`,
        paragraphs: [
          `Сеть отклонила вывод ${amount}. Получатель: ${payee}.`,
          'Сумма и комиссия снова в кошельке. Вы можете заказать вывод ещё раз.',
        ],
      }),
    },
  },
};

const isCrypto = (kind: NotificationKind): kind is CryptoKind => kind.startsWith('crypto_');

/** The email's text and its link's label; undefined for other kinds. */
export function cryptoTextOf(
  kind: NotificationKind,
  { counterparty = '' }: Readonly<Record<string, string>>,
  { amount, locale }: { readonly amount: string; readonly locale: Locale },
) {
  if (!isCrypto(kind)) return undefined;
  const { open, messages } = texts[locale];
  return { open, ...messages[kind]({ amount, payee: counterparty, network: counterparty }) };
}
