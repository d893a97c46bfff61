/**
 * Reads our rail's pain.001.001.09, for tests: exactly its shape, with every amount, account and date canonical, or the message is refused. The
 * header's
 * number of transactions and control sum must match the content, and so must each PmtInf's own, if present.
 * Errors: XmlRefused, MessageRefused.
 */
import { type PaymentPurpose, paymentPurposes } from '@calmly/domain';
import type { XmlElement } from '@calmly/platform/files/xml.ts';
import {
  accountAt,
  all,
  dateOf,
  find,
  ibanOf,
  MessageRefused,
  requireAmount,
  requireText,
  textAt,
  writeAmount,
} from '@calmly/platform/iso20022/fields.ts';
import {
  type CreditorReference,
  type CreditTransfer,
  type CreditTransferInitiation,
  type PaymentInformation,
  pain001Namespace,
  type StructuredAddress,
} from '@calmly/products/payments/server/clearing/iso20022/pain001.ts';
import { readXml } from './read-xml.ts';

export function readPain001(bytes: Uint8Array): CreditTransferInitiation {
  const { root, namespace } = readXml(bytes);
  if (namespace !== pain001Namespace) throw new MessageRefused(`${namespace} is no pain.001.001.09`);
  const initiation = find(root, 'CstmrCdtTrfInitn');
  const header = find(initiation, 'GrpHdr');
  const payments = all(initiation, 'PmtInf').map(paymentOf);
  if (payments.length === 0) throw new MessageRefused('there is no PmtInf');
  checkTotals(
    header,
    payments.flatMap(({ transfers }) => transfers),
    'required',
  );
  const createdAt = new Date(requireText(header, 'CreDtTm'));
  if (Number.isNaN(createdAt.getTime())) throw new MessageRefused('CreDtTm is no time');
  return {
    messageId: requireText(header, 'MsgId'),
    createdAt,
    initiatingParty: textAt(header, 'InitgPty/Nm') ?? '',
    payments,
  };
}

function paymentOf(element: XmlElement): PaymentInformation {
  const serviceLevel = textAt(element, 'PmtTpInf/SvcLvl/Cd');
  const transfers = all(element, 'CdtTrfTxInf').map(transferOf);
  if (transfers.length === 0) throw new MessageRefused('a PmtInf has no CdtTrfTxInf');
  checkTotals(element, transfers, 'optional');
  const executionDate = dateOf(requireText(element, 'ReqdExctnDt/Dt'));
  const debtorAddress = find(element, 'Dbtr/PstlAdr');
  if (executionDate === undefined) throw new MessageRefused('ReqdExctnDt is no date');
  return {
    id: requireText(element, 'PmtInfId'),
    serviceLevel: serviceLevel === 'SEPA' ? serviceLevel : null,
    localInstrument: textAt(element, 'PmtTpInf/LclInstrm/Cd') === 'INST' ? 'INST' : null,
    executionDate,
    debtorName: textAt(element, 'Dbtr/Nm') ?? '',
    debtorAddress: debtorAddress ? addressOf(debtorAddress) : null,
    debtorAccount: requireAccount(element, 'DbtrAcct'),
    debtorAgentBic: textAt(element, 'DbtrAgt/FinInstnId/BICFI') ?? '',
    chargeBearer: chargeBearerOf(textAt(element, 'ChrgBr') ?? 'SLEV'),
    transfers,
  };
}

function transferOf(element: XmlElement): CreditTransfer {
  const endToEndId = requireText(element, 'PmtId/EndToEndId');
  const address = find(element, 'Cdtr/PstlAdr');
  return {
    instructionId: textAt(element, 'PmtId/InstrId') ?? endToEndId,
    endToEndId,
    uetr: textAt(element, 'PmtId/UETR') ?? null,
    ...requireAmount(element, 'Amt/InstdAmt'),
    intermediaryAgentBic: textAt(element, 'IntrmyAgt1/FinInstnId/BICFI'),
    creditorAgentBic: textAt(element, 'CdtrAgt/FinInstnId/BICFI'),
    creditorName: requireText(element, 'Cdtr/Nm'),
    creditorAddress: address ? addressOf(address) : null,
    creditorAccount: requireAccount(element, 'CdtrAcct'),
    purpose: purposeOf(textAt(element, 'Purp/Cd')),
    remittanceInformation: textAt(element, 'RmtInf/Ustrd'),
    creditorReference: referenceOf(find(element, 'RmtInf/Strd/CdtrRefInf')),
  };
}

function referenceOf(element: XmlElement | undefined): CreditorReference | null {
  if (!element) return null;
  const type = textAt(element, 'Tp/CdOrPrtry/Cd') ?? requireText(element, 'Tp/CdOrPrtry/Prtry');
  const issuer = textAt(element, 'Tp/Issr');
  if ((type !== 'SCOR' && type !== 'QRR') || (issuer !== null && issuer !== 'BBA'))
    throw new MessageRefused(`a reference of the kind ${type}, ${issuer}`);
  return { type, issuer, reference: requireText(element, 'Ref') };
}

function requireAccount(element: XmlElement, path: string): string {
  const account = accountAt(element, path);
  if (account === null) throw new MessageRefused(`${path} is missing in ${element.name}`);
  const isIban = find(element, `${path}/Id/IBAN`) !== undefined;
  if (isIban && ibanOf(account) === undefined) throw new MessageRefused(`${path}: ${account} is no IBAN`);
  return account;
}

function addressOf(element: XmlElement): StructuredAddress {
  if (all(element, 'AdrLine').length > 0) throw new MessageRefused('an address in free text is not taken');
  return {
    streetName: textAt(element, 'StrtNm'),
    buildingNumber: textAt(element, 'BldgNb'),
    postCode: textAt(element, 'PstCd'),
    townName: requireText(element, 'TwnNm'),
    country: requireText(element, 'Ctry'),
  };
}

const purposeOf = (code: string | null): PaymentPurpose | null =>
  code === null ? null : (paymentPurposes.find((purpose) => purpose === code) ?? 'OTHR');

function chargeBearerOf(text: string): PaymentInformation['chargeBearer'] {
  const bearers = ['SLEV', 'SHAR', 'DEBT', 'CRED'] as const;
  const bearer = bearers.find((each) => each === text);
  if (!bearer) throw new MessageRefused(`ChrgBr: ${text} is not known`);
  return bearer;
}

/** Sums are compared as whole numbers of the smallest decimal, because one message may hold several currencies. */
const decimals = 5;

function checkTotals(
  element: XmlElement | undefined,
  transfers: readonly CreditTransfer[],
  need: 'required' | 'optional',
): void {
  const count = need === 'required' ? requireText(element, 'NbOfTxs') : textAt(element, 'NbOfTxs');
  if (count !== null && Number(count) !== transfers.length)
    throw new MessageRefused(`NbOfTxs says ${count}, there are ${transfers.length}`);
  const sum = textAt(element, 'CtrlSum');
  if (sum === null) return;
  const total = transfers.reduce((all, transfer) => all + scaled(writeAmount(transfer)), 0n);
  if (scaled(sum) !== total) throw new MessageRefused(`CtrlSum says ${sum}, which is not the sum`);
}

function scaled(text: string): bigint {
  const match = /^(\d{1,18})(?:\.(\d{1,17}))?$/.exec(text);
  const fraction = match?.[2]?.replace(/0{1,17}$/, '') ?? '';
  if (!match || fraction.length > decimals) throw new MessageRefused(`CtrlSum: ${text} is no sum`);
  return BigInt(`${match[1]}${fraction.padEnd(decimals, '0')}`);
}
