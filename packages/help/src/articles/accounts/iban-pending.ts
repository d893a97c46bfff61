import type { Article } from '../../article.ts';

export const article: Article = {
  en: {
    keywords: 'requested issued account number wait bic details',
    text: `
Your first euro account opens with an IBAN. For any other account you can request one in [Requisites](/requisites).

## What happens after your request

The request is listed as requested until the IBAN is issued, which normally takes moments. You don’t need to do anything: the page updates by itself, and you get a notification and an email. From then on you can receive money to the IBAN.

Until then the account works with its account number for payments inside Calmly and for your own transfers.

## If it takes longer

- Check that the account is still open. If it has been closed, no IBAN is issued.
- Check that your profile is active. The reason is shown with the refused request.
- If the request has been waiting for more than one working day, open the account in Requisites and choose Ask about this under More actions.

## Sharing the details

Requisites shows everything that a payer needs: the account holder, the IBAN, the BIC, the bank and, for payments from other countries, the correspondent bank. You can copy each line, save the details as a PDF, or show a QR code that banking apps can read. An IBAN costs nothing.
`,
  },
  ru: {
    keywords: 'запрос выпуск номер счёта ожидание бик реквизиты iban айбан',
    text: `
Первый счёт в евро открывается сразу с IBAN. Для других счетов его можно запросить в разделе [«Реквизиты»](/requisites).

## Что происходит после запроса

Пока IBAN не выдан, запрос виден в списке; обычно это занимает считаные секунды. Делать ничего не нужно: страница обновится сама, а вам придут уведомление и письмо. С этого момента на IBAN можно принимать деньги.

До этого счёт работает по своему номеру: для платежей внутри Calmly и переводов между вашими счетами.

## Если ждать приходится долго

- Проверьте, что счёт открыт. Закрытому счёту IBAN не выдаётся.
- Проверьте, что ваш профиль активен. Причина отказа указана рядом с запросом.
- Если прошло больше одного рабочего дня, откройте счёт в «Реквизитах» и выберите «Задать вопрос» в меню «Другие действия».

## Как передать реквизиты

В «Реквизитах» есть всё, что нужно плательщику: владелец счёта, IBAN, BIC, банк и, для платежей из других стран, банк-корреспондент. Любую строку можно скопировать, реквизиты целиком — сохранить в PDF или показать QR-код, который читают банковские приложения. За IBAN плата не взимается.
`,
  },
};
