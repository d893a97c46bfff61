import type { Article } from '../../article.ts';

export const article: Article = {
  en: {
    keywords: 'price cost charge commission tariff margin sha our ben',
    text: `
You see every fee before you confirm, and again in the payment’s details. The complete list is in your profile, under [Fees](/account-profile?tab=fees).

## Payments

- A SEPA payment costs €0.20, instant or not.
- A SWIFT payment costs a percentage of the amount, with a minimum.
- Payments between your own accounts and to other Calmly clients are free.
- Incoming payments are free.

## Who pays the other banks

For SWIFT you choose who bears the charges of the banks on the way. With SHA, you pay ours and the payee pays theirs. With OUR, you pay a fixed amount for the other banks as well, so that the payee gets the whole amount. With BEN, the payee bears all charges.

## Other services

- An exchange has a margin of 0.4% in its rate. There are no other charges.
- A virtual card costs €5.00 for a person and €10.00 for a company. A top-up costs 1.5%; taking money back off a card is free.
- Accounts and IBANs are free.
- On the crypto market you pay 0.10% as maker and 0.20% as taker. A withdrawal shows its fee before you confirm it.

If a payment is rejected before it leaves, you get back the amount and the fee. If the payee’s bank returns it later, the fee isn’t refunded, because the payment had been carried out.
`,
  },
  ru: {
    keywords: 'цена стоимость комиссия тариф плата маржа sha our ben',
    text: `
Комиссия видна до подтверждения и потом в данных платежа. Полный список — в профиле, в разделе [«Тарифы»](/account-profile?tab=fees).

## Платежи

- Платёж SEPA стоит 0,20 €, в том числе мгновенный.
- За платёж SWIFT взимается процент от суммы, но не меньше минимума.
- Переводы между своими счетами и другим клиентам Calmly бесплатны.
- Входящие платежи бесплатны.

## Кто платит другим банкам

Для SWIFT вы сами выбираете, кто несёт расходы банков-посредников. При SHA вы платите нашу комиссию, а получатель — комиссии других банков. При OUR вы дополнительно платите за другие банки фиксированную сумму, и получатель получит всё. При BEN все расходы несёт получатель.

## Другие услуги

- В курс обмена заложена наценка 0,4 %. Других сборов нет.
- Виртуальная карта стоит 5,00 € для физлица и 10,00 € для компании. Пополнение — 1,5 %, возврат денег с карты на счёт бесплатный.
- Счета и IBAN бесплатны.
- На криптобирже комиссия 0,10 % для мейкера и 0,20 % для тейкера. Комиссия за вывод видна до подтверждения.

Если платёж отклонён до отправки, возвращаются и сумма, и комиссия. Если деньги позже вернул банк получателя, комиссия не возвращается: платёж был исполнен.
`,
  },
};
