/**
 * From a message to news for clearing. Status reports and booked debits become reports of our instructions, booked credits become incoming
 * credits, and credits that bring an instruction's money back become returns. Only the last instruction of a payment counts: a late
 * refusal of the instant one says nothing about the ordinary one that replaced it. Contradictions become exceptions.
 */

import { ibanOf } from '@calmly/platform/iso20022/fields.ts';
import type { Sql } from '@calmly/platform/work.ts';
import type { IncomingCredit, RailException, RailReport } from '@calmly/providers/rail/rail.ts';
import { referencesOf } from '../arrivals.ts';
import { type BookedTransaction, type CountedTransaction, isReturn } from '../iso20022/booked.ts';
import { notStated, type StatedStatus, type StatusReport } from '../iso20022/pain002.ts';
import { groupIdOf, groupsOf, idOfWire } from './batch.ts';
import { takeEntries } from './entries.ts';
import { debitException, entryRefused, lateDetails, replacedSettled, unknownStatus } from './exceptions.ts';
import { matchInstructions } from './matching/instructed.ts';
import type { InboxMessage } from './message.ts';
import { reasonOf, saysNotInstant } from './reasons.ts';
import {
  type FoundInstruction,
  findInstructions,
  listInstructions,
  type StoredInstruction,
  setDebitReferences,
} from './store.ts';

export interface News {
  readonly reports: readonly RailReport[];
  readonly credits: readonly IncomingCredit[];
  readonly exceptions: readonly RailException[];
}

/**
 * In the transaction that books the file: it remembers entries and debits, so that an entry that comes again
 * counts once. Books nothing itself; every exception names the file.
 */
export async function newsOf(
  sql: Sql,
  message: InboxMessage,
  { now, file }: { readonly now: Date; readonly file: string },
): Promise<News> {
  const { exceptions, ...news } = await newsIn(sql, message, now);
  return {
    ...news,
    exceptions: exceptions.map((each) => ({ ...each, facts: [...each.facts, ['File', file]] })),
  };
}

async function newsIn(sql: Sql, message: InboxMessage, now: Date): Promise<News> {
  if (message.kind === 'status') return newsOfStatus(sql, message.report, now);
  // A report of the day so far may still change: nothing is booked by it.
  if (message.kind === 'intraday') return { reports: [], credits: [], exceptions: [] };
  const taken = await takeEntries(sql, message.entries);
  const transactions = taken.counted.flatMap(({ key: entryKey, transactions }) =>
    transactions.map((each) => ({ ...each, entryKey })),
  );
  const { exceptions, ...news } = await newsOfBooked(sql, transactions, now);
  return {
    ...news,
    exceptions: [...exceptions, ...taken.lateDetails.map(lateDetails), ...message.refused.map(entryRefused)],
  };
}

const settledStatuses: ReadonlySet<string> = new Set(['ACSC', 'ACCC']);

/** Whether a status ends a payment; the others only say how far it is. */
const isDecisive = ({ status }: StatedStatus): boolean => status === 'RJCT' || settledStatuses.has(status);

function reportOf({ instruction }: StoredInstruction, stated: StatedStatus, at: Date): RailReport[] {
  const news = { paymentId: instruction.paymentId, at };
  if (settledStatuses.has(stated.status)) return [{ ...news, outcome: 'settled' }];
  if (stated.status !== 'RJCT') return [];
  if (instruction.scheme === 'SEPA_INSTANT' && saysNotInstant(stated.reasonCode))
    return [{ ...news, outcome: 'instant_unavailable' }];
  return [{ ...news, outcome: 'rejected', reason: reasonOf(stated.reasonCode) }];
}

async function newsOfStatus(sql: Sql, report: StatusReport, at: Date): Promise<News> {
  const batchId = idOfWire(report.originalMessageId);
  const ids = batchId === undefined ? [] : (await listInstructions(sql, batchId)).map(({ id }) => id);
  const found = new Map((await findInstructions(sql, { ids })).map((each) => [each.id, each]));
  const batch = ids.flatMap((id) => found.get(id) ?? []);
  const stated = new Map<string, StatedStatus>();
  const exceptions: RailException[] = [];
  const state = (meant: readonly StoredInstruction[], part: string, status: StatedStatus) => {
    for (const { id } of meant) stated.set(id, status);
    if (status.status === notStated || (meant.length === 0 && isDecisive(status)))
      exceptions.push(unknownStatus({ ...report, part }, status));
  };
  if (report.group) state(batch, 'the whole file', report.group);
  for (const { paymentInformationId, payment, transfers } of report.payments) {
    const group =
      groupsOf(batch).find((each) => groupIdOf(each) === paymentInformationId.toUpperCase()) ?? [];
    if (payment) state(group, `its part ${paymentInformationId}`, payment);
    for (const transfer of transfers) {
      state(
        transferMeant(batch, group, transfer),
        `the transfer ${transfer.instructionId ?? transfer.endToEndId ?? 'without an id'}`,
        transfer,
      );
    }
  }
  const reports: RailReport[] = [];
  for (const each of batch) {
    const status = stated.get(each.id);
    if (!status) continue;
    if (each.isLatest) reports.push(...reportOf(each, status, at));
    else if (settledStatuses.has(status.status)) exceptions.push(replacedSettled(each, status));
  }
  return { reports, credits: [], exceptions };
}

