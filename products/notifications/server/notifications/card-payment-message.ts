/** Emails about payments with a card, in both languages: one was declined, and the first one in a country outside the EEA. */
import type { DeclineReason, NotificationKind } from '@calmly/contract';
import { countryInSentence } from '@calmly/domain';
import type { Locale } from '@calmly/platform/work.ts';

interface Texts {
  readonly open: string;
  readonly declined: (facts: Facts) => readonly [subject: string, text: string];
  readonly abroad: (facts: Facts & { readonly country: string }) => readonly [subject: string, text: string];
  readonly notYou: string;
  /** What happened and what to do: the portal's `declined` text in a sentence. A reason without a text does not compile, here as there. */
  readonly reasons: Readonly<Record<DeclineReason, string>>;
}

interface Facts {
  /** Formatted. */
  readonly amount: string;
  readonly merchant: string;
  /** `Travel •••• 4471`. */
  readonly card: string;
}

const texts: Readonly<Record<Locale, Texts>> = {
  en: {
    open: 'Open payment',
    declined: ({ amount, merchant, card }) => [
      `Card payment declined: ${amount} at ${merchant}`,
      `We declined a payment of ${amount} at ${merchant} with your card ${card}.`,
    ],
    abroad: ({ amount, merchant, card, country }) => [
      `First card payment in ${country}: ${amount}`,
      `You paid ${amount} at ${merchant} with your card ${card}. It is the first payment with this card in ${country}.`,
    ],
    notYou: 'If this wasn’t you, block the card straight away in the portal, under Cards.',
    reasons: {
      card_unknown: 'The merchant used a number that isn’t yours.',
      card_closed: 'The card is closed.',
      client_inactive:
        'Payments aren’t possible at the moment. Check your messages from us, or contact support.',
      payment_over: 'This payment has already ended. Ask the merchant to start a new one.',
      amount_invalid: 'The amount was invalid. Ask the merchant to try again.',
      currency_not_supported: 'We don’t support the merchant’s currency.',
      card_blocked: 'The card is blocked. You can unblock it in the portal.',
      card_locked: 'The card is locked.',
      card_expired: 'The card has expired.',
      card_not_active: 'The card isn’t activated yet. You can activate it in the portal.',
      card_used_up: 'The card was for a single payment.',
      wrong_security_code: 'The security code was wrong.',
      wrong_expiry: 'The expiry date was wrong.',
      wrong_pin: 'The PIN was wrong.',
      pin_tries:
        'The PIN was wrong three times, so we locked the card. Set a new PIN in the portal to unlock it.',
      online_off: 'Online payments are turned off for this card. You can turn them on in its settings.',
      contactless_off:
        'Contactless payments are turned off for this card. You can turn them on in its settings.',
      cash_off: 'Cash withdrawals are turned off for this card. You can turn them on in its settings.',
      abroad_off:
        'Payments outside the EEA are turned off for this card. You can turn them on in its settings.',
      category_blocked: 'The card’s settings don’t allow this kind of merchant.',
      country_blocked: 'The card’s settings don’t allow this country.',
      limit_payment: 'The amount is above the card’s limit for one payment.',
      limit_day: 'The card’s daily limit is used up.',
      limit_week: 'The card’s weekly limit is used up.',
      limit_month: 'The card’s monthly limit is used up.',
      limit_total: 'The card’s total limit is used up.',
      insufficient_balance: 'There isn’t enough money on the card. You can top it up in the portal.',
      processor_declined: 'The card scheme declined it. Try again, or pay with another card.',
    },
  },
  ru: {
    open: 'Открыть платёж',
    declined: ({ amount, merchant, card }) => [
      `Оплата картой отклонена: ${amount}, ${merchant}`,
      `Мы отклонили оплату картой ${card} на ${amount}. Магазин: ${merchant}.`,
    ],
    abroad: ({ amount, merchant, card, country }) => [
      `Первая оплата картой в новой стране: ${amount}`,
      `Вы заплатили ${amount} картой ${card}. Магазин: ${merchant}. Это первая оплата этой картой в стране: ${country}.`,
    ],
    notYou: 'Если это были не вы, сразу заблокируйте карту в портале, в разделе «Карты».',
    reasons: {
      card_unknown: 'Магазин указал номер, который вам не принадлежит.',
      card_closed: 'Карта закрыта.',
      client_inactive: 'Платежи сейчас недоступны. Проверьте сообщения от нас или напишите в поддержку.',
      payment_over: 'Эта оплата уже завершена. Попросите магазин провести новую.',
      amount_invalid: 'Сумма указана неверно. Попросите магазин повторить оплату.',
      currency_not_supported: 'Мы не работаем с валютой магазина.',
      card_blocked: 'Карта заблокирована. Разблокировать её можно в портале.',
      card_locked: 'Карта приостановлена. Почему, сказано на её странице в портале.',
      card_expired: 'Срок действия карты истёк.',
      card_not_active: 'Карта ещё не активирована. Активировать её можно в портале.',
      card_used_up: 'Картой можно было заплатить один раз.',
      wrong_security_code: 'Указан неверный код безопасности.',
      wrong_expiry: 'Указан неверный срок действия.',
      wrong_pin: 'Введён неверный PIN-код.',
      pin_tries:
        'PIN-код введён неверно три раза, и мы приостановили карту. Чтобы снова платить ею, задайте новый PIN-код в портале.',
      online_off: 'Оплата в интернете для этой карты выключена. Включить её можно в настройках карты.',
      contactless_off: 'Бесконтактная оплата для этой карты выключена. Включить её можно в настройках карты.',
      cash_off: 'Снятие наличных для этой карты выключено. Включить его можно в настройках карты.',
      abroad_off: 'Оплата за пределами ЕЭЗ для этой карты выключена. Включить её можно в настройках карты.',
      category_blocked: 'Настройки карты не разрешают платить в магазинах этой категории.',
      country_blocked: 'Настройки карты не разрешают платить в этой стране.',
      limit_payment: 'Сумма больше лимита карты на один платёж.',
      limit_day: 'Дневной лимит карты исчерпан.',
      limit_week: 'Недельный лимит карты исчерпан.',
      limit_month: 'Месячный лимит карты исчерпан.',
      limit_total: 'Общий лимит карты исчерпан.',
      insufficient_balance: 'На карте не хватает денег. Пополнить её можно в портале.',
      processor_declined: 'Её отклонила платёжная система. Попробуйте снова или заплатите другой картой.',
    },
  },
};

/** The email's text and the label of its link, with `amount` formatted; undefined for other kinds. */
export function cardPaymentTextOf(
  kind: NotificationKind,
  {
    counterparty = '',
    card = '',
    lastFour = '',
    reason = '',
    country = '',
  }: Readonly<Record<string, string>>,
  { amount, locale }: { readonly amount: string; readonly locale: Locale },
) {
  if (kind !== 'card_payment_declined' && kind !== 'card_payment_abroad') return undefined;
  const { open, declined, abroad, notYou, reasons } = texts[locale];
  const facts = { amount, merchant: counterparty, card: `${card} •••• ${lastFour}` };
  const [subject, text] =
    kind === 'card_payment_declined'
      ? declined(facts)
      : abroad({ ...facts, country: countryInSentence(country, locale) || counterparty });
  const why =
    kind === 'card_payment_declined' ? (reason in reasons ? reasons[reason as DeclineReason] : '') : '';
  return { open, subject, paragraphs: [`${text} ${why}`.trim(), notYou] };
}
