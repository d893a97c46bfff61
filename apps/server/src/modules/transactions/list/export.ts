/**
 * The list as a file: every row that the filter finds, newest first, as CSV or XLSX. It is read page by page while it is sent, so that
 * it holds neither memory nor a database connection. It ends at `paymentsExportMax` rows, or after a thousand pages with few matches, and
 * its last line then says so, because a sum over the column would be incomplete.
 */
import { type PaymentsFilter, paymentsExportMax } from '@calmly/contract';
import { formatDecimal, processingStatusOf } from '@calmly/domain';
import { csvInBatches } from '../../../platform/files/csv.ts';
import { type Cell, xlsxOf } from '../../../platform/files/xlsx.ts';
import { formatMessage } from '../../../platform/http/calls/messages.ts';
import { daysIn, type ZonedDays } from '../../../platform/time/zoned-days.ts';
import type { ClientActor, Locale, Sql } from '../../../platform/work.ts';
import type { Booking } from '../../ledger/index.ts';
import { confirmationTexts } from '../details/confirmation-texts.ts';
import { findOrderedBy } from '../ordered/ordered-by.ts';
import type { StoredTransaction } from '../transaction.ts';
import type { ListedTransaction } from '../view.ts';
import { findBookings } from './booking-store.ts';
import { exportTexts } from './export-texts.ts';
import { conditionsOf, type Whose } from './filter.ts';
import { listPage } from './list-store.ts';

const pageSize = 1_000;
const pagesMax = 1_000;
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** One for each heading. */
const widths = [20, 18, 11, 34, 30, 16, 10, 12, 16, 14, 20, 40, 20, 14, 18, 30, 20, 36, 24, 16, 10, 12];

export interface ExportOrder {
  readonly filter: PaymentsFilter;
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
  { filter, format, locale, timeZone }: ExportOrder,
) {
  // Refuses a bad filter now: once the answer has begun it could only break off.
  conditionsOf(whose, filter);
  const texts = exportTexts[locale];
  const zone = daysIn(timeZone);
  const batches = batchesOf(db, actor, whose, filter, locale, zone);
  const fileName = `${texts.fileName}.${format}`;
  const headings = texts.headings.map((heading) => heading.replace('{timeZone}', timeZone));
  if (format === 'csv') return { fileName, content: csvInBatches(headings, batches, zone) };
  const sheet = { name: texts.sheet, widths, headings, zone, batches };
  return { fileName, mediaType: xlsxType, content: xlsxOf(sheet) };
}

type Row = readonly Cell[];

async function* batchesOf(
  db: Sql,
  actor: Pick<ClientActor, 'role'>,
  whose: Whose,
  filter: PaymentsFilter,
  locale: Locale,
  zone: ZonedDays,
): AsyncGenerator<Row[]> {
  let cursor: string | undefined;
  let left = paymentsExportMax;
  for (let page = 0; page < pagesMax && left > 0; page += 1) {
    const limit = Math.min(pageSize, left);
    const { transactions, cursor: next } = await listPage(db, whose, {
      ...filter,
      limit,
      ...(cursor && { cursor }),
    });
    const [bookings, orderedBy] = await Promise.all([
      findBookings(db, transactions),
      findOrderedBy(db, actor, transactions),
    ]);
    yield transactions.map((transaction) =>
      rowOf(transaction, bookings.get(transaction.id), orderedBy(transaction), locale, zone),
    );
    if (next === undefined) return;
    cursor = next;
    left -= transactions.length;
  }
  const count = new Intl.NumberFormat(locale).format(paymentsExportMax - left);
  yield [[formatMessage(exportTexts[locale].cutOff, { count }, locale)]];
}

function rowOf(
  transaction: ListedTransaction,
  booking: Booking | undefined,
  orderedBy: string | null,
  locale: Locale,
  zone: ZonedDays,
): Row {
  const texts = exportTexts[locale];
  const { converted } = transaction;
  const outgoing = transaction.direction === 'DEBIT';
  const isMask = transaction.audience === 'MASK';
  const counterparty = outgoing ? transaction.creditorName : transaction.debtorName;
  const amount = (minor: bigint) => ({ amount: formatDecimal(minor, transaction.currency) });
  return [
    { time: transaction.createdAt },
    transaction.number,
    texts.directions[transaction.direction],
    isMask ? texts.confidentialPayout.replace('{number}', transaction.reference) : counterparty,
    outgoing ? transaction.creditorAccount : transaction.debtorAccount,
    amount(outgoing ? -transaction.amountMinor : transaction.amountMinor),
    transaction.currency,
    wasNeverCharged(transaction) ? null : amount(transaction.feeMinor),
    booking ? amount(booking.balanceMinor) : null,
    booking ? { day: zone.dayOf(booking.bookedAt) } : null,
    booking ? { day: zone.dayOf(booking.valueAt) } : null,
    transaction.reference,
    transaction.returnPart ? texts.returnParts[transaction.returnPart] : texts.statuses[transaction.status],
    isMask ? null : confirmationTexts[locale].schemes[transaction.scheme],
    transaction.accountName,
    outgoing ? transaction.debtorAccount : transaction.creditorAccount,
    { time: transaction.updatedAt },
    transaction.endToEndId,
    orderedBy,
    converted ? { amount: formatDecimal(converted.amountMinor, converted.currency) } : null,
    converted?.currency ?? null,
    converted?.rate ?? null,
  ];
}

/** The fee is charged on execution. */
const wasNeverCharged = ({ status }: StoredTransaction): boolean => processingStatusOf(status) === 'FAILED';
