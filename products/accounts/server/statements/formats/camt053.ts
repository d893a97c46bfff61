/**
 * camt.053.001.08, BankToCustomerStatement: one statement of an account for bookkeeping programs. Each entry is one ledger entry, and a fee is a
 * separate entry, so that opening balance and entries add up to the closing balance. A returned payment has the code of a return and the other bank's
 * reason; a converted one states the other amount and the rate.
 * Source: ISO 20022 camt.053.001.08; ExternalBalanceType1Code; ExternalBankTransactionDomain1Code and its families.
 */
import { type CurrencyCode, checkIban, formatDecimal, type PaymentScheme } from '@calmly/domain';
import {
  node,
  startOf,
  writeXmlInParts,
  type XmlNode,
  type XmlPart,
} from '@calmly/platform/files/xml-write.ts';
import { addDays } from '@calmly/platform/time/zoned-days.ts';
import { railReasonCodes } from '../../transactions/index.ts';
import type { Issuer } from '../issuer.ts';
import { counterpartyOf, isMask, type Line, type StatementSource, schemeOf } from '../source.ts';

const namespace = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08';

/** The bytes of the message. */
export const camt053Of = (
  source: StatementSource,
  issuer: Issuer,
  now: Date,
): AsyncGenerator<Uint8Array, void, undefined> => writeXmlInParts(partsOf(source, issuer, now));

async function* partsOf(
  source: StatementSource,
  issuer: Issuer,
  now: Date,
): AsyncGenerator<readonly XmlPart[], void, undefined> {
  const { account, period } = source;
  const { currency } = account;
  const id = cut(`${account.number}-${plainDay(period.from)}-${plainDay(period.to)}`, 35);
  const createdAt = node('CreDtTm', now.toISOString());
  yield [
    startOf('Document', { xmlns: namespace }),
    startOf('BkToCstmrStmt'),
    node('GrpHdr', [node('MsgId', id), createdAt]),
    startOf('Stmt'),
    node('Id', id),
    createdAt,
    node('FrToDt', [
      node('FrDtTm', period.begins.toISOString()),
      // The last moment of the last day; no entry is booked later.
      node('ToDtTm', new Date(period.ends.getTime() - 1).toISOString()),
    ]),
    node('Acct', [
      node('Id', [accountId(account.iban ?? account.number)]),
      node('Ccy', currency),
      node('Nm', cut(account.name, 70)),
      node('Ownr', [node('Nm', cut(account.holder, 140))]),
      node('Svcr', [node('FinInstnId', [node('BICFI', issuer.bic), node('Nm', cut(issuer.name, 140))])]),
    ]),
    balance('PRCD', source.openingMinor, currency, addDays(period.from, -1)),
    balance('OPBD', source.openingMinor, currency, period.from),
    balance('CLBD', source.closingMinor, currency, period.to),
    summary(source),
  ];
  for await (const lines of source.lines()) yield lines.map((line) => entryOf(source, line));
}

const magnitude = (minor: bigint): bigint => (minor < 0n ? -minor : minor);
const indicator = (minor: bigint): XmlNode => node('CdtDbtInd', minor < 0n ? 'DBIT' : 'CRDT');
const plainDay = (day: string): string => day.replaceAll('-', '');
const cut = (text: string, length: number): string =>
  (text.length <= length ? text : Array.from(text).slice(0, length).join('')).trim();

const amountOf = (minor: bigint, currency: CurrencyCode): XmlNode =>
  node('Amt', formatDecimal(magnitude(minor), currency), { Ccy: currency });

const balance = (code: string, minor: bigint, currency: CurrencyCode, day: string): XmlNode =>
  node('Bal', [
    node('Tp', [node('CdOrPrtry', [node('Cd', code)])]),
    amountOf(minor, currency),
    indicator(minor),
    node('Dt', [node('Dt', day)]),
  ]);

function summary({ account: { currency }, inMinor, outMinor, count }: StatementSource): XmlNode {
  const sum = (minor: bigint) => node('Sum', formatDecimal(magnitude(minor), currency));
  const net = inMinor - outMinor;
  return node('TxsSummry', [
    node('TtlNtries', [
      node('NbOfNtries', String(count)),
      sum(inMinor + outMinor),
      node('TtlNetNtry', [node('Amt', formatDecimal(magnitude(net), currency)), indicator(net)]),
    ]),
    node('TtlCdtNtries', [sum(inMinor)]),
    node('TtlDbtNtries', [sum(outMinor)]),
  ]);
}

function entryOf({ account: { currency }, period: { zone } }: StatementSource, line: Line): XmlNode {
  const { transaction, amountMinor } = line;
  const amount = amountOf(amountMinor, currency);
  const reference = transaction && cut(transaction.number, 35);
  return node('Ntry', [
    node('NtryRef', String(line.number)),
    amount,
    indicator(amountMinor),
    node('Sts', [node('Cd', 'BOOK')]),
    node('BookgDt', [node('Dt', zone.dayOf(line.bookedAt))]),
    node('ValDt', [node('Dt', line.valueOn)]),
    reference ? node('AcctSvcrRef', reference) : undefined,
    node('BkTxCd', [transactionCode(line)]),
    transaction && !isMask(line)
      ? node('NtryDtls', [
          node('TxDtls', [
            node('Refs', [
              reference ? node('AcctSvcrRef', reference) : undefined,
              node('EndToEndId', cut(transaction.endToEndId, 35) || 'NOTPROVIDED'),
            ]),
            amount,
            indicator(amountMinor),
            conversionOf(line, currency),
            ...partiesOf(line),
            remittanceOf(line),
            returnOf(line),
          ]),
        ])
      : undefined,
    isMask(line) ? node('AddtlNtryInf', cut(transaction?.creditorName ?? '', 500)) : undefined,
  ]);
}

