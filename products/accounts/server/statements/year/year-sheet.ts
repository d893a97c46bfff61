/** The year overview as CSV or XLSX: a row for each month of an account, one for its whole year, and one for each kind. */
import { type CurrencyCode, formatDecimal } from '@calmly/domain';
import { csvInBatches } from '@calmly/platform/files/csv.ts';
import { type Cell, xlsxOf } from '@calmly/platform/files/xlsx.ts';
import type { Locale } from '@calmly/platform/work.ts';
import type { AccountYear, Sums, Year } from './year.ts';
import { yearTexts } from './year-texts.ts';

const widths = [14, 24, 30, 10, 30, 12, 12, 18, 18, 18, 14, 18, 18, 18, 18, 14];
const noProfit = [null, null, null, null] as const;

/** The bytes of the file. */
export function yearSheet(
  year: Year,
  format: 'csv' | 'xlsx',
  locale: Locale,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { columns, sheet } = yearTexts[locale];
  const headings = [
    columns.kind,
    columns.account,
    columns.number,
    columns.currency,
    columns.row,
    columns.from,
    columns.to,
    columns.opening,
    columns.moneyIn,
    columns.moneyOut,
    columns.fees,
    columns.closing,
    columns.realised,
    columns.cost,
    columns.value,
    columns.quote,
  ];
  const batches = batchesOf(year, locale);
  return format === 'csv'
    ? csvInBatches(headings, batches, year.zone)
    : xlsxOf({ name: sheet, widths, headings, zone: year.zone, batches });
}

async function* batchesOf({ accounts, from, to }: Year, locale: Locale): AsyncGenerator<Cell[][]> {
  const { rows, accountKinds, kinds } = yearTexts[locale];
  for (const each of accounts) {
    const { kind, name, shownAs, currency } = each.account;
    const start = [accountKinds[kind], name, shownAs, currency];
    yield [
      ...each.months.map((month): Cell[] => [
        ...start,
        rows.month,
        { day: month.from },
        { day: month.to },
        ...cellsOf(month, currency),
        ...noProfit,
      ]),
      [...start, rows.year, { day: from }, { day: to }, ...cellsOf(each, currency), ...profitOf(each)],
      ...each.kinds.map((one): Cell[] => [
        ...start,
        rows.kind.replace('{kind}', kinds[one.kind]),
        { day: from },
        { day: to },
        null,
        { amount: formatDecimal(one.inMinor, currency) },
        { amount: formatDecimal(one.outMinor, currency) },
        null,
        null,
        ...noProfit,
      ]),
    ];
  }
}

const cellsOf = (sums: Sums, currency: CurrencyCode): Cell[] =>
  [sums.openingMinor, sums.inMinor, sums.outMinor, sums.feesMinor, sums.closingMinor].map((minor) => ({
    amount: formatDecimal(minor, currency),
  }));

const profitOf = ({ profit }: AccountYear): readonly Cell[] =>
  profit
    ? [
        { amount: profit.realised },
        { amount: profit.cost },
        profit.value === null ? null : { amount: profit.value },
        profit.quote,
      ]
    : noProfit;
