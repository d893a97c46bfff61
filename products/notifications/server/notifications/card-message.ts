/** Emails about cards, in both languages. They name a card by its name and its last four digits. */
import type { DisputeEvent, NotificationKind } from '@calmly/contract';
import { longDate } from '@calmly/domain';
import type { Locale } from '@calmly/platform/work.ts';
import { disputeTexts } from './dispute-texts.ts';

/** Card payments have separate texts (`card-payment-message.ts`). */
type CardKind = Exclude<Extract<NotificationKind, `card_${string}`>, `card_payment_${string}`>;

interface Facts {
  /** `Travel •••• 4471`. */
  readonly card: string;
  /** The person who acted; empty if it was the holder or the bank. */
  readonly person: string;
  readonly number: string;
  /** Formatted for the reader. */
  readonly date: string;
  readonly amount: string;
  readonly merchant: string;
  /** For a dispute. */
  readonly event: string;
}

interface Texts {
  readonly open: string;
  readonly messages: Readonly<
    Record<CardKind, (facts: Facts) => { readonly subject: string; readonly paragraphs: readonly string[] }>
  >;
}

const texts: Readonly<Record<Locale, Texts>> = {
  en: {
    open: 'Open cards',
    messages: {
      card_issued: ({ card, person }) => ({
        subject: `Your card ${card} has been issued`,
        paragraphs: [
          person === ''
            ? `Your new card ${card} has been issued.`
            : `${person} has issued the card ${card} for you.`,
          'You can see it in the portal. We’ll let you know when a plastic card is on its way.',
        ],
      }),
      card_shipped: ({ card, number, date }) => ({
        subject: `Your card ${card} is on its way`,
        paragraphs: [
          `We’ve sent your card ${card}. It should arrive by ${date}.`,
          `Tracking number: ${number}.`,
        ],
      }),
      card_delivered: ({ card }) => ({
        subject: `Your card ${card} has been delivered`,
        paragraphs: [
          `Your card ${card} has been delivered.`,
          'Activate it in the portal with the last four digits of its number. If you haven’t received it, replace it there.',
        ],
      }),
      card_blocked: ({ card, person }) => ({
        subject: `Your card ${card} is blocked`,
        paragraphs: [
          person === '' ? `Your card ${card} is blocked.` : `${person} has blocked your card ${card}.`,
          'It declines all payments until it is unblocked.',
        ],
      }),
      card_expiring: ({ card, date }) => ({
        subject: `Your card ${card} expires soon`,
        paragraphs: [
          `Your card ${card} expires on ${date}.`,
          'You can renew it in the portal: the new card takes its money, limits and history.',
        ],
      }),
      card_expired: ({ card }) => ({
        subject: `Your card ${card} has expired`,
        paragraphs: [
          `Your card ${card} has expired and declines payments.`,
          'Renew it in the portal, or move its money to an account.',
        ],
      }),
      card_closed: ({ card, person }) => ({
        subject: `Your card ${card} is closed`,
        paragraphs: [
          person === '' ? `Your card ${card} is closed.` : `${person} has closed your card ${card}.`,
        ],
      }),
      card_locked: ({ card }) => ({
        subject: `Your card ${card} is locked: receipts are missing`,
        paragraphs: [
          `Your card ${card} declines payments until you attach its overdue receipts.`,
          'Attach them in the portal and the card works again straight away.',
        ],
      }),
      card_unlocked: ({ card }) => ({
        subject: `Your card ${card} works again`,
        paragraphs: [`Your card ${card} is unlocked. No receipts are overdue.`],
      }),
      card_receipt_missing: ({ card, amount, merchant }) => ({
        subject: `Receipt needed: ${amount} at ${merchant}`,
        paragraphs: [
          `You paid ${amount} at ${merchant} with your card ${card}.`,
          'Please attach the receipt in the portal.',
        ],
      }),
      card_receipt_due: ({ card, amount, merchant, date }) => ({
        subject: `Receipt due ${date}: ${amount} at ${merchant}`,
        paragraphs: [
          `The receipt for ${amount} at ${merchant} is still missing.`,
          `Attach it by ${date}, or your card ${card} will be locked.`,
        ],
      }),
      card_dispute: ({ event, ...facts }) => disputeTexts.en[event as DisputeEvent](facts),
    },
  },
  ru: {
    open: 'Открыть карты',
    messages: {
      card_issued: ({ card, person }) => ({
        subject: `Выпущена карта ${card}`,
        paragraphs: [
          person === ''
            ? `Выпущена ваша новая карта ${card}.`
            : `Для вас выпущена карта ${card} (${person}).`,
          'Она уже есть в портале. Когда пластиковая карта будет отправлена, мы сообщим.',
        ],
      }),
      card_shipped: ({ card, number, date }) => ({
        subject: `Карта ${card} отправлена`,
        paragraphs: [
          `Мы отправили вашу карту ${card}. Ожидаем доставку до ${date}.`,
          `Трек-номер: ${number}.`,
        ],
      }),
      card_delivered: ({ card }) => ({
        subject: `Карта ${card} доставлена`,
        paragraphs: [
          `Ваша карта ${card} доставлена.`,
          'Активируйте её в портале: понадобятся последние четыре цифры номера. Если вы её не получили, замените её там же.',
        ],
      }),
      card_blocked: ({ card, person }) => ({
        subject: `Карта ${card} заблокирована`,
        paragraphs: [
          person === ''
            ? `Ваша карта ${card} заблокирована.`
            : `Ваша карта ${card} заблокирована (${person}).`,
          'Пока её не разблокируют, оплата картой невозможна.',
        ],
      }),
      card_expiring: ({ card, date }) => ({
        subject: `Срок карты ${card} скоро истечёт`,
        paragraphs: [
          `Срок вашей карты ${card} истекает ${date}.`,
          'Перевыпустить её можно в портале: деньги, лимиты и история перейдут на новую карту.',
        ],
      }),
      card_expired: ({ card }) => ({
        subject: `Срок карты ${card} истёк`,
        paragraphs: [
          `Срок вашей карты ${card} истёк, оплата ею больше невозможна.`,
          'Продлите её в портале или переведите деньги с неё на счёт.',
        ],
      }),
      card_closed: ({ card, person }) => ({
        subject: `Карта ${card} закрыта`,
        paragraphs: [
          person === '' ? `Ваша карта ${card} закрыта.` : `Ваша карта ${card} закрыта (${person}).`,
        ],
      }),
      card_locked: ({ card }) => ({
        subject: `Карта ${card} приостановлена: не хватает чеков`,
        paragraphs: [
          `Оплата картой ${card} невозможна, пока не добавлены просроченные чеки.`,
          'Приложите их в портале, и карта сразу заработает.',
        ],
      }),
      card_unlocked: ({ card }) => ({
        subject: `Карта ${card} снова работает`,
        paragraphs: [`Картой ${card} снова можно платить: просроченных чеков нет.`],
      }),
      card_receipt_missing: ({ card, amount, merchant }) => ({
        subject: `Нужен чек: ${amount}, ${merchant}`,
        paragraphs: [
          `Вы заплатили ${amount} картой ${card}. Магазин: ${merchant}.`,
          'Пожалуйста, приложите чек в портале.',
        ],
      }),
      card_receipt_due: ({ card, amount, merchant, date }) => ({
        subject: `Чек нужен не позднее ${date}: ${amount}, ${merchant}`,
        paragraphs: [
          `Чека на ${amount} всё ещё нет. Магазин: ${merchant}.`,
          `Приложите его не позднее ${date}, иначе мы приостановим карту ${card}.`,
        ],
      }),
      card_dispute: ({ event, ...facts }) => disputeTexts.ru[event as DisputeEvent](facts),
    },
  },
};

const isCardKind = (kind: NotificationKind): kind is CardKind =>
  kind.startsWith('card_') && !kind.startsWith('card_payment_');

/** The email's text and its link's label; undefined for other kinds. */
export function cardTextOf(
  kind: NotificationKind,
  {
    card = '',
    lastFour = '',
    person = '',
    number = '',
    date = '',
    counterparty = '',
    event = '',
  }: Readonly<Record<string, string>>,
  { amount, locale }: { readonly amount: string; readonly locale: Locale },
) {
  if (!isCardKind(kind)) return undefined;
  const { open, messages } = texts[locale];
  const day = date === '' ? '' : longDate(date, locale);
  const facts = {
    card: `${card} •••• ${lastFour}`,
    person,
    number,
    date: day,
    amount,
    merchant: counterparty,
  };
  return { open, ...messages[kind]({ ...facts, event }) };
}
