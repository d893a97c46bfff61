/** Amounts as people write them; ambiguous ones are faults. */

import { chanceOf } from '@calmly/server/test/support/chance.ts';
import { expect, test } from 'vitest';
import { createSignVote, currencyMarksIn, type DecimalSign, readAmount, signShownBy } from './read-amount.ts';

test.each([
  ['1234.5', '1234.5'],
  ['1234,5', '1234.5'],
  ['1.234,56', '1234.56'],
  ['1,234.56', '1234.56'],
  ['1 234,56', '1234.56'],
  ['1\u00a0234,56', '1234.56'],
  ['1\u202f234\u202f567,89', '1234567.89'],
  ['1\u2009234.50', '1234.50'],
  ["1'234.56", '1234.56'],
  ['1’234.56', '1234.56'],
  ['1.234.567', '1234567'],
  ['1,234,567', '1234567'],
  ['€1,234.56', '1234.56'],
  ['1 234,56 €', '1234.56'],
  ['EUR 10', '10'],
  ['10.00 USD', '10.00'],
  ['15,00 zł', '15.00'],
  ['99,90 руб.', '99.90'],
  ['+5', '5'],
  ['007.50', '7.50'],
  ['0.500', '0.500'],
  ['0', '0'],
  ['12345.678', '12345.678'],
])('reads %j as %s without knowing the column', (text, amount) => {
  expect(readAmount(text, null)).toEqual({ ok: true, amount });
});

test.each([
  ['1.234', '.', '1.234'],
  ['1.234', ',', '1234'],
  ['1,234', ',', '1.234'],
  ['1,234', '.', '1234'],
] as const)('reads %s in a column with %s as %s', (text, sign, amount) => {
  expect(readAmount(text, sign)).toEqual({ ok: true, amount });
});

test.each(['1.234', '1,234', '12.345'])('reports that %s is ambiguous', (text) => {
  const digits = text.replace(/[.,]/, '');
  expect(readAmount(text, null)).toEqual({
    ok: false,
    code: 'amount_ambiguous',
    suggestions: [digits, text.replace(',', '.')],
  });
});

test.each([
  ['', 'amount_missing'],
  [' - ', 'amount_missing'],
  ['abc', 'amount_unreadable'],
  ['1.2.3', 'amount_unreadable'],
  ['12 34', 'amount_unreadable'],
  ['1,23,456', 'amount_unreadable'],
  ['1e5', 'amount_unreadable'],
  ['1.', 'amount_unreadable'],
  ['٣', 'amount_unreadable'],
  ['10 EUR 20', 'amount_unreadable'],
  ['EURO', 'amount_unreadable'],
  ['(5.00', 'amount_unreadable'],
  ['5.00)', 'amount_unreadable'],
  ['5-6', 'amount_unreadable'],
  ['5+6', 'amount_unreadable'],
  [',234', 'amount_unreadable'],
  ['.234', 'amount_unreadable'],
  ['1'.repeat(31), 'amount_unreadable'],
  [`0.${'1'.repeat(19)}`, 'amount_unreadable'],
])('refuses %j: %s', (text, code) => {
  expect(readAmount(text, null)).toMatchObject({ ok: false, code });
});

test.each([
  ['18.4O', '18.40'],
  ['l8.40', '18.40'],
  ['1О0,00', '100.00'],
  ['5S', '55'],
])('suggests the digits that the letters of %s look like', (text, suggestion) => {
  expect(readAmount(text, null)).toEqual({ ok: false, code: 'amount_letters', suggestion });
});

test.each([
  '-5.00',
  '−5.00',
  '(5.00)',
  ' (5.00) ',
  '( 5.00 EUR )',
  '5.00-',
  '5.00- EUR',
  '-€5.00',
  '- 5.00 EUR',
])('a negative amount is a fault: %s', (text) => {
  expect(readAmount(text, '.')).toEqual({ ok: false, code: 'amount_negative', suggestion: '5.00' });
});

test.each([
  ['-0.00', { ok: true, amount: '0.00' }],
  ['-0', { ok: true, amount: '0' }],
  ['-0.50', { ok: false, code: 'amount_negative', suggestion: '0.50' }],
  ['1'.repeat(30), { ok: true, amount: '1'.repeat(30) }],
  [`0.${'1'.repeat(18)}`, { ok: true, amount: `0.${'1'.repeat(18)}` }],
])('at the edge, %s is %j', (text, expected) => {
  expect(readAmount(text, '.')).toEqual(expected);
});

