/** Bulk payouts: faults of a row and how to correct them, and warnings before it is paid. */
import type { FieldProblems, Problems } from '@calmly/contract-kit/problem-table.ts';

export const payoutsProblems = {
  payout_state: {
    status: 409,
    en: 'The payout’s status has changed, so this is no longer possible.',
    ru: 'Статус выплаты изменился, действие больше недоступно.',
  },
  payout_changed: {
    status: 409,
    en: 'Someone else has changed this payout. Check it and try again.',
    ru: 'Эту выплату изменил другой сотрудник. Проверьте её и повторите.',
  },
  payout_empty: {
    status: 409,
    en: 'There is nothing to pay yet: no row is without errors.',
    ru: 'Платить пока нечего: во всех строках есть ошибки.',
  },
  payout_faulty: {
    status: 409,
    en: '{count, plural, one {One row has} other {# rows have}} errors. Correct them, or pay only the rows without errors.',
    ru: 'Ошибки есть в {count, plural, one {# строке} few {# строках} many {# строках} other {# строках}}. Исправьте их или оплатите только строки без ошибок.',
  },
  payout_warnings: {
    status: 409,
    en: 'Check the rows with warnings, then confirm again.{duplicate_in_file, plural, =0 {} other { Same payment twice: #.}}{paid_before, plural, =0 {} other { Paid before: #.}}{in_other_payout, plural, =0 {} other { Also in another payout: #.}}{unusual_amount, plural, =0 {} other { Unusually large amount: #.}}{payee_changed, plural, =0 {} other { Payee’s account changed: #.}}{payee_account_replaced, plural, =0 {} other { Payee has another account now: #.}}{payee_deleted_since, plural, =0 {} other { Payee deleted: #.}}{name_no_match, plural, =0 {} other { Name doesn’t match the account: #.}}',
    ru: 'Проверьте строки с предупреждениями и подтвердите ещё раз.{duplicate_in_file, plural, =0 {} other { Платёж повторяется: #.}}{paid_before, plural, =0 {} other { Такой платёж уже был: #.}}{in_other_payout, plural, =0 {} other { Есть и в другой выплате: #.}}{unusual_amount, plural, =0 {} other { Необычно большая сумма: #.}}{payee_changed, plural, =0 {} other { Счёт получателя изменён: #.}}{payee_account_replaced, plural, =0 {} other { У получателя другой счёт: #.}}{payee_deleted_since, plural, =0 {} other { Получатель удалён: #.}}{name_no_match, plural, =0 {} other { Имя не совпадает со счётом: #.}}',
  },
  payout_names_pending: {
    status: 409,
    en: '{count, plural, one {One name is still being checked against its account.} other {# names are still being checked against their accounts.}} Wait a moment and confirm again.',
    ru: '{count, plural, one {Ещё # имя сверяется} few {Ещё # имени сверяются} many {Ещё # имён сверяются} other {Ещё # имени сверяются}} с данными счетов. Подождите немного и подтвердите ещё раз.',
  },
  payout_file_repeated: {
    status: 409,
    en: 'You already confirmed this file as payout {number}. Confirm that you want to pay it again.',
    ru: 'Этот файл уже подтверждён как выплата {number}. Подтвердите, что хотите оплатить его ещё раз.',
  },
  payout_taken_back: {
    status: 409,
    en: 'This row was taken back before its payment date.',
    ru: 'Эту строку отозвали до даты платежа.',
  },
  payout_nothing_unpaid: {
    status: 409,
    en: 'No rows are left to pay again. Another payout may already have them.',
    ru: 'Строк для повторной оплаты не осталось. Возможно, они уже перенесены в другую выплату.',
  },
  repair_undone: {
    status: 409,
    en: 'This correction can’t be undone any more.',
    ru: 'Это исправление больше нельзя отменить.',
  },
  too_many_payouts: {
    status: 409,
    en: 'You already have {max} unfinished payouts. Finish or discard one.',
    ru: 'Незавершённых выплат уже {max}. Завершите или удалите одну из них.',
  },
  too_many_rows: {
    status: 409,
    en: 'A payout can have up to {max, number} rows. Put the rest into another one.',
    ru: 'В выплате может быть не больше {max, number} строк. Вынесите остальные в другую выплату.',
  },
} as const satisfies Problems;

