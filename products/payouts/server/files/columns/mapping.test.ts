/** The contents of columns: by headings in several languages, by known layouts, and by contents if there is no header. */
import { expect, test } from 'vitest';
import { currencyOf } from './heading-names.ts';
import { faultFinderOf } from './layouts.ts';
import { guessTable } from './mapping.ts';
import { templateFields } from './template.ts';

const payment = ['Anna Tamm', 'EE382200221020145685', '1250.00', 'EUR', 'Salary for May'];
const fields = ['name', 'account', 'amount', 'currency', 'reference'];

test.each([
  ['English', ['Beneficiary Name', 'IBAN', 'Amount', 'Currency', 'Payment details']],
  ['English, as programs write', ['payee_name', 'ACCOUNT-NUMBER', 'amount', 'ccy', 'paymentReference']],
  ['English with explanations', ['Name *', 'IBAN (required)', 'Amount [EUR]', 'Currency code', 'Reference']],
  ['Russian', ['Получатель', 'Счёт получателя', 'Сумма', 'Валюта', 'Назначение платежа']],
  ['Russian, other words', ['ФИО', 'Р/с', 'Сумма к выплате', 'Код валюты', 'Комментарий']],
  ['German', ['Empfänger', 'Kontonummer', 'Betrag', 'Währung', 'Verwendungszweck']],
  ['Estonian', ['Saaja nimi', 'Saaja konto', 'Summa', 'Valuuta', 'Selgitus']],
  ['Latvian', ['Saņēmējs', 'Saņēmēja konts', 'Summa', 'Valūta', 'Maksājuma mērķis']],
  ['Lithuanian', ['Gavėjas', 'Gavėjo sąskaita', 'Suma', 'Valiuta', 'Mokėjimo paskirtis']],
  ['Polish', ['Nazwa odbiorcy', 'Numer rachunku', 'Kwota', 'Waluta', 'Tytuł przelewu']],
])('knows headings in %s', (_language, header) => {
  const guess = guessTable([header, payment]);
  expect(guess).toMatchObject({ headerAt: 0, mapping: fields, decimalSign: '.' });
});

test('finds a header below a title', () => {
  const guess = guessTable([
    ['Payments for May'],
    ['made on', '2026-05-01'],
    ['Name', 'IBAN', 'Amount'],
    payment,
  ]);
  expect(guess).toMatchObject({ headerAt: 2, mapping: ['name', 'account', 'amount', 'currency', null] });
});

test('without a header, contents say which column is which', () => {
  const rows = [
    ['EUR', 'DE', 'Anna Tamm', 'COBADEFF', '1.234,50', 'DE89370400440532013000', 'Rent'],
    ['EUR', 'EE', 'Peeter Kask', 'HABAEE2X', '99,00', 'EE382200221020145685', 'Invoice 7'],
  ];
  expect(guessTable(rows)).toMatchObject({
    headerAt: undefined,
    mapping: ['currency', 'country', 'name', 'bic', 'amount', 'account', 'reference'],
    decimalSign: ',',
  });
});

test('unknown headings are recognised by the accounts and amounts below them', () => {
  const own = ['Wer', 'Wohin', 'Wieviel', 'Worin', 'Wofür'];
  expect(guessTable([own, payment])).toMatchObject({
    headerAt: 0,
    mapping: [null, 'account', 'amount', 'currency', null],
    decimalSign: '.',
  });
  expect(
    guessTable([
      ['Anna Tamm', 'Rent'],
      ['Peeter Kask', 'Invoice'],
    ]).headerAt,
  ).toBeUndefined();
});

test('a column of accounts or amounts is recognised even if its heading is unknown', () => {
  const guess = guessTable([['Name', 'Where to', 'How much', 'Currency', 'What for'], payment]);
  expect(guess.mapping).toEqual(['name', 'account', 'amount', 'currency', null]);
});

test.each([
  ['codes', ['Name', 'IBAN', 'Amount', 'Purpose'], ['SALA', 'rent', 'FOOD'], 'purpose'],
  ['words', ['Name', 'IBAN', 'Amount', 'Purpose'], ['Rent of May', 'Invoice 7', 'Rent of May'], 'reference'],
  ['words of four letters', ['Name', 'IBAN', 'Amount', 'Purpose'], ['Sand', 'Wood', 'Iron'], 'reference'],
  ['nothing', ['Name', 'IBAN', 'Amount', 'Purpose'], ['', '', ''], 'purpose'],
  ['words beside a reference', ['Reference', 'IBAN', 'Amount', 'Purpose'], ['Rent of May', 'Tax', 'x'], null],
])('a purpose in %s', (_what, header, purposes, field) => {
  const rows = purposes.map((purpose) => ['x', payment[1] ?? '', '5.00', purpose]);
  expect(guessTable([header, ...rows]).mapping[3]).toBe(field);
});

