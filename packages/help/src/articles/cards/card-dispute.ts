import type { Article } from '../../article.ts';

export const article: Article = {
  en: {
    keywords: 'chargeback refund wrong amount fraud not me merchant receipt missing',
    text: `
If a merchant charged you wrongly and doesn’t help, you can dispute the payment within 120 days.

## First

- Check the name: merchants often collect under another name than the one on their door.
- Ask the merchant for a refund. This is faster than a dispute.
- If you didn’t make the payment at all, block the card first.

## Open a dispute

1. Open the card in [Cards](/cards) and choose the payment. It has to be collected already; a pending one may still be released.
2. Choose Dispute, say what went wrong and enter the amount. You can dispute a part.
3. Add what proves it: the order, messages, a receipt.

## What happens next

We send it to the card scheme. The payment shows the status: opened, in review, won, lost. If you win, the money is back on the card. Nothing is credited before that. If the merchant refunds the whole amount meanwhile, the dispute ends by itself. You can withdraw it at any time, and dispute the payment again later.

## Receipts

Your company may ask for receipts of card payments. Open the payment and add up to three files or a photo. If a receipt is overdue, the card may be locked; it works again as soon as the last overdue receipt is there.
`,
  },
  ru: {
    keywords: 'чарджбэк возврат спор неверная сумма мошенничество не я магазин чек',
    text: `
Если магазин списал деньги неправильно и не помогает, оплату можно оспорить в течение 120 дней.

## Сначала

- Проверьте название: магазины часто списывают деньги под другим именем, чем на вывеске.
- Попросите магазин вернуть деньги. Это быстрее, чем спор.
- Если платили не вы, сначала заблокируйте карту.

## Как открыть спор

1. Откройте карту в разделе [«Карты»](/cards) и выберите оплату. Она должна быть уже списана: ожидающую магазин ещё может освободить.
2. Нажмите «Оспорить», укажите, что не так, и сумму. Оспорить можно и часть.
3. Приложите доказательства: заказ, переписку, чек.

## Что дальше

Мы передаём спор платёжной системе. Статус виден у оплаты: открыт, на рассмотрении, решён в вашу пользу или нет. Если спор выигран, деньги возвращаются на карту; до этого ничего не зачисляется. Если магазин тем временем вернёт всю сумму, спор завершится сам. Его можно отозвать в любой момент, а потом оспорить оплату снова.

## Чеки

Компания может требовать чеки по оплатам картой. Откройте оплату и приложите до трёх файлов или снимок. Если чек просрочен, карта может быть заблокирована; она снова заработает, как только вы приложите последний просроченный чек.
`,
  },
};
