import type { Article } from '../../article.ts';

export const article: Article = {
  en: {
    keywords: 'invoice get paid link qr reference overdue partly payer',
    text: `
A request for money tells someone what to pay, and it recognises the payment when it arrives.

## Create a request

1. Open [New request](/payments/create/incoming).
2. Choose the account, and enter the amount, the payer and what it is for. You can add a due date and an invoice.
3. Share the link or the QR code. We send nothing to the payer ourselves.

The page behind the link shows your details, the amount and a reference that begins with RF. You decide whether it also shows the description and the invoice. Anyone with the link can open it; you can turn it off at any time.

## When the money arrives

If the payment quotes the reference, it settles the request. If less arrives, the request stays open and shows what is missing. If more arrives, it is paid and shows the difference. After the due date the request is overdue, but it can still be paid.

## If the payment isn’t recognised

- The payer left out the reference. The money is in your account, but the request stays open: cancel it.
- The money came in another currency, or after you cancelled the request. It doesn’t count, and we notify you.

All requests are under [Requests](/payments?tab=requests).
`,
  },
  ru: {
    keywords: 'счёт на оплату инвойс получить ссылка qr назначение просрочен частично плательщик',
    text: `
Запрос денег сообщает плательщику, сколько и куда заплатить, и узнаёт платёж, когда тот поступает.

## Как создать запрос

1. Откройте [новый запрос](/payments/create/incoming).
2. Выберите счёт, укажите сумму, плательщика и за что платёж. Можно добавить срок и счёт на оплату.
3. Отправьте плательщику ссылку или QR-код. Сами мы ему ничего не пишем.

По ссылке видны ваши реквизиты, сумма и номер, который начинается с RF. Показывать ли описание и счёт, решаете вы. Страницу откроет любой, у кого есть ссылка; отключить её можно в любой момент.

## Когда поступают деньги

Если в платеже указан этот номер, он засчитывается по запросу. Если пришло меньше, запрос остаётся открытым и показывает, сколько не хватает. Если больше, запрос оплачен, и разница видна. После срока запрос считается просроченным, но оплатить его всё ещё можно.

## Если платёж не узнан

- Плательщик не указал номер. Деньги на счёте, но запрос открыт: отмените его.
- Деньги пришли в другой валюте или после отмены запроса. Они не засчитываются, и мы вам об этом сообщаем.

Все запросы — на вкладке [«Запросы»](/payments?tab=requests).
`,
  },
};
