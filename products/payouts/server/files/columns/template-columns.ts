/** The columns of our own template in order, with the requirements of each in words. */
import type { PayoutField } from '@calmly/contract';

export interface TemplateColumn {
  readonly field: PayoutField;
  readonly heading: Readonly<Record<'en' | 'ru', string>>;
  readonly note: Readonly<Record<'en' | 'ru', string>>;
}

const column = (
  field: PayoutField,
  heading: readonly [en: string, ru: string],
  note: readonly [en: string, ru: string],
): TemplateColumn => ({
  field,
  heading: { en: heading[0], ru: heading[1] },
  note: { en: note[0], ru: note[1] },
});

export const templateColumns: readonly TemplateColumn[] = [
  column(
    'payeeId',
    ['Payee ID', 'ID получателя'],
    [
      'Only for saved payees: with an ID you can leave the name and the account empty.',
      'Только для сохранённых получателей: с ID имя и счёт можно не указывать.',
    ],
  ),
  column(
    'name',
    ['Payee name', 'Имя получателя'],
    [
      'As the payee’s bank knows it: full name of a person, registered name of a company.',
      'Как в банке получателя: полное имя человека или зарегистрированное название компании.',
    ],
  ),
  column(
    'type',
    ['Payee type', 'Тип получателя'],
    ['person or company.', 'person (физлицо) или company (компания).'],
  ),
  column(
    'account',
    ['IBAN or account number', 'IBAN или номер счёта'],
    [
      'Format this column as text, so that a spreadsheet keeps every digit.',
      'Задайте столбцу текстовый формат, чтобы таблица сохранила все цифры.',
    ],
  ),
  column(
    'bic',
    ['BIC', 'BIC'],
    ['Not needed for an IBAN in the SEPA area.', 'Для IBAN в зоне SEPA не нужен.'],
  ),
  column(
    'sortCode',
    ['Sort code', 'Сорт-код'],
    ['Only for UK account numbers: 6 digits.', 'Только для номеров счетов в Великобритании: 6 цифр.'],
  ),
  column(
    'routingNumber',
    ['Routing number', 'Номер маршрутизации'],
    ['Only for US accounts: 9 digits.', 'Только для счетов в США: 9 цифр.'],
  ),
  column(
    'bankCountry',
    ['Bank country', 'Страна банка'],
    ['Two letters, such as DE. Not needed for an IBAN.', 'Две буквы, например DE. Для IBAN не нужна.'],
  ),
  column(
    'amount',
    ['Amount', 'Сумма'],
    [
      'A number with up to two decimals: 1234.50 or 1234,50.',
      'Число, до двух знаков после запятой: 1234,50 или 1234.50.',
    ],
  ),
  column('currency', ['Currency', 'Валюта'], ['Three letters, such as EUR.', 'Три буквы, например EUR.']),
  column(
    'reference',
    ['Reference', 'Назначение платежа'],
    ['What the payee sees, up to 140 characters.', 'Что увидит получатель, до 140 символов.'],
  ),
  column(
    'street',
    ['Street', 'Улица'],
    ['Addresses are needed outside the SEPA area.', 'Адрес нужен за пределами зоны SEPA.'],
  ),
  column(
    'buildingNumber',
    ['Building number', 'Номер дома'],
    ['Such as 12 or 12A.', 'Например, 12 или 12А.'],
  ),
  column('postCode', ['Postcode', 'Почтовый индекс'], ['As text.', 'Текстом.']),
  column(
    'town',
    ['Town', 'Город'],
    ['If you give an address, give the town.', 'Обязателен, если указан адрес.'],
  ),
  column(
    'country',
    ['Country', 'Страна'],
    ['Of the payee: two letters, such as EE.', 'Страна получателя: две буквы, например EE.'],
  ),
  column(
    'endToEndId',
    ['Your reference', 'Номер документа'],
    ['Your own number for this payment, up to 35 characters.', 'Ваш номер этого платежа, до 35 символов.'],
  ),
];
