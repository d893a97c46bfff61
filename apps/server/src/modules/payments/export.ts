/**
 * The list as a file: every payment that the filter lists, newest first, as CSV or XLSX. It is read page by page while it is sent, so that
 * neither memory nor a connection of the database is held for it. It ends at `paymentsExportMax` payments, or after a thousand pages that
 * few payments fit, and then its last line says so: whoever sums the column must know.
 */
import { type PaymentsFilter, paymentsExportMax } from '@calmly/contract';
import { formatDecimal, processingStatusOf } from '@calmly/domain';
import { csvInBatches } from '../../platform/csv.ts';
import { formatMessage } from '../../platform/http/messages.ts';
import type { ClientActor, Locale, Sql } from '../../platform/work.ts';
import { type Cell, xlsxOf } from '../../platform/xlsx.ts';
import { daysIn, type ZonedDays } from '../../platform/zoned-days.ts';
import type { Booking } from '../ledger/index.ts';
import { findBookings } from './booking-store.ts';
import { confirmationTexts } from './confirmation-texts.ts';
import { exportTexts } from './export-texts.ts';
import { conditionsOf, type Whose } from './filter.ts';
import { listPage } from './list-store.ts';
import { findOrderedBy } from './ordered-by.ts';
import type { StoredPayment } from './view.ts';

const pageSize = 1_000;
const pagesMax = 1_000;
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** As many as there are headings. */
const widths = [20, 18, 11, 34, 30, 16, 10, 12, 16, 14, 20, 40, 20, 14, 18, 30, 20, 36, 24, 16, 10, 12];

export interface ExportOrder {
  readonly filter: PaymentsFilter;
  readonly format: 'csv' | 'xlsx';
  readonly locale: Locale;
  /** Whose days and times. */
  readonly timeZone: string;
}

/** Name, kind and bytes of the file; the bytes come as they are read. */
export function exportFile(
  db: Sql,
  actor: Pick<ClientActor, 'role'>,
  whose: Whose,
  { filter, format, locale, timeZone }: ExportOrder,
) {
  // A filter that means nothing is refused now: later the answer has begun and could only break off.
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
    const { payments, cursor: next } = await listPage(db, whose, {
      ...filter,
      limit,
      ...(cursor && { cursor }),
    });
    const [bookings, orderedBy] = await Promise.all([
      findBookings(db, payments),
      findOrderedBy(db, actor, payments),
    ]);
    yield payments.map((payment) =>
      rowOf(payment, bookings.get(payment.id), orderedBy(payment), locale, zone),
    );
    if (next === undefined) return;
    cursor = next;
    left -= payments.length;
  }
  const count = new Intl.NumberFormat(locale).format(paymentsExportMax - left);
  yield [[formatMessage(exportTexts[locale].cutOff, { count }, locale)]];
}

function rowOf(
  payment: StoredPayment,
  booking: Booking | undefined,
  orderedBy: string | null,
  locale: Locale,
  zone: ZonedDays,
): Row {
  const texts = exportTexts[locale];
  const { converted } = payment;
  const outgoing = payment.direction === 'DEBIT';
  const amount = (minor: bigint) => ({ amount: formatDecimal(minor, payment.currency) });
  return [
    { time: payment.createdAt },
    payment.number,
    texts.directions[payment.direction],
    outgoing ? payment.creditorName : payment.debtorName,
    outgoing ? payment.creditorAccount : payment.debtorAccount,
    amount(outgoing ? -payment.amountMinor : payment.amountMinor),
    payment.currency,
    wasNeverCharged(payment) ? null : amount(payment.feeMinor),
    booking ? amount(booking.balanceMinor) : null,
    booking ? { day: zone.dayOf(booking.bookedAt) } : null,
    booking ? { day: zone.dayOf(booking.valueAt) } : null,
    payment.reference,
    texts.statuses[payment.status],
    confirmationTexts[locale].schemes[payment.scheme],
    payment.accountName,
    outgoing ? payment.debtorAccount : payment.creditorAccount,
    { time: payment.updatedAt },
    payment.endToEndId,
    orderedBy,
    converted ? { amount: formatDecimal(converted.amountMinor, converted.currency) } : null,
    converted?.currency ?? null,
    converted?.rate ?? null,
  ];
}

/** The fee is taken when a payment is executed. */
const wasNeverCharged = ({ status }: StoredPayment): boolean => processingStatusOf(status) === 'FAILED';
