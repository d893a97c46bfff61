import type { Article } from '../../article.ts';

export const article: Article = {
  en: {
    keywords: 'bulk mass payroll salary csv xlsx pain.001 upload template confidential many',
    text: `
With a payout you pay many people from one file. Open [Payouts](/payments/payouts) and choose New payout.

## The file

You can upload CSV, XLSX, pain.001 or a 1C file, with up to 100,000 rows. The headings don’t have to be ours: if we don’t recognise your columns, you say once what each of them holds, and we remember it. A template to fill in is on the same page, also with a row for each of your payees: enter the amounts and delete the rows you don’t need.

## Check and correct

Every row is checked, and nothing is paid yet. A fault keeps a row from being paid; a warning doesn’t. You can correct cells in the table, repair many rows at once, or upload a corrected file.

## Pay

You see the totals for each currency, with fees and what is left. Serious warnings need your tick. You choose whether all rows that pass are paid, or none unless all pass. One code confirms the whole payout, and in a company it may need an approval. Afterwards each row shows what became of it, and you can download the results or pay the rows that failed again.

The same file is recognised: we warn you before it could be paid twice.

## Confidential payouts

A payout of salaries can be made confidential when you create it. Only members with that right see its rows and payees. Everyone else sees one line with the total, in lists and in statements.
`,
  },
  ru: {
    keywords:
      'массовая зарплата csv xlsx эксель pain.001 1с загрузить шаблон конфиденциальная много платежей',
    text: `
Выплата — это много платежей из одного файла. Откройте [«Выплаты»](/payments/payouts) и создайте новую.

## Файл

Подойдут CSV, XLSX, pain.001 и файл 1С, до 100 000 строк. Заголовки могут быть любыми: если мы не узнали столбцы, вы один раз укажете, что в них, и мы это запомним. На той же странице есть шаблон для заполнения, в том числе со строкой для каждого вашего получателя: впишите суммы и удалите лишние строки.

## Проверка и исправление

Проверяется каждая строка, и пока ничего не оплачивается. Ошибка не даёт оплатить строку, предупреждение — нет. Исправить можно ячейки прямо в таблице, сразу много строк или загрузить исправленный файл.

## Оплата

Вы видите итоги по каждой валюте, комиссии и остаток. Серьёзные предупреждения отметьте как проверенные. Можно оплатить все прошедшие проверку строки или не платить ничего, пока не пройдут все. Один код подтверждает всю выплату; в компании может понадобиться согласование. Потом у каждой строки виден результат: его можно скачать, а неоплаченные строки — оплатить снова.

Повторно загруженный файл мы узнаём и предупредим, чтобы он не был оплачен дважды.

## Конфиденциальные выплаты

Выплату зарплаты можно сделать конфиденциальной при создании. Её строки и получателей видят только участники с таким правом. Остальные видят одну строку с общей суммой — и в списках, и в выписках.
`,
  },
};
