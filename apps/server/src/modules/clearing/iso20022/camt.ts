/**
 * camt.054 (debits and credits as they are booked), camt.053 (the statement of a day) and camt.052 (the day so far), in the versions that
 * banks write: entries of an account, taken apart into their transactions. Only what is booked counts, and only what moves money: banks
 * write entries of nothing too. An entry's transactions must add up to it, and a statement's entries to its closing balance.
 *
 * A message is read as a stream: each entry becomes a small value of ours when it ends, so that a long statement takes little memory.
 * Source: ISO 20022 camt.052, camt.053 and camt.054, versions .02 to .13.
 *
 * Errors: MessageRefused.
 */
import { createHash } from 'node:crypto';
import type { XmlElement } from '../../../platform/files/xml.ts';
import {
  accountAt,
  all,
  dayAt,
  MessageRefused,
  type Money,
  requireAmount,
  textAt,
} from '../../../platform/iso20022/fields.ts';
import {
  amountIn,
  type Details,
  type Direction,
  detailsOf,
  directionOf,
  type EntryHead,
  entryHeadOf,
} from './camt-fields.ts';
import { mostTransactions } from './limits.ts';

const reports: Readonly<Record<string, string>> = {
  'Document/BkToCstmrAcctRpt/Rpt': '052',
  'Document/BkToCstmrStmt/Stmt': '053',
  'Document/BkToCstmrDbtCdtNtfctn/Ntfctn': '054',
};

/** `052`, `053` or `054`; undefined for another message or a version that is not read. */
export const camtOf = (namespace: string): string | undefined =>
  /^urn:(?:iso:std:iso:20022:tech|swift):xsd:\$?camt\.(05[234])\.001\.(?:0[2-9]|1[0-3])$/.exec(
    namespace,
  )?.[1];

/** One movement on the account. */
export interface BookedTransaction extends Money {
  /** The account servicer's own reference where there is one, the same in every message; else one made of the facts. */
  readonly reference: string;
  /** Whether the servicer gave it. */
  readonly isNamed: boolean;
  /** A second reference of the servicer for the same movement. */
  readonly otherReference: string | null;
  readonly direction: Direction;
  /** It takes an earlier booking back. */
  readonly isReversal: boolean;
  /** Our account at the bank. */
  readonly bankAccount: string | null;
  /** `YYYY-MM-DD`. */
  readonly bookedOn: string | null;
  readonly instructionId: string | null;
  readonly endToEndId: string | null;
  readonly debtorName: string | null;
  readonly debtorAccount: string | null;
  readonly debtorAgentBic: string | null;
  readonly creditorAccount: string | null;
  readonly remittanceInformation: string | null;
  /** Why it was sent back, when it is a return. */
  readonly returnReasonCode: string | null;
}

/** One line of the account: a movement, or several that were booked in one sum. */
export interface BookedEntry extends Money {
  /** By which it is known again: the account servicer's reference of the entry, else that of its first transaction. */
  readonly key: string;
  /** Whether the servicer has given the entry itself a reference: it has it in every message. */
  readonly isNamed: boolean;
  /** So many transactions the message tells; of none the one below is the entry as a whole. */
  readonly told: number;
  readonly account: string | null;
  /** `YYYY-MM-DD`. */
  readonly bookedOn: string | null;
  readonly direction: Direction;
  /** Those that move money, at least one. */
  readonly transactions: readonly BookedTransaction[];
}

interface ReadEntry {
  readonly head: EntryHead;
  readonly details: readonly Details[];
}

/** Takes the entries out of a message while it is read; `end` gives them when all was read. */
export function createCamtReader(): {
  take(path: string, element: XmlElement): boolean;
  end(): { readonly entries: readonly BookedEntry[]; readonly notBooked: number };
} {
  let details: Details[] = [];
  let read: ReadEntry[] = [];
  let count = 0;
  let notBooked = 0;
  let reportCount = 0;
  const entries: BookedEntry[] = [];

  const countOne = () => {
    count += 1;
    if (count > mostTransactions) throw new MessageRefused(`more than ${mostTransactions} transactions`);
  };
  return {
    take(path, element) {
      if (path.endsWith('/Ntry/NtryDtls/TxDtls')) {
        countOne();
        details.push(detailsOf(element));
        return true;
      }
      if (path.endsWith('/Ntry')) {
        if (details.length === 0) countOne();
        const head = entryHeadOf(element);
        if (head.isBooked) read.push({ head, details });
        else notBooked += 1;
        details = [];
        return true;
      }
      if (!Object.hasOwn(reports, path)) return false;
      reportCount += 1;
      checkBalances(element, read);
      entries.push(...entriesOf(read, accountAt(element, 'Acct')));
      read = [];
      return true;
    },
    end() {
      if (reportCount === 0) throw new MessageRefused(`there is no ${Object.keys(reports).join(', ')}`);
      checkDistinct(entries.flatMap(({ transactions }) => transactions));
      return { entries: entries.filter(({ transactions }) => transactions.length > 0), notBooked };
    },
  };
}