/**
 * The amount on the other side of a conversion. The rate is the amount bought by one unit of the sold currency. Card payments omit it, because they
 * may be collected in parts and the amount is that of all entries.
 */
function conversionOf({ transaction, isFee }: Line, own: CurrencyCode): XmlNode | undefined {
  if (!transaction?.converted || isFee || transaction.scheme === 'CARD') return undefined;
  const { currency, amountMinor, rate } = transaction.converted;
  const [sold, bought] = transaction.direction === 'DEBIT' ? [own, currency] : [currency, own];
  return node('AmtDtls', [
    node('TxAmt', [
      amountOf(amountMinor, currency),
      node('CcyXchg', [
        node('SrcCcy', sold),
        node('TrgtCcy', bought),
        node('UnitCcy', sold),
        node('XchgRate', rate),
      ]),
    ]),
  ]);
}

/** The reason why a payment was returned. */
function returnOf({ transaction }: Line): XmlNode | undefined {
  const reason = transaction?.returnReason;
  if (!reason) return undefined;
  const code = isRailReason(reason) ? railReasonCodes[reason] : railReasonCodes.bank_refused;
  return node('RtrInf', [node('Rsn', [node('Cd', code)])]);
}

const isRailReason = (reason: string): reason is keyof typeof railReasonCodes =>
  Object.hasOwn(railReasonCodes, reason);

/** The other side, in its role; a fee has none. */
function partiesOf(line: Line): XmlNode[] {
  const { transaction } = line;
  const { name, account } = counterpartyOf(line);
  if (!transaction || name.trim() === '') return [];
  const [party, partyAccount, agent] =
    transaction.direction === 'DEBIT'
      ? (['Cdtr', 'CdtrAcct', 'CdtrAgt'] as const)
      : (['Dbtr', 'DbtrAcct', 'DbtrAgt'] as const);
  const bic = transaction.direction === 'DEBIT' ? transaction.creditorAgentBic : null;
  return [
    node('RltdPties', [
      node(party, [node('Pty', [node('Nm', cut(name, 140))])]),
      account.trim() ? node(partyAccount, [node('Id', [accountId(account)])]) : undefined,
    ]),
    ...(bic ? [node('RltdAgts', [node(agent, [node('FinInstnId', [node('BICFI', bic)])])])] : []),
  ];
}

function remittanceOf({ transaction, isFee }: Line): XmlNode | undefined {
  const text = isFee ? '' : cut(transaction?.reference ?? '', 140);
  return text ? node('RmtInf', [node('Ustrd', text)]) : undefined;
}

/** Another bank may have written an IBAN in groups, which the schema refuses. */
function accountId(text: string): XmlNode {
  const checked = checkIban(text);
  return checked.ok ? node('IBAN', checked.iban) : node('Othr', [node('Id', cut(text, 34))]);
}

type Code = readonly [domain: string, family: string, subFamily: string];

/** Codes of issued and received transfers, by scheme. */
const codes: Readonly<Record<PaymentScheme, readonly [issued: Code, received: Code]>> = {
  SEPA: [
    ['PMNT', 'ICDT', 'ESCT'],
    ['PMNT', 'RCDT', 'ESCT'],
  ],
  SEPA_INSTANT: [
    ['PMNT', 'IRCT', 'ESCT'],
    ['PMNT', 'RRCT', 'ESCT'],
  ],
  SWIFT: [
    ['PMNT', 'ICDT', 'XBCT'],
    ['PMNT', 'RCDT', 'XBCT'],
  ],
  OWN: [
    ['PMNT', 'ICDT', 'BOOK'],
    ['PMNT', 'RCDT', 'BOOK'],
  ],
  INTERNAL: [
    ['PMNT', 'ICDT', 'BOOK'],
    ['PMNT', 'RCDT', 'BOOK'],
  ],
  EXCHANGE: [
    ['FORX', 'SPOT', 'OTHR'],
    ['FORX', 'SPOT', 'OTHR'],
  ],
  TRADE: [
    ['SECU', 'SETT', 'TRAD'],
    ['SECU', 'SETT', 'TRAD'],
  ],
  CRYPTO: [
    ['PMNT', 'ICDT', 'OTHR'],
    ['PMNT', 'RCDT', 'OTHR'],
  ],
  CRYPTO_MOVE: [
    ['PMNT', 'ICDT', 'BOOK'],
    ['PMNT', 'RCDT', 'BOOK'],
  ],
  CARD: [
    ['PMNT', 'CCRD', 'POSD'],
    ['PMNT', 'CCRD', 'POSC'],
  ],
  CARD_MOVE: [
    ['PMNT', 'ICDT', 'BOOK'],
    ['PMNT', 'RCDT', 'BOOK'],
  ],
  CARD_FEE: [
    ['PMNT', 'CCRD', 'CHRG'],
    ['PMNT', 'CCRD', 'CHRG'],
  ],
};

function transactionCode(line: Line): XmlNode {
  const [issued, received] = codes[schemeOf(line)];
  const isReturn = Boolean(line.transaction?.returnReason);
  // A return belongs to the transfers that were issued.
  const [domain, family, subFamily] = line.amountMinor < 0n || isReturn ? issued : received;
  const kind = line.isFee ? 'CHRG' : isReturn ? 'RRTN' : subFamily;
  return node('Domn', [node('Cd', domain), node('Fmly', [node('Cd', family), node('SubFmlyCd', kind)])]);
}
