import type { Article } from '../../article.ts';

export const article: Article = {
  en: {
    keywords: 'currency convert rate swap euro dollar fx quote expired',
    text: `
You can exchange money between your own accounts in different currencies. It arrives straight away, at any time of the day.

## How to exchange

1. Open [Exchange](/payments/create/exchange).
2. Choose the account to sell from and the account to buy into, and enter either amount. The other one is calculated.
3. Check the rate and confirm.

## The rate

The rate that you see is held for 30 seconds. The counter shows how long it is valid; when it runs out, we get a new rate. If it changes while you confirm, nothing is exchanged: you see the new amounts and decide again. Our margin of 0.4% is included in the rate, and the summary shows it next to the market rate.

If the connection breaks after you confirm, choose Check again. Your money is exchanged only once, at the rate that you confirmed.

## Paying in another currency

You don’t have to exchange first. If your payee’s account is in another currency, the payment form shows a rate, and one code confirms rate and payment together. If such a payment never leaves, we release exactly the amount that was reserved. Money that another bank returns is converted at the market rate of that moment, so it may differ slightly from what you sent. Payments for a later day can’t be converted.
`,
  },
  ru: {
    keywords: 'валюта конвертация курс евро доллар котировка истекла',
    text: `
Между своими счетами в разных валютах можно обменивать деньги. Они зачисляются сразу, в любое время суток.

## Как обменять

1. Откройте [«Обмен»](/payments/create/exchange).
2. Выберите счёт, с которого продаёте, и счёт, на который покупаете, и введите одну из сумм. Вторая рассчитается сама.
3. Проверьте курс и подтвердите обмен.

## Курс

Показанный курс действует 30 секунд. Счётчик показывает, сколько осталось; затем мы запросим новый курс. Если курс изменится в момент подтверждения, обмена не будет: вы увидите новые суммы и решите заново. Наша наценка 0,4 % уже включена в курс, в итогах она показана рядом с рыночным курсом.

Если связь прервётся после подтверждения, нажмите «Проверить ещё раз». Деньги обмениваются только один раз, по подтверждённому курсу.

## Платёж в другой валюте

Заранее менять деньги не обязательно. Если счёт получателя в другой валюте, форма платежа покажет курс, и один код подтвердит и курс, и платёж. Если такой платёж не ушёл, освобождается ровно зарезервированная сумма. Деньги, возвращённые другим банком, пересчитываются по рыночному курсу на момент возврата, поэтому сумма может немного отличаться. Платежи на будущую дату не конвертируются.
`,
  },
};
