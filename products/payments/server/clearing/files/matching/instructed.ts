/**
 * Which of our instructions a booked transaction is about: the one whose id it names, or else the last one of the payment whose end-to-end id
 * it names. We make most end-to-end ids out of the payment's id. Clients choose others in their payout files and may use one many times, or one
 * that another client uses: such an instruction must also agree in currency, amount and accounts, and where those of several clients do, or
 * confidential ones and others, it is none of them. A guess would give one client's money to another.
 */
import { ibanOf, isGiven } from '@calmly/platform/iso20022/fields.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { findTransactions, knownReturns } from '../../../../../accounts/server/transactions/index.ts';
import { arrivalsLike, findArrivals, type KnownArrivals } from '../../arrival-store.ts';
import {
  type Arrival,
  isSameArrival,
  type References,
  referencesOf,
  shareReference,
} from '../../arrivals.ts';
import { type BookedTransaction, isReturn } from '../../iso20022/booked.ts';
import { idOfWire, wireIdOf } from '../batch.ts';
import { type FoundInstruction, findInstructions } from '../store.ts';

/** An instruction with what the same file has told of its debits so far. */
type AsToldNow = (instruction: FoundInstruction) => FoundInstruction;

/** What is known of the payments whose end-to-end ids clients chose, and of what has come back. */
interface Known {
  /** Whose the payment is and who sees it; equal texts: the same client and people. */
  readonly ownerOf: (instruction: FoundInstruction) => string;
  /** Payments that have come back, with the bank's references for those of the same file. */
  readonly returned: Map<string, References | null>;
  readonly arrivals: KnownArrivals;
}

/**
 * Reads the instructions of these transactions. The answer finds the one that a transaction is about, undefined for none; it is asked once for
 * each transaction, in order: of two equal payments each comes back once.
 */
export async function matchInstructions(
  sql: Sql,
  transactions: readonly BookedTransaction[],
): Promise<(booked: BookedTransaction, asToldNow: AsToldNow) => FoundInstruction | undefined> {
  const found = await findInstructions(sql, {
    ids: transactions.flatMap(({ instructionId }) => idOfWire(instructionId) ?? []),
    paymentIds: transactions.flatMap(({ endToEndId }) => idOfWire(endToEndId) ?? []),
    ownEndToEndIds: transactions.flatMap(({ endToEndId }) => (isGiven(endToEndId) ? endToEndId : [])),
  });
  const byId = new Map(found.map((each) => [each.id, each]));
  const latest = found.filter(({ isLatest }) => isLatest);
  const ofPayment = new Map(latest.map((each) => [each.instruction.paymentId, each]));
  const own = latest.filter((each) => !isOurs(each));
  const byOwnId = Map.groupBy(own, ({ instruction }) => instruction.endToEndId);
  const known = await readKnown(sql, own, transactions);
  return (booked, asToldNow) => {
    const named = byId.get(idOfWire(booked.instructionId) ?? '');
    if (named) return named;
    const paid = ofPayment.get(idOfWire(booked.endToEndId) ?? '');
    if (paid && isOurs(paid)) return paid;
    const agreeing = (byOwnId.get(booked.endToEndId ?? '') ?? []).filter((each) => agrees(each, booked));
    if (agreeing.length === 0) return paid;
    if (booked.direction === 'DBIT') return debitedBy(agreeing, booked, asToldNow, known);
    const back = broughtBackBy(agreeing, booked, asToldNow, known);
    const paymentId = back?.instruction.paymentId;
    if (paymentId !== undefined && isReturn(booked) && !known.returned.has(paymentId))
      known.returned.set(paymentId, booked);
    return back;
  };
}

/** Whether we made the end-to-end id. Clients may choose any, also one that we made for another payment. */
const isOurs = ({ instruction }: FoundInstruction): boolean =>
  instruction.endToEndId === wireIdOf(instruction.paymentId);

