/**
 * The list as a file: every row that the filter finds, newest first, as CSV or XLSX. It is read page by page while it is sent, so that
 * it holds neither memory nor a database connection. It ends at `paymentsExportMax` rows, or after a thousand pages with few matches, and
 * its last line then says so, because a sum over the column would be incomplete.
 */
import { categoryNames, type ExportColumn, paymentsExportMax } from '@calmly/contract';
import { chargesOf, formatDecimal, processingStatusOf } from '@calmly/domain';
import { csvInBatches } from '@calmly/platform/files/csv.ts';
import { type Cell, xlsxOf } from '@calmly/platform/files/xlsx.ts';
import { formatMessage } from '@calmly/platform/http/calls/messages.ts';
import { daysIn, type ZonedDays } from '@calmly/platform/time/zoned-days.ts';
import type { ClientActor, Locale, Sql } from '@calmly/platform/work.ts';
import type { Booking } from '../../../../ledger/server/index.ts';
import { confirmationTexts } from '../details/confirmation-texts.ts';
import { findOrderedBy } from '../ordered/earlier.ts';
import type { Products, WrittenBeside } from '../products.ts';
import { findReceiptNames } from '../receipts/receipts.ts';
import type { ListedTransaction, StoredTransaction } from '../transaction.ts';
import { findBookings, partSchemes } from './booking-store.ts';
import { type BookedPeriod, isOf, type Paging, pagesOf } from './export-pages.ts';
import { exportTexts } from './export-texts.ts';
import { conditionsOf, type Whose } from './filter.ts';
import { type BookedRow, rowsOfMasks } from './mask-months.ts';
import { rowsOfParts } from './part-months.ts';

const pagesMax = 1_000;
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const widths: Readonly<Record<ExportColumn, number>> = {
  time: 20,
  number: 18,
  direction: 11,
  counterparty: 34,
  counterpartyAccount: 30,
  amount: 16,
  currency: 10,
  fee: 12,
  balanceAfter: 16,
  bookedOn: 14,
  valueOn: 20,
  reference: 40,
  status: 20,
  method: 14,
  account: 18,
  accountNumber: 30,
  updatedAt: 20,
  endToEndId: 36,
  createdBy: 24,
  convertedAmount: 16,
  convertedCurrency: 10,
  rate: 12,
  category: 22,
  note: 40,
  receiptCount: 10,
  receipts: 40,
};

export interface ExportOrder extends Paging {
  /** In this order. */
  readonly columns: readonly ExportColumn[];
  readonly format: 'csv' | 'xlsx';
  readonly locale: Locale;
  /** Whose days and times. */
  readonly timeZone: string;
}

/** Name, type and content of the file; the content is streamed. */
export function exportFile(
  db: Sql,
  actor: Pick<ClientActor, 'role'>,
  whose: Whose,
  products: Pick<Products, 'bookkeeping' | 'partsOfTrades'>,
  order: ExportOrder,
) {
  const { filter, columns, format, locale, timeZone } = order;
  // Refuses a bad filter now: once the answer has begun it could only break off.
  conditionsOf(whose, filter);
  const texts = exportTexts[locale];
  const zone = daysIn(timeZone);
  const batches = batchesOf(db, actor, whose, products, order);
  const fileName = `${texts.fileName}.${format}`;
  const headings = columns.map((column) => texts.headings[column].replace('{timeZone}', timeZone));
  if (format === 'csv') return { fileName, content: csvInBatches(headings, batches, zone) };
  const sheet = {
    name: texts.sheet,
    widths: columns.map((column) => widths[column]),
    headings,
    zone,
    batches,
  };
  return { fileName, mediaType: xlsxType, content: xlsxOf(sheet) };
}

type Row = readonly Cell[];

async function* batchesOf(
  db: Sql,
  actor: Pick<ClientActor, 'role'>,
  whose: Whose,
  products: Pick<Products, 'bookkeeping' | 'partsOfTrades'>,
  { filter, booked, columns, locale, timeZone }: ExportOrder,
): AsyncGenerator<Row[]> {
  const zone = daysIn(timeZone);
  let left = paymentsExportMax;
  let pages = 0;
  for await (const page of pagesOf(db, whose, { filter, booked })) {
    const all = await rowsOf(db, products, page, booked, zone);
    if (pages === pagesMax || (left === 0 && all.length > 0)) return yield cutOff(locale, left);
    const rows = all.slice(0, left);
    const transactions = rows.map(([transaction]) => transaction);
    const ids = transactions.map(({ id }) => id);
    const [orderedBy, beside, receipts] = await Promise.all([
      findOrderedBy(db, actor, transactions),
      products.bookkeeping.writtenBeside(db, ids),
      findReceiptNames(db, ids),
    ]);
    yield rows.map(([transaction, booking]) => {
      const { id } = transaction;
      const cells = cellsOf(
        transaction,
        {
          booking,
          orderedBy: orderedBy(transaction),
          beside: beside.get(id),
          receipts: receipts.get(id) ?? [],
        },
        locale,
        zone,
      );
      return columns.map((column) => cells[column]);
    });
    left -= rows.length;
    pages += 1;
    if (all.length > rows.length) return yield cutOff(locale, left);
  }
}

