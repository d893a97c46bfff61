import type { Article } from '../../article.ts';

export const article: Article = {
  en: {
    keywords: 'transfer pay arrival time sepa instant swift payee beneficiary code confirm how long',
    text: `
Open [Payments](/payments) and choose New payment. Before you confirm, you see the fee, the total, the time of arrival and what is left in your account.

## How long it takes

- **SEPA:** by the next working day, for euro to accounts in SEPA countries.
- **SEPA Instant:** within seconds, up to €100,000. If the payee’s bank takes no instant payments, we send it as an ordinary SEPA payment.
- **SWIFT:** usually within two working days, for all other payments.
- To another Calmly client or between your own accounts: straight away.

## Confirming

Most payments need a code. The message names the amount and the payee: compare both before you enter the code. Transfers between your own accounts need no code, nor do payments of up to €50 to a payee that you trust.

In a company, a payment may need an approval first. It shows as Awaiting approval until then, and its money is reserved.

## Following a payment

Click the payment in the list. Its timeline shows each step and what happens next, and it updates by itself. When the payment is executed, you can download a confirmation. A form that you leave is kept as a draft.

If the payee’s details lack something that banks require, such as a city, the form names it and links to the place where you can add it.
`,
  },
  ru: {
    keywords:
      'перевод оплата срок зачисления sepa мгновенный swift получатель код подтверждение сколько идёт',
    text: `
Откройте [«Платежи»](/payments) и нажмите «Новый платёж». До подтверждения видны комиссия, итог, срок зачисления и остаток на счёте.

## Сколько идёт платёж

- **SEPA:** не позже следующего рабочего дня, в евро в страны SEPA.
- **SEPA Instant:** за несколько секунд, до 100 000 €. Если банк получателя не принимает мгновенные платежи, отправим обычный SEPA.
- **SWIFT:** обычно за два рабочих дня, для всех остальных платежей.
- Другому клиенту Calmly или на свой счёт: сразу.

## Подтверждение

Большинство платежей подтверждается кодом. В сообщении названы сумма и получатель: сверьте их, прежде чем вводить код. Без кода проходят переводы между своими счетами и платежи до 50 € доверенному получателю.

В компании платёж может сначала требовать согласования. До этого его статус — «Ждёт согласования», а деньги на него зарезервированы.

## Как следить за платежом

Нажмите на платёж в списке. Лента показывает каждый шаг и что будет дальше и обновляется сама. После исполнения можно скачать подтверждение. Незаконченная форма сохраняется как черновик.

Если в данных получателя нет чего-то обязательного для банков, например города, форма назовёт это и даст ссылку, где это добавить.
`,
  },
};
