/** Emails about bulk payouts in both languages. They give row counts only: names and amounts may be confidential. */
import type { NotificationKind } from '@calmly/contract';
import { formatMessage } from '@calmly/platform/http/calls/messages.ts';
import type { Locale } from '@calmly/platform/work.ts';

type Params = Readonly<Record<string, string>>;

const outcomes = ['paid', 'pending', 'failed', 'leftOut'] as const;

const texts = {
  en: {
    open: 'Open payout',
    done: 'Payout {number} is done',
    paid: 'Paid: {count}.',
    pending: 'On the way: {count}.',
    failed: 'Not paid: {count}.',
    leftOut: 'Left out: {count}.',
    later: 'The payout’s page shows what becomes of the payments that are on the way.',
    unpaid:
      '{count, plural, one {One payment} other {# payments}} of payout {number} {count, plural, one {was} other {were}} rejected or returned',
    unpaidNext: 'The money is back in your account. Open the payout to see which payments and why.',
  },
  ru: {
    open: 'Открыть выплату',
    done: 'Выплата {number} выполнена',
    paid: 'Исполнено: {count}.',
    pending: 'В пути: {count}.',
    failed: 'Не исполнено: {count}.',
    leftOut: 'Пропущено: {count}.',
    later: 'На странице выплаты видно, чем закончатся платежи в пути.',
    unpaid:
      'Выплата {number}: {count, plural, one {# платёж отклонён или возвращён} few {# платежа отклонены или возвращены} many {# платежей отклонено или возвращено} other {# платежа отклонены или возвращены}}',
    unpaidNext: 'Деньги снова на вашем счёте. Откройте выплату, чтобы узнать, какие это платежи и почему.',
  },
} as const;

/** The email's text and the label of its link; undefined for other kinds. */
export function payoutTextOf(kind: NotificationKind, params: Params, locale: Locale) {
  const text = texts[locale];
  const { number = '' } = params;
  if (kind === 'payout_done') {
    const subject = formatMessage(text.done, { number }, locale);
    const counts = outcomes.flatMap((outcome) => {
      const count = params[outcome] ?? '0';
      return count === '0' ? [] : formatMessage(text[outcome], { count }, locale);
    });
    const isOpen = (params.pending ?? '0') !== '0';
    return {
      open: text.open,
      subject,
      paragraphs: [[`${subject}.`, ...counts].join(' '), ...(isOpen ? [text.later] : [])],
    };
  }
  if (kind !== 'payout_rows_unpaid') return undefined;
  const subject = formatMessage(text.unpaid, { number, count: Number(params.count ?? 0) }, locale);
  return { open: text.open, subject, paragraphs: [`${subject}.`, text.unpaidNext] };
}
