/** A statement as CSV or XLSX: the opening balance, a row for each entry, the closing balance. */
import { formatDecimal } from '@calmly/domain';
import { csvInBatches } from '../../../platform/files/csv.ts';
import { type Cell, xlsxOf } from '../../../platform/files/xlsx.ts';
import type { Locale } from '../../../platform/work.ts';
import { counterpartyOf, isMask, type Line, type StatementSource } from '../source.ts';
import { type StatementTexts, statementTexts } from '../texts.ts';
import { typeOf } from './type-of.ts';

const widths = [12, 12, 24, 34, 30, 40, 20, 16, 16, 10, 36];

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
  ];
  const { zone } = source.period;
  const batches = batchesOf(source, texts, locale);
  return format === 'csv'
    ? csvInBatches(headings, batches, zone)
    : xlsxOf({ name: texts.sheet, widths, headings, zone, batches });
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
  yield [balance(source.period.from, texts.opening, source.openingMinor)];
  for await (const lines of source.lines()) yield lines.map((line) => rowOf(source, locale, line));
  yield [balance(source.period.to, texts.closing, source.closingMinor)];
}

function rowOf({ account, period: { zone } }: StatementSource, locale: Locale, line: Line): Cell[] {
  const { transaction } = line;
  const counterparty = counterpartyOf(line);
  const amount = (minor: bigint) => ({ amount: formatDecimal(minor, account.currency) });
  return [
    { day: zone.dayOf(line.bookedAt) },
    { day: zone.dayOf(line.valueAt) },
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