test('the client decides whether the first row is a header', () => {
  expect(guessTable([['Name', 'IBAN'], payment], false).headerAt).toBeUndefined();
  expect(guessTable([['Foo', 'Bar'], payment], true)).toMatchObject({ headerAt: 0 });
});

test('a heading that occurs twice is taken once, except accounts', () => {
  expect(guessTable([['Name', 'Name', 'IBAN', 'Account number'], payment]).mapping).toEqual([
    'name',
    null,
    'account',
    'account',
    null,
  ]);
});

const wise = [
  'name',
  'recipientEmail',
  'paymentReference',
  'receiverType',
  'amountCurrency',
  'amount',
  'sourceCurrency',
  'targetCurrency',
  'IBAN',
];

test.each([
  ['wise', wise, ['recipientEmail', 'amountCurrency', 'sourceCurrency']],
  [
    'revolut',
    [
      'Name',
      'Recipient type',
      'Account number',
      'Sort code',
      'IBAN',
      'BIC',
      'Recipient bank country',
      'Currency',
      'Amount',
      'Payment reference',
      'Address line 2',
    ],
    ['Address line 2'],
  ],
  [
    'paypal',
    [
      'Recipient identifier',
      'Payment amount',
      'Currency',
      'Customer ID',
      'Note to recipient',
      'Recipient wallet',
    ],
    ['Recipient identifier', 'Recipient wallet'],
  ],
  ['payoneer', ['Payee ID', 'Payment ID', 'Amount', 'Currency', 'Description'], []],
  ['swan', ['beneficiary_name', 'iban', 'amount', 'currency', 'label', 'reference'], []],
  ['calmly', templateFields('en').map(({ heading }) => heading), []],
  ['calmly', templateFields('ru').map(({ heading }) => heading), []],
])('recognises the layout of %s', (layout, header, ignored) => {
  const guess = guessTable([header, header.map(() => 'x')]);
  expect(guess).toMatchObject({ headerAt: 0, layout, ignored });
  expect(guess.mapping.filter((field) => field === null)).toHaveLength(ignored.length);
});

test('columns that were added to a known layout are taken too', () => {
  const header = ['Recipient identifier', 'Payment amount', 'Currency', 'Name', 'IBAN', 'Colour'];
  expect(guessTable([header, header.map(() => 'x')])).toMatchObject({
    layout: 'paypal',
    mapping: [null, 'amount', 'currency', 'name', 'account', null],
  });
});

test.each([
  ['Amount (EUR)', 'EUR'],
  ['Amount, USD', 'USD'],
  ['EUR amount', 'EUR'],
  ['Сумма (EUR)', 'EUR'],
  ['Сумма, евро', 'EUR'],
  ['Kwota (zł)', 'PLN'],
  ['Amount €', 'EUR'],
  ['Amount', undefined],
  ['Amount (all)', undefined],
  ['Amount EUR/USD', undefined],
])('the heading %s is of amounts in %s', (heading, currency) => {
  expect(currencyOf(heading)).toBe(currency);
  if (currency) expect(guessTable([['Name', 'IBAN', heading], payment]).mapping[2]).toBe('amount');
});

test('an amount in the source currency of a conversion is marked', () => {
  const faults = faultFinderOf('wise', wise);
  const row = (meant: string, source: string, target: string) =>
    faults?.(['Anna', '', '', 'PERSON', meant, '10', source, target, 'EE38']);
  expect(row('source', 'EUR', 'USD')).toEqual([{ column: 5, code: 'amount_in_source_currency' }]);
  expect(row('target', 'EUR', 'USD')).toEqual([]);
  expect(row('source', 'EUR', 'EUR')).toEqual([]);
});

