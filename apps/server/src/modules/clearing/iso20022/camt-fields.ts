/**
 * Entries of a camt and their transactions, as the versions and the banks write them: versions before .04 have a party's name without
 * `Pty` around it and the status as plain text; `BIC` became `BICFI`; an amount stands in `Amt` or in `AmtDtls`; what was paid for stands in
 * `RmtInf` or in the additional information.
 *
 * Errors: MessageRefused.
 */
import type { CurrencyCode } from '@calmly/domain';
import type { XmlElement } from '../../../platform/files/xml.ts';
import {
  accountAt,
  all,
  amountOf,
  dayAt,
  find,
  MessageRefused,
  type Money,
  requireAmount,
  requireText,
  textAt,
} from '../../../platform/iso20022/fields.ts';

export type Direction = 'CRDT' | 'DBIT';

/** `TxDtls`: what a bank tells of one movement. */
export interface Details {
  /** The account servicer's own reference of the movement. */
  readonly reference: string | null;
  readonly instructionId: string | null;
  readonly endToEndId: string | null;
  /** Given by the payer's bank or scheme: the same in every message. */
  readonly transactionId: string | null;
  readonly direction: Direction | null;
  readonly amounts: ReadonlyArray<{ readonly currency: string; readonly text: string }>;
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
  readonly isBooked: boolean;
  readonly isReversal: boolean;
  readonly bookedOn: string | null;
  readonly additional: string | null;
  readonly isReturn: boolean;
}

/**
 * `Ntry` of camt.053 or camt.054. Throws MessageRefused for an amount, direction or status that cannot be
 * read.
 */
export const entryHeadOf = (element: XmlElement): EntryHead => ({
  ...requireAmount(element, 'Amt'),
  reference: referenceAt(element, 'AcctSvcrRef'),
  direction: directionOf(element),
  isBooked: statusOf(element) === 'BOOK',
  isReversal: /^(true|1)$/i.test(textAt(element, 'RvslInd') ?? ''),
  bookedOn: dayAt(element, 'BookgDt'),
  additional: textAt(element, 'AddtlNtryInf'),
  isReturn: saysReturn(element),
});

/** BOOK, PDNG, INFO or FUTR. What a bank means by a status of its own (`Sts/Prtry`) is not known. */
function statusOf(element: XmlElement): string {
  const status = textAt(element, 'Sts/Cd') ?? requireText(element, 'Sts');
  if (!/^(BOOK|PDNG|INFO|FUTR)$/.test(status)) throw new MessageRefused(`Sts: ${status} is not known`);
  return status;
}

/** `CdtDbtInd`. Throws MessageRefused for anything but CRDT and DBIT. */
export function directionOf(element: XmlElement): Direction {
  const text = requireText(element, 'CdtDbtInd');
  if (text !== 'CRDT' && text !== 'DBIT') throw new MessageRefused(`CdtDbtInd: ${text} is not known`);
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
    amounts: amountPaths.flatMap((path) => {
      const amount = find(element, path);
      return amount ? [{ currency: amount.attributes.Ccy ?? '', text: amount.text }] : [];
    }),
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

const amountPaths = ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/CntrValAmt/Amt', 'AmtDtls/InstdAmt/Amt'];

/** The amount that is told in the account's currency; undefined: none is. */
export function amountIn(details: Details, currency: CurrencyCode): bigint | undefined {
  const amount = details.amounts.find((each) => each.currency === currency);
  if (!amount) return undefined;
  const amountMinor = amountOf(amount.text, currency);
  if (amountMinor === undefined)
    throw new MessageRefused(`TxDtls: ${amount.text.slice(0, 30)} is no amount in ${currency}`);
  return amountMinor;
}

/** What a bank writes where it has no reference is none. */
function referenceAt(element: XmlElement, path: string): string | null {
  const text = textAt(element, path);
  return isGiven(text) ? text : null;
}

const isGiven = (text: string | null): boolean =>
  text !== null && !/^(NONREF|NOTPROVIDED|NOT PROVIDED|NONE|0+)$/i.test(text);

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