/** A transfer of a batch by its own id, or by an end-to-end id that only one of its group has: clients choose some and may repeat them. */
function transferMeant(
  batch: readonly StoredInstruction[],
  group: readonly StoredInstruction[],
  {
    instructionId,
    endToEndId,
  }: { readonly instructionId: string | null; readonly endToEndId: string | null },
): readonly StoredInstruction[] {
  const id = idOfWire(instructionId);
  if (id !== undefined) return batch.filter((each) => each.id === id);
  const found = (group.length > 0 ? group : batch).filter(
    ({ instruction }) => instruction.endToEndId === endToEndId,
  );
  return found.length === 1 ? found : [];
}

async function newsOfBooked(sql: Sql, transactions: readonly CountedTransaction[], now: Date): Promise<News> {
  const meantBy = await matchInstructions(sql, transactions);
  const reports: RailReport[] = [];
  const credits: IncomingCredit[] = [];
  const exceptions: RailException[] = [];
  const debits = new Map<string, Debit>();
  const debited = new Map<string, Debit & { id: string }>();
  /** With what the same file has told of it. */
  const asToldNow = (found: FoundInstruction): FoundInstruction => {
    const own = debits.get(found.id);
    const ofPayment = debited.get(found.instruction.paymentId);
    return {
      ...found,
      debitReference: found.debitReference ?? (own?.isNamed ? own.reference : null),
      otherDebit: found.otherDebit ?? (ofPayment && ofPayment.id !== found.id ? ofPayment.reference : null),
      otherDebitReferences: [
        ...found.otherDebitReferences,
        ...[own?.otherReference, ofPayment?.otherReference].flatMap((each) => each ?? []),
      ],
    };
  };
  for (const booked of transactions) {
    const found = meantBy(booked, asToldNow);
    const meant = found && asToldNow(found);
    const news = { paymentId: meant?.instruction.paymentId ?? '', at: now };
    if (booked.direction === 'DBIT') {
      if (meant && wasTold(booked, meant)) continue;
      const kind = faultOf(booked, meant);
      if (kind) exceptions.push(debitException(kind, booked, meant));
      if (!meant || kind === 'credit_reversed') continue;
      const { reference, otherReference, isNamed } = booked;
      const isRepeated = kind === 'debit_repeated';
      // The bank's loss is the exception's; this entry carried out nothing.
      const entryKey = isRepeated ? null : booked.entryKey;
      const debit = { reference, otherReference, isNamed, entryKey };
      if (!debits.has(meant.id)) debits.set(meant.id, debit);
      if (isRepeated) continue;
      debited.set(news.paymentId, { id: meant.id, ...debit });
      reports.push({ ...news, outcome: 'settled' });
    } else if (meant && isReturn(booked) && meant.instruction.currency === booked.currency)
      reports.push({
        ...news,
        outcome: 'returned',
        reason: reasonOf(booked.returnReasonCode),
        isOfReplaced: !meant.isLatest || meant.otherDebit !== null,
        railReference: booked.reference,
        amountMinor: booked.amountMinor,
        entry: entryOf(booked),
        valueOn: valueDayOf(booked, now),
      });
    else credits.push(creditOf(booked, now));
  }
  await setDebitReferences(sql, debits);
  return { reports, credits, exceptions };
}

/** What a file tells of a debit that an instruction led to. */
interface Debit {
  readonly reference: string;
  readonly otherReference: string | null;
  readonly isNamed: boolean;
  readonly entryKey: string | null;
}

/** Whether a debit is one that was told before, perhaps of another instruction of the payment. */
const wasTold = (
  booked: BookedTransaction,
  { debitReference, unnamedDebit, otherDebit, otherDebitReferences }: FoundInstruction,
): boolean =>
  !booked.isReversal &&
  (otherDebitReferences.includes(booked.reference) ||
    referencesOf(booked).some((each) => [debitReference, unnamedDebit, otherDebit].includes(each)));

/** What is wrong with a debit that was not told before; undefined: it is what was instructed. */
function faultOf(booked: BookedTransaction, meant: FoundInstruction | undefined) {
  if (booked.isReversal) return 'credit_reversed';
  if (!meant) return 'debit_unknown';
  const { instruction, debitReference, otherDebit, isLatest } = meant;
  // A payment is debited once, whichever of its instructions is carried out.
  if (otherDebit !== null || (debitReference !== null && booked.isNamed)) return 'debit_repeated';
  if (!isLatest) return 'debit_replaced';
  const isAsInstructed =
    instruction.currency === booked.currency &&
    BigInt(instruction.instructedAmountMinor) === booked.amountMinor;
  return isAsInstructed ? undefined : 'debit_differs';
}

const entryOf = ({ bankAccount, bookedOn, otherReference, entryKey }: CountedTransaction) => ({
  bankAccount,
  bookedOn,
  otherReference,
  key: entryKey,
});

const creditOf = (booked: CountedTransaction, now: Date): IncomingCredit => ({
  railReference: booked.reference,
  entry: entryOf(booked),
  isReversal: booked.isReversal,
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
  valueOn: valueDayOf(booked, now),
});

/**
 * The client's money counts no later than the day on which our account was credited (PSD2, article 87): the value day of the bank, where it
 * names none its booking day. Null where that is today or later, because what is booked now counts from now.
 */
function valueDayOf({ valueOn, bookedOn }: BookedTransaction, now: Date): string | null {
  const day = valueOn ?? bookedOn;
  return day !== null && day < now.toISOString().slice(0, 10) ? day : null;
}
