/**
 * How numbers are formatted (docs/recipes.md, "Add a text"): amounts by `displayAmount` for people and by `formatDecimal` for programs, identically
 * in both languages. So an
 * amount in a code message equals the one on the screen, character for character. Only the few files named here format numbers for people in other
 * ways.
 */
import { displayAmount, formatDecimal } from '@calmly/domain';
import { expect, test } from 'vitest';

const sources: Readonly<Record<string, string>> = {
  ...import.meta.glob<string>(
    ['../../../{apps/{web,office},packages/{ui,texts,portal-kit}}/src/**/*.{ts,tsx}', '!**/*.test.{ts,tsx}'],
    {
      query: '?raw',
      import: 'default',
      eager: true,
    },
  ),
  ...import.meta.glob<string>(
    ['../../../{products,providers,platform}/**/*.{ts,tsx}', '!**/*.test.{ts,tsx}'],
    {
      query: '?raw',
      import: 'default',
      eager: true,
    },
  ),
};

const filesWith = (expression: RegExp) =>
  Object.entries(sources)
    .filter(([, source]) => expression.test(source))
    .map(([path]) => path.replace(/^[./]+/, ''))
    .sort();

test('for people: a space between thousands, a point, and the symbol behind it; for programs: a point alone', () => {
  expect(displayAmount(-123_456_789n, 'EUR').text).toBe('-1\u00a0234\u00a0567.89\u00a0€');
  expect(formatDecimal(-123_456_789n, 'EUR')).toBe('-1234567.89');
});

test('no other file formats numbers in its own way', () => {
  expect(filesWith(/\.toFixed\(|NumberFormat\(|\.toLocaleString\(/)).toEqual([
    // Positions in a PDF, and in a drawing.
    'platform/files/pdf-content.ts',
    'products/accounts/portal/dashboard/charts/balance-chart.tsx',
    // A count of rows.
    'products/accounts/server/transactions/list/export.ts',
    // Fees in percent, with the decimal point of the amounts next to them.
    'products/crypto/portal/market/order-form/cost-lines.tsx',
    // A day.
    'products/insight/server/alerts/digest/texts.ts',
  ]);
});

test('control: the files are read', () => {
  expect(Object.keys(sources).length).toBeGreaterThan(1_000);
  expect(filesWith(/displayAmount\(/).length).toBeGreaterThan(30);
});
