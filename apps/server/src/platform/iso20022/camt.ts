/**
 * camt.054.001.08 (debits and credits as they are booked) and camt.053.001.08 (the statement of a day): entries of an account, taken
 * apart into their transactions. Only what is booked counts, and only what moves money: banks write entries of nothing too. An
 * entry's transactions must add up to it, and a statement's entries to its closing balance. A reference is one movement's: two of
 * the same in a message are refused, or the second would be taken for the first. Source: ISO 20022 camt.053.001.08, camt.054.001.08.
 *
 * Errors: MessageRefused.
 */
import {
  accountAt,
  all,
  find,
  MessageRefused,
  type Money,
  momentAt,
  requireAmount,
  requireText,
  textAt,
} from './fields.ts';
import type { XmlElement } from './xml.ts';

const namespaces: Readonly<Record<string, readonly [message: string, report: string]>> = {
  'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08': ['BkToCstmrStmt', 'Stmt'],
  'urn:iso:std:iso:20022:tech:xsd:camt.054.001.08': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
};

export const isCamt = (namespace: string): boolean => Object.hasOwn(namespaces, namespace);

/** One movement on the account. */
export interface BookedTransaction extends Money {
  /** The account servicer's own reference: the same movement has it in every message. */
  readonly reference: string;
  readonly direction: 'CRDT' | 'DBIT';
  readonly at: Date | null;
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
  readonly direction: BookedTransaction['direction'];
  /** Those that move money, at least one. */
  readonly transactions: readonly BookedTransaction[];
}

export function readCamt(root: XmlElement, namespace: string): BookedEntry[] {
  const [message = '', report = ''] = namespaces[namespace] ?? [];
  const reports = all(find(root, message), report);
  if (reports.length === 0) throw new MessageRefused(`there is no ${report}`);
  const entries = reports.flatMap((each) => {
    const booked = all(each, 'Ntry').filter(isBooked);
    checkBalances(each, booked);
    const account = accountAt(each, 'Acct');
    return booked.map((entry) => entryOf(entry, account));
  });
  const moving = entries.flatMap(({ transactions }) => transactions);
  for (const [reference, same] of Map.groupBy(moving, (each) => each.reference))
    if (same.length > 1) throw new MessageRefused(`${same.length} movements have the reference ${reference}`);
  return entries.filter(({ transactions }) => transactions.length > 0);
}

function entryOf(element: XmlElement, account: string | null): BookedEntry {
  const named = referenceAt(element, 'AcctSvcrRef');
  const at = momentAt(element, 'BookgDt');
  const reference = named ?? referenceWithin(element, account, at);
  const transactions = transactionsOf(element, reference);
  return {
    ...requireAmount(element, 'Amt'),
    key: named ?? transactions[0]?.reference ?? reference,
    isNamed: named !== null,
    told: detailsOf(element).length,
    account,
    bookedOn: at?.toISOString().slice(0, 10) ?? null,
    direction: directionOf(element),
    transactions: transactions.filter(({ amountMinor }) => amountMinor > 0n),
  };
}

const detailsOf = (entry: XmlElement): XmlElement[] =>
  all(entry, 'NtryDtls').flatMap((each) => all(each, 'TxDtls'));

/** `Sts/Cd`; a bank's own `Sts/Prtry` is not known to say that it is booked. */
const isBooked = (entry: XmlElement): boolean => requireText(entry, 'Sts/Cd') === 'BOOK';

function directionOf(element: XmlElement): 'CRDT' | 'DBIT' {
  const text = requireText(element, 'CdtDbtInd');
  if (text !== 'CRDT' && text !== 'DBIT') throw new MessageRefused(`CdtDbtInd: ${text} is not known`);
  return text;
}