async function readKnown(
  sql: Sql,
  own: readonly FoundInstruction[],
  transactions: readonly BookedTransaction[],
): Promise<Known> {
  const ids = own.map(({ instruction }) => instruction.paymentId);
  const payments = await findTransactions(sql, ids);
  const returned = await knownReturns(sql, ids);
  const credits = transactions.filter(({ direction }) => direction === 'CRDT');
  return {
    ownerOf({ instruction: { paymentId } }) {
      const payment = payments.get(paymentId);
      // What was sent back out of suspense is no client's.
      return payment ? `${payment.clientId} ${payment.audience}` : paymentId;
    },
    returned: new Map([...returned].map((id) => [id, null])),
    arrivals: await findArrivals(sql, own.length === 0 ? [] : credits),
  };
}

/** Less than was instructed may come back, because banks keep charges. */
function agrees({ instruction }: FoundInstruction, booked: BookedTransaction): boolean {
  const instructed = BigInt(instruction.instructedAmountMinor);
  const isAmount =
    booked.direction === 'DBIT' ? booked.amountMinor === instructed : booked.amountMinor <= instructed;
  const accounts = [instruction.debtorAccount, instruction.creditorAccount];
  const stated = [booked.debtorAccount, booked.creditorAccount].filter(
    (account) => account !== null && account !== booked.bankAccount && ibanOf(account) !== undefined,
  );
  return (
    isAmount &&
    instruction.currency === booked.currency &&
    stated.every((account) => account !== null && accounts.includes(account))
  );
}

/** Whether all are of one client and seen by the same people. */
const isOneOwner = (agreeing: readonly FoundInstruction[], { ownerOf }: Known): boolean =>
  new Set(agreeing.map(ownerOf)).size === 1;

/** Of several that agree: the one whose debit this is, told again, or else the latest of one client that was not debited. */
function debitedBy(
  agreeing: readonly FoundInstruction[],
  booked: BookedTransaction,
  asToldNow: AsToldNow,
  known: Known,
): FoundInstruction | undefined {
  const sorted = agreeing.map(asToldNow).toSorted((one, other) => (one.id < other.id ? 1 : -1));
  const told = sorted.find(
    ({ debitReference, otherDebitReferences }) =>
      otherDebitReferences.includes(booked.reference) ||
      referencesOf(booked).some((each) => each === debitReference),
  );
  if (told || !isOneOwner(agreeing, known)) return told;
  return sorted.find(({ debitReference }) => debitReference === null) ?? sorted[0];
}

/**
 * Of several that agree: the one that this has brought back already, told again, or else of one client's by the same amount, what has not come
 * back yet, what was debited, and the oldest, in this order.
 */
function broughtBackBy(
  agreeing: readonly FoundInstruction[],
  booked: BookedTransaction,
  asToldNow: AsToldNow,
  known: Known,
): FoundInstruction | undefined {
  const told = agreeing.find((each) => wasBroughtBack(each, booked, known));
  if (told || !isOneOwner(agreeing, known)) return told;
  const orders: ReadonlyArray<(each: FoundInstruction) => boolean> = [
    ({ instruction }) => BigInt(instruction.instructedAmountMinor) === booked.amountMinor,
    ({ instruction }) => !known.returned.has(instruction.paymentId),
    ({ debitReference, unnamedDebit }) => debitReference !== null || unnamedDebit !== null,
  ];
  let left = agreeing.map(asToldNow).toSorted((one, other) => (one.id < other.id ? -1 : 1));
  for (const isPreferred of orders) {
    const preferred = left.filter(isPreferred);
    if (preferred.length > 0) left = preferred;
  }
  return left[0];
}

/** Whether the credit is one that was told before and brought this payment back: it is booked once, so it can go to no wrong client. */
function wasBroughtBack(
  { instruction }: FoundInstruction,
  booked: BookedTransaction,
  { returned, arrivals }: Known,
): boolean {
  if (!returned.has(instruction.paymentId)) return false;
  const told = returned.get(instruction.paymentId);
  if (told) return shareReference(told, booked);
  const back: Arrival = {
    railReference: booked.reference,
    otherReference: booked.otherReference,
    bankAccount: booked.bankAccount,
    bookedOn: booked.bookedOn,
    creditorAccount: instruction.debtorAccount,
    currency: booked.currency,
    amountMinor: booked.amountMinor,
    debtorName: instruction.creditorName,
    debtorAccount: instruction.creditorAccount,
    endToEndId: instruction.endToEndId,
  };
  return arrivalsLike(arrivals, booked).some((each) => isSameArrival(each, back));
}
