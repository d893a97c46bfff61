/** Numbers and days of spreadsheets as people see them. */
import { expect, test } from 'vitest';
import { cellName, columnOf, dayOf, formatOf, numberText, percentText } from './spreadsheet-values.ts';

test.each([
  ['0.30000000000000004', '0.3'],
  ['1234.5600000000001', '1234.56'],
  ['19.989999999999998', '19.99'],
  ['1.0E-2', '0.01'],
  ['1250', '1250'],
  ['-5.5', '-5.5'],
  ['999999999999999', '999999999999999'],
  ['1E3', '1000'],
  ['0', '0'],
  ['1E-20', '0.00000000000000000001'],
])('%s is shown as %s', (raw, text) => {
  expect(numberText(raw)).toEqual({ ok: true, text });
});

test.each(['4.0702810E+19', '1234567890123456', '1E308', 'NaN', 'abc', '', 'Infinity'])(
  '%j has lost digits',
  (raw) => {
    expect(numberText(raw)).toEqual({ ok: false });
  },
);

test.each([
  ['1', 1900, '1900-01-01'],
  ['59', 1900, '1900-02-28'],
  ['60', 1900, undefined],
  ['61', 1900, '1900-03-01'],
  ['46349', 1900, '2026-11-23'],
  ['46349.75', 1900, '2026-11-23'],
  ['44887', 1904, '2026-11-23'],
  ['-1', 1900, undefined],
  ['3000000', 1900, undefined],
] as const)('day %s of the system of %i is %s', (raw, system, day) => {
  expect(dayOf(raw, system)).toBe(day);
});

test.each([
  [14, undefined, 'day'],
  [22, undefined, 'day'],
  [20, undefined, 'time'],
  [9, undefined, 'percent'],
  [4, undefined, 'number'],
  [164, 'yyyy\\-mm\\-dd', 'day'],
  [165, '[$-419]d mmmm yyyy;@', 'day'],
  [166, '[h]:mm:ss', 'time'],
  [167, '#,##0.00" USD days"', 'number'],
  [168, '[Red]#,##0.00;[Blue]-#,##0.00', 'number'],
  [169, '0.0%', 'percent'],
  [170, 'General', 'number'],
  [171, '_-* #,##0.00\\ "€"_-', 'number'],
])('format %i %s shows a %s', (id, code, kind) => {
  expect(formatOf(id, code)).toMatchObject({ kind });
});

test('a format of zeros keeps leading zeros', () => {
  expect(formatOf(164, '000000').digits).toBe(6);
});

test('a share is written in per cent', () => {
  expect(percentText('0.125')).toEqual({ ok: true, text: '12.5%' });
  expect(percentText('0.07')).toEqual({ ok: true, text: '7%' });
});

test.each([
  [0, 'A1'],
  [25, 'Z1'],
  [26, 'AA1'],
  [701, 'ZZ1'],
  [702, 'AAA1'],
  [16_383, 'XFD1'],
])('column %i is %s', (column, name) => {
  expect([cellName(column, 1), columnOf(name)]).toEqual([name, column]);
});

test.each(['', '1', 'AAAA1', 'a1'])('%j names no column', (name) => {
  expect(columnOf(name)).toBeUndefined();
});
