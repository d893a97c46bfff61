/** Moving money: amounts, accounts, text and the state of a payment. */
import type { FieldProblems, Problems } from './table.ts';

export const paymentsProblems = {
  insufficient_funds: {
    status: 422,
    en: 'Not enough money: {needed} is needed with the fee, {available} is available.',
    ru: 'Недостаточно средств: с комиссией нужно {needed}, доступно {available}.',
  },
  payment_state: {
    status: 409,
    en: 'The payment has moved on and this is no longer possible.',
    ru: 'Состояние платежа изменилось, действие больше недоступно.',
  },
  account_cannot_take: {
    status: 409,
    en: 'No open account of that number takes {currency}.',
    ru: 'Нет открытого счёта с таким номером, который принимает {currency}.',
  },
  already_sent_again: {
    status: 409,
    en: 'This payment has been sent again already, and it is never sent twice.',
    ru: 'Этот платёж уже отправлен заново; дважды он не уйдёт.',
  },
  confirmation_not_ready: {
    status: 409,
    en: 'The confirmation can be downloaded once the payment is completed.',
    ru: 'Подтверждение можно скачать после исполнения платежа.',
  },
  order_state: {
    status: 409,
    en: 'The standing order has moved on and this is no longer possible.',
    ru: 'Состояние регулярного платежа изменилось, действие больше недоступно.',
  },
  orders_unknown: {
    status: 409,
    en: '{count, plural, one {One scheduled payment depends} other {# scheduled payments depend}} on this. Look at the list again, then confirm that they stop.',
    ru: 'От этого {count, plural, one {зависит # запланированный платёж} few {зависят # запланированных платежа} many {зависят # запланированных платежей} other {зависят # запланированных платежей}}. Посмотрите список ещё раз и подтвердите их остановку.',
  },
  too_many_orders: {
    status: 409,
    en: 'There are {max} scheduled payments already. End those that you no longer need.',
    ru: 'Запланированных платежей уже {max}. Завершите те, которые больше не нужны.',
  },
  too_many_kept: {
    status: 409,
    en: 'There are {max} drafts and templates already. Delete what you no longer need.',
    ru: 'Черновиков и шаблонов уже {max}. Удалите то, что больше не нужно.',
  },
  too_many_views: {
    status: 409,
    en: 'You keep {max} views already. Delete one that you no longer need.',
    ru: 'Сохранённых фильтров уже {max}. Удалите тот, который больше не нужен.',
  },
} as const satisfies Problems;

export const paymentsFieldProblems = {
  currency_unknown: { en: 'This currency is not offered.', ru: 'Эта валюта не поддерживается.' },
  new_payee_not_sepa: {
    en: 'An application can ask for payments to a new IBAN in euro and within SEPA only.',
    ru: 'Приложение может запросить платёж на новый IBAN только в евро и в пределах SEPA.',
  },
  currency_mismatch: {
    en: 'The account is in {account} and the payee expects {payee}. Payments are converted only when they are sent right away to a saved beneficiary.',
    ru: 'Счёт в {account}, а получатель ждёт {payee}. Конвертация доступна только для немедленных платежей сохранённому получателю.',
  },
  amount_precision: {
    en: '{currency} has {digits, plural, =0 {no decimals} one {# decimal} other {# decimals}}.',
    ru: 'У валюты {currency} {digits, plural, =0 {нет дробной части} one {# знак после точки} few {# знака после точки} many {# знаков после точки} other {# знака после точки}}.',
  },
  amount_zero: { en: 'Enter an amount above zero.', ru: 'Введите сумму больше нуля.' },
  amount_too_large: { en: 'The amount is above the limit.', ru: 'Сумма превышает лимит.' },
  amount_below_fee: {
    en: 'The fee would take up the whole amount.',
    ru: 'Комиссия съела бы всю сумму.',
  },
  instant_limit: {
    en: 'In seconds goes at most {limit}. Send it as an ordinary payment.',
    ru: 'Мгновенно можно отправить не больше {limit}. Отправьте обычным платежом.',
  },
  instant_not_offered: {
    en: 'This account cannot be reached in seconds.',
    ru: 'На этот счёт нельзя отправить деньги мгновенно.',
  },
  schedule_past: { en: 'Choose a day after today.', ru: 'Выберите день позже сегодняшнего.' },
  schedule_too_far: {
    en: 'Choose a day within the next {years, plural, one {# year} other {# years}}.',
    ru: 'Выберите день не позже чем через {years, plural, one {# год} few {# года} many {# лет} other {# года}}.',
  },
  schedule_empty: {
    en: 'It would end before it began. Choose a later end.',
    ru: 'Дата окончания раньше первого платежа. Выберите более позднюю.',
  },
  schedule_over: {
    en: 'By then nothing would be left to pay. Choose a later end, or end the series.',
    ru: 'К этому моменту платить будет уже нечего. Выберите более поздний конец или завершите серию.',
  },
  charges_shared: {
    en: 'Only SWIFT payments let you choose who pays the charges.',
    ru: 'Выбрать, кто платит комиссии банков, можно только для платежей SWIFT.',
  },
  charges_converted: {
    en: 'In a payment with conversion the payee can’t pay our fee. Choose SHA or OUR.',
    ru: 'В платеже с конвертацией получатель не может оплатить нашу комиссию. Выберите SHA или OUR.',
  },
  too_many_attachments: {
    en: 'A payment takes {max} documents at most.',
    ru: 'К платежу можно приложить не больше {max} документов.',
  },
  account_unknown: { en: 'There is no such account.', ru: 'Такого счёта нет.' },
  same_account: {
    en: 'Choose two different accounts.',
    ru: 'Выберите два разных счёта.',
  },
  payee_missing: { en: 'Choose who to pay.', ru: 'Выберите получателя.' },
  sepa_characters: {
    en: "Euro payments take Latin letters, digits and / - ? : ( ) . , ' + only. Not allowed here: {characters}",
    ru: "В платежах SEPA допустимы латинские буквы, цифры и / - ? : ( ) . , ' +. Недопустимо: {characters}",
  },
  reserved_text: {
    en: 'This text has a reserved sequence.',
    ru: 'Текст содержит служебную последовательность.',
  },
  name_taken: { en: 'Another one already has this name.', ru: 'Такое название уже есть.' },
} as const satisfies FieldProblems;
