import type { Article } from '../../article.ts';

export const article: Article = {
  en: {
    keywords: 'stolen lost block replace new card fraud someone used',
    text: `
Block the card first. It takes seconds, and you can undo it.

## Block

1. Open [Cards](/cards) and choose the card.
2. Choose Block. From now on it declines all payments, online and in shops.

If you find the card again, choose Unblock. A payment that a merchant had already reserved can still be collected.

## Replace

If the card is lost, stolen or damaged, choose Replace in the card’s menu. The old card is closed permanently. The new one has another number and takes over the balance, the limits and the payments. Replacing is free. A plastic card is sent to the same address or another one; a virtual card is ready straight away. Give the new number to merchants where you have a subscription.

The holder activates a plastic card with the last four digits of its number when it arrives.

## Check the payments

Look at the latest payments of the card. If there is one that you didn’t make, open it and dispute it: see [Dispute a card payment](/help/card-dispute).

If someone may also know your password, change it, or freeze your access under [Security](/account-profile?tab=security).

## In a company

You need the right to manage cards, or to be the holder’s administrator. If the bank has locked the card, it can’t be replaced until the reason is settled: write to us from the card’s page.
`,
  },
  ru: {
    keywords: 'украли потеряна потеряли блокировка перевыпуск новая карта мошенники',
    text: `
Сначала заблокируйте карту. Это занимает секунды, и блокировку можно снять.

## Как заблокировать

1. Откройте [«Карты»](/cards) и выберите карту.
2. Нажмите «Заблокировать». С этого момента она отклоняет все оплаты, в интернете и в магазинах.

Если карта нашлась, разблокируйте её. Оплату, под которую магазин уже зарезервировал деньги, он всё ещё может списать.

## Как перевыпустить

Если карта потеряна, украдена или повреждена, выберите в её меню «Перевыпустить карту». Старая карта закрывается навсегда. У новой другой номер, а остаток, лимиты и история переходят на неё. Перевыпуск бесплатный. Пластиковую карту мы отправим по тому же или другому адресу, виртуальная готова сразу. Новый номер нужно сообщить магазинам, где у вас подписка.

Пластиковую карту держатель активирует последними четырьмя цифрами номера, когда получит.

## Проверьте оплаты

Посмотрите последние оплаты картой. Если какую-то сделали не вы, откройте её и оспорьте: см. [«Как оспорить оплату»](/help/card-dispute).

Если кто-то может знать и ваш пароль, смените его или заморозьте доступ в разделе [«Безопасность»](/account-profile?tab=security).

## В компании

Нужно право управлять картами. Если карту заблокировал банк, перевыпустить её нельзя, пока причина не устранена: напишите нам со страницы карты.
`,
  },
};
