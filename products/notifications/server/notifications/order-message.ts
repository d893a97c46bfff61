/** Emails about standing orders, in both languages: a missed payment, and an order stopped by the bank. */
import type { NotificationKind } from '@calmly/contract';
import type { Locale } from '@calmly/platform/work.ts';

const texts = {
  en: {
    open: 'Open standing order',
    missed: ({ amount, counterparty, date, reason }: Facts) => ({
      subject: `Payment of ${amount} to ${counterparty} wasn’t made`,
      paragraphs: [
        reason
          ? `The payment of ${amount} to ${counterparty} on ${date} wasn’t made. ${reason}`
          : `On ${date} there wasn’t enough money for the payment of ${amount} to ${counterparty}. We tried all day.`,
        'You can send it now. Later payments won’t change.',
      ],
    }),
    suspended: ({ amount, counterparty, reason }: Facts) => ({
      subject: `Payments to ${counterparty} have stopped`,
      paragraphs: [
        `The payment of ${amount} to ${counterparty} wasn’t made. ${reason}`,
        'We won’t send any payments until you check and resume it.',
      ],
    }),
    reasons: {
      payee_changed: 'The payee’s bank details have changed since you confirmed the payment.',
      payee_deleted: 'The payee was deleted.',
      rights_lost: 'The person who confirmed it can no longer pay from this account.',
      cooling_off:
        'It was confirmed right after your sign-in details changed, using a new confirmation method.',
      refused: 'The payment would be rejected. The account may have been closed.',
    },
  },
  ru: {
    open: 'Открыть регулярный платёж',
    missed: ({ amount, counterparty, date, reason }: Facts) => ({
      subject: `Платёж не прошёл: ${amount}, ${counterparty}`,
      paragraphs: [
        reason
          ? `Платёж ${amount} за ${date} не отправлен, получатель ${counterparty}. ${reason}`
          : `${date} на счёте не хватило денег на платёж ${amount}, получатель ${counterparty}. Мы пробовали весь день.`,
        'Его можно отправить сейчас. Следующие платежи не изменятся.',
      ],
    }),
    suspended: ({ amount, counterparty, reason }: Facts) => ({
      subject: `Платежи остановлены: ${counterparty}`,
      paragraphs: [
        `Платёж ${amount} не отправлен, получатель ${counterparty}. ${reason}`,
        'Платежи не уйдут, пока вы не проверите и не возобновите их.',
      ],
    }),
    reasons: {
      payee_changed: 'Реквизиты получателя изменились после вашего подтверждения.',
      payee_deleted: 'Получатель удалён.',
      rights_lost: 'Тот, кто подтвердил платёж, больше не может платить с этого счёта.',
      cooling_off: 'Платёж подтвердили сразу после изменения данных для входа новым способом подтверждения.',
      refused: 'Такой платёж был бы отклонён. Возможно, счёт закрыт.',
    },
  },
} as const;

interface Facts {
  /** Formatted. */
  readonly amount: string;
  readonly counterparty: string;
  readonly date: string;
  readonly reason: string;
}

/** The email's text and the label of its link, with `amount` formatted; undefined for other kinds. */
export function orderTextOf(
  kind: NotificationKind,
  params: Readonly<Record<string, string>>,
  { amount, locale }: { readonly amount: string; readonly locale: Locale },
) {
  if (kind !== 'order_missed' && kind !== 'order_suspended') return undefined;
  const { open, missed, suspended, reasons } = texts[locale];
  const { counterparty = '', date = '', reason = '' } = params;
  const words: Readonly<Record<string, string>> = reasons;
  const facts = { amount, counterparty, date, reason: words[reason] ?? '' };
  return { open, ...(kind === 'order_missed' ? missed(facts) : suspended(facts)) };
}
