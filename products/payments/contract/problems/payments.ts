/** Payments: amounts, accounts, texts and states. */
import type { FieldProblems, Problems } from '@calmly/contract-kit/problem-table.ts';

export const paymentsProblems = {
  insufficient_funds: {
    status: 422,
    en: 'There isn’t enough money: you need {needed} including the fee and have {available} available.',
    ru: 'Недостаточно средств: с комиссией нужно {needed}, доступно {available}.',
  },
  payment_state: {
    status: 409,
    en: 'The payment’s status has changed, so this is no longer possible.',
    ru: 'Статус платежа изменился, действие больше недоступно.',
  },
  account_cannot_take: {
    status: 409,
    en: 'There is no open account with this number in {currency}.',
    ru: 'Нет открытого счёта с этим номером в валюте {currency}.',
  },
  already_sent_again: {
    status: 409,
    en: 'This payment has already been sent again. It’s never sent twice.',
    ru: 'Этот платёж уже отправлен заново; дважды он не уйдёт.',
  },
  confirmation_not_ready: {
    status: 409,
    en: 'You can download the confirmation once the payment is complete.',
    ru: 'Подтверждение можно скачать после исполнения платежа.',
  },
  order_state: {
    status: 409,
    en: 'The standing order’s status has changed, so this is no longer possible.',
    ru: 'Статус регулярного платежа изменился, действие больше недоступно.',
  },
  kept_form_changed: {
    status: 409,
    en: 'This template was changed in the meantime. Check it and try again.',
    ru: 'Шаблон тем временем изменили. Проверьте его и повторите.',
  },
  standing_order_changed: {
    status: 409,
    en: 'This standing order was changed in the meantime. Check it and try again.',
    ru: 'Регулярный платёж тем временем изменили. Проверьте его и повторите.',
  },
  orders_unknown: {
    status: 409,
    en: '{count, plural, one {One scheduled payment depends} other {# scheduled payments depend}} on this. Check the list again and confirm that they stop.',
    ru: 'От этого {count, plural, one {зависит # запланированный платёж} few {зависят # запланированных платежа} many {зависят # запланированных платежей} other {зависят # запланированных платежей}}. Посмотрите список ещё раз и подтвердите их остановку.',
  },
  too_many_orders: {
    status: 409,
    en: 'You already have {max} scheduled payments. End those you no longer need.',
    ru: 'Запланированных платежей уже {max}. Завершите те, которые больше не нужны.',
  },
  too_many_kept: {
    status: 409,
    en: 'You already have {max} drafts and templates. Delete those you no longer need.',
    ru: 'Черновиков и шаблонов уже {max}. Удалите те, которые больше не нужны.',
  },
  too_many_views: {
    status: 409,
    en: 'You already have {max} views. Delete one you no longer need.',
    ru: 'Сохранённых фильтров уже {max}. Удалите тот, который больше не нужен.',
  },
} as const satisfies Problems;

export const paymentsFieldProblems = {
  currency_unknown: { en: 'This currency isn’t supported.', ru: 'Эта валюта не поддерживается.' },
  new_payee_not_sepa: {
    en: 'An app can request payments to a new IBAN only in euro and within SEPA.',
    ru: 'Приложение может запросить платёж на новый IBAN только в евро и в пределах SEPA.',
  },
  currency_mismatch: {
    en: 'The account is in {account}, but the payee receives {payee}. We convert only payments sent now to a saved payee.',
    ru: 'Счёт в {account}, а получатель принимает {payee}. Конвертация доступна только для немедленных платежей сохранённому получателю.',
  },
  amount_precision: {
    en: '{currency} has {digits, plural, =0 {no decimals} one {# decimal} other {# decimals}}.',
    ru: 'У валюты {currency} {digits, plural, =0 {нет дробной части} one {# знак после запятой} few {# знака после запятой} many {# знаков после запятой} other {# знака после запятой}}.',
  },
  amount_zero: { en: 'Enter an amount above zero.', ru: 'Введите сумму больше нуля.' },
  amount_too_large: {
    en: 'The amount is too large. Enter a smaller one.',
    ru: 'Сумма слишком большая. Укажите меньше.',
  },
  payment_limit: {
    en: 'One payment can be up to {limit}.',
    ru: 'Один платёж может быть не больше {limit}.',
  },
  amount_below_fee: {
    en: 'The fee is higher than the amount.',
    ru: 'Комиссия больше суммы платежа.',
  },
  instant_limit: {
    en: 'Instant payments are limited to {limit}. Send it as a standard payment.',
    ru: 'Мгновенно можно отправить не больше {limit}. Отправьте обычным платежом.',
  },
  instant_not_offered: {
    en: 'This account doesn’t accept instant payments.',
    ru: 'Этот счёт не принимает мгновенные платежи.',
  },
  schedule_past: { en: 'Choose a date after today.', ru: 'Выберите дату позже сегодняшней.' },
  schedule_too_far: {
    en: 'Choose a date within the next {years, plural, one {# year} other {# years}}.',
    ru: 'Выберите дату не позже чем через {years, plural, one {# год} few {# года} many {# лет} other {# года}}.',
  },
  schedule_empty: {
    en: 'The end date is before the first payment. Choose a later end date.',
    ru: 'Дата окончания раньше первого платежа. Выберите более позднюю.',
  },
  schedule_over: {
    en: 'There would be no payments left by then. Choose a later end date, or end the series.',
    ru: 'К этому моменту платежей не останется. Выберите более позднюю дату или завершите серию.',
  },
  charges_shared: {
    en: 'You can choose who pays the charges only for SWIFT payments.',
    ru: 'Выбрать, кто платит комиссии банков, можно только для платежей SWIFT.',
  },
  charges_converted: {
    en: 'If a payment is converted, the payee can’t pay our fee. Choose SHA or OUR.',
    ru: 'В платеже с конвертацией получатель не может оплатить нашу комиссию. Выберите SHA или OUR.',
  },
  too_many_attachments: {
    en: 'A payment can have up to {max} documents.',
    ru: 'К платежу можно приложить не больше {max} документов.',
  },
  account_unknown: { en: 'This account doesn’t exist.', ru: 'Такого счёта нет.' },
  same_account: {
    en: 'Choose two different accounts.',
    ru: 'Выберите два разных счёта.',
  },
  payee_missing: { en: 'Choose a payee.', ru: 'Выберите получателя.' },
  sepa_characters: {
    en: "Euro payments accept only Latin letters, digits and / - ? : ( ) . , ' +. Not allowed here: {characters}",
    ru: "В платежах SEPA допустимы латинские буквы, цифры и / - ? : ( ) . , ' +. Недопустимо: {characters}",
  },
  reserved_text: {
    en: 'This text contains reserved characters.',
    ru: 'Текст содержит зарезервированные знаки.',
  },
  name_taken: { en: 'This name is already taken.', ru: 'Такое название уже есть.' },
} as const satisfies FieldProblems;
