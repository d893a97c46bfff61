/**
 * Which of our instructions a booked transaction is about: the one whose id it names, or else the last one of the payment whose end-to-end id
 * it names. We make most end-to-end ids out of the payment's id. Clients choose others in their payout files and may use one many times, or one
 * that another client uses: such an instruction must also agree in currency, amount and accounts.
 */
import { ibanOf } from '../../../../platform/iso20022/fields.ts';
import type { Sql } from '../../../../platform/work.ts';
import type { BookedTransaction } from '../../iso20022/booked.ts';
import { idOfWire, wireIdOf } from '../batch.ts';
import { type FoundInstruction, findInstructions } from '../store.ts';

/** What is known of debits so far, those of the same file among them. */
type DebitReferenceOf = (instruction: FoundInstruction) => string | null;

/** Reads the instructions of these transactions; the answer finds the one that a transaction is about, undefined for none. */
export async function matchInstructions(
  sql: Sql,
  transactions: readonly BookedTransaction[],
): Promise<(booked: BookedTransaction, debitReferenceOf: DebitReferenceOf) => FoundInstruction | undefined> {
  const found = await findInstructions(sql, {
    ids: transactions.flatMap(({ instructionId }) => idOfWire(instructionId) ?? []),
    paymentIds: transactions.flatMap(({ endToEndId }) => idOfWire(endToEndId) ?? []),
    ownEndToEndIds: transactions.flatMap(({ endToEndId }) => endToEndId ?? []),
  });
  const byId = new Map(found.map((each) => [each.id, each]));
  const latest = found.filter(({ isLatest }) => isLatest);
  const ofPayment = new Map(latest.map((each) => [each.instruction.paymentId, each]));
  const byEndToEndId = Map.groupBy(latest, ({ instruction }) => instruction.endToEndId);
  return (booked, debitReferenceOf) => {
    const named = byId.get(idOfWire(booked.instructionId) ?? '');
    if (named) return named;
    const own = (byEndToEndId.get(booked.endToEndId ?? '') ?? []).filter((each) => agrees(each, booked));
    return likeliest(own, booked, debitReferenceOf) ?? ofPayment.get(idOfWire(booked.endToEndId) ?? '');
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

/**
 * Of several that agree: the one whose debit this is, told again, or else one that was not debited; for a return one that was. Ids that we made
 * come first, because clients may choose any, then the latest.
 */
function likeliest(
  agreeing: readonly FoundInstruction[],
  { direction, reference, otherReference }: BookedTransaction,
  debitReferenceOf: DebitReferenceOf,
): FoundInstruction | undefined {
  const isOurs = ({ instruction }: FoundInstruction) =>
    instruction.endToEndId === wireIdOf(instruction.paymentId) ? 1 : 0;
  const sorted = agreeing.toSorted(
    (one, other) => isOurs(other) - isOurs(one) || (one.id < other.id ? 1 : -1),
  );
  if (direction === 'CRDT') return sorted.find((each) => debitReferenceOf(each) !== null) ?? sorted[0];
  const isTold = (each: FoundInstruction) => {
    const told = debitReferenceOf(each);
    return told !== null && (told === reference || told === otherReference);
  };
  return sorted.find(isTold) ?? sorted.find((each) => debitReferenceOf(each) === null) ?? sorted[0];
}
