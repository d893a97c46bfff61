import type { Article } from '../../article.ts';

export const article: Article = {
  en: {
    keywords: 'verification of payee vop mismatch close match no match wrong name fraud invoice',
    text: `
Before you pay a new payee, we compare the name that you entered with the name of the account holder. This protects you from typing errors and from forged invoices.

## What the results mean

- **Match:** the name belongs to the account.
- **Close match:** there is a small difference, such as a typing error or a missing initial. We show the right name, and you can take it over with one click.
- **No match:** the account belongs to someone else. We don’t say to whom.
- **Can’t be checked:** the payee’s bank doesn’t take part or doesn’t answer. This says nothing about the payee.

The alphabet, the order of the words and a missing legal form don’t matter.

## What to do if there is no match

1. Compare the name and the IBAN with the invoice.
2. If the details came by email or in a chat, call the payee on a number that you already know, not on one from the message.
3. Correct the payee, or don’t pay.

You can pay in spite of the warning. But if the money then reaches the wrong person, getting it back depends on them. The people who approve the payment see the same warning.

After several different names for one account, the check pauses for a while, so that nobody can guess who an account belongs to.
`,
  },
  ru: {
    keywords: 'проверка имени получателя не совпадает имя похоже мошенничество поддельный счёт vop',
    text: `
Перед первым платежом мы сравниваем введённое имя с именем владельца счёта. Это защищает от опечаток и поддельных счетов.

## Что значат результаты

- **Совпадает:** имя соответствует счёту.
- **Почти совпадает:** есть небольшое отличие, например опечатка или нет инициала. Мы покажем верное имя, его можно подставить одним нажатием.
- **Не совпадает:** счёт принадлежит кому-то другому. Кому именно, мы не сообщаем.
- **Проверить нельзя:** банк получателя не участвует в проверке или не отвечает. О получателе это ничего не говорит.

Алфавит, порядок слов и отсутствие формы собственности значения не имеют.

## Что делать, если имя не совпало

1. Сверьте имя и IBAN со счётом на оплату.
2. Если реквизиты пришли по почте или в чате, позвоните получателю по номеру, который вы знали раньше, а не из этого сообщения.
3. Исправьте данные получателя или не платите.

Заплатить, несмотря на предупреждение, можно. Но если деньги попадут не тому, вернуть их удастся только с его согласия. Те, кто согласует платёж, видят то же предупреждение.

После нескольких разных имён для одного счёта проверка на время останавливается, чтобы по ней нельзя было угадать владельца.
`,
  },
};
