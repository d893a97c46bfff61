/**
 * pain.001, versions 03 to 12: each transaction becomes a row and is dropped from memory once read. Fields of a PmtInf apply to all its
 * transactions. Declared counts and sums must match the file; other fields are kept as text and checked later, row by row.
 *
 * Versions: `BIC` became `BICFI` with 04, `ReqdExctnDt` a choice of `Dt` and `DtTm` with 08; both forms are read in any version.
 * Source: ISO 20022 schemas pain.001.001.03, .09, .10.
 *
 * Errors: FileRefused, XmlRefused.
 */

import type { PayoutField } from '@calmly/contract';
import { createXmlReader, type XmlElement } from '@calmly/platform/files/xml.ts';
import { all, find, textAt } from '@calmly/platform/iso20022/fields.ts';
import type { OriginalMessage } from '../payout-file.ts';
import { FileRefused, fileLimits } from '../refusal.ts';
import type { TableRow } from '../table.ts';
import { createTotals, type Totals } from './pain001-totals.ts';
import { warningsOf } from './pain001-warnings.ts';

const versions = /^urn:iso:std:iso:20022:tech:xsd:(pain\.001\.001\.(?:0[3-9]|1[0-2]))$/;
const initiation = 'Document/CstmrCdtTrfInitn';
const group = `${initiation}/PmtInf`;
const transaction = `${group}/CdtTrfTxInf`;

/** Maximum number of elements of one transaction, and before the first one. */
const limits = { bytes: fileLimits.bytes, elements: 20_000_000, elementsBetweenTaken: 2_000 };

/** Each child of a PmtInf except its transactions occurs once; the schemas have 19. */
const mostGroupElements = 40;

type Fields = Partial<Record<PayoutField, string | null>>;

export const pain001Mapping: readonly PayoutField[] = [
  'fromAccount',
  'executionDate',
  'name',
  'type',
  'account',
  'bic',
  'sortCode',
  'routingNumber',
  'bankName',
  'bankCountry',
  'street',
  'buildingNumber',
  'postCode',
  'town',
  'country',
  'addressLines',
  'amount',
  'currency',
  'reference',
  'creditorReference',
  'endToEndId',
  'purpose',
  'chargeBearer',
];

export interface Pain001Reader {
  readonly rows: AsyncIterable<readonly TableRow[]>;
  /** `pain.001.001.09`; known with the first rows. */
  message(): string;
  /** The header; known with the first rows. */
  original(): OriginalMessage;
  salaryRows(): number;
}

/** The state of one PmtInf while its transactions are read. */
interface Group {
  readonly elements: Map<string, XmlElement>;
  totals: Totals | undefined;
  fields: Fields;
  isSalary: boolean;
}

const newGroup = (): Group => ({ elements: new Map(), totals: undefined, fields: {}, isSalary: false });

/**
 * Reads while `rows` is consumed, once. `line` is the number of the transaction, from 1; cells are in the
 * order of `pain001Mapping`. `rows` throws FileRefused or XmlRefused.
 */