function entriesOf(read: readonly ReadEntry[], account: string | null): BookedEntry[] {
  /** How often a reference was made of the same facts: two such entries of one message are two. */
  const made = new Map<string, number>();
  return read.map(({ head, details: told }) => {
    const { currency, amountMinor, direction, bookedOn } = head;
    // Details without amounts say nothing that could be booked one by one.
    const hasAmounts = told.length <= 1 || told.some((each) => amountIn(each, currency) !== undefined);
    const details = hasAmounts ? told : [];
    const [single, ...others] = details;
    const named = head.reference;
    const own = others.length === 0 ? (single?.reference ?? null) : null;
    const reference =
      named ??
      own ??
      (others.length === 0 ? single?.transactionId : null) ??
      madeOf(made, head, details, account);
    const shared = { isReversal: head.isReversal, bankAccount: account, bookedOn };
    const transactions =
      others.length === 0
        ? [
            {
              ...shared,
              ...factsOf(single, head),
              reference,
              isNamed: named !== null || own !== null,
              otherReference: named !== null && own !== named ? own : null,
              currency,
              amountMinor,
              direction,
            },
          ]
        : severalOf(head, details, reference).map((each) => ({ ...shared, ...each }));
    return {
      currency,
      amountMinor,
      direction,
      key: named ?? transactions[0]?.reference ?? reference,
      isNamed: named !== null,
      told: details.length,
      account,
      bookedOn,
      transactions: transactions.filter((each) => each.amountMinor > 0n),
    };
  });
}

/** The transactions of a sum. */
function severalOf(head: EntryHead, details: readonly Details[], entryReference: string) {
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
    amountMinor: requireAmountIn(each, head),
    direction: each.direction ?? head.direction,
  }));
  const sum = transactions.reduce((total, each) => total + signed(each), 0n);
  if (sum !== signed(head))
    throw new MessageRefused(`the transactions of the entry ${entryReference} are not its amount`);
  return transactions;
}

function requireAmountIn(details: Details, { currency }: EntryHead): bigint {
  const amountMinor = amountIn(details, currency);
  if (amountMinor === undefined)
    throw new MessageRefused(`a transaction of several has no amount in ${currency}`);
  return amountMinor;
}

const factsOf = (details: Details | undefined, head: EntryHead) => ({
  instructionId: details?.instructionId ?? null,
  endToEndId: details?.endToEndId ?? null,
  debtorName: details?.debtorName ?? null,
  debtorAccount: details?.debtorAccount ?? null,
  debtorAgentBic: details?.debtorAgentBic ?? null,
  creditorAccount: details?.creditorAccount ?? null,
  remittanceInformation: details?.remittance ?? details?.additional ?? head.additional,
  returnReasonCode: details?.returnReasonCode ?? (head.isReturn ? 'NARR' : null),
});

/** A reference for an entry that the servicer gave none: the same facts on the same day are told apart by their place among each other. */
function madeOf(
  made: Map<string, number>,
  { currency, amountMinor, direction, bookedOn }: EntryHead,
  details: readonly Details[],
  account: string | null,
): string {
  const facts = [
    ...[account, bookedOn, direction, currency, `${amountMinor}`],
    ...details.flatMap((each) => [each.endToEndId, each.debtorAccount, each.remittance]),
  ];
  const hash = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 24);
  const place = (made.get(hash) ?? 0) + 1;
  made.set(hash, place);
  return `${bookedOn ?? 'undated'}/${hash}${place === 1 ? '' : `/${place}`}`;
}

/** Two movements that nothing tells apart: the second would be taken for the first. */
function checkDistinct(transactions: readonly BookedTransaction[]): void {
  const seen = new Set<string>();
  for (const each of transactions) {
    const facts = JSON.stringify({ ...each, amountMinor: `${each.amountMinor}` });
    if (seen.has(facts))
      throw new MessageRefused(
        `two movements have the reference ${each.reference} and nothing tells them apart`,
      );
    seen.add(facts);
  }
}

/** Opening balance and entries give the closing balance, where a statement says both. Of several days the first and the last count. */
function checkBalances(report: XmlElement, entries: readonly ReadEntry[]): void {
  const balancesOf = (code: string) =>
    all(report, 'Bal')
      .filter((each) => textAt(each, 'Tp/CdOrPrtry/Cd') === code)
      .map((each) => ({
        day: dayAt(each, 'Dt') ?? '',
        amount: signed({ ...requireAmount(each, 'Amt'), direction: directionOf(each) }),
      }))
      .sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
  const opening = balancesOf('OPBD')[0] ?? balancesOf('PRCD')[0];
  const closing = balancesOf('CLBD').at(-1);
  if (!opening || !closing) return;
  const sum = entries.reduce((total, { head }) => total + signed(head), opening.amount);
  if (sum !== closing.amount)
    throw new MessageRefused(
      `the entries of ${textAt(report, 'Id') ?? 'the statement'} do not lead to its closing balance`,
    );
}

const signed = ({ amountMinor, direction }: { amountMinor: bigint; direction: Direction }): bigint =>
  direction === 'CRDT' ? amountMinor : -amountMinor;
