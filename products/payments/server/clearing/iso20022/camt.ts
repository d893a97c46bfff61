/**
 * camt.054 (debits and credits as they are booked), camt.053 (the statement of a day) and camt.052 (the day so far), in the versions that
 * banks write: entries of an account, taken apart into their transactions. Only what is booked counts, and only what moves money: banks
 * write entries of nothing too. An entry's transactions must add up to it; one that cannot be booked as it is stated is set aside with the
 * reason, and the others are read. A statement's entries must lead to its closing balance, otherwise the message is refused.
 *
 * A message is read as a stream: each entry becomes a small value of ours when it ends, so that a long statement takes little memory.
 * Source: ISO 20022 camt.052, camt.053 and camt.054, versions .02 to .13.
 *
 * Errors: MessageRefused.
 */
import { createHash } from 'node:crypto';
import type { XmlElement } from '@calmly/platform/files/xml.ts';
import {
  accountAt,
  all,
  dayAt,
  find,
  ibanOf,
  MessageRefused,
  requireAmount,
  textAt,
} from '@calmly/platform/iso20022/fields.ts';
import type { BookedEntry, BookedTransaction } from './booked.ts';
import {
  amountIn,
  type Details,
  detailsOf,
  directionOf,
  type EntryHead,
  entryHeadOf,
  isBookedEntry,
} from './camt-fields.ts';
import { signed, transactionsOf } from './camt-transactions.ts';
import { mostTransactions } from './limits.ts';
import { attempt, type RefusedEntry, refusedEntry } from './refused-entry.ts';

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

/** An entry that is booked at the bank, as far as it was read. */
interface ReadEntry {
  readonly element: XmlElement;
  readonly details: readonly Details[];
  readonly head: { readonly value: EntryHead } | { readonly reason: string };
  /** Of the first transaction that could not be read. */
  readonly detailsFault: string | undefined;
}

/** What lies on an account at the end of a day. Minor units; below zero where it is overdrawn. */
export interface ClosingBalance {
  readonly account: string;
  readonly currency: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly amountMinor: bigint;
}

export interface CamtEntries {
  readonly entries: readonly BookedEntry[];
  /** Set aside, each with its reason. */
  readonly refused: readonly RefusedEntry[];
  /** Pending, or for information only. */
  readonly notBooked: number;
  /** Of statements that say it, one for each account. */
  readonly closings: readonly ClosingBalance[];
}

/** Takes the entries out of a message while it is read; `end` gives them when all was read. */
export function createCamtReader(): {
  take(path: string, element: XmlElement): boolean;
  end(): CamtEntries;
} {
  let details: Details[] = [];
  let detailsFault: string | undefined;
  let read: ReadEntry[] = [];
  let count = 0;
  let notBooked = 0;
  let reportCount = 0;
  const entries: BookedEntry[] = [];
  const refused: RefusedEntry[] = [];
  const closings: ClosingBalance[] = [];
  const seen = new Set<string>();

  const countOne = () => {
    count += 1;
    if (count > mostTransactions) throw new MessageRefused(`more than ${mostTransactions} transactions`);
  };
  return {
    take(path, element) {
      if (path.endsWith('/Ntry/NtryDtls/TxDtls')) {
        countOne();
        const told = attempt(() => detailsOf(element));
        if ('value' in told) details.push(told.value);
        else detailsFault ??= told.reason;
        return true;
      }
      if (path.endsWith('/Ntry')) {
        if (details.length === 0 && detailsFault === undefined) countOne();
        if (isBookedEntry(element))
          read.push({ element, details, detailsFault, head: attempt(() => entryHeadOf(element)) });
        else notBooked += 1;
        details = [];
        detailsFault = undefined;
        return true;
      }
      if (!Object.hasOwn(reports, path)) return false;
      reportCount += 1;
      checkBalances(element, read);
      const closing = reports[path] === '053' ? closingOf(element) : [];
      closings.push(...closing);
      const taken = takeEntries(read, { account: ownAccount(element), currency: currencyOf(element), seen });
      const closedOn = closing[0]?.day ?? null;
      entries.push(...taken.entries.map((entry) => ({ ...entry, closedOn })));
      refused.push(...taken.refused);
      read = [];
      return true;
    },
    end() {
      if (reportCount === 0) throw new MessageRefused(`there is no ${Object.keys(reports).join(', ')}`);
      return {
        entries: entries.filter(({ transactions }) => transactions.length > 0),
        refused,
        notBooked,
        closings,
      };
    },
  };
}

/** The account of a report. All its entries depend on it, so a wrong one refuses the message. */
function ownAccount(report: XmlElement): string | null {
  const account = accountAt(report, 'Acct');
  if (account !== null && find(report, 'Acct/Id/IBAN') && ibanOf(account) === undefined)
    throw new MessageRefused(`Acct: ${account.slice(0, 40)} is no IBAN`);
  return account;
}

