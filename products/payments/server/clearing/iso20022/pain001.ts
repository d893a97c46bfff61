/**
 * pain.001.001.09, CustomerCreditTransferInitiation: what a bank is told to pay. The shape, and how it is written; reading it back is
 * `test/support/files/pain001-read.ts`. Addresses are structured: SEPA takes no free text since November 2026. Accounts that are no IBAN go
 * under `Othr`. Source: ISO 20022 pain.001.001.09; EPC125-05 (SEPA), EPC122-16 (instant).
 */
import type { CurrencyCode, PaymentPurpose } from '@calmly/domain';
import { node, writeXml, type XmlNode } from '@calmly/platform/files/xml-write.ts';
import { ibanOf, writeAmount } from '@calmly/platform/iso20022/fields.ts';

export const pain001Namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';

/** PostalAddress24 in fields of its own. */
export interface StructuredAddress {
  readonly streetName: string | null;
  readonly buildingNumber: string | null;
  readonly postCode: string | null;
  readonly townName: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** `CdtrRefInf`: a reference that the payee gave out. */
export interface CreditorReference {
  /** `SCOR`: by ISO 11649 or by the rule of a country; `QRR`: a QR reference of Switzerland or Liechtenstein. */
  readonly type: 'SCOR' | 'QRR';
  readonly issuer: 'BBA' | null;
  readonly reference: string;
}

export interface CreditTransfer {
  readonly instructionId: string;
  readonly endToEndId: string;
  /** Of what travels by SWIFT. */
  readonly uetr: string | null;
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
  readonly intermediaryAgentBic: string | null;
  readonly creditorAgentBic: string | null;
  readonly creditorName: string;
  readonly creditorAddress: StructuredAddress | null;
  readonly creditorAccount: string;
  readonly purpose: PaymentPurpose | null;
  readonly remittanceInformation: string | null;
  readonly creditorReference: CreditorReference | null;
}

/** Transfers of one debtor. */
export interface PaymentInformation {
  readonly id: string;
  /** `SEPA`; with `INST` beside it SEPA instant; none: the bank's ordinary way abroad. */
  readonly serviceLevel: 'SEPA' | null;
  readonly localInstrument: 'INST' | null;
  /** `YYYY-MM-DD`. */
  readonly executionDate: string;
  readonly debtorName: string;
  readonly debtorAddress: StructuredAddress | null;
  readonly debtorAccount: string;
  readonly debtorAgentBic: string;
  readonly chargeBearer: 'SLEV' | 'SHAR' | 'DEBT' | 'CRED';
  readonly transfers: readonly CreditTransfer[];
}

export interface CreditTransferInitiation {
  readonly messageId: string;
  readonly createdAt: Date;
  readonly initiatingParty: string;
  readonly payments: readonly PaymentInformation[];
}

/** The message as XML. All transfers are in one currency, so that their sum says something. */
export function writePain001({
  messageId,
  createdAt,
  initiatingParty,
  payments,
}: CreditTransferInitiation): string {
  const transfers = payments.flatMap((each) => each.transfers);
  const initiation = node('CstmrCdtTrfInitn', [
    node('GrpHdr', [
      node('MsgId', messageId),
      node('CreDtTm', createdAt.toISOString()),
      ...totals(transfers),
      node('InitgPty', [node('Nm', initiatingParty)]),
    ]),
    ...payments.map(paymentInformation),
  ]);
  return writeXml(node('Document', [initiation], { xmlns: pain001Namespace }));
}

function totals(transfers: readonly CreditTransfer[]): XmlNode[] {
  const [first] = transfers;
  if (!first || transfers.some(({ currency }) => currency !== first.currency))
    throw new Error('a message has transfers, and all in one currency');
  const amountMinor = transfers.reduce((sum, each) => sum + each.amountMinor, 0n);
  return [
    node('NbOfTxs', String(transfers.length)),
    node('CtrlSum', writeAmount({ amountMinor, currency: first.currency })),
  ];
}

function paymentInformation(payment: PaymentInformation): XmlNode {
  const { serviceLevel, localInstrument, transfers } = payment;
  return node('PmtInf', [
    node('PmtInfId', payment.id),
    node('PmtMtd', 'TRF'),
    ...totals(transfers),
    serviceLevel === null
      ? undefined
      : node('PmtTpInf', [
          node('SvcLvl', [node('Cd', serviceLevel)]),
          localInstrument === null ? undefined : node('LclInstrm', [node('Cd', localInstrument)]),
        ]),
    node('ReqdExctnDt', [node('Dt', payment.executionDate)]),
    node('Dbtr', [
      node('Nm', payment.debtorName),
      payment.debtorAddress === null ? undefined : address(payment.debtorAddress),
    ]),
    account('DbtrAcct', payment.debtorAccount),
    agent('DbtrAgt', payment.debtorAgentBic),
    node('ChrgBr', payment.chargeBearer),
    ...transfers.map(creditTransfer),
  ]);
}

function creditTransfer(transfer: CreditTransfer): XmlNode {
  const { intermediaryAgentBic, creditorAgentBic, creditorAddress, purpose } = transfer;
  return node('CdtTrfTxInf', [
    node('PmtId', [
      node('InstrId', transfer.instructionId),
      node('EndToEndId', transfer.endToEndId),
      transfer.uetr === null ? undefined : node('UETR', transfer.uetr),
    ]),
    node('Amt', [node('InstdAmt', writeAmount(transfer), { Ccy: transfer.currency })]),
    intermediaryAgentBic === null ? undefined : agent('IntrmyAgt1', intermediaryAgentBic),
    creditorAgentBic === null ? undefined : agent('CdtrAgt', creditorAgentBic),
    node('Cdtr', [
      node('Nm', transfer.creditorName),
      creditorAddress === null ? undefined : address(creditorAddress),
    ]),
    account('CdtrAcct', transfer.creditorAccount),
    purpose === null ? undefined : node('Purp', [node('Cd', purpose)]),
    remittance(transfer),
  ]);
}

/** The text and the reference each in its element: programs of payees look for the reference in `Strd` only. */
function remittance({ remittanceInformation, creditorReference }: CreditTransfer): XmlNode | undefined {
  if (remittanceInformation === null && creditorReference === null) return undefined;
  return node('RmtInf', [
    remittanceInformation === null ? undefined : node('Ustrd', remittanceInformation),
    creditorReference === null ? undefined : node('Strd', [referenceInformation(creditorReference)]),
  ]);
}

const referenceInformation = ({ type, issuer, reference }: CreditorReference): XmlNode =>
  node('CdtrRefInf', [
    node('Tp', [
      node('CdOrPrtry', [node(type === 'SCOR' ? 'Cd' : 'Prtry', type)]),
      issuer === null ? undefined : node('Issr', issuer),
    ]),
    node('Ref', reference),
  ]);

const agent = (name: string, bic: string) => node(name, [node('FinInstnId', [node('BICFI', bic)])]);

const account = (name: string, number: string) =>
  node(name, [
    node('Id', ibanOf(number) === undefined ? [node('Othr', [node('Id', number)])] : [node('IBAN', number)]),
  ]);

function address({ streetName, buildingNumber, postCode, townName, country }: StructuredAddress): XmlNode {
  const optional = (name: string, text: string | null) => (text === null ? undefined : node(name, text));
  return node('PstlAdr', [
    optional('StrtNm', streetName),
    optional('BldgNb', buildingNumber),
    optional('PstCd', postCode),
    node('TwnNm', townName),
    node('Ctry', country),
  ]);
}
