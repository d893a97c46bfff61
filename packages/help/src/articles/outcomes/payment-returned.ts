import type { Article } from '../../article.ts';

export const article: Article = {
  en: {
    keywords: 'sent back refund bounced came back return fee',
    text: `
Sometimes the payee’s bank sends the money back after we have carried out the payment. This can happen within minutes, and also days or weeks later.

## What you see

The payment stays executed, because it was, and it is marked as returned. A second entry, marked as a return, brings the money into your account. Each of them links to the other, and the timeline names the reason that the other bank gave.

- The amount comes back, but the fee does not: the payment had been carried out.
- Other banks may take a charge of their own. Then less comes back than you sent.
- If the payment was converted, the return is converted at the market rate of that moment.

## Common reasons

- The account was closed after you paid it before.
- The payee refused the money.
- The name and the account don’t belong together.

## What to do

Talk to the payee first: they can ask their bank. Then open the payment and pay again, with corrected details. If you need a proof for the payee’s bank, download the confirmation from the payment: it has all references that banks use to trace money.

If a payment of a payout was returned, you find it among the rows that weren’t paid, and you can pay those rows again together.
`,
  },
  ru: {
    keywords: 'возврат вернули деньги назад отказ получателя комиссия',
    text: `
Иногда банк получателя возвращает деньги уже после исполнения платежа. Это бывает и через несколько минут, и через дни или недели.

## Что вы увидите

Платёж остаётся исполненным — он был проведён — и получает отметку о возврате. Отдельная операция с отметкой «Возврат» зачисляет деньги на счёт. Они ссылаются друг на друга, а в ленте указана причина, названная другим банком.

- Возвращается сумма, но не комиссия: платёж был исполнен.
- Другие банки могут удержать свою комиссию. Тогда вернётся меньше, чем вы отправили.
- Если платёж был с конвертацией, возврат пересчитывается по рыночному курсу на этот момент.

## Частые причины

- Счёт получателя за это время закрыли.
- Получатель отказался от денег.
- Имя и счёт не соответствуют друг другу.

## Что делать

Сначала свяжитесь с получателем: он может узнать причину в своём банке. Затем откройте платёж и заплатите ещё раз по исправленным реквизитам. Если банку получателя нужно подтверждение, скачайте его из платежа: в нём есть все номера, по которым банки ищут деньги.

Если вернулся платёж из выплаты, он будет среди неоплаченных строк, и такие строки можно оплатить снова вместе.
`,
  },
};