const faults = {
  amount_unreadable: {
    en: 'This isn’t an amount. Write digits and decimals, for example 1250.00.',
    ru: 'Это не сумма. Запишите её цифрами, например 1250.00.',
  },
  amount_letters: {
    en: 'This amount has letters that look like digits. Replace them.',
    ru: 'В сумме есть буквы, похожие на цифры. Замените их цифрами.',
  },
  amount_ambiguous: {
    en: 'This can be read as {first} or as {second}. Choose one.',
    ru: 'Это можно прочитать как {first} или как {second}. Выберите одно.',
  },
  amount_other_sign: {
    en: 'Other amounts in this column write decimals differently. Write this one the same way.',
    ru: 'В других суммах столбца дробная часть отделена иначе. Запишите эту так же.',
  },
  amount_negative: {
    en: 'A payment can’t be negative. Remove the minus, or remove the row.',
    ru: 'Сумма платежа не может быть отрицательной. Уберите минус или удалите строку.',
  },
  amount_other_currency: {
    en: 'The amount is in {written}, but the row is in {currency}. Correct one of them.',
    ru: 'Сумма указана в {written}, а валюта строки — {currency}. Исправьте одно из двух.',
  },
  amount_in_source_currency: {
    en: 'This is the amount you pay in another currency. Enter what the payee gets.',
    ru: 'Это сумма списания в другой валюте. Укажите, сколько получит получатель.',
  },
  number_lost_digits: {
    en: 'The spreadsheet has cut this long number. Enter it again from the original.',
    ru: 'Таблица обрезала это длинное число. Введите его заново по оригиналу.',
  },
  spreadsheet_error: {
    en: 'The spreadsheet shows an error here. Enter the value.',
    ru: 'В таблице здесь ошибка. Введите значение.',
  },
  currency_written: {
    en: 'Write the currency as three capital letters, for example EUR.',
    ru: 'Запишите валюту тремя заглавными буквами, например EUR.',
  },
  no_account_in_currency: {
    en: 'You have no open account in {currency}. Open one or change the currency.',
    ru: 'У вас нет открытого счёта в {currency}. Откройте счёт или измените валюту.',
  },
  from_account_unknown: {
    en: 'This isn’t one of your open accounts. Enter another or leave the cell empty.',
    ru: 'Среди ваших открытых счетов такого нет. Укажите другой или оставьте ячейку пустой.',
  },
  from_account_closed: {
    en: 'The account to pay from is closed.',
    ru: 'Счёт списания закрыт.',
  },
  from_account_currency: {
    en: 'This account is in {account}, but the payment is in {currency}. Use an account in {currency}.',
    ru: 'Этот счёт в {account}, а платёж в {currency}. Укажите счёт в {currency}.',
  },
  bic_written: {
    en: 'Write the BIC without blanks, in capital letters.',
    ru: 'Запишите BIC без пробелов, заглавными буквами.',
  },
  payee_id_unknown: {
    en: 'You have no saved payee with this ID. Correct it, or enter name and account instead.',
    ru: 'Сохранённого получателя с таким ID нет. Исправьте ID или укажите имя и счёт.',
  },
  payee_deleted: {
    en: 'This payee was deleted. Add the payee again, or remove the row.',
    ru: 'Этот получатель удалён. Добавьте его снова или удалите строку.',
  },
  payee_incoming: {
    en: 'This payee is saved as someone who pays you. Choose another payee.',
    ru: 'Этот контрагент сохранён как плательщик. Укажите другого получателя.',
  },
  payee_account_other: {
    en: 'This payee has another account saved. Correct the account, or remove the ID.',
    ru: 'У этого получателя сохранён другой счёт. Исправьте счёт или удалите ID.',
  },
  payee_account_choice: {
    en: 'This payee has several accounts. Enter the one to pay to.',
    ru: 'У этого получателя несколько счетов. Укажите нужный.',
  },
  payee_currency: {
    en: 'The payee’s account is in {payee}. Change the currency or the account.',
    ru: 'Счёт получателя в {payee}. Измените валюту или счёт.',
  },
  account_missing: {
    en: 'Enter the payee’s IBAN or account number.',
    ru: 'Укажите IBAN или номер счёта получателя.',
  },
  payee_type_unknown: {
    en: 'Write “person” or “company”, or leave the cell empty.',
    ru: 'Напишите «физлицо» или «компания» либо оставьте ячейку пустой.',
  },
  country_code_unknown: {
    en: 'Write the country as two letters, for example DE.',
    ru: 'Запишите страну двумя буквами, например DE.',
  },
  reference_missing: {
    en: 'Enter what the payment is for.',
    ru: 'Укажите назначение платежа.',
  },
  text_too_long: {
    en: 'This text has {actual} characters. Up to {most} fit.',
    ru: 'В тексте {actual, plural, one {# знак} few {# знака} many {# знаков} other {# знака}}, а помещается не больше {most}.',
  },
  creditor_reference_invalid: {
    en: 'The check digits of this reference don’t match. Compare it with the invoice.',
    ru: 'Контрольные цифры этой ссылки не сходятся. Сверьте её со счётом на оплату.',
  },
  end_to_end_id_form: {
    en: 'Use up to 35 Latin letters, digits and / - ? : ( ) . , ’ +, without a slash at either end.',
    ru: 'До 35 латинских букв, цифр и знаков / - ? : ( ) . , ’ +, без косой черты в начале и в конце.',
  },
  end_to_end_id_repeated: {
    en: 'Row {position} has the same ID. Give each payment its own.',
    ru: 'Тот же номер в строке {position}. У каждого платежа номер должен быть свой.',
  },
  address_lines_too_many: {
    en: 'Up to {most} lines of address fit. Move the town and postcode to their own columns.',
    ru: 'Помещается не больше {most} строк адреса. Перенесите город и индекс в отдельные столбцы.',
  },
  date_unreadable: {
    en: 'Write the date as year, month and day, for example 2026-12-31.',
    ru: 'Запишите дату в виде год-месяц-день, например 2026-12-31.',
  },
  date_past: {
    en: 'This day is over. Choose today or a later day.',
    ru: 'Этот день уже прошёл. Выберите сегодняшний или более поздний.',
  },
  purpose_unknown: {
    en: 'This purpose code isn’t supported. Use one of {codes}, or leave the cell empty.',
    ru: 'Такой код назначения не поддерживается. Выберите один из {codes} или оставьте ячейку пустой.',
  },
  charge_bearer_unknown: {
    en: 'Write SHA, OUR or BEN, or leave the cell empty.',
    ru: 'Напишите SHA, OUR или BEN либо оставьте ячейку пустой.',
  },
  mapping_incomplete: {
    en: 'Choose the columns with the amount and with the account or the payee’s ID.',
    ru: 'Выберите столбцы с суммой и со счётом или ID получателя.',
  },
  mapping_twice: {
    en: 'Two columns have the same meaning. Keep one of them.',
    ru: 'У двух столбцов одно значение. Оставьте один из них.',
  },
} as const satisfies FieldProblems;

