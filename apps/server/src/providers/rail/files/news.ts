/**
 * What a message means for us: status reports become reports of our instructions, booked debits too, booked credits are money for
 * our clients, and those that bring an instruction's money back are returns. Only the last instruction of a payment counts: an
 * instant one that was refused late says nothing of the ordinary one that took its place.
 */
import type { BookedEntry, BookedTransaction } from '../../../platform/iso20022/camt.ts';
import { ibanOf } from '../../../platform/iso20022/fields.ts';
import type { StatedStatus, StatusReport } from '../../../platform/iso20022/pain002.ts';
import type { Sql } from '../../../platform/work.ts';
import type { IncomingCredit, RailReport } from '../rail.ts';
import { groupIdOf, groupsOf, idOfWire } from './batch.ts';
import { takeEntries } from './entries.ts';
import type { InboxMessage } from './message.ts';
import { reasonOf, saysNotInstant } from './reasons.ts';
import { findInstructions, listInstructions, type StoredInstruction } from './store.ts';

export interface News {
  readonly reports: readonly RailReport[];
  readonly credits: readonly IncomingCredit[];
  /** Debits on the bank's account that nobody here has instructed, or not as much, or whose payment went on another way. */
  readonly strangeDebits: readonly BookedTransaction[];
  /** Entries whose transactions are told after they were booked in one sum. */
  readonly lateDetails: readonly BookedEntry[];
}

export async function newsOf(sql: Sql, message: InboxMessage, now: Date): Promise<News> {
  if (message.kind === 'booked') {
    const { counted, lateDetails } = await takeEntries(sql, message.entries);
    const transactions = counted.flatMap((entry) => entry.transactions);
    return { ...(await newsOfBooked(sql, transactions, now)), lateDetails };
  }
  const reports = await reportsOfStatus(sql, message.report, now);
  return { reports, credits: [], strangeDebits: [], lateDetails: [] };
}

const settledStatuses: ReadonlySet<string> = new Set(['ACSC', 'ACCC']);

function reportOf(
  { instruction }: StoredInstruction,
  stated: StatedStatus,
  at: Date,
): RailReport | undefined {
  const news = { paymentId: instruction.paymentId, at };
  if (settledStatuses.has(stated.status)) return { ...news, outcome: 'settled' };
  if (stated.status !== 'RJCT') return undefined;
  if (instruction.scheme === 'SEPA_INSTANT' && saysNotInstant(stated.reasonCode))
    return { ...news, outcome: 'instant_unavailable' };
  return { ...news, outcome: 'rejected', reason: reasonOf(stated.reasonCode) };
}

async function reportsOfStatus(sql: Sql, report: StatusReport, at: Date): Promise<RailReport[]> {
  const batchId = idOfWire(report.originalMessageId);
  const batch = batchId === undefined ? [] : await listInstructions(sql, batchId);
  const latest = new Set(
    (
      await findInstructions(sql, {
        ids: batch.map(({ id }) => id),
        paymentIds: [],
      })
    ).flatMap(({ id, isLatest }) => (isLatest ? [id] : [])),
  );
  const stated = new Map<string, StatedStatus>();
  if (report.group) for (const { id } of batch) stated.set(id, report.group);
  for (const { paymentInformationId, payment, transfers } of report.payments) {
    const group =
      groupsOf(batch).find((each) => groupIdOf(each) === paymentInformationId.toUpperCase()) ?? [];
    if (payment) for (const { id } of group) stated.set(id, payment);
    for (const transfer of transfers) {
      const meant = batch.find(
        ({ id, instruction }) =>
          id === idOfWire(transfer.instructionId) ||
          (transfer.instructionId === null && instruction.endToEndId === transfer.endToEndId),
      );
      if (meant) stated.set(meant.id, transfer);
    }
  }
  return batch.flatMap((each) => {
    const status = latest.has(each.id) ? stated.get(each.id) : undefined;
    return (status && reportOf(each, status, at)) ?? [];
  });
}

async function newsOfBooked(
  sql: Sql,
  transactions: readonly BookedTransaction[],
  now: Date,
): Promise<Omit<News, 'lateDetails'>> {
  const idsOf = (key: 'instructionId' | 'endToEndId') =>
    transactions.flatMap((each) => idOfWire(each[key]) ?? []);
  const instructions = await findInstructions(sql, {
    ids: idsOf('instructionId'),
    paymentIds: idsOf('endToEndId'),
  });
  const byId = new Map(instructions.map((each) => [each.id, each]));
  const latestOf = new Map(
    instructions.filter(({ isLatest }) => isLatest).map((each) => [each.instruction.paymentId, each]),
  );
  const meantBy = (booked: BookedTransaction) =>
    byId.get(idOfWire(booked.instructionId) ?? '') ?? latestOf.get(idOfWire(booked.endToEndId) ?? '');

  const reports: RailReport[] = [];
  const credits: IncomingCredit[] = [];
  const strangeDebits: BookedTransaction[] = [];
  for (const booked of transactions) {
    const meant = meantBy(booked);
    const news = { paymentId: meant?.instruction.paymentId ?? '', at: now };
    if (booked.direction === 'DBIT') {
      if (meant) reports.push({ ...news, outcome: 'settled' });
      if (!meant || !isAsInstructed(meant, booked)) strangeDebits.push(booked);
    } else if (meant && booked.returnReasonCode !== null && meant.instruction.currency === booked.currency)
      reports.push({
        ...news,
        outcome: 'returned',
        reason: reasonOf(booked.returnReasonCode),
        railReference: booked.reference,
        amountMinor: booked.amountMinor,
      });
    else credits.push(creditOf(booked, now));
  }
  return { reports, credits, strangeDebits };
}

const isAsInstructed = (
  { instruction, isLatest }: Awaited<ReturnType<typeof findInstructions>>[number],
  { currency, amountMinor }: BookedTransaction,
) =>
  isLatest && instruction.currency === currency && BigInt(instruction.instructedAmountMinor) === amountMinor;

const creditOf = (booked: BookedTransaction, now: Date): IncomingCredit => ({
  railReference: booked.reference,
  scheme: booked.currency === 'EUR' ? 'SEPA' : 'SWIFT',
  creditorAccount: booked.creditorAccount ?? 'NOTPROVIDED',
  currency: booked.currency,
  amountMinor: booked.amountMinor,
  debtorName: booked.debtorName ?? 'NOTPROVIDED',
  debtorAccount: booked.debtorAccount ?? 'NOTPROVIDED',
  debtorCountry: ibanOf(booked.debtorAccount ?? '')?.slice(0, 2) ?? null,
  reference: booked.remittanceInformation ?? '',
  endToEndId: booked.endToEndId ?? 'NOTPROVIDED',
  at: now,
});