export function readPain001(chunks: AsyncIterable<Uint8Array>): Pain001Reader {
  let message = '';
  let salaryRows = 0;
  let count = 0;
  let rows: TableRow[] = [];
  let current = newGroup();
  let header: XmlElement | undefined;
  const totals = createTotals(null);

  const takeTransaction = (element: XmlElement) => {
    count += 1;
    if (count > fileLimits.rows) throw new FileRefused({ code: 'too_many_rows', most: fileLimits.rows });
    if (!header) throw new FileRefused({ code: 'wrong_order', path: 'GrpHdr' });
    if (!current.totals) begin(current);
    const { fields, isSalary } = transactionOf(element, count, current);
    const warnings = warningsOf(element, current.elements);
    if (isSalary) salaryRows += 1;
    const amount = fields.amount ?? '';
    totals.add(amount);
    current.totals?.add(amount);
    rows.push({
      line: count,
      cells: pain001Mapping.map((field) => fields[field] ?? ''),
      original: {
        payment: textOf(current, 'PmtInfId')?.toWellFormed() ?? null,
        instruction: idAt(element, 'PmtId/InstrId'),
        endToEnd: shortIdAt(element, 'PmtId/EndToEndId'),
      },
      ...(warnings && { warnings }),
    });
  };
  const endGroup = () => {
    if (!current.totals) throw new FileRefused({ code: 'missing_element', path: 'PmtInf/CdtTrfTxInf' });
    current.totals.check(textOf(current, 'NbOfTxs'), textOf(current, 'CtrlSum'));
    current = newGroup();
  };
  const xml = createXmlReader({
    rootName: 'Document',
    limits,
    onRoot(namespace) {
      const found = versions.exec(namespace)?.[1];
      if (found === undefined)
        throw new FileRefused({
          code: 'wrong_pain_version',
          found: (namespace.split(':').at(-1) ?? '').slice(0, 60),
        });
      message = found;
    },
    take(path, element) {
      if (path === transaction) takeTransaction(element);
      else if (path === `${initiation}/GrpHdr`) {
        header = element;
        idAt(header, 'MsgId');
      } else if (path === group) endGroup();
      else if (path.startsWith(`${group}/`) && !path.slice(group.length + 1).includes('/')) {
        if (current.totals && element.name !== 'SplmtryData')
          throw new FileRefused({ code: 'wrong_order', path: `PmtInf/${element.name}`.slice(0, 100) });
        if (current.elements.has(element.name) || current.elements.size > mostGroupElements)
          throw new FileRefused({ code: 'wrong_order', path: `PmtInf/${element.name}`.slice(0, 100) });
        current.elements.set(element.name, element);
      } else return false;
      return true;
    },
  });
  async function* read(): AsyncGenerator<readonly TableRow[]> {
    for await (const chunk of chunks) {
      xml.write(chunk);
      yield rows;
      rows = [];
    }
    xml.end();
    if (!header) throw new FileRefused({ code: 'missing_element', path: 'GrpHdr' });
    const declared = textAt(header, 'NbOfTxs');
    if (declared === null) throw new FileRefused({ code: 'missing_element', path: 'GrpHdr/NbOfTxs' });
    totals.check(declared, textAt(header, 'CtrlSum'));
    yield rows;
  }
  return {
    rows: read(),
    message: () => message,
    original: () => ({
      name: message,
      messageId: idAt(header, 'MsgId'),
      createdAt: shortIdAt(header, 'CreDtTm'),
      transactions: shortIdAt(header, 'NbOfTxs'),
      controlSum: shortIdAt(header, 'CtrlSum'),
    }),
    salaryRows: () => salaryRows,
  };
}

/** Reads the PmtInf's data for all its transactions, before the first of them. */
function begin(current: Group): void {
  const at = (name: string) => current.elements.get(name);
  const method = textOf(current, 'PmtMtd');
  if (method !== 'TRF' && method !== 'TRA')
    throw new FileRefused({ code: 'payment_method', found: (method ?? '').slice(0, 35) });
  current.totals = createTotals(textOf(current, 'PmtInfId'));
  if ((textOf(current, 'PmtInfId') ?? '').length > longestId)
    throw new FileRefused({ code: 'id_too_long', path: 'PmtInf/PmtInfId', most: longestId });
  current.isSalary = isSalary(at('PmtTpInf'));
  const day = at('ReqdExctnDt');
  current.fields = {
    fromAccount: accountOf(at('DbtrAcct')),
    executionDate: textAt(day, 'Dt') ?? textAt(day, 'DtTm')?.slice(0, 10) ?? textOf(current, 'ReqdExctnDt'),
    chargeBearer: textOf(current, 'ChrgBr'),
  };
}

/** An id that the status report repeats. A longer one than the schema allows is refused, because a truncated id would identify something else. */
function idAt(element: XmlElement | undefined, path: string): string | null {
  const id = textAt(element, path)?.toWellFormed() ?? null;
  if (id !== null && id.length > longestId)
    throw new FileRefused({ code: 'id_too_long', path: `${element?.name}/${path}`, most: longestId });
  return id;
}

