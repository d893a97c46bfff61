/**
 * pain.002, CustomerPaymentStatusReport: what became of a pain.001, said of the whole file, of one PmtInf or of one transfer; what is said
 * of a smaller part counts. Source: ISO 20022 pain.002.001.11; the versions from .03 on have these fields in the same places.
 *
 * Errors: MessageRefused.
 */

import type { XmlElement } from '@calmly/platform/files/xml.ts';
import { find, isGiven, MessageRefused, requireText, textAt } from '@calmly/platform/iso20022/fields.ts';
import { mostTransactions } from './limits.ts';

/** Versions .03 to .14. */
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
  readonly payments: readonly Payment[];
}

interface Payment {
  readonly paymentInformationId: string;
  readonly payment: StatedStatus | null;
  readonly transfers: readonly Transfer[];
}

interface Transfer extends StatedStatus {
  readonly instructionId: string | null;
  readonly endToEndId: string | null;
}

/** Takes the transfers out of a message while it is read; `end` gives the report when all was read. */
export function createPain002Reader(): {
  take(path: string, element: XmlElement): boolean;
  end(root: XmlElement): StatusReport;
} {
  const payments: Payment[] = [];
  let transfers: Transfer[] = [];
  let count = 0;
  const countOne = () => {
    count += 1;
    if (count > mostTransactions) throw new MessageRefused(`more than ${mostTransactions} transactions`);
  };
  return {
    take(path, element) {
      if (path === `${report}/OrgnlPmtInfAndSts/TxInfAndSts`) {
        countOne();
        transfers.push(transferOf(element));
        return true;
      }
      if (path !== `${report}/OrgnlPmtInfAndSts`) return false;
      if (transfers.length === 0) countOne();
      const paymentInformationId = textAt(element, 'OrgnlPmtInfId') ?? 'NOTPROVIDED';
      payments.push({ paymentInformationId, payment: statusOf(element, 'PmtInfSts'), transfers });
      transfers = [];
      return true;
    },
    end(root) {
      const group = find(root, 'CstmrPmtStsRpt/OrgnlGrpInfAndSts');
      return {
        messageId: requireText(root, 'CstmrPmtStsRpt/GrpHdr/MsgId'),
        originalMessageId: requireText(group, 'OrgnlMsgId'),
        group: statusOf(group, 'GrpSts'),
        payments,
      };
    },
  };
}

const report = 'Document/CstmrPmtStsRpt';

/** Of a transfer that a report names without a status. */
export const notStated = 'not stated';

function transferOf(element: XmlElement): Transfer {
  const endToEndId = textAt(element, 'OrgnlEndToEndId');
  return {
    ...(statusOf(element, 'TxSts') ?? { status: notStated, reasonCode: null }),
    instructionId: textAt(element, 'OrgnlInstrId'),
    endToEndId: isGiven(endToEndId) ? endToEndId : null,
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
