import type { Article } from '../../article.ts';

export const article: Article = {
  en: {
    keywords: 'refused not working payment failed pin balance online blocked locked shop',
    text: `
Open the card in [Cards](/cards) and choose the declined payment. It says why it was declined and what to do. These are the most common reasons.

## The money

A card spends the money that is on it, not the balance of your account. Top it up: the money is on the card straight away. Money that a merchant has reserved isn’t available until the merchant collects or releases it.

## The settings

- The amount is above a limit, or the limit of the day or month is used up.
- Online payments, contactless, cash machines or payments outside the EEA are off.
- The country or the category of the merchant isn’t allowed.

Change the settings under Limits on the card’s page. To allow more, you need a code and, in a company, perhaps an approval.

## The card

- **Not activated:** enter the last four digits when the card arrives.
- **Blocked:** you or an administrator blocked it. Unblock it on its page.
- **Locked:** three wrong PINs, or receipts are missing. The card’s page says what unlocks it.
- **Expired or replaced:** give the merchant the number of the new card.
- **Single use:** it has been used.

## The details

If the security code, the expiry date or the PIN was wrong, show the card’s details and enter them again. If you didn’t make this payment, block the card.
`,
  },
  ru: {
    keywords: 'отказ не работает оплата не прошла пин баланс интернет заблокирована магазин отклонена',
    text: `
Откройте карту в разделе [«Карты»](/cards) и выберите отклонённую оплату. Там сказано, почему она отклонена и что делать. Самые частые причины:

## Деньги

Карта тратит деньги, которые лежат на ней, а не на счёте. Пополните её: деньги появятся сразу. Деньги, зарезервированные магазином, недоступны, пока он их не спишет или не освободит.

## Настройки

- Сумма выше лимита, или лимит на день или месяц исчерпан.
- Отключены оплата в интернете, бесконтактная оплата, снятие наличных или оплата за пределами ЕЭЗ.
- Страна или категория магазина не разрешена.

Изменить настройки можно на странице карты, в разделе лимитов. Чтобы разрешить больше, нужен код, а в компании, возможно, и согласование.

## Сама карта

- **Не активирована:** когда карта придёт, введите последние четыре цифры её номера.
- **Заблокирована вами или администратором:** разблокируйте её на её странице.
- **Заблокирована банком:** трижды неверный PIN-код или нет чеков. На странице карты сказано, что делать.
- **Просрочена или перевыпущена:** сообщите магазину номер новой карты.
- **Одноразовая:** уже использована.

## Данные карты

Если код, срок или PIN-код введены неверно, откройте данные карты и введите их ещё раз. Если платили не вы, заблокируйте карту.
`,
  },
};
