import { zAmountInput } from '@calmly/contract';
import { type CurrencyCode, formatDecimal, parseDecimal } from '@calmly/domain';
import { describe, expect, it } from 'vitest';
import { groupDigits, readAmount, regroup, tidied, tidyAmount } from './amount-input.ts';

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
    ['12 480.00 €', 'EUR', 1248000n],
    ['EUR 12,480.00', 'EUR', 1248000n],
    ['99,90 zł', 'PLN', 9990n],
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
    ['$5', 'EUR', 'invalid'],
    ['€', 'EUR', 'required'],
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

  it('the caret stays behind the typed digit', () => {
    expect(regroup('1234', 4)).toEqual({ text: `1${s}234`, caret: 5 });
    expect(regroup(`19${s}234`, 2)).toEqual({ text: `19${s}234`, caret: 2 });
    expect(regroup(`1${s}9234`, 3)).toEqual({ text: `19${s}234`, caret: 2 });
  });

  it('deleting a group space restores it and steps over it', () => {
    expect(regroup('1234', 1)).toEqual({ text: `1${s}234`, caret: 1 });
  });

  it('on blur the field shows the amount with its own decimals', () => {
    expect(tidyAmount(1248000n, 'EUR')).toBe(`12${s}480.00`);
    expect(tidyAmount(5000n, 'JPY')).toBe(`5${s}000`);
  });
});

describe('the typed amount and the amount that the bank reads (reliability F4)', () => {
  const currencies = ['EUR', 'JPY', 'KWD'] as const;
  /** Whole and decimal digits as people in different countries write them. */
  const written = (whole: string, fraction: string): string[] => {
    const grouped = (mark: string) => whole.replace(/\B(?=(\d{3})+$)/g, mark);
    return [
      ...['.', ','].map((dot) => whole + (fraction && dot + fraction)),
      grouped(' ') + (fraction && `,${fraction}`),
      grouped('’') + (fraction && `.${fraction}`),
      grouped(',') + (fraction && `.${fraction}`),
      grouped('.') + (fraction && `,${fraction}`),
    ];
  };
  /** Amounts of every length, some with a digit too few or too many. */
  const typed = currencies.flatMap((currency) =>
    Array.from({ length: 6_000 }, (_, n) => {
      const minor = BigInt(n) ** 3n + 1n;
      const [whole = '', fraction = ''] = formatDecimal(minor, currency).split('.');
      return written(whole, n % 7 === 0 ? fraction.slice(1) : fraction + (n % 11 === 0 ? '0' : ''));
    }).flatMap((texts) => texts.map((text) => ({ text, currency }))),
  );
  const inJson = (text: string, currency: CurrencyCode) =>
    zAmountInput.safeParse(text).success ? parseDecimal(text, currency) : undefined;
  const differing = (read: (text: string, currency: CurrencyCode) => bigint | undefined) =>
    typed.filter(({ text, currency }) => {
      const [form, json] = [read(text, currency), inJson(text, currency)];
      return form !== undefined && json !== undefined && form !== json;
    });
  const readTyped = (text: string, currency: CurrencyCode) => {
    const reading = readAmount(text, currency);
    return reading.ok ? reading.minor : undefined;
  };

  it('are the same, or one of them refuses', () => {
    expect(typed.length).toBeGreaterThan(100_000);
    expect(differing(readTyped).slice(0, 3)).toEqual([]);
    for (const { text, currency } of typed) {
      const minor = readTyped(text, currency);
      if (minor !== undefined && inJson(formatDecimal(minor, currency), currency) !== minor)
        expect(text).toBe(minor);
    }
  });

  it('control: a form that takes every mark for grouping is found', () => {
    const careless = (text: string) => BigInt(text.replaceAll(/\D/g, '') || '0');
    expect(differing(careless)).not.toEqual([]);
  });
});

it('an amount that is tidy already, or none, has nothing to tidy', () => {
  const tidy = tidied('1250', 'EUR');
  expect(tidy).toBe(tidyAmount(125_000n, 'EUR'));
  expect(tidy && tidied(tidy, 'EUR')).toBeUndefined();
  expect(tidied('abc', 'EUR')).toBeUndefined();
});
