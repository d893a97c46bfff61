/** Files of the bank's own bank: status reports, notifications and statements, following ISO 20022's schemas. */
import { node, writeXml, type XmlNode } from '@calmly/platform/files/xml-write.ts';

const urn = 'urn:iso:std:iso:20022:tech:xsd';
const at = '2026-11-21T09:00:00Z';
const nostroIban = 'DE89370400440532013000';

const document = (message: string, inside: XmlNode): string =>
  writeXml(node('Document', [inside], { xmlns: `${urn}:${message}` }));

const header = (id: string) => node('GrpHdr', [node('MsgId', id), node('CreDtTm', at)]);
const reason = (name: string, code: string | undefined) =>
  code === undefined ? undefined : node(name, [node('Rsn', [node('Cd', code)])]);

interface Stated {
  readonly status: string;
  readonly reason?: string;
}

/** A pain.002.001.11 about a whole file, or about single transfers of one PmtInf. */
export function statusReport(about: {
  readonly id: string;
  readonly originalMessageId: string;
  readonly group?: Stated;
  readonly paymentInformationId?: string;
  readonly transfers?: ReadonlyArray<
    Stated & { readonly instructionId: string; readonly endToEndId: string }
  >;
}): string {
  const { group, transfers = [] } = about;
  return document(
    'pain.002.001.11',
    node('CstmrPmtStsRpt', [
      header(about.id),
      node('OrgnlGrpInfAndSts', [
        node('OrgnlMsgId', about.originalMessageId),
        node('OrgnlMsgNmId', 'pain.001.001.09'),
        group && node('GrpSts', group.status),
        group && reason('StsRsnInf', group.reason),
      ]),
      transfers.length === 0
        ? undefined
        : node('OrgnlPmtInfAndSts', [
            node('OrgnlPmtInfId', about.paymentInformationId ?? 'NOTPROVIDED'),
            ...transfers.map((transfer) =>
              node('TxInfAndSts', [
                node('OrgnlInstrId', transfer.instructionId),
                node('OrgnlEndToEndId', transfer.endToEndId),
                node('TxSts', transfer.status),
                reason('StsRsnInf', transfer.reason),
              ]),
            ),
          ]),
    ]),
  );
}

/** An entry on our account at the bank's bank; default: one transaction. */
export interface Entry {
  readonly reference: string;
  /** Number of the entry within the message. */
  readonly number?: string;
  readonly amount: string;
  readonly direction?: 'CRDT' | 'DBIT';
  readonly currency?: string;
  readonly status?: 'BOOK' | 'PDNG';
  readonly creditorAccount?: string;
  readonly debtorName?: string;
  /** Null: the bank states none. */
  readonly debtorAccount?: string | null;
  /** Null: the bank states none. */
  readonly bookedOn?: string | null;
  /** Missing: the bank gives no value day. */
  readonly valueOn?: string;
  /** It reverses an earlier booking. */
  readonly isReversal?: boolean;
  readonly instructionId?: string;
  readonly endToEndId?: string;
  readonly text?: string;
  readonly returnReason?: string;
  /** Its several transactions, each with this reference; missing: only the sum. */
  readonly parts?: ReadonlyArray<Pick<Entry, 'reference' | 'amount' | 'creditorAccount'>>;
}

function entryNode(entry: Entry): XmlNode {
  const { direction = 'CRDT', currency = 'EUR', parts } = entry;
  return node('Ntry', [
    entry.number === undefined ? undefined : node('NtryRef', entry.number),
    node('Amt', entry.amount, { Ccy: currency }),
    node('CdtDbtInd', direction),
    entry.isReversal ? node('RvslInd', 'true') : undefined,
    node('Sts', [node('Cd', entry.status ?? 'BOOK')]),
    entry.bookedOn === null ? undefined : node('BookgDt', [node('Dt', entry.bookedOn ?? '2026-11-21')]),
    entry.valueOn === undefined ? undefined : node('ValDt', [node('Dt', entry.valueOn)]),
    node('AcctSvcrRef', entry.reference),
    node('BkTxCd', [node('Prtry', [node('Cd', 'NTRF')])]),
    node(
      'NtryDtls',
      parts?.map((part) => transactionNode({ ...entry, ...part }, part.reference)) ?? [
        transactionNode(entry),
      ],
    ),
  ]);
}

function transactionNode(entry: Entry, reference?: string): XmlNode {
  const { direction = 'CRDT', currency = 'EUR', creditorAccount, text } = entry;
  const { debtorAccount = 'DE33200505501289447016' } = entry;
  const party = (name: string, text: string) => node(name, [node('Pty', [node('Nm', text)])]);
  const account = (name: string, iban: string) => node(name, [node('Id', [node('IBAN', iban)])]);
  return node('TxDtls', [
    node('Refs', [
      reference === undefined ? undefined : node('AcctSvcrRef', reference),
      entry.instructionId === undefined ? undefined : node('InstrId', entry.instructionId),
      node('EndToEndId', entry.endToEndId ?? 'NOTPROVIDED'),
    ]),
    node('Amt', entry.amount, { Ccy: currency }),
    node('CdtDbtInd', direction),
    node('RltdPties', [
      party('Dbtr', entry.debtorName ?? 'Hansa GmbH'),
      debtorAccount === null ? undefined : account('DbtrAcct', debtorAccount),
      creditorAccount === undefined ? undefined : account('CdtrAcct', creditorAccount),
    ]),
    text === undefined ? undefined : node('RmtInf', [node('Ustrd', text)]),
    reason('RtrInf', entry.returnReason),
  ]);
}

const ownAccount = node('Acct', [node('Id', [node('IBAN', nostroIban)])]);

/** A camt.054.001.08. */
export const notification = (id: string, entries: readonly Entry[]): string =>
  document(
    'camt.054.001.08',
    node('BkToCstmrDbtCdtNtfctn', [
      header(id),
      node('Ntfctn', [node('Id', id), ownAccount, ...entries.map(entryNode)]),
    ]),
  );

/** A camt.053.001.08 with its balances. */
export function statement(
  id: string,
  entries: readonly Entry[],
  balances: {
    readonly opening: string;
    readonly closing: string;
    readonly day?: string;
    readonly currency?: string;
  },
): string {
  const balance = (code: string, amount: string) =>
    node('Bal', [
      node('Tp', [node('CdOrPrtry', [node('Cd', code)])]),
      node('Amt', amount, { Ccy: balances.currency ?? 'EUR' }),
      node('CdtDbtInd', 'CRDT'),
      node('Dt', [node('Dt', balances.day ?? '2026-11-21')]),
    ]);
  return document(
    'camt.053.001.08',
    node('BkToCstmrStmt', [
      header(id),
      node('Stmt', [
        node('Id', id),
        ownAccount,
        balance('OPBD', balances.opening),
        balance('CLBD', balances.closing),
        ...entries.map(entryNode),
      ]),
    ]),
  );
}
