/**
 * The outcome of each row as a pain.002. For a pain.001 it quotes the file's ids; for other files, and for rows added by hand, the payout's number
 * and the row's position. Rows are read while the file is written, so during payment the group status may be slightly older than those of its rows.
 */
import type { Locale, Sql } from '@calmly/platform/work.ts';
import type { StoredPayout } from '../store.ts';
import { refusalText, toPayouts, toRow } from '../view.ts';
import { type RowWithPayment, rowsWithPayments } from './outcome.ts';
import { countByPaymentInformation, type OutcomeCounts } from './outcome-store.ts';
import {
  type GroupStatus,
  idOf,
  type ReportedTransaction,
  type TransactionStatus,
  writePain002,
} from './pain002.ts';
import { codeOfFault, codeOfPayment, codeOfRefusal } from './reason-codes.ts';

/** pain.002.001.11. Streams: `sql` must outlive the call, so it cannot be a transaction's. `messageId` is a UUID; its 32 digits fit Max35Text. */
export async function resultsPain002(
  sql: Sql,
  payout: StoredPayout,
  { locale, now, messageId }: { readonly locale: Locale; readonly now: Date; readonly messageId: string },
) {
  const [counted] = await toPayouts(sql, [payout], true);
  if (!counted) throw new Error('a payout has counts');
  const { original, number, status } = payout;
  return {
    fileName: `${number}.xml`,
    mediaType: 'application/xml; charset=utf-8',
    content: writePain002(
      {
        messageId: messageId.replaceAll('-', ''),
        createdAt: now,
        original: { ...(original ?? noMessage), messageId: original?.messageId ?? number },
        status: groupStatus(status, counted.summary),
        payments: await statusOfPayments(sql, payout),
      },
      transactionsOf(sql, payout, locale),
    ),
  };
}

const noMessage = { name: 'NOTPROVIDED', createdAt: null, transactions: null, controlSum: null };

/** For the whole file, or for one PmtInf. */
function groupStatus(status: StoredPayout['status'], counts: OutcomeCounts): GroupStatus {
  if (status === 'READING' || status === 'MAPPING') return 'RCVD';
  if (status === 'DRAFT' || status === 'REPAIRING') return 'ACTC';
  if (status === 'CANCELED' || status === 'UNREADABLE') return 'RJCT';
  const rejected = counts.failed + counts.faulty;
  if (counts.paid === counts.rows) return 'ACSC';
  if (rejected === counts.rows) return 'RJCT';
  if (rejected > 0) return 'PART';
  if (counts.paid + counts.pending > 0) return 'ACSP';
  return status === 'WAITING' ? 'PDNG' : 'ACCP';
}

/** The status of each PmtInf that the report quotes. */
async function statusOfPayments(
  sql: Sql,
  { id, number, status }: StoredPayout,
): Promise<ReadonlyMap<string, GroupStatus>> {
  const counted = hasOutcomes.has(status) ? await countByPaymentInformation(sql, id) : [];
  // Ids may become equal when they are truncated to the schema's length.
  const groups = Map.groupBy(counted, (counts) => idOf(counts.id || number));
  return new Map(
    [...groups].map(([group, list]) => [
      group,
      groupStatus(status, list.reduce<OutcomeCounts>(add, nothing)),
    ]),
  );
}

const nothing: OutcomeCounts = { rows: 0, faulty: 0, paid: 0, pending: 0, failed: 0 };

const add = (one: OutcomeCounts, other: OutcomeCounts): OutcomeCounts => ({
  rows: one.rows + other.rows,
  faulty: one.faulty + other.faulty,
  paid: one.paid + other.paid,
  pending: one.pending + other.pending,
  failed: one.failed + other.failed,
});

const hasOutcomes: ReadonlySet<StoredPayout['status']> = new Set(['WAITING', 'SCHEDULED', 'PAYING', 'DONE']);

/** Rows are reported once the payout is confirmed. */
async function* transactionsOf(
  sql: Sql,
  { id, number, status }: StoredPayout,
  locale: Locale,
): AsyncGenerator<readonly ReportedTransaction[], void, undefined> {
  if (!hasOutcomes.has(status)) return;
  for await (const rows of rowsWithPayments(sql, id))
    yield rows.map((each) => {
      const { row, payment } = each;
      const { original, amount, currency } = row;
      return {
        paymentInformationId: original?.payment || number,
        instructionId: original ? original.instruction : `${row.position}`,
        endToEndId: (original ? original.endToEnd : row.cells.endToEndId) ?? null,
        status: statusOf(each),
        reason: reasonOf(each, locale),
        reference: payment?.number ?? null,
        amount: amount !== null && currency !== null ? { decimal: amount, currency } : null,
      };
    });
}

/** PDNG until the payment is sent: under review, or not processed yet. */
function statusOf({ outcome, payment }: RowWithPayment): TransactionStatus {
  if (outcome === undefined) return 'PDNG';
  if (outcome === 'paid') return 'ACSC';
  if (outcome !== 'pending') return 'RJCT';
  return payment?.status === 'IN_PROCESS' || payment?.status === 'PENDING_FINANCE_INSTITUTION'
    ? 'ACSP'
    : 'PDNG';
}

function reasonOf({ row, outcome, reason }: RowWithPayment, locale: Locale): ReportedTransaction['reason'] {
  if (outcome === 'failed') return { code: codeOfPayment(reason), sentence: '' };
  if (outcome === 'refused' && row.refusal)
    return { code: codeOfRefusal(row.refusal), sentence: refusalText(row.refusal, locale) };
  const [fault] = outcome === 'faulty' ? toRow(row, locale).faults : [];
  return fault ? { code: codeOfFault(fault), sentence: fault.message } : null;
}
