import { describe, expect, it } from 'vitest';
import { groupDigits, readAmount, regroup, tidyAmount } from './amount-input.ts';

const s = '\u00A0';

describe('a typed amount', () => {
  it.each([
    ['1 234,56', 'EUR', 123456n],
    ['1,234.56', 'EUR', 123456n],
    ['1.234,56', 'EUR', 123456n],
    [`1${s}234.5`, 'EUR', 123450n],
    ["1'234'567.89", 'CHF', 123456789n],
    ['1,234', 'EUR', 123400n],
    ['1.234.567', 'EUR', 123456700n],
    ['.5', 'EUR', 50n],
    ['12.', 'EUR', 1200n],
    ['1,234', 'JPY', 1234n],
    ['1.234', 'KWD', 1234n],
    ['90071992547409931.07', 'EUR', 9007199254740993107n],
  ] as const)('%s %s is read exactly', (text, currency, minor) => {
    expect(readAmount(text, currency)).toEqual({ ok: true, minor });
  });

  it.each([
    ['', 'EUR', 'required'],
    ['   ', 'EUR', 'required'],
    ['-5', 'EUR', 'invalid'],
    ['1e3', 'EUR', 'invalid'],
    ['.', 'EUR', 'invalid'],
    ['1,23,456.00', 'EUR', 'invalid'],
    ['1.2.3', 'EUR', 'invalid'],
    ['1,234', 'KWD', 'amount_ambiguous'],
    ['1.234', 'EUR', 'amount_precision'],
    ['10.5', 'JPY', 'amount_precision'],
    ['0,00', 'EUR', 'amount_zero'],
  ] as const)('%s %s is refused as %s', (text, currency, code) => {
    expect(readAmount(text, currency)).toEqual({ ok: false, code });
  });
});

describe('while typing', () => {
  it('the whole digits are grouped and the decimal sign is kept as typed', () => {
    expect(groupDigits('1234567,8')).toBe(`1${s}234${s}567,8`);
    expect(groupDigits('1,234.56')).toBe('1,234.56');
    expect(groupDigits('abc')).toBe('abc');
  });

  it('the caret stays behind the digit that was typed', () => {
    expect(regroup('1234', 4)).toEqual({ text: `1${s}234`, caret: 5 });
    expect(regroup(`19${s}234`, 2)).toEqual({ text: `19${s}234`, caret: 2 });
    expect(regroup(`1${s}9234`, 3)).toEqual({ text: `19${s}234`, caret: 2 });
  });

  it('deleting a group space puts it back and steps over it', () => {
    expect(regroup('1234', 1)).toEqual({ text: `1${s}234`, caret: 1 });
  });

  it('a field that is left shows the amount with its own decimals', () => {
    expect(tidyAmount(1248000n, 'EUR')).toBe(`12${s}480.00`);
    expect(tidyAmount(5000n, 'JPY')).toBe(`5${s}000`);
  });
});
