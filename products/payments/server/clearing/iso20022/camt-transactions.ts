/**
 * The transactions of one entry: the entry itself where a message states none or one, otherwise those of its details, which must add up to
 * it. Of a credit with one transaction, both amounts must agree, or the stated charges explain the difference; a debit is compared with
 * what was instructed (`news.ts`). Pure.
 *
 * Errors: MessageRefused.
 */
import { type CurrencyCode, formatDecimal } from '@calmly/domain';
import { isGiven, MessageRefused } from '@calmly/platform/iso20022/fields.ts';
import type { BookedTransaction, Direction } from './booked.ts';
import { amountIn, chargesIn, type Details, type EntryHead, movedIn } from './camt-fields.ts';

type Transaction = Omit<BookedTransaction, 'isReversal' | 'bankAccount' | 'bookedOn' | 'valueOn'>;

/** With the reference of the entry. `made`: gives one to an entry without any. */
export function transactionsOf(
  head: EntryHead,
  details: readonly Details[],
  made: () => string,
): { readonly reference: string; readonly transactions: readonly Transaction[] } {
  const [single, ...others] = details;
  const named = head.reference;
  const own = others.length === 0 ? (single?.reference ?? null) : null;
  const reference = named ?? own ?? (others.length === 0 ? single?.transactionId : null) ?? made();
  if (others.length > 0) return { reference, transactions: severalOf(head, details, reference) };
  if (single) requireSame(head, single, reference);
  const { currency, amountMinor, direction } = head;
  const transaction = {
    ...factsOf(single, head),
    reference,
    isNamed: named !== null || own !== null,
    otherReference: named !== null && own !== named ? own : null,
    currency,
    amountMinor,
    direction,
  };
  return { reference, transactions: [transaction] };
}

/** Charges may have been taken off on the way, or be stated apart. */
function requireSame(head: EntryHead, single: Details, reference: string): void {
  const { currency, amountMinor, direction } = head;
  const moved = movedIn(single, currency);
  if (direction !== 'CRDT') return;
  if (single.direction === 'DBIT')
    throw new MessageRefused(`the entry ${reference} is a credit and its transaction a debit`);
  if (moved === undefined || moved === amountMinor) return;
  const difference = moved > amountMinor ? moved - amountMinor : amountMinor - moved;
  if ([head, single].some((each) => chargesIn(each, currency) === difference)) return;
  const text = (minor: bigint) => `${formatDecimal(minor, currency)} ${currency}`;
  throw new MessageRefused(
    `the entry ${reference} is ${text(amountMinor)} and its transaction ${text(moved)}: a difference of ${text(difference)}`,
  );
}

function severalOf(head: EntryHead, details: readonly Details[], entryReference: string): Transaction[] {
  const { currency } = head;
  // Some banks give every transaction the reference of its entry.
  const named = details.flatMap(({ reference }) => reference ?? []);
  const isOwn = new Set(named).size === named.length;
  const transactions = details.map((each, place) => ({
    ...factsOf(each, head),
    reference: (isOwn && each.reference) || `${entryReference}/${place + 1}`,
    isNamed: isOwn && each.reference !== null,
    otherReference: null,
    currency,
    amountMinor: requireAmountIn(each, currency),
    direction: each.direction ?? head.direction,
  }));
  const sum = transactions.reduce((total, each) => total + signed(each), 0n);
  if (sum !== signed(head))
    throw new MessageRefused(`the transactions of the entry ${entryReference} are not its amount`);
  return transactions;
}

function requireAmountIn(details: Details, currency: CurrencyCode): bigint {
  const amountMinor = amountIn(details, currency);
  if (amountMinor === undefined)
    throw new MessageRefused(`a transaction of several has no amount in ${currency}`);
  return amountMinor;
}

// Whether an id is given counts from here on: the references that we make for entries without any contain it as it is written.
const factsOf = (details: Details | undefined, head: EntryHead) => ({
  instructionId: details?.instructionId ?? null,
  endToEndId: givenOrNull(details?.endToEndId ?? null),
  debtorName: details?.debtorName ?? null,
  debtorAccount: details?.debtorAccount ?? null,
  debtorAgentBic: details?.debtorAgentBic ?? null,
  creditorAccount: details?.creditorAccount ?? null,
  remittanceInformation: details?.remittance ?? details?.additional ?? head.additional,
  returnReasonCode: details?.returnReasonCode ?? (head.isReturn ? 'NARR' : null),
});

const givenOrNull = (text: string | null): string | null => (isGiven(text) ? text : null);

/** Positive for money in. */
export const signed = ({ amountMinor, direction }: { amountMinor: bigint; direction: Direction }): bigint =>
  direction === 'CRDT' ? amountMinor : -amountMinor;
