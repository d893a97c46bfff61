/**
 * pain.002, CustomerPaymentStatusReport: what became of a pain.001, said of the whole file, of one PmtInf or of one transfer; what is said
 * of a smaller part counts. Source: ISO 20022 pain.002.001.11; the versions from .03 on have these fields in the same places.
 *
 * Errors: MessageRefused.
 */
import { all, find, MessageRefused, requireText, textAt } from './fields.ts';
import type { XmlElement } from './xml.ts';

export const isPain002 = (namespace: string): boolean =>
  /^urn:iso:std:iso:20022:tech:xsd:pain\.002\.001\.(0[3-9]|1[0-4])$/.test(namespace);

/** ISO 20022 ExternalPaymentTransactionStatus1Code and why. */
export interface StatedStatus {
  readonly status: string;
  readonly reasonCode: string | null;
}

export interface StatusReport {
  readonly messageId: string;
  readonly originalMessageId: string;
  readonly group: StatedStatus | null;
  readonly payments: ReadonlyArray<{
    readonly paymentInformationId: string;
    readonly payment: StatedStatus | null;
    readonly transfers: ReadonlyArray<
      StatedStatus & { readonly instructionId: string | null; readonly endToEndId: string | null }
    >;
  }>;
}

export function readPain002(root: XmlElement): StatusReport {
  const report = find(root, 'CstmrPmtStsRpt');
  const group = find(report, 'OrgnlGrpInfAndSts');
  return {
    messageId: requireText(report, 'GrpHdr/MsgId'),
    originalMessageId: requireText(group, 'OrgnlMsgId'),
    group: statusOf(group, 'GrpSts'),
    payments: all(report, 'OrgnlPmtInfAndSts').map((payment) => ({
      paymentInformationId: requireText(payment, 'OrgnlPmtInfId'),
      payment: statusOf(payment, 'PmtInfSts'),
      transfers: all(payment, 'TxInfAndSts').map((transfer) => {
        const stated = statusOf(transfer, 'TxSts');
        if (!stated) throw new MessageRefused('a TxInfAndSts has no TxSts');
        return {
          ...stated,
          instructionId: textAt(transfer, 'OrgnlInstrId'),
          endToEndId: textAt(transfer, 'OrgnlEndToEndId'),
        };
      }),
    })),
  };
}

function statusOf(element: XmlElement | undefined, path: string): StatedStatus | null {
  const status = textAt(element, path);
  return status === null
    ? null
    : {
        status,
        reasonCode: textAt(element, 'StsRsnInf/Rsn/Cd') ?? textAt(element, 'StsRsnInf/Rsn/Prtry'),
      };
}