/** Sentences of warnings. */
const warnings = {
  duplicate_in_file: {
    en: 'Row {position} pays the same amount to the same account with the same reference.',
    ru: 'В строке {position} та же сумма на тот же счёт с тем же назначением.',
  },
  paid_before: {
    en: 'You paid this amount to this account on {day}.',
    ru: 'Вы уже платили эту сумму на этот счёт {day}.',
  },
  in_other_payout: {
    en: 'Payout {number} also includes this payment: same amount, account and reference.',
    ru: 'Такой же платёж есть в выплате {number}: те же сумма, счёт и назначение.',
  },
  first_payment: {
    en: 'This is your first payment to this account.',
    ru: 'Это ваш первый платёж на этот счёт.',
  },
  unusual_amount: {
    en: 'More than three times your largest payment to this payee so far, {largest}.',
    ru: 'Более чем втрое больше самого крупного платежа этому получателю ({largest}).',
  },
  name_transliterated: {
    en: 'Banks will see the name as {latin}.',
    ru: 'В банках имя будет записано как {latin}.',
  },
  other_payee_name: {
    en: 'This account is saved under the name {name}.',
    ru: 'Этот счёт сохранён под именем {name}.',
  },
  payee_changed: {
    en: 'This payee’s account was changed on {day}. Check it with the payee.',
    ru: 'Счёт этого получателя изменён {day}. Уточните его у получателя.',
  },
  payee_account_replaced: {
    en: 'This row pays an account that the payee no longer has. Check with the payee which one is right.',
    ru: 'Строка платит на счёт, которого у получателя больше нет. Уточните у получателя, какой счёт верный.',
  },
  payee_deleted_since: {
    en: 'This payee was deleted after the row was checked.',
    ru: 'Этого получателя удалили после проверки строки.',
  },
  payee_details_changed: {
    en: 'This payee’s name, address or accounts were changed after the payout was requested.',
    ru: 'Имя, адрес или счета этого получателя изменили после запроса выплаты.',
  },
  name_no_match: {
    en: 'The account is held under another name. Check it with the payee.',
    ru: 'Счёт открыт на другое имя. Уточните его у получателя.',
  },
  name_check: {
    // Rows checked before `name_no_match` existed have its answer here.
    en: '{result, select, no_match {The account is held under another name. Check it with the payee.} other {The account is held under a similar name: {name}.}}',
    ru: '{result, select, no_match {Счёт открыт на другое имя. Уточните его у получателя.} other {Счёт открыт на похожее имя: {name}.}}',
  },
  name_not_checked: {
    en: 'The payee’s bank can’t say whose account this is.',
    ru: 'Банк получателя не сообщает, на чьё имя открыт счёт.',
  },
  not_sent: {
    en: 'The file also says {details}. We don’t send this with the payment.',
    ru: 'В файле указано также {details}. С платежом это не передаётся.',
  },
  not_instant: {
    en: 'The file asks for an instant payment. Payouts go as ordinary payments.',
    ru: 'В файле указан мгновенный платёж. Платежи из списка отправляются обычным способом.',
  },
  not_urgent: {
    en: 'The file asks for an urgent payment. Payouts go as ordinary payments.',
    ru: 'В файле указан срочный платёж. Платежи из списка отправляются обычным способом.',
  },
  missing_in_file: {
    en: 'A pain.001 must say this, and the file doesn’t. Check the row before you pay.',
    ru: 'В pain.001 это обязательно, а в файле не указано. Проверьте строку перед оплатой.',
  },
} as const satisfies FieldProblems;

export const payoutsFieldProblems = { ...faults, ...warnings } as const;
