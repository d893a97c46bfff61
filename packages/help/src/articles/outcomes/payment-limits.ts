import type { Article } from '../../article.ts';

export const article: Article = {
  en: {
    keywords: 'limit maximum too much daily amount exceeded raise instant card',
    text: `
There are few limits, and the form tells you about them before you confirm.

## Limits of the bank

- One payment can be up to about €1,000,000, or the same in another currency.
- An instant payment can be up to €100,000. A larger one goes as an ordinary SEPA payment.
- Without a code you can pay up to €50 to a payee that you trust.
- For 24 hours after you change how you sign in or confirm, larger payments to new payees have to wait. See [Cooling-off](/help/cooling-off).

Large payments, and payments that add up to a large total on one day, may be reviewed by our team. That isn’t a limit: see [Payments under review](/help/payment-under-review).

## Limits of your company

Administrators decide which payments need an approval, above which amount, and whether one payment counts or the total of a person’s day. You find the rules in the profile, under [Approvals](/account-profile?tab=approvals). A change of the rules needs an approval itself.

## Limits of a card

Each card has its own: for one payment, a day, a week, a month or in total, and by country or category. You change them on the card’s page. Raising a limit needs a code and, in a company, perhaps an approval.

## “You’re short”

This is not a limit. The available balance doesn’t cover amount and fee. Reserved money, for example for a payment in review, isn’t available.
`,
  },
  ru: {
    keywords: 'лимит максимум ограничение в день сумма превышен увеличить мгновенный карта',
    text: `
Ограничений немного, и форма скажет о них до подтверждения.

## Лимиты банка

- Один платёж — примерно до 1 000 000 € или столько же в другой валюте.
- Мгновенный платёж — до 100 000 €. Более крупный уйдёт как обычный SEPA.
- Без кода можно заплатить до 50 € доверенному получателю.
- В течение 24 часов после изменения способа входа или подтверждения крупные платежи новым получателям придётся отложить. Подробнее: [«Период охлаждения»](/help/cooling-off).

Крупные платежи и платежи, которые за день складываются в крупную сумму, может рассмотреть наш сотрудник. Это не лимит: см. [«Платёж на проверке»](/help/payment-under-review).

## Лимиты вашей компании

Администраторы решают, какие платежи требуют согласования, с какой суммы и что считается: один платёж или сумма человека за день. Правила — в профиле, в разделе [«Согласования»](/account-profile?tab=approvals). Изменение правил тоже требует согласования.

## Лимиты карты

У каждой карты они свои: на один платёж, день, неделю, месяц или всего, а также по странам и категориям. Изменить их можно на странице карты. Для увеличения нужен код, а в компании, возможно, и согласование.

## «Не хватает денег»

Это не лимит: доступного остатка не хватает на сумму и комиссию. Зарезервированные деньги, например под платёж на проверке, недоступны.
`,
  },
};
