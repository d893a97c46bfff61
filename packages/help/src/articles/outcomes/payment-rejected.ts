import type { Article } from '../../article.ts';

export const article: Article = {
  en: {
    keywords: 'refused failed declined account closed unknown bank reason send again',
    text: `
A rejected payment has not been paid. The amount and the fee are back in your account, and you can use them straight away.

## Why it happened

Open the payment in [Payments](/payments): the timeline names the reason, and What you can do says how to continue.

- **The account is closed or unknown.** Compare it with the invoice digit by digit, or ask the payee for a new IBAN.
- **The name doesn’t match.** If the details came by email, call the payee on a number that you know. This is how invoices are forged.
- **The payee’s bank can’t be reached.** Your details are fine. Send it again in a few hours.
- **Refused for regulatory reasons.** The payee can ask their bank what it needs.
- **We can’t carry it out.** Sending it again won’t help.
- **There wasn’t enough money**, or nobody approved the payment in time.

## Send it again

Choose Send again at the foot of the payment. The form opens with everything filled in, at the field that needs a correction. The new payment replaces the rejected one, and that works only once, so nothing is sent twice.

If the reason doesn’t help, choose Ask about this under More actions. We see the payment and its reason, so you don’t have to describe it.
`,
  },
  ru: {
    keywords: 'отказ не прошёл счёт закрыт неизвестен банк причина отправить снова отклонён',
    text: `
Отклонённый платёж не исполнен. Сумма и комиссия снова на счёте, ими можно сразу пользоваться.

## Почему так вышло

Откройте платёж в разделе [«Платежи»](/payments): в ленте указана причина, а рядом сказано, что можно сделать.

- **Счёт закрыт или не найден.** Сверьте его со счётом на оплату по цифрам или попросите у получателя новый IBAN.
- **Имя не совпадает.** Если реквизиты пришли по почте, позвоните получателю по известному вам номеру: так подделывают счета.
- **Банк получателя недоступен.** С реквизитами всё в порядке. Отправьте платёж через несколько часов.
- **Отказ по требованиям регулятора.** Получатель может узнать у своего банка, что тому нужно.
- **Мы не можем провести платёж.** Повторная отправка не поможет.
- **Не хватило денег** или платёж не согласовали вовремя.

## Как отправить снова

Нажмите «Отправить снова» внизу платежа. Откроется заполненная форма на том поле, которое нужно исправить. Новый платёж заменит отклонённый, и только один раз, поэтому дважды ничего не уйдёт.

Если причина неясна, выберите «Задать вопрос» в меню «Другие действия». Мы видим платёж и причину, описывать их не нужно.
`,
  },
};