test.each<[string, readonly string[]]>([
  ['5.00', []],
  ['€5.00', ['€']],
  ['5.00 USD', ['USD']],
  ['EUR 5.00 zł', ['EUR', 'zł']],
  ['-$5', ['$']],
  ['EUR', []],
])('beside the digits of %s stand %j', (text, marks) => {
  expect(currencyMarksIn(text)).toEqual(marks);
});

test('an amount with the other sign than its column is a fault', () => {
  expect(readAmount('5.25', ',')).toEqual({ ok: false, code: 'amount_other_sign', suggestion: '5.25' });
});

test.each<[string, readonly string[], DecimalSign | null]>([
  ['one that is certain', ['1.234', '2.000', '1,50'], ','],
  ['none that is certain', ['1.234', '2.000', '15'], null],
  ['two that contradict each other', ['1,50', '2.25', '1.234'], null],
  ['grouping twice', ['1.234', '1.234.567'], ','],
  ['no amounts', ['Anna, Tamm', 'EE38.22'], null],
])('a column decides by %s', (_what, texts, sign) => {
  const vote = createSignVote();
  for (const text of texts) vote.add(text);
  expect(vote.result()).toBe(sign);
});

const groupings = ['', ' ', '\u00a0', '\u202f', "'", ',', '.'] as const;
const grouped = (whole: string, separator: string) => {
  const first = whole.length % 3 || 3;
  const rest = whole.slice(first).match(/.{3}/g) ?? [];
  return [whole.slice(0, first), ...rest].join(separator);
};

function written(count: number) {
  const below = chanceOf(29);
  return Array.from({ length: count }, () => {
    const sign = below(2) === 0 ? '.' : ',';
    const separator = groupings[below(groupings.length)] ?? '';
    const whole = String(below(10 ** (1 + below(9))));
    const fraction = below(3) === 0 ? '' : String(below(1_000)).padStart(1 + below(3), '0');
    const body = separator === sign ? whole : grouped(whole, separator);
    return {
      sign: sign as DecimalSign,
      amount: fraction === '' ? whole : `${whole}.${fraction}`,
      text: `${body}${fraction && sign}${fraction}${['', ' €', ' EUR'][below(3)]}`,
    };
  });
}

/** Amounts read with a wrong value, with or without the column's sign. */
const wrongly = (read: typeof readAmount) =>
  written(20_000).filter(({ text, sign, amount }) =>
    [sign, null].some((known) => {
      const reading = read(text, known);
      return reading.ok && reading.amount !== amount;
    }),
  );

test('20,000 written amounts are read correctly, and never as something else', () => {
  for (const { text, sign, amount } of written(20_000))
    expect(readAmount(text, sign), text).toEqual({ ok: true, amount });
  expect(wrongly(readAmount)).toEqual([]);
});

test('control: a reader that takes the last sign for the decimal one is found', () => {
  const careless: typeof readAmount = (text) => {
    const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
    const digits = (part: string) => part.replace(/\D/g, '');
    return {
      ok: true,
      amount: last === -1 ? digits(text) : `${digits(text.slice(0, last))}.${digits(text.slice(last))}`,
    };
  };
  expect(wrongly(careless).length).toBeGreaterThan(100);
});

test('texts that are not amounts show no sign', () => {
  for (const text of ['EE38.2200', 'Tallinn, Pikk 3', '', '1234', '2026.11.23.', 'a'.repeat(5_000)])
    expect(signShownBy(text)).toBeUndefined();
});

test.each<[string, DecimalSign | undefined]>([
  [`${'1'.repeat(22)},${'5'.repeat(17)}`, ','],
  [`${'1'.repeat(23)},${'5'.repeat(17)}`, undefined],
  ['€1,50EUR', ','],
  ['EUR1,50zł', undefined],
  ['99999,5', ','],
  ['1\u00a0234\u00a0567\u00a0890\u00a0123\u00a0456,5', ','],
])('a cell is examined only if it is short and has few letters: %s shows %s', (text, sign) => {
  expect(signShownBy(text)).toBe(sign);
});
