import type { Article } from '../../article.ts';

export const article: Article = {
  en: {
    keywords: 'file unreadable rows faults wrong columns csv encoding xlsx mapping repeated',
    text: `
There are two kinds of problems: the whole file can’t be read, or single rows have errors.

## The file can’t be read

- **Type.** Save it as CSV or XLSX, or export pain.001 or 1C from your software. Files with a password can’t be read.
- **Size.** A file can have up to 50 MB and 100,000 rows.
- **Empty.** The rows have to be on the first sheet, under a line with headings.
- **Columns not known.** This isn’t an error: say which column holds the name, the account, the amount and so on. We remember it for the next file.
- **Paid before.** The same file was already paid. If you really mean to pay it again, confirm that.

## Rows with errors

Choose the next error above the table. The cell says what is wrong, for example a wrong check digit in an IBAN or a text that is too long for SEPA. We never guess a wrong digit: ask the payee.

- Correct a cell in the table, and only that row is checked again.
- Under More actions you can correct many rows at once: accept our suggestions, replace a text, fill a column, or remove the rows with errors. You can undo these changes.
- Or correct your file and upload it again.

Warnings, such as the same payment twice, don’t stop a row. Look at them, then pay.

You can also pay the rows that pass now, and the others later.
`,
  },
  ru: {
    keywords: 'файл не читается строки ошибки столбцы csv кодировка xlsx эксель сопоставление повторный',
    text: `
Проблемы бывают двух видов: не читается весь файл или ошибки есть в отдельных строках.

## Файл не читается

- **Тип.** Сохраните его как CSV или XLSX либо выгрузите pain.001 или файл 1С из вашей программы. Файл с паролем прочитать нельзя.
- **Размер.** До 50 МБ и до 100 000 строк.
- **Пустой.** Строки должны быть на первом листе под строкой заголовков.
- **Столбцы не узнаны.** Это не ошибка: укажите, в каком столбце имя, счёт, сумма и так далее. Для следующего файла мы это запомним.
- **Уже оплачен.** Такой же файл уже был оплачен. Если его действительно нужно оплатить ещё раз, подтвердите это.

## Строки с ошибками

Над таблицей можно перейти к следующей ошибке. В ячейке сказано, что не так: например, неверная контрольная цифра IBAN или слишком длинный для SEPA текст. Неверную цифру мы не угадываем: уточните у получателя.

- Исправьте ячейку в таблице, и заново проверится только эта строка.
- Можно исправить сразу много строк: принять наши предложения, заменить текст, заполнить столбец или убрать строки с ошибками. Это действие можно отменить.
- Или исправьте файл и загрузите его снова.

Предупреждения, например о двух одинаковых платежах, строку не останавливают. Просмотрите их и платите.

Можно оплатить прошедшие проверку строки сейчас, а остальные позже.
`,
  },
};
