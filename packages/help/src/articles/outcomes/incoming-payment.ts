import type { Article } from '../../article.ts';

export const article: Article = {
  en: {
    keywords: 'missing money not arrived where is receive credit trace waiting salary',
    text: `
We book every incoming payment as soon as the payer’s bank reports it, and you get a notification. If you don’t see the money in your account, it isn’t booked yet.

## How long it normally takes

- SEPA: the same or the next working day. Instant: within seconds.
- SWIFT: one to three working days, more if several banks are involved.
- From another Calmly client: straight away.

Weekends and bank holidays don’t count.

## Check first

- Did the payer use the right details? Compare with [Requisites](/requisites). One wrong digit usually means that the payment goes back to the payer.
- Is the account in the currency that was sent, and is it open?
- Did the money arrive on another of your accounts, or in another profile? Look at all accounts in [Payments](/payments).
- Are filters set in the list?

## If it is late

Ask the payer for the confirmation of their bank, and for the reference of the transfer. Only the payer’s bank can trace the payment: the sender asks it to. Then write to us, add the confirmation, and choose the account that you are waiting on.

We can’t say anything about payments that aren’t booked, and we give everyone the same answer. If we can’t book a payment at all, the money goes back to the payer.
`,
  },
  ru: {
    keywords: 'не пришли деньги где перевод входящий зачисление поиск платежа зарплата ожидание',
    text: `
Входящий платёж мы зачисляем сразу, как о нём сообщит банк плательщика, и присылаем уведомление. Если денег на счёте не видно, платёж ещё не зачислен.

## Сколько это обычно занимает

- SEPA: в тот же или на следующий рабочий день. Мгновенный: несколько секунд.
- SWIFT: от одного до трёх рабочих дней, дольше при нескольких банках-посредниках.
- От другого клиента Calmly: сразу.

Выходные и банковские праздники не считаются.

## Сначала проверьте

- Верные ли реквизиты указал плательщик? Сравните с разделом [«Реквизиты»](/requisites). При ошибке в одной цифре платёж обычно возвращается плательщику.
- Совпадает ли валюта счёта с валютой перевода и открыт ли счёт?
- Не пришли ли деньги на другой ваш счёт или в другой профиль? Посмотрите все счета в разделе [«Платежи»](/payments).
- Не включены ли в списке фильтры?

## Если платёж задерживается

Попросите у плательщика подтверждение его банка и номер перевода. Разыскать платёж может только банк плательщика, по просьбе отправителя. Затем напишите нам, приложите подтверждение и выберите счёт, на который ждёте деньги.

О незачисленных платежах мы ничего сказать не можем и всем отвечаем одинаково. Если зачислить платёж нельзя, деньги вернутся плательщику.
`,
  },
};
