/**
 * A statement as CSV or XLSX: the opening balance, a row for each entry, the closing balance. For a wallet of a traded asset, the last row also
 * states the profit, in separate columns so that the amounts of the others still add up.
 */
import { formatDecimal } from '@calmly/domain';
import { csvInBatches } from '@calmly/platform/files/csv.ts';
import { type Cell, xlsxOf } from '@calmly/platform/files/xlsx.ts';
import type { Locale } from '@calmly/platform/work.ts';
import { counterpartyOf, isMask, type Line, type StatementSource } from '../source.ts';
import { type StatementTexts, statementTexts } from '../texts.ts';
import { typeOf } from './type-of.ts';

const widths = [12, 12, 24, 34, 30, 40, 20, 16, 16, 10, 36];
const profitWidths = [18, 18, 18, 18, 14];

/** The bytes of the file, batch by batch. */
export function sheetOf(
  source: StatementSource,
  format: 'csv' | 'xlsx',
  locale: Locale,
): AsyncGenerator<Uint8Array> {
  const texts = statementTexts[locale];
  const { columns } = texts;
  const headings = [
    columns.booked,
    columns.value,
    columns.type,
    columns.counterparty,
    columns.counterpartyAccount,
    columns.reference,
    columns.number,
    columns.amount,
    columns.balance,
    columns.currency,
    columns.endToEndId,
    ...(source.profit ? profitHeadings(texts) : []),
  ];
  const { zone } = source.period;
  const batches = batchesOf(source, texts, locale);
  return format === 'csv'
    ? csvInBatches(headings, batches, zone)
    : xlsxOf({
        name: texts.sheet,
        widths: [...widths, ...profitWidths],
        headings,
        zone,
        batches,
        // Plus the opening and the closing balance.
        rows: source.count + 2,
      });
}

async function* batchesOf(
  source: StatementSource,
  texts: StatementTexts,
  locale: Locale,
): AsyncGenerator<Cell[][]> {
  const { currency } = source.account;
  const amount = (minor: bigint) => ({ amount: formatDecimal(minor, currency) });
  const balance = (day: string, text: string, minor: bigint): Cell[] => [
    { day },
    null,
    text,
    null,
    null,
    null,
    null,
    null,
    amount(minor),
    currency,
    null,
  ];
  // Every row has as many cells as there are headings.
  const none = profitCells(source).map(() => null);
  yield [[...balance(source.period.from, texts.opening, source.openingMinor), ...none]];
  for await (const lines of source.lines())
    yield lines.map((line) => [...rowOf(source, locale, line), ...none]);
  yield [[...balance(source.period.to, texts.closing, source.closingMinor), ...profitCells(source)]];
}

const profitHeadings = ({ profit: { columns } }: StatementTexts): readonly string[] => [
  columns.realised,
  columns.unrealised,
  columns.cost,
  columns.value,
  columns.quote,
];

function profitCells({ profit }: StatementSource): Cell[] {
  if (!profit) return [];
  const amount = (text: string | null): Cell => (text === null ? null : { amount: text });
  const { realised, unrealised, cost, value, quote } = profit;
  return [amount(realised), amount(unrealised), amount(cost), amount(value), quote];
}

function rowOf({ account, period: { zone } }: StatementSource, locale: Locale, line: Line): Cell[] {
  const { transaction } = line;
  const counterparty = counterpartyOf(line);
  const amount = (minor: bigint) => ({ amount: formatDecimal(minor, account.currency) });
  return [
    { day: zone.dayOf(line.bookedAt) },
    { day: line.valueOn },
    typeOf(line, locale),
    isMask(line) ? null : counterparty.name,
    counterparty.account,
    transaction?.reference ?? null,
    transaction?.number ?? null,
    amount(line.amountMinor),
    amount(line.balanceMinor),
    account.currency,
    transaction?.endToEndId ?? null,
  ];
}
