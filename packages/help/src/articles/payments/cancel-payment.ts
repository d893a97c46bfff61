import type { Article } from '../../article.ts';

export const article: Article = {
  en: {
    keywords: 'stop withdraw recall undo mistake wrong account amount',
    text: `
You can cancel a payment as long as it has not been sent: while it’s awaiting approval, and while our team is reviewing it.

## Cancel

1. Open the payment in [Payments](/payments).
2. If Cancel is among the buttons at the foot, choose it and confirm.

The amount and the fee are available again straight away. If you see no such button, the payment is already on its way. Most payments leave within seconds.

## The payment has left, but it was a mistake

We can’t take the money back without the payee’s consent. Do this as soon as you can:

- Contact the payee and ask them to send the money back.
- If you think you’ve been deceived, open the payment and choose Ask about this under More actions. Tell us what happened, and add what you have: messages, invoices, pictures.
- If someone else made the payment, open [Security](/account-profile?tab=security) and freeze your access first.

If the account doesn’t exist, the payee’s bank sends the money back by itself, and you see a return.

## Payments that are still to come

A scheduled payment or a standing order is cancelled under [Scheduled](/payments?tab=scheduled). Deleting a payee or closing an account also stops its orders; you see them before you confirm.
`,
  },
  ru: {
    keywords: 'отменить отозвать остановить вернуть ошибка неверный счёт сумма',
    text: `
Платёж можно отменить, пока он не отправлен: пока ждёт согласования или пока мы его проверяем.

## Как отменить

1. Откройте платёж в разделе [«Платежи»](/payments).
2. Если внизу есть кнопка отмены, нажмите её и подтвердите.

Сумма и комиссия сразу снова станут доступны. Если такой кнопки нет, платёж уже в пути: большинство платежей уходит за секунды.

## Платёж ушёл, но это ошибка

Вернуть деньги без согласия получателя мы не можем. Действуйте как можно скорее:

- Свяжитесь с получателем и попросите вернуть деньги.
- Если вы думаете, что вас обманули, откройте платёж и выберите «Задать вопрос» в меню «Другие действия». Расскажите, что произошло, и приложите переписку, счета, снимки экрана.
- Если платёж сделали не вы, сначала заморозьте доступ в разделе [«Безопасность»](/account-profile?tab=security).

Если такого счёта нет, банк получателя вернёт деньги сам, и вы увидите возврат.

## Будущие платежи

Запланированный или регулярный платёж отменяется на вкладке [«Запланированные»](/payments?tab=scheduled). Удаление получателя и закрытие счёта тоже останавливают такие платежи; перед подтверждением вы увидите, какие именно.
`,
  },
};