const exact = ['Name', 'IBAN', 'Amount', 'Currency', 'Payment details'];
test.each<[string, string[][], boolean]>([
  ['every heading names its field', [exact, payment], true],
  [
    'a payee’s ID takes the place of name and account',
    [
      ['Payee ID', 'Amount'],
      ['x', '5.00'],
    ],
    true,
  ],
  ['one says more than its field', [['Name (payee)', ...exact.slice(1)], payment], false],
  [
    'one is not known',
    [
      [...exact, 'Colour'],
      [...payment, 'red'],
    ],
    false,
  ],
  ['two name the same field', [['Name', 'IBAN', 'Amount', 'Currency', 'Name'], payment], false],
  [
    'there is no amount',
    [
      ['Name', 'IBAN'],
      ['Anna Tamm', payment[1] ?? ''],
    ],
    false,
  ],
  [
    'there is no name',
    [
      ['IBAN', 'Amount'],
      [payment[1] ?? '', '5.00'],
    ],
    false,
  ],
  [
    'there is no account',
    [
      ['Name', 'Amount'],
      ['Anna Tamm', '5.00'],
    ],
    false,
  ],
  ['a row is longer than the header', [exact, [...payment, 'x']], false],
  [
    'purposes are words',
    [
      ['Name', 'IBAN', 'Amount', 'Purpose'],
      ['Anna Tamm', payment[1] ?? '', '5.00', 'Rent of May'],
    ],
    false,
  ],
  ['there is no header', [payment], false],
])('whether no one has to match the columns: %s', (_, rows, expected) => {
  expect(guessTable(rows).isExact).toBe(expected);
});

const iban = payment[1] ?? '';
const titles = (count: number) => Array.from({ length: count }, () => ['Payments']);
test.each<[string, string[][], number | undefined]>([
  ['among the first ten rows', [...titles(9), exact, payment], 9],
  ['not below them', [...titles(10), exact, payment], undefined],
  ['of one heading among blanks', [['Amount', ' ', ''], ['5.00']], 0],
  ['below an empty row', [[''], exact, payment], 1],
  ['not of one known word among three', [['Name', 'Foo', 'Bar']], undefined],
  ['not beside an amount', [['Name', '5.00']], undefined],
  [
    'of two unknown words',
    [
      ['Wer', 'Wohin'],
      ['Anna Tamm', iban],
    ],
    0,
  ],
  [
    'not of one unknown word and blanks',
    [
      ['Wer', ' ', ''],
      ['Anna Tamm', iban, ''],
    ],
    undefined,
  ],
  ['in an empty file', [], undefined],
])('a header is found: %s', (_, rows, headerAt) => {
  expect(guessTable(rows).headerAt).toBe(headerAt);
});

test('rows above a header are not data', () => {
  const rows = [
    ['Total', '', '5,50'],
    ['Name', 'IBAN', 'Amount'],
    ['Anna Tamm', iban, '5.50'],
  ];
  expect(guessTable(rows)).toMatchObject({ headerAt: 1, decimalSign: '.', ignored: [] });
});

test.each([
  ['codes that are not ours', ['FOOD', 'FOOD'], 'purpose'],
  ['codes with blanks', [' SALA ', 'FOOD '], 'purpose'],
  ['longer words', ['FOODS', 'FOODS'], 'reference'],
  ['words that end like codes', ['my FOOD', 'my FOOD'], 'reference'],
])('a column of purposes with %s is %s', (_, purposes, field) => {
  const rows = purposes.map((purpose) => ['Anna Tamm', iban, '5.00', purpose]);
  expect(guessTable([['Name', 'IBAN', 'Amount', 'Purpose'], ...rows]).mapping[3]).toBe(field);
});

test.each<[string, string[], string | null]>([
  ['currencies with blanks', [' EUR ', 'usd'], 'currency'],
  ['countries with blanks', [' DE ', 'EE'], 'country'],
  ['BICs with blanks', [' COBADEFF ', 'HABAEE2XXXX '], 'bic'],
  ['long BICs', ['COBADEFFXXX'], 'bic'],
  ['words of eight letters with a blank', ['Ann Tamm'], 'name'],
  ['words that would be a BIC without their blanks', ['Marg Ar Et'], 'name'],
  ['single letters', ['A 1', 'B 2'], 'reference'],
  ['IBANs among blanks', [iban, '  ', ' '], 'account'],
  ['four IBANs and something else', [iban, iban, iban, iban, '?'], 'account'],
  ['three IBANs and something else', [iban, iban, iban, '?'], null],
])('without a header, a column of %s is %s', (_, cells, field) => {
  const guess = guessTable(
    cells.map((cell) => [cell]),
    false,
  );
  expect(guess.mapping).toEqual([field]);
});

test('a row that is longer than the header of a known layout has columns without a field', () => {
  const header = [
    'Recipient identifier',
    'Payment amount',
    'Currency',
    'Customer ID',
    'Note to recipient',
    'Recipient wallet',
  ];
  const guess = guessTable([header, [...header.map(() => 'x'), '?', '?']]);
  expect([guess.layout, guess.columns, guess.mapping.length]).toEqual(['paypal', 8, 8]);
});
