import type { Article } from '../../article.ts';

export const article: Article = {
  en: {
    keywords: 'hold held pending checks screening aml compliance document on hold waiting',
    text: `
We check every payment before it leaves. Nearly all pass within seconds. A few are reviewed by our team, and then the payment reads In review.

## What it means for you

- The money is reserved, and it still belongs to you.
- You don’t need to do anything unless we ask.
- You can cancel the payment at any time while it is in review. The money is then available again straight away.

We notify you when the review is over. We can’t tell you why a payment was chosen: banks are obliged to keep their checks to themselves. A review says nothing about you. A large amount or a new payee is often enough.

## If we ask for a document

The payment reads On hold, and you get a notification. Open the payment and add an invoice, a contract or whatever shows what the payment is for: PDF, PNG or JPEG, up to 10 MB. We review it on the same working day. Until we have it, the payment stays on hold.

## How it ends

- The payment is sent, and the timeline continues.
- We can’t carry it out. The amount and the fee are available again. Sending the same payment once more won’t help.

Splitting a large payment doesn’t avoid a review, because we also look at the day’s total.
`,
  },
  ru: {
    keywords: 'задержан проверка заморожен ожидание документ комплаенс удержан на проверке',
    text: `
Мы проверяем каждый платёж перед отправкой. Почти все проходят за секунды. Некоторые рассматривает наш сотрудник, и тогда у платежа статус «На проверке».

## Что это значит для вас

- Деньги зарезервированы и по-прежнему принадлежат вам.
- Делать ничего не нужно, пока мы не попросим.
- Пока идёт проверка, платёж можно отменить. Деньги сразу снова станут доступны.

Когда проверка закончится, мы сообщим. Назвать причину мы не можем: банк обязан не раскрывать свои проверки. Сама проверка ничего о вас не говорит: часто достаточно крупной суммы или нового получателя.

## Если нужен документ

Платёж ждёт документа, и вам приходит уведомление. Откройте платёж и приложите счёт, договор или другой документ, из которого видно, за что платёж: PDF, PNG или JPEG до 10 МБ. Мы рассмотрим его в тот же рабочий день. До этого платёж не уйдёт.

## Чем это закончится

- Платёж отправлен, и лента продолжается.
- Мы не можем его провести. Сумма и комиссия снова доступны. Повторно отправлять такой же платёж бесполезно.

Разделить крупный платёж на части не поможет: мы смотрим и на сумму за день.
`,
  },
};