/** The currency of the account, or of its balances if all are in one; undefined where a report does not say. */
function currencyOf(report: XmlElement): string | undefined {
  const own = textAt(report, 'Acct/Ccy');
  if (own !== null) return own;
  const [first, ...others] = new Set(
    all(report, 'Bal').map((balance) => find(balance, 'Amt')?.attributes.Ccy),
  );
  return others.length === 0 ? first : undefined;
}

interface Report {
  readonly account: string | null;
  readonly currency: string | undefined;
  /** Facts of the movements that were read before. */
  readonly seen: Set<string>;
}

/** What can be booked of a report's entries, and what is set aside. */
function takeEntries(read: readonly ReadEntry[], { account, currency, seen }: Report) {
  /** How often a reference was made of the same facts: two such entries of one message are two. */
  const made = new Map<string, number>();
  const entries: BookedEntry[] = [];
  const refused: RefusedEntry[] = [];
  for (const { element, details, head, detailsFault } of read) {
    const taken = attempt(() => {
      if ('reason' in head) throw new MessageRefused(head.reason);
      if (currency !== undefined && head.value.currency !== currency)
        throw new MessageRefused(`the entry is in ${head.value.currency}, its account in ${currency}`);
      if (detailsFault !== undefined) throw new MessageRefused(detailsFault);
      const entry = entryOf(head.value, details, account, made);
      requireDistinct(entry.transactions, seen);
      return entry;
    });
    if ('value' in taken) entries.push(taken.value);
    else refused.push(refusedEntry(element, { reason: taken.reason, account, details }));
  }
  return { entries, refused };
}

function entryOf(
  head: EntryHead,
  told: readonly Details[],
  account: string | null,
  made: Map<string, number>,
): BookedEntry {
  const { currency, amountMinor, direction, bookedOn } = head;
  // Details without amounts say nothing that could be booked one by one.
  const hasAmounts = told.length <= 1 || told.some((each) => amountIn(each, currency) !== undefined);
  const details = hasAmounts ? told : [];
  const { reference, transactions } = transactionsOf(head, details, () =>
    madeOf(made, head, details, account),
  );
  const shared = { isReversal: head.isReversal, bankAccount: account, bookedOn, valueOn: head.valueOn };
  return {
    currency,
    amountMinor,
    direction,
    key: head.reference ?? transactions[0]?.reference ?? reference,
    isNamed: head.reference !== null,
    told: details.length,
    account,
    bookedOn,
    closedOn: null,
    transactions: transactions
      .filter((each) => each.amountMinor > 0n)
      .map((each) => ({ ...shared, ...each })),
  };
}

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
function requireDistinct(transactions: readonly BookedTransaction[], seen: Set<string>): void {
  for (const each of transactions) {
    const facts = JSON.stringify({ ...each, amountMinor: `${each.amountMinor}` });
    if (seen.has(facts))
      throw new MessageRefused(
        `two movements have the reference ${each.reference} and nothing tells them apart`,
      );
    seen.add(facts);
  }
}

/**
 * Opening balance and entries give the closing balance, where a statement says both. Of several days the first and the last count. An entry
 * without a readable amount in that currency may explain any difference.
 */
function checkBalances(report: XmlElement, entries: readonly ReadEntry[]): void {
  const opening = balancesOf(report, 'OPBD')[0] ?? balancesOf(report, 'PRCD')[0];
  const closing = balancesOf(report, 'CLBD').at(-1);
  if (!opening || !closing) return;
  const currency = currencyOf(report);
  let sum = opening.amount;
  for (const { element } of entries) {
    const moved = attempt(() => ({ ...requireAmount(element, 'Amt'), direction: directionOf(element) }));
    if ('reason' in moved || (currency !== undefined && moved.value.currency !== currency)) return;
    sum += signed(moved.value);
  }
  if (sum !== closing.amount)
    throw new MessageRefused(
      `the entries of ${textAt(report, 'Id') ?? 'the statement'} do not lead to its closing balance`,
    );
}

/** The balances of a kind, by day. */
const balancesOf = (report: XmlElement, code: string) =>
  all(report, 'Bal')
    .filter((each) => textAt(each, 'Tp/CdOrPrtry/Cd') === code)
    .map((each) => ({
      day: dayAt(each, 'Dt') ?? '',
      amount: signed({ ...requireAmount(each, 'Amt'), direction: directionOf(each) }),
    }))
    .sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));

/** Of several days the last. Empty where the statement does not say all of it. */
function closingOf(report: XmlElement): ClosingBalance[] {
  const [account, currency, closing] = [
    ownAccount(report),
    currencyOf(report),
    balancesOf(report, 'CLBD').at(-1),
  ];
  return account !== null && currency !== undefined && closing !== undefined && closing.day !== ''
    ? [{ account, currency, day: closing.day, amountMinor: closing.amount }]
    : [];
}