/** Null for a text that is longer than the schema allows. */
function shortIdAt(element: XmlElement | undefined, path: string): string | null {
  const text = textAt(element, path)?.toWellFormed() ?? null;
  return text !== null && text.length > longestId ? null : text;
}

const longestId = 35;

const textOf = ({ elements }: Group, name: string): string | null => elements.get(name)?.text || null;

function transactionOf(element: XmlElement, count: number, { fields, isSalary: groupIsSalary }: Group) {
  if (!find(element, 'Amt'))
    throw new FileRefused({ code: 'missing_element', path: 'PmtInf/CdtTrfTxInf/Amt' });
  if (find(element, 'Amt/EqvtAmt')) throw new FileRefused({ code: 'equivalent_amount', transaction: count });
  const isOneSalary = groupIsSalary || isSalary(find(element, 'PmtTpInf'));
  const agent = find(element, 'CdtrAgt/FinInstnId');
  const system = textAt(agent, 'ClrSysMmbId/ClrSysId/Cd');
  const member = textAt(agent, 'ClrSysMmbId/MmbId');
  const party = find(element, 'Cdtr');
  const endToEndId = textAt(element, 'PmtId/EndToEndId');
  const found: Fields = {
    ...fields,
    ...addressOf(find(party, 'PstlAdr')),
    name: textAt(party, 'Nm') ?? textAt(party, 'Pty/Nm'),
    type: find(party, 'Id/PrvtId') ? 'person' : find(party, 'Id/OrgId') ? 'company' : null,
    account: accountOf(find(element, 'CdtrAcct')),
    bic: textAt(agent, 'BICFI') ?? textAt(agent, 'BIC'),
    sortCode: system === 'GBDSC' ? member : null,
    routingNumber: system === 'USABA' ? member : null,
    bankName: textAt(agent, 'Nm'),
    bankCountry: textAt(agent, 'PstlAdr/Ctry'),
    amount: textAt(element, 'Amt/InstdAmt'),
    currency: find(element, 'Amt/InstdAmt')?.attributes.Ccy ?? null,
    reference: joined(all(find(element, 'RmtInf'), 'Ustrd'), ' '),
    creditorReference: creditorReferenceOf(find(element, 'RmtInf')),
    endToEndId: endToEndId === 'NOTPROVIDED' ? null : endToEndId,
    purpose: textAt(element, 'Purp/Cd') ?? (isOneSalary ? 'SALA' : null),
    chargeBearer: textAt(element, 'ChrgBr') ?? fields.chargeBearer ?? null,
  };
  return { fields: found, isSalary: isOneSalary || found.purpose === 'SALA' };
}

const isSalary = (type: XmlElement | undefined): boolean => textAt(type, 'CtgyPurp/Cd') === 'SALA';

/** An account as written; its check digits are checked with the row. */
const accountOf = (element: XmlElement | undefined): string | null =>
  textAt(element, 'Id/IBAN') ?? textAt(element, 'Id/Othr/Id');

function addressOf(address: XmlElement | undefined): Fields {
  return {
    street: textAt(address, 'StrtNm'),
    buildingNumber: textAt(address, 'BldgNb'),
    postCode: textAt(address, 'PstCd'),
    town: textAt(address, 'TwnNm'),
    country: textAt(address, 'Ctry'),
    addressLines: joined(all(address, 'AdrLine'), '\n'),
  };
}

const creditorReferenceOf = (remittance: XmlElement | undefined): string | null =>
  all(remittance, 'Strd')
    .map((each) => textAt(each, 'CdtrRefInf/Ref'))
    .find((reference) => reference !== null) ?? null;

const joined = (elements: readonly XmlElement[], separator: string): string | null =>
  elements
    .map(({ text }) => text)
    .filter(Boolean)
    .join(separator) || null;
