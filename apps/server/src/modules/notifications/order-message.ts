/** Standing orders as e-mails, in both languages: a day that could not be paid, and an order that the bank has stopped. */
import type { NotificationKind } from '@calmly/contract';
import type { Locale } from '../../platform/work.ts';

const texts = {
  en: {
    open: 'Open the standing order',
    missed: ({ amount, counterparty, date }: Facts) => ({
      subject: `${amount} to ${counterparty} was not paid`,
      paragraphs: [
        `On ${date} there was not enough money for the payment of ${amount} to ${counterparty}. We tried all day.`,
        'You can send it now. The payments after it stay as they are.',
      ],
    }),
    suspended: ({ amount, counterparty, reason }: Facts) => ({
      subject: `Payments to ${counterparty} are stopped`,
      paragraphs: [
        `The payment of ${amount} to ${counterparty} was not made. ${reason}`,
        'Nothing is paid until you have looked at it and resumed it.',
      ],
    }),
    reasons: {
      payee_changed: 'The bank details of the payee have changed since you confirmed them.',
      payee_deleted: 'The payee was deleted.',
      rights_lost: 'The person who ordered it may no longer pay from this account.',
      cooling_off:
        'It was confirmed right after your sign-in details changed, without a confirmation method from before that.',
      refused: 'The payment would be refused: perhaps an account was closed.',
    },
  },
  ru: {
    open: 'Открыть регулярный платёж',
    missed: ({ amount, counterparty, date }: Facts) => ({
      subject: `Платёж не прошёл: ${amount}, ${counterparty}`,
      paragraphs: [
        `${date} на счёте не хватило денег на платёж ${amount}, получатель ${counterparty}. Мы пробовали весь день.`,
        'Его можно отправить сейчас. Следующие платежи пройдут как назначено.',
      ],
    }),
    suspended: ({ amount, counterparty, reason }: Facts) => ({
      subject: `Платежи остановлены: ${counterparty}`,
      paragraphs: [
        `Платёж ${amount} не отправлен, получатель ${counterparty}. ${reason}`,
        'Пока вы не проверите и не возобновите, ничего не будет списано.',
      ],
    }),
    reasons: {
      payee_changed: 'Реквизиты получателя изменились после вашего подтверждения.',
      payee_deleted: 'Получатель удалён.',
      rights_lost: 'Тот, кто назначил платёж, больше не может платить с этого счёта.',
      cooling_off:
        'Платёж подтвердили сразу после изменения данных для входа, и не тем способом, который был до этого.',
      refused: 'Такой платёж был бы отклонён: возможно, счёт закрыт.',
    },
  },
} as const;

interface Facts {
  /** Written out. */
  readonly amount: string;
  readonly counterparty: string;
  readonly date: string;
  readonly reason: string;
}

/** The mail's text and the words of its link, `amount` written out; undefined for other kinds. */
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
