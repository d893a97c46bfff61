import type { Article } from '../../article.ts';

export const article: Article = {
  en: {
    keywords: 'pdf csv excel camt mt940 accountant bookkeeping export balance confirmation tax year',
    text: `
A statement shows the opening balance, every entry and the closing balance of a period.

## Save a statement

1. Open [Statements](/statements) and choose an account. Cards and crypto wallets have statements too.
2. Choose a month, a year or your own period.
3. Choose Download and a format.

PDF is for reading and printing. CSV and XLSX open in a spreadsheet. Accounting software usually reads camt.053 or MT940; crypto wallets aren’t available in these two.

## All accounts at once

Under All accounts you can save all statements in one ZIP file, or a confirmation of all balances on a day.

A very long statement is prepared in the background, and we tell you when it’s ready.

## Years and official statements

[Year overview](/statements/year) shows the months of a year for all accounts, and how much was payments, cards, exchange and fees.

Each ended month has an official statement with a number. Anyone can [check a PDF from us](/verify).

## Good to know

- Days begin and end in your own time zone, which the PDF names.
- Fees are separate entries with the number of their payment.
- A statement never changes afterwards. A correction is a new entry on its own day.
- In a company you need the right to view statements. Members who may not see confidential payouts get one line for each payout and month, and the balance is still right.

For a list of payments with columns of your choice, use Export in [Payments](/payments).
`,
  },
  ru: {
    keywords: 'pdf csv excel эксель camt mt940 бухгалтер бухгалтерия экспорт справка остаток налоги',
    text: `
Выписка показывает остаток на начало периода, все операции и остаток на конец.

## Как сохранить выписку

1. Откройте [«Выписки»](/statements) и выберите счёт. Выписки есть также у карт и криптокошельков.
2. Выберите месяц, год или свой период.
3. Нажмите «Скачать» и выберите формат.

PDF удобен для чтения и печати. CSV и XLSX открываются в таблицах. Бухгалтерские программы обычно читают camt.053 или MT940; для криптокошельков эти два формата недоступны.

## Сразу по всем счетам

В разделе «Все счета» можно сохранить выписки по всем счетам одним ZIP-файлом или подтверждение остатков на выбранный день.

Очень длинная выписка готовится в фоне; мы сообщим, когда она будет готова.

## Год и официальные выписки

[«Сводка за год»](/statements/year) показывает месяцы года по всем счетам, а также сколько пришлось на платежи, карты, обмен и комиссии.

У каждого завершённого месяца есть официальная выписка с номером. Любой может [проверить наш PDF](/verify).

## Полезно знать

- День считается по вашему часовому поясу; в PDF он указан.
- Комиссии показаны отдельными строками с номером платежа.
- Готовая выписка задним числом не меняется: исправление — это новая операция в день исправления.
- В компании нужно право на просмотр выписок. Кому конфиденциальные выплаты недоступны, тот видит одну строку на каждую выплату и месяц, и остатки при этом сходятся.

Список платежей с нужными столбцами можно выгрузить в разделе [«Платежи»](/payments).
`,
  },
};