/** What the file says of a page: of a period the rows that are of it, with a row for each month of a confidential payout and of what moves in parts. */
async function rowsOf(
  db: Sql,
  products: Pick<Products, 'partsOfTrades'>,
  page: readonly ListedTransaction[],
  booked: BookedPeriod | undefined,
  zone: ZonedDays,
): Promise<BookedRow[]> {
  const masks = booked ? page.filter(({ audience }) => audience === 'MASK') : [];
  const inParts = booked
    ? page.filter(({ audience, scheme }) => audience !== 'MASK' && partSchemes.includes(scheme))
    : [];
  const apart = new Set([...masks, ...inParts]);
  const none = new Map<string, BookedRow[]>();
  const [bookings, ofMasks, ofParts] = await Promise.all([
    findBookings(
      db,
      page.filter((row) => !apart.has(row)),
    ),
    booked ? rowsOfMasks(db, masks, booked, zone) : none,
    booked ? rowsOfParts(db, products, inParts, booked, zone) : none,
  ]);
  return page.flatMap((row): readonly BookedRow[] => {
    const rows = ofMasks.get(row.id) ?? ofParts.get(row.id);
    if (rows) return rows;
    const booking = bookings.get(row.id);
    return !booked || isOf(booked, row, booking) ? [[row, booking]] : [];
  });
}

function cutOff(locale: Locale, left: number): Row[] {
  const count = new Intl.NumberFormat(locale).format(paymentsExportMax - left);
  return [[formatMessage(exportTexts[locale].cutOff, { count }, locale)]];
}

/** What the file says beside the row itself. */
interface Beside {
  readonly booking: Booking | undefined;
  readonly orderedBy: string | null;
  readonly beside: WrittenBeside | undefined;
  /** File names. */
  readonly receipts: readonly string[];
}

function cellsOf(
  transaction: ListedTransaction,
  { booking, orderedBy, beside, receipts }: Beside,
  locale: Locale,
  zone: ZonedDays,
): Readonly<Record<ExportColumn, Cell>> {
  const texts = exportTexts[locale];
  const { converted } = transaction;
  const outgoing = transaction.direction === 'DEBIT';
  const isMask = transaction.audience === 'MASK';
  const counterparty = outgoing ? transaction.creditorName : transaction.debtorName;
  const amount = (minor: bigint) => ({ amount: formatDecimal(minor, transaction.currency) });
  return {
    time: { time: transaction.createdAt },
    number: transaction.number,
    direction: texts.directions[transaction.direction],
    counterparty: isMask ? texts.confidentialPayout.replace('{number}', transaction.reference) : counterparty,
    counterpartyAccount: outgoing ? transaction.creditorAccount : transaction.debtorAccount,
    amount: amount(movedMinor(transaction)),
    currency: transaction.currency,
    fee: wasNeverCharged(transaction) ? null : amount(transaction.feeMinor),
    balanceAfter: booking ? amount(booking.balanceMinor) : null,
    bookedOn: booking ? { day: zone.dayOf(booking.bookedAt) } : null,
    valueOn: booking ? { day: transaction.valueOn ?? zone.dayOf(booking.valueAt) } : null,
    reference: transaction.reference,
    status: transaction.returnPart
      ? texts.returnParts[transaction.returnPart]
      : texts.statuses[transaction.status],
    method: isMask ? null : confirmationTexts[locale].schemes[transaction.scheme],
    account: transaction.accountName,
    accountNumber: outgoing ? transaction.debtorAccount : transaction.creditorAccount,
    updatedAt: { time: transaction.updatedAt },
    endToEndId: transaction.endToEndId,
    createdBy: orderedBy,
    convertedAmount: converted ? { amount: formatDecimal(converted.amountMinor, converted.currency) } : null,
    convertedCurrency: converted?.currency ?? null,
    rate: converted?.rate ?? null,
    category: beside?.category ? categoryNames[beside.category][locale] : null,
    note: beside?.note ?? null,
    receiptCount: receipts.length > 0 ? { amount: String(receipts.length) } : null,
    receipts: receipts.length > 0 ? receipts.join(', ') : null,
  };
}

/** Less the fee, which has a column of its own, also where the payee bears it: then it is part of the amount that was ordered. */
function movedMinor(transaction: StoredTransaction): bigint {
  const { direction, amountMinor, feeMinor } = transaction;
  if (direction === 'CREDIT') return amountMinor;
  return -(wasNeverCharged(transaction) ? amountMinor : chargesOf(transaction).debitedMinor - feeMinor);
}

/** The fee is charged on execution. */
const wasNeverCharged = ({ status }: StoredTransaction): boolean => processingStatusOf(status) === 'FAILED';
