/** Payment cards: issue, controls, money, details. */
import type { FieldProblems, Problems } from '@calmly/contract-kit/problem-table.ts';

export const cardsProblems = {
  cards_not_offered: {
    status: 403,
    en: 'Cards aren’t available to you yet.',
    ru: 'Карты вам пока недоступны.',
  },
  card_holder_only: {
    status: 403,
    en: 'Only the cardholder can do this.',
    ru: 'Это может сделать только держатель карты.',
  },
  card_terms_needed: {
    status: 409,
    en: 'Accept the card terms first.',
    ru: 'Сначала примите условия по картам.',
  },
  card_limit: {
    status: 409,
    en: 'You already have {most, plural, one {# card} other {# cards}}, which is the maximum. Close one first.',
    ru: '{most, plural, one {У вас уже # карта} few {У вас уже # карты} many {У вас уже # карт} other {У вас уже # карты}}, больше выпустить нельзя. Сначала закройте одну из них.',
  },
  card_changed: {
    status: 409,
    en: 'The card was changed in the meantime. Check its settings and try again.',
    ru: 'Настройки карты тем временем изменились. Проверьте их и повторите.',
  },
  card_closed: { status: 409, en: 'This card is closed.', ru: 'Эта карта закрыта.' },
  card_expired: {
    status: 409,
    en: 'This card has expired.',
    ru: 'Срок действия этой карты истёк.',
  },
  card_not_active: {
    status: 409,
    en: 'This card isn’t active yet. Activate it when it arrives.',
    ru: 'Эта карта ещё не активирована. Активируйте её, когда получите.',
  },
  card_already_active: {
    status: 409,
    en: 'This card is already active.',
    ru: 'Эта карта уже активирована.',
  },
  card_not_sent: {
    status: 409,
    en: 'We haven’t sent this card yet. You can activate it once it’s on its way.',
    ru: 'Эта карта ещё не отправлена. Активировать её можно после отправки.',
  },
  card_locked: {
    status: 409,
    en: '{lock, select, receipts_missing {This card is locked until its missing receipts are added.} pin_tries {This card is locked after three wrong PINs. The cardholder can unlock it by setting a new PIN.} other {We’ve locked this card. Contact support.}}',
    ru: '{lock, select, receipts_missing {Карта заблокирована, пока не добавлены недостающие чеки.} pin_tries {Карта заблокирована после трёх неверных PIN-кодов. Держатель может разблокировать её, задав новый PIN-код.} other {Карта заблокирована банком. Обратитесь в поддержку.}}',
  },
  card_not_blocked: {
    status: 409,
    en: 'This card isn’t blocked.',
    ru: 'Эта карта не заблокирована.',
  },
  card_money_held: {
    status: 409,
    en: '{amount} is reserved for card payments. You can close the card once the merchants have collected or released it.',
    ru: '{amount} зарезервировано под оплаты картой. Закрыть карту можно будет, когда магазины спишут или освободят эти деньги.',
  },
  card_money_owed: {
    status: 409,
    en: 'Merchants collected {amount} more than the card had. Top the card up by that amount before you close it.',
    ru: 'Магазины списали на {amount} больше, чем было на карте. Пополните карту на эту сумму, прежде чем закрыть её.',
  },
  card_not_empty: {
    status: 409,
    en: 'The card still holds {amount}. Choose the account that it goes to.',
    ru: 'На карте осталось {amount}. Выберите счёт, на который их перевести.',
  },
  card_not_expiring: {
    status: 409,
    en: 'This card is valid until {date}. You can renew it in its last two months.',
    ru: 'Эта карта действует до {date}. Перевыпустить её можно в последние два месяца.',
  },
  card_numbers_at_processor: {
    status: 409,
    en: 'The portal can’t show or set this: our card processor keeps the card’s number, security code and PIN. The number and code are printed on a plastic card.',
    ru: 'В портале это недоступно: номер, код безопасности и PIN-код этой карты хранит процессинговый центр. Номер и код напечатаны на пластиковой карте.',
  },
  card_renewed: {
    status: 409,
    en: 'A new card is already on its way. If you’ve lost this one, block it or close it.',
    ru: 'Новая карта уже в пути. Если эта потеряна, заблокируйте её или закройте.',
  },
  card_pin_unset: {
    status: 409,
    en: 'This card has no PIN yet. Set one first.',
    ru: 'У этой карты ещё нет PIN-кода. Сначала задайте его.',
  },
  receipts_full: {
    status: 409,
    en: 'A payment can have up to {most} receipts. Remove one first.',
    ru: 'К платежу можно приложить не более {most} чеков. Сначала удалите один из них.',
  },
  dispute_not_possible: {
    status: 409,
    en: 'You can’t dispute this payment. Only payments that the merchant has collected and not refunded can be disputed.',
    ru: 'Эту оплату нельзя оспорить. Оспорить можно только списанную магазином и не возвращённую оплату.',
  },
  dispute_too_late: {
    status: 409,
    en: 'You can dispute a payment for {days, plural, one {# day} other {# days}}. That time has passed.',
    ru: 'Оплату можно оспорить в течение {days, plural, one {# дня} few {# дней} many {# дней} other {# дня}}. Этот срок прошёл.',
  },
  dispute_exists: {
    status: 409,
    en: 'This payment has already been disputed.',
    ru: 'Эта оплата уже оспорена.',
  },
  dispute_over: {
    status: 409,
    en: 'There’s no open dispute about this payment.',
    ru: 'По этой оплате нет открытого спора.',
  },
} as const satisfies Problems;

export const cardsFieldProblems = {
  account_not_euro: {
    en: 'Choose an account in euro.',
    ru: 'Выберите счёт в евро.',
  },
  holder_unknown: {
    en: 'Choose an active member of the company.',
    ru: 'Выберите действующего участника компании.',
  },
  last_day_past: { en: 'Choose today or a later date.', ru: 'Выберите сегодняшнюю или более позднюю дату.' },
  last_day_too_far: {
    en: 'The card itself expires on {date}. Choose an earlier date.',
    ru: 'Срок самой карты истекает {date}. Выберите более раннюю дату.',
  },
  latin_letters: {
    en: "Use Latin letters, spaces and . - ' only, as on the card.",
    ru: "Только латинские буквы, пробелы и знаки . - ', как на карте.",
  },
  last_four_wrong: {
    en: 'These aren’t the last four digits of this card.',
    ru: 'Это не последние четыре цифры этой карты.',
  },
  dispute_amount: {
    en: 'You can dispute up to {amount}.',
    ru: 'Оспорить можно не более {amount}.',
  },
  receipt_amount: {
    en: 'Enter the amount above which receipts are needed.',
    ru: 'Укажите сумму, свыше которой нужен чек.',
  },
  pin_simple: {
    en: 'This PIN is too easy to guess. Avoid repeated digits and digits in a row.',
    ru: 'Этот PIN-код слишком легко угадать. Не используйте одинаковые и идущие подряд цифры.',
  },
} as const satisfies FieldProblems;
