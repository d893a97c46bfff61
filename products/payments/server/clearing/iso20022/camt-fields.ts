/**
 * Entries of a camt and their transactions, as the versions and the banks write them: versions before .04 have a party's name without
 * `Pty` around it and the status as plain text; `BIC` became `BICFI`; an amount stands in `Amt` or in `AmtDtls`; what was paid for stands in
 * `RmtInf` or in the additional information.
 *
 * Errors: MessageRefused.
 */
import type { CurrencyCode } from '@calmly/domain';
import type { XmlElement } from '@calmly/platform/files/xml.ts';
import {
  accountAt,
  all,
  amountOf,
  dayAt,
  find,
  isGiven,
  MessageRefused,
  type Money,
  requireAmount,
  requireText,
  textAt,
} from '@calmly/platform/iso20022/fields.ts';
import type { Direction } from './booked.ts';

/** An amount as it is written. */
interface StatedAmount {
  readonly currency: string;
  readonly text: string;
}

/** `TxDtls`: what a bank tells of one movement. */
export interface Details {
  /** The account servicer's own reference of the movement. */
  readonly reference: string | null;
  readonly instructionId: string | null;
  readonly endToEndId: string | null;
  /** Given by the payer's bank or scheme: the same in every message. */
  readonly transactionId: string | null;
  readonly direction: Direction | null;
  readonly amounts: readonly StatedAmount[];
  /** Those of the amounts that say what was moved, before `InstdAmt`, which is what was ordered. */
  readonly moved: readonly StatedAmount[];
  readonly charges: readonly StatedAmount[];
  readonly debtorName: string | null;
  readonly debtorAccount: string | null;
  readonly debtorAgentBic: string | null;
  readonly creditorAccount: string | null;
  readonly remittance: string | null;
  readonly additional: string | null;
  readonly returnReasonCode: string | null;
}

/** `Ntry` without its transactions. */
export interface EntryHead extends Money {
  readonly reference: string | null;
  readonly direction: Direction;
  readonly isReversal: boolean;
  readonly bookedOn: string | null;
  readonly valueOn: string | null;
  readonly charges: readonly StatedAmount[];
  readonly additional: string | null;
  readonly isReturn: boolean;
}

/**
 * `Ntry` of camt.053 or camt.054. Throws MessageRefused for an amount, direction, day, mark or status that cannot be
 * read.
 */
export function entryHeadOf(element: XmlElement): EntryHead {
  const status = statusOf(element);
  if (!isStatus(status)) throw new MessageRefused(`Sts: ${status?.slice(0, 40) ?? 'none'} is not known`);
  return {
    ...requireAmount(element, 'Amt'),
    reference: referenceAt(element, 'AcctSvcrRef'),
    direction: directionOf(element),
    isReversal: isReversal(element),
    bookedOn: dayAt(element, 'BookgDt'),
    valueOn: dayAt(element, 'ValDt'),
    charges: chargesOf(element),
    additional: textAt(element, 'AddtlNtryInf'),
    isReturn: saysReturn(element),
  };
}

/** False for what is pending, expected or for information. What a bank means by a status of its own (`Sts/Prtry`) is not known. */
export function isBookedEntry(element: XmlElement): boolean {
  const status = statusOf(element);
  return status === 'BOOK' || !isStatus(status);
}

const statusOf = (element: XmlElement): string | null => textAt(element, 'Sts/Cd') ?? textAt(element, 'Sts');

const isStatus = (status: string | null): boolean => /^(BOOK|PDNG|INFO|FUTR)$/.test(status ?? '');

/** `RvslInd`: a credit that is taken for a payment would be paid out twice, so nothing but true and false is read. */
function isReversal(element: XmlElement): boolean {
  const text = textAt(element, 'RvslInd') ?? 'false';
  if (!/^(true|false|1|0)$/i.test(text))
    throw new MessageRefused(`RvslInd: ${text.slice(0, 40)} is not known`);
  return /^(true|1)$/i.test(text);
}

/** `CdtDbtInd`. Throws MessageRefused for anything but CRDT and DBIT. */
export function directionOf(element: XmlElement): Direction {
  const text = requireText(element, 'CdtDbtInd');
  if (text !== 'CRDT' && text !== 'DBIT')
    throw new MessageRefused(`CdtDbtInd: ${text.slice(0, 40)} is not known`);
  return text;
}

/**
 * Null for what a bank leaves out, and for references such as NONREF. The UETR comes before the transaction
 * id. Throws MessageRefused for an unknown direction.
 */
