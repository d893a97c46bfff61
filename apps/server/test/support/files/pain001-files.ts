/**
 * pain.001 files as clients' programs write them, in every supported version. The differences: `BIC` and `BICFI`, the day of
 * execution as a text or as a choice.
 */
import { node, writeXml, type XmlNode } from '@calmly/platform/files/xml-write.ts';

export const pain001Versions = ['03', '04', '05', '06', '07', '08', '09', '10', '11', '12'] as const;

export type Pain001Version = (typeof pain001Versions)[number];

export interface TransactionOptions {
  readonly amount?: string;
  readonly currency?: string;
  readonly endToEndId?: string;
  readonly instructionId?: string;
  readonly account?: XmlNode;
  readonly address?: readonly XmlNode[];
  readonly remittance?: readonly XmlNode[];
  readonly more?: readonly XmlNode[];
}

export interface GroupOptions {
  readonly id?: string;
  readonly debtorAccount?: string;
  readonly transactions: readonly TransactionOptions[];
  readonly count?: string;
  readonly sum?: string;
  readonly categoryPurpose?: string;
  readonly method?: string;
  readonly withTime?: boolean;
  /** `YYYY-MM-DD`. */
  readonly executionDate?: string;
}

export const iban = (number: string): XmlNode => node('Id', [node('IBAN', number)]);
export const otherAccount = (number: string): XmlNode => node('Id', [node('Othr', [node('Id', number)])]);

function cents(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(`${whole}${fraction.padEnd(2, '0')}`);
}

function total(transactions: readonly TransactionOptions[]): string {
  const sum = transactions.reduce((all, { amount = '10.00' }) => all + cents(amount), 0n);
  return `${sum / 100n}.${String(sum % 100n).padStart(2, '0')}`;
}

/** A whole message; counts and sums are right unless given. */
export function pain001File(
  version: Pain001Version,
  groups: readonly GroupOptions[],
  header: { readonly count?: string; readonly sum?: string } = {},
): string {
  const transactions = groups.flatMap((group) => group.transactions);
  const message = node('CstmrCdtTrfInitn', [
    node('GrpHdr', [
      node('MsgId', 'MESSAGE-1'),
      node('CreDtTm', '2026-11-21T10:00:00'),
      node('NbOfTxs', header.count ?? String(transactions.length)),
      node('CtrlSum', header.sum ?? total(transactions)),
      node('InitgPty', [node('Nm', 'Calmly Test')]),
    ]),
    ...groups.map((group) => groupOf(version, group)),
  ]);
  return writeXml(
    node('Document', [message], { xmlns: `urn:iso:std:iso:20022:tech:xsd:pain.001.001.${version}` }),
  );
}

const agent = (version: Pain001Version, name: string, bic: string) =>
  node(name, [node('FinInstnId', [node(version === '03' ? 'BIC' : 'BICFI', bic)])]);

function groupOf(version: Pain001Version, group: GroupOptions): XmlNode {
  const { executionDate = '2026-12-01' } = group;
  const day = group.withTime ? node('DtTm', `${executionDate}T08:00:00+02:00`) : node('Dt', executionDate);
  return node('PmtInf', [
    node('PmtInfId', group.id ?? 'GROUP-1'),
    node('PmtMtd', group.method ?? 'TRF'),
    node('NbOfTxs', group.count ?? String(group.transactions.length)),
    node('CtrlSum', group.sum ?? total(group.transactions)),
    group.categoryPurpose === undefined
      ? undefined
      : node('PmtTpInf', [node('CtgyPurp', [node('Cd', group.categoryPurpose)])]),
    node('ReqdExctnDt', Number(version) < 8 ? executionDate : [day]),
    node('Dbtr', [node('Nm', 'Calmly Test')]),
    node('DbtrAcct', [iban(group.debtorAccount ?? 'EE382200221020145685')]),
    agent(version, 'DbtrAgt', 'HABAEE2X'),
    node('ChrgBr', 'SLEV'),
    ...group.transactions.map((transaction) => transactionOf(version, transaction)),
  ]);
}

function transactionOf(version: Pain001Version, transaction: TransactionOptions): XmlNode {
  const { address, remittance, more = [] } = transaction;
  return node('CdtTrfTxInf', [
    node('PmtId', [
      transaction.instructionId === undefined ? undefined : node('InstrId', transaction.instructionId),
      node('EndToEndId', transaction.endToEndId ?? 'E2E-1'),
    ]),
    node('Amt', [node('InstdAmt', transaction.amount ?? '10.00', { Ccy: transaction.currency ?? 'EUR' })]),
    agent(version, 'CdtrAgt', 'COBADEFFXXX'),
    node('Cdtr', [node('Nm', 'Peeter Kask'), address && node('PstlAdr', address)]),
    node('CdtrAcct', [transaction.account ?? iban('DE89370400440532013000')]),
    ...more,
    remittance && node('RmtInf', remittance),
  ]);
}

/** One file of each kind that clients send. */
export const pain001Samples = pain001Versions.map((version) => ({
  version,
  xml: pain001File(version, [
    {
      id: 'SALARIES',
      categoryPurpose: 'SALA',
      withTime: Number(version) >= 9,
      transactions: [
        {
          amount: '1250.50',
          endToEndId: 'NOTPROVIDED',
          address: [
            node('StrtNm', 'Pikk'),
            node('BldgNb', '3'),
            node('PstCd', '10123'),
            node('TwnNm', 'Tallinn'),
            node('Ctry', 'EE'),
          ],
          remittance: [node('Ustrd', 'Salary'), node('Ustrd', 'for May')],
        },
      ],
    },
    {
      id: 'SUPPLIERS',
      debtorAccount: 'DE89370400440532013000',
      transactions: [
        {
          amount: '99.9',
          account: otherAccount('12345678'),
          address: [node('Ctry', 'EE'), node('AdrLine', 'Pikk 3'), node('AdrLine', '10123 Tallinn')],
          more: [node('Purp', [node('Cd', 'GDDS')])],
          remittance: [
            node('Strd', [
              node('CdtrRefInf', [
                node('Tp', [node('CdOrPrtry', [node('Cd', 'SCOR')])]),
                node('Ref', 'RF18539007547034'),
              ]),
            ]),
          ],
        },
        { amount: '0.01', currency: 'USD', endToEndId: 'E2E-3' },
      ],
    },
  ]),
}));
