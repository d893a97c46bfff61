/**
 * pain.002.001.11, CustomerPaymentStatusReport: the status of payments, for the program that ordered them. Its structure, and how it is written in
 * batches; the clearing reads such reports of other banks (`clearing/iso20022/pain002.ts`).
 * Source: ISO 20022 pain.002.001.11; ExternalPaymentGroupStatus1Code, ExternalPaymentTransactionStatus1Code, ExternalStatusReason1Code.
 */
import type { CurrencyCode } from '@calmly/domain';
import {
  node,
  startOf,
  writeXmlInParts,
  type XmlNode,
  type XmlPart,
} from '@calmly/platform/files/xml-write.ts';
import type { OriginalMessage } from '../files/payout-file.ts';

const namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.002.001.11';

/** Received, technically valid, accepted but not sent yet, or derived from its payments. */
export type GroupStatus = 'RCVD' | 'ACTC' | 'ACCP' | TransactionStatus | 'PART';

/** Settled, in progress, pending, rejected. */
export type TransactionStatus = 'ACSC' | 'ACSP' | 'PDNG' | 'RJCT';

export interface StatusReport {
  /** Our id of the report. */
  readonly messageId: string;
  readonly createdAt: Date;
  readonly original: OriginalMessage & { readonly messageId: string };
  readonly status: GroupStatus;
  /** By PmtInf, under its id as truncated by `idOf`. */
  readonly payments: ReadonlyMap<string, GroupStatus>;
}

export interface ReportedTransaction {
  /** Of the enclosing PmtInf. Transactions of one PmtInf are adjacent. */
  readonly paymentInformationId: string;
  readonly instructionId: string | null;
  readonly endToEndId: string | null;
  readonly status: TransactionStatus;
  readonly reason: { readonly code: string; readonly sentence: string } | null;
  /** Our number of the payment. */
  readonly reference: string | null;
  readonly amount: { readonly decimal: string; readonly currency: CurrencyCode } | null;
}

/** The bytes of the message; memory grows with the number of PmtInf, not of transactions. */
export const writePain002 = (
  report: StatusReport,
  batches: AsyncIterable<readonly ReportedTransaction[]>,
): AsyncGenerator<Uint8Array, void, undefined> => writeXmlInParts(partsOf(report, batches));

async function* partsOf(
  { messageId, createdAt, original, status, payments }: StatusReport,
  batches: AsyncIterable<readonly ReportedTransaction[]>,
): AsyncGenerator<readonly XmlPart[], void, undefined> {
  yield [
    startOf('Document', { xmlns: namespace }),
    startOf('CstmrPmtStsRpt'),
    node('GrpHdr', [node('MsgId', messageId), node('CreDtTm', createdAt.toISOString())]),
    node('OrgnlGrpInfAndSts', [
      node('OrgnlMsgId', idOf(original.messageId)),
      node('OrgnlMsgNmId', original.name),
      matching('OrgnlCreDtTm', original.createdAt, isoTime),
      matching('OrgnlNbOfTxs', original.transactions, /^\d{1,15}$/),
      matching('OrgnlCtrlSum', original.controlSum, /^(?=.{1,18}$)\d{1,17}(\.\d{1,16})?$/),
      node('GrpSts', status),
    ]),
  ];
  let group: string | undefined;
  for await (const transactions of batches) {
    const parts: XmlPart[] = [];
    for (const transaction of transactions) {
      const next = idOf(transaction.paymentInformationId);
      if (next !== group) {
        if (group !== undefined) parts.push('end');
        const groupStatus = payments.get(next);
        parts.push(startOf('OrgnlPmtInfAndSts'), node('OrgnlPmtInfId', next));
        if (groupStatus) parts.push(node('PmtInfSts', groupStatus));
        group = next;
      }
      parts.push(transactionOf(transaction));
    }
    yield parts;
  }
}

const isoTime = /^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-][01]\d:[0-5]\d)?$/;

/** A value of the original file, if it fits the schema. */
const matching = (name: string, text: string | null, form: RegExp): XmlNode | undefined =>
  text !== null && form.test(text) ? node(name, text) : undefined;

const longestId = 35;
/** An id of the original, truncated to the schema's length. */
export const idOf = (text: string): string => Array.from(text).slice(0, longestId).join('');

function transactionOf(transaction: ReportedTransaction): XmlNode {
  const { instructionId, endToEndId, status, reason, reference, amount } = transaction;
  const optional = (name: string, text: string | null) => (text ? node(name, idOf(text)) : undefined);
  return node('TxInfAndSts', [
    optional('OrgnlInstrId', instructionId),
    optional('OrgnlEndToEndId', endToEndId),
    node('TxSts', status),
    reason
      ? node('StsRsnInf', [
          node('Rsn', [node('Cd', reason.code)]),
          ...linesOf(reason.sentence).map((line) => node('AddtlInf', line)),
        ])
      : undefined,
    optional('AcctSvcrRef', reference),
    amount
      ? node('OrgnlTxRef', [node('Amt', [node('InstdAmt', amount.decimal, { Ccy: amount.currency })])])
      : undefined,
  ]);
}

const longestLine = 105;

/** A sentence split into lines of the schema's length, between words if possible. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (let rest = Array.from(text); rest.length > 0; ) {
    const blank = rest.length > longestLine ? rest.lastIndexOf(' ', longestLine) : -1;
    const length = blank > 0 ? blank : longestLine;
    lines.push(rest.slice(0, length).join(''));
    rest = rest.slice(blank > 0 ? length + 1 : length);
  }
  return lines;
}