function transactionsOf(entry: XmlElement, entryReference: string): BookedTransaction[] {
  const money = requireAmount(entry, 'Amt');
  const direction = directionOf(entry);
  const at = momentAt(entry, 'BookgDt');
  const details = detailsOf(entry);
  const own = details.map((each) => referenceAt(each, 'Refs/AcctSvcrRef'));
  if (details.length <= 1)
    return [{ ...transactionOf(details[0], own[0] ?? entryReference), ...money, direction, at }];

  // Some banks give every transaction the reference of its entry.
  const named = own.filter((each) => each !== null);
  const isOwn = new Set(named).size === named.length;
  const transactions = details.map((each, place) => ({
    ...transactionOf(each, (isOwn && own[place]) || `${entryReference}/${place + 1}`),
    ...requireAmount(each, 'Amt'),
    direction,
    at,
  }));
  const sum = transactions.reduce((total, { amountMinor }) => total + amountMinor, 0n);
  if (sum !== money.amountMinor || transactions.some(({ currency }) => currency !== money.currency))
    throw new MessageRefused(`the transactions of the entry ${entryReference} are not its amount`);
  return transactions;
}

/** What a bank writes where it has no reference is none. */
function referenceAt(element: XmlElement | undefined, path: string): string | null {
  const text = textAt(element, path);
  return text === 'NONREF' || text === 'NOTPROVIDED' ? null : text;
}

/** An entry's own number is one within its account and day. */
function referenceWithin(entry: XmlElement, account: string | null, at: Date | null): string {
  const number = textAt(entry, 'NtryRef');
  if (number === null || account === null || at === null)
    throw new MessageRefused('an entry has no reference by which it could be known again');
  return `${account}/${at.toISOString().slice(0, 10)}/${number}`;
}

function transactionOf(details: XmlElement | undefined, reference: string) {
  const text = (path: string) => textAt(details, path);
  const reason = find(details, 'RtrInf/Rsn');
  return {
    reference,
    instructionId: text('Refs/InstrId'),
    endToEndId: text('Refs/EndToEndId'),
    debtorName: text('RltdPties/Dbtr/Pty/Nm') ?? text('RltdPties/Dbtr/Agt/FinInstnId/Nm'),
    debtorAccount: accountAt(details, 'RltdPties/DbtrAcct'),
    debtorAgentBic: text('RltdAgts/DbtrAgt/FinInstnId/BICFI'),
    creditorAccount: accountAt(details, 'RltdPties/CdtrAcct'),
    remittanceInformation: remittanceOf(find(details, 'RmtInf')),
    returnReasonCode: find(details, 'RtrInf')
      ? (textAt(reason, 'Cd') ?? textAt(reason, 'Prtry') ?? 'NARR')
      : null,
  };
}

/** Free text, and a structured reference beside it, in one line. */
function remittanceOf(element: XmlElement | undefined): string | null {
  const parts = [
    ...all(element, 'Ustrd').map(({ text }) => text),
    ...all(element, 'Strd').flatMap((each) => textAt(each, 'CdtrRefInf/Ref') ?? []),
  ];
  return parts.join(' ').trim() || null;
}

/** Opening balance and entries give the closing balance, where a statement says both. */
function checkBalances(report: XmlElement, entries: readonly XmlElement[]): void {
  const balanceOf = (code: string) => {
    const balance = all(report, 'Bal').find((each) => textAt(each, 'Tp/CdOrPrtry/Cd') === code);
    return balance && signed(balance);
  };
  const opening = balanceOf('OPBD') ?? balanceOf('PRCD');
  const closing = balanceOf('CLBD');
  if (opening === undefined || closing === undefined) return;
  const sum = entries.reduce((total, entry) => total + signed(entry), opening);
  if (sum !== closing)
    throw new MessageRefused(
      `the entries of ${textAt(report, 'Id') ?? 'the statement'} do not lead to its closing balance`,
    );
}

function signed(element: XmlElement): bigint {
  const { amountMinor } = requireAmount(element, 'Amt');
  return directionOf(element) === 'CRDT' ? amountMinor : -amountMinor;
}