export function detailsOf(element: XmlElement): Details {
  const text = (...paths: readonly string[]): string | null => {
    for (const path of paths) {
      const found = textAt(element, path);
      if (found !== null) return found;
    }
    return null;
  };
  const transactionId = text('Refs/UETR', 'Refs/TxId');
  return {
    reference: referenceAt(element, 'Refs/AcctSvcrRef'),
    instructionId: text('Refs/InstrId'),
    endToEndId: text('Refs/EndToEndId'),
    transactionId: isGiven(transactionId) ? transactionId : null,
    direction: find(element, 'CdtDbtInd') ? directionOf(element) : null,
    amounts: statedAt(element, [...movedPaths, ...otherPaths]),
    moved: statedAt(element, movedPaths),
    charges: chargesOf(element),
    debtorName: text(...partyNames('Dbtr'), ...partyNames('UltmtDbtr')),
    debtorAccount: accountAt(element, 'RltdPties/DbtrAcct'),
    debtorAgentBic: text('RltdAgts/DbtrAgt/FinInstnId/BICFI', 'RltdAgts/DbtrAgt/FinInstnId/BIC'),
    creditorAccount: accountAt(element, 'RltdPties/CdtrAcct'),
    remittance: remittanceOf(find(element, 'RmtInf')),
    additional: text('AddtlTxInf'),
    returnReasonCode: returnReasonOf(element),
  };
}

const partyNames = (party: string): string[] => [
  `RltdPties/${party}/Pty/Nm`,
  `RltdPties/${party}/Nm`,
  `RltdPties/${party}/Agt/FinInstnId/Nm`,
];

const movedPaths = ['Amt', 'AmtDtls/TxAmt/Amt'];
const otherPaths = ['AmtDtls/CntrValAmt/Amt', 'AmtDtls/InstdAmt/Amt'];

const statedAt = (element: XmlElement, paths: readonly string[]): StatedAmount[] =>
  paths.flatMap((path) => stated(find(element, path)));

const stated = (amount: XmlElement | undefined): StatedAmount[] =>
  amount ? [{ currency: amount.attributes.Ccy ?? '', text: amount.text }] : [];

/** The total where it is stated, otherwise each charge: versions before .04 have one element for each, later ones records in one. */
const chargesOf = (element: XmlElement): StatedAmount[] =>
  all(element, 'Chrgs').flatMap((charge) => {
    const total = stated(find(charge, 'TtlChrgsAndTaxAmt'));
    if (total.length > 0) return total;
    return [charge, ...all(charge, 'Rcrd')].flatMap((each) => stated(find(each, 'Amt')));
  });

/** The amount that is stated in the account's currency; undefined: none is. */
export const amountIn = ({ amounts }: Details, currency: CurrencyCode): bigint | undefined =>
  readIn(amounts, currency)[0];

/** The same, of what was moved. */
export const movedIn = ({ moved }: Details, currency: CurrencyCode): bigint | undefined =>
  readIn(moved, currency)[0];

/** The sum of the stated charges in this currency. */
export const chargesIn = ({ charges }: Pick<Details, 'charges'>, currency: CurrencyCode): bigint =>
  readIn(charges, currency).reduce((sum, each) => sum + each, 0n);

const readIn = (amounts: readonly StatedAmount[], currency: CurrencyCode): bigint[] =>
  amounts
    .filter((each) => each.currency === currency)
    .map(({ text }) => {
      const amountMinor = amountOf(text.trim(), currency);
      if (amountMinor === undefined)
        throw new MessageRefused(`TxDtls: ${text.slice(0, 30)} is no amount in ${currency}`);
      return amountMinor;
    });

/** What a bank writes where it has no reference is none. */
function referenceAt(element: XmlElement, path: string): string | null {
  const text = textAt(element, path);
  return isGiven(text) ? text : null;
}

/** `RtrInf`, or the code of the booking where a bank writes none. */
function returnReasonOf(element: XmlElement): string | null {
  const information = find(element, 'RtrInf');
  if (!information) return saysReturn(element) ? 'NARR' : null;
  return textAt(information, 'Rsn/Cd') ?? textAt(information, 'Rsn/Prtry') ?? 'NARR';
}

/** ISO 20022's sub-family "reimbursement due to a return", or the German banks' code for a credit transfer that came back. */
const saysReturn = (element: XmlElement): boolean =>
  textAt(element, 'BkTxCd/Domn/Fmly/SubFmlyCd') === 'RRTN' ||
  /^([A-Z]{4}\+)?159(\+|$)/.test(textAt(element, 'BkTxCd/Prtry/Cd') ?? '');

/** Free text, and a structured reference beside it, in one line. */
function remittanceOf(element: XmlElement | undefined): string | null {
  const parts = [
    ...all(element, 'Ustrd').map(({ text }) => text),
    ...all(element, 'Strd').flatMap(
      (each) => textAt(each, 'CdtrRefInf/Ref') ?? textAt(each, 'CdtrRefInf/CdtrRef') ?? [],
    ),
  ];
  return parts.join(' ').trim() || null;
}
