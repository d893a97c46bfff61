/** A day of an account as one bank would write it; the banks are in `bank-dialects.ts`. */

import type { Dialect, Message, Options } from './bank-dialect-options.ts';

const versionText = (version: number) => String(version).padStart(2, '0');
const roots: Readonly<Record<Message, readonly [string, string]>> = {
  '052': ['BkToCstmrAcctRpt', 'Rpt'],
  '053': ['BkToCstmrStmt', 'Stmt'],
  '054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
};

const element = (name: string, inside: string, attributes = '') =>
  `<${name}${attributes}>${inside}</${name}>`;
/** `a/b/c` around something. */
const at = (path: string, inside: string): string =>
  path
    .split('/')
    .reverse()
    .reduce((text, name) => element(name, text), inside);
const money = (name: string, amount: string, currency = 'EUR') => element(name, amount, ` Ccy="${currency}"`);

export const ourIban = 'DE89370400440532013000';
export const clientIban = 'EE471000001020145685';

export function dialect(options: Options): Dialect {
  const {
    message = '053',
    version,
    prefix = '',
    amounts = version <= 3 ? 'TxAmt' : 'Amt',
    text = 'Ustrd',
    returns = 'RtrInf',
    payer = 'Dbtr',
    account = 'IBAN',
    references = 'entry',
    balances = message === '054' ? 'none' : 'OPBD',
    status = version <= 7 ? 'text' : 'Cd',
  } = options;
  const name = options.name ?? `camt.${message}.001.${versionText(version)}`;
  const hasPartyChoice = version >= 8;
  const party = (role: string, partyName: string) =>
    payer === 'Agt' && hasPartyChoice
      ? at(`${role}/Agt/FinInstnId/Nm`, partyName)
      : at(hasPartyChoice ? `${role}/Pty/Nm` : `${role}/Nm`, partyName);
  const bank = (bic: string) => at(`FinInstnId/${version <= 3 ? 'BIC' : 'BICFI'}`, bic);
  const day = (field: string) =>
    options.times
      ? at(`${field}/DtTm`, `2026-11-21T00:30:00${options.zone ?? ''}`)
      : at(`${field}/Dt`, `2026-11-21${options.zone ?? ''}`);
  const hasText = (place: string) => text === place;

  const transaction = (facts: {
    readonly reference: string;
    readonly amount: string;
    readonly direction: string;
    readonly endToEndId?: string;
    readonly instructionId?: string;
    readonly payerName?: string;
    readonly payerIban?: string;
    readonly creditor?: string;
    readonly remittance?: string;
    readonly isReturn?: boolean;
  }) => {
    const { amount, direction, isReturn = false, remittance } = facts;
    const foreign = options.foreignAmount ? at('AmtDtls/InstdAmt', money('Amt', '99.00', 'USD')) : '';
    const amountElement =
      amounts === 'Amt'
        ? `${money('Amt', amount)}${version >= 4 ? element('CdtDbtInd', direction) : ''}${foreign}`
        : element(
            'AmtDtls',
            `${options.foreignAmount ? at('InstdAmt', money('Amt', '99.00', 'USD')) : ''}${at(amounts, money('Amt', amount))}`,
          );
    const reasonPath = returns === 'RtrInf/Prtry' ? 'RtrInf/Rsn/Prtry' : 'RtrInf/Rsn/Cd';
    const codes =
      isReturn && returns === 'BkTxCd'
        ? at(
            'BkTxCd/Domn',
            `${element('Cd', 'PMNT')}${element('Fmly', `${element('Cd', 'ICDT')}${element('SubFmlyCd', 'RRTN')}`)}`,
          )
        : isReturn && returns === 'GVC'
          ? at('BkTxCd/Prtry', `${element('Cd', 'NRTI+159+9075+931')}${element('Issr', 'DK')}`)
          : '';
    const structured =
      facts.remittance === undefined ? '' : at('RmtInf/Strd/CdtrRefInf/Ref', facts.remittance);
    return element(
      'TxDtls',
      [
        element(
          'Refs',
          [
            references === 'transaction' || references === 'both'
              ? element('AcctSvcrRef', facts.reference)
              : '',
            facts.instructionId ? element('InstrId', facts.instructionId) : '',
            element('EndToEndId', facts.endToEndId ?? 'NOTPROVIDED'),
          ].join(''),
        ),
        amountElement,
        codes,
        element(
          'RltdPties',
          [
            facts.payerName ? party(payer === 'UltmtDbtr' ? 'UltmtDbtr' : 'Dbtr', facts.payerName) : '',
            facts.payerIban ? at('DbtrAcct/Id/IBAN', facts.payerIban) : '',
            facts.creditor ? at('CdtrAcct/Id/IBAN', facts.creditor) : '',
          ].join(''),
        ),
        facts.payerIban ? at('RltdAgts/DbtrAgt', bank('HASPDEHHXXX')) : '',
        remittance === undefined
          ? ''
          : hasText('Ustrd')
            ? at(
                'RmtInf',
                [...remittance.matchAll(/.{1,9}( |$)/g)]
                  .map(([part]) => element('Ustrd', part.trim()))
                  .join(''),
              )
            : hasText('Strd')
              ? structured
              : '',
        isReturn && returns.startsWith('RtrInf') ? at(reasonPath, 'AC04') : '',
        remittance !== undefined && hasText('AddtlTxInf') ? element('AddtlTxInf', remittance) : '',
      ].join(''),
    );
  };

  const entry = (facts: {
    readonly reference: string;
    readonly amount: string;
    readonly direction: string;
    readonly state?: string;
    readonly inside: string;
    readonly remittance?: string;
  }) => {
    const state = facts.state ?? 'BOOK';
    return element(
      'Ntry',
      [
        money('Amt', facts.amount),
        element('CdtDbtInd', facts.direction),
        element('Sts', status === 'text' ? state : element('Cd', state)),
        day('BookgDt'),
        day('ValDt'),
        references === 'entry' || references === 'both'
          ? element('AcctSvcrRef', facts.reference)
          : references === 'NONREF'
            ? element('AcctSvcrRef', 'NONREF')
            : '',
        at('BkTxCd/Prtry', `${element('Cd', 'NTRF+166+9201')}${element('Issr', 'DK')}`),
        at('NtryDtls', facts.inside),
        facts.remittance !== undefined && hasText('AddtlNtryInf')
          ? element('AddtlNtryInf', facts.remittance)
          : '',
      ].join(''),
    );
  };

  const credit = {
    reference: 'REF-1',
    amount: '75.00',
    direction: 'CRDT',
    remittance: 'RF18 5390 0754 7034',
  };
  const debit = { reference: 'REF-2', amount: '20.00', direction: 'DBIT' };
  const back = { reference: 'REF-4', amount: '19.50', direction: 'CRDT' };
  const ids = {
    endToEndId: '019370A000007000800000000000000A',
    instructionId: '019370A000007000800000000000000B',
  };
  const entries = [
    entry({
      ...credit,
      inside: transaction({
        ...credit,
        endToEndId: 'E2E-1',
        payerName: 'Hansa GmbH &amp; Co.',
        payerIban: 'DE33200505501289447016',
        creditor: clientIban,
      }),
    }),
    entry({ ...debit, inside: transaction({ ...debit, ...ids }) }),
    entry({
      reference: 'REF-3',
      amount: '7.00',
      direction: 'CRDT',
      inside: ['3.00', '4.00']
        .map((amount, place) =>
          transaction({
            reference: `REF-3-${place}`,
            amount,
            direction: 'CRDT',
            endToEndId: `B-${place}`,
            creditor: clientIban,
          }),
        )
        .join(''),
    }),
    entry({ ...back, inside: transaction({ ...back, endToEndId: ids.endToEndId, isReturn: true }) }),
    entry({
      reference: 'REF-5',
      amount: '1000.00',
      direction: 'CRDT',
      state: 'PDNG',
      inside: element('TxDtls', ''),
    }),
  ];

  const balance = (code: string, amount: string, date: string) =>
    element(
      'Bal',
      [
        at('Tp/CdOrPrtry/Cd', code),
        money('Amt', amount),
        element('CdtDbtInd', 'CRDT'),
        at('Dt/Dt', date),
      ].join(''),
    );
  const balancesOf: Readonly<Record<NonNullable<Options['balances']>, string>> = {
    none: '',
    OPBD:
      balance('OPBD', '100.00', '2026-11-21') +
      balance('CLBD', '181.50', '2026-11-21') +
      balance('CLAV', '5000.00', '2026-11-21'),
    PRCD: balance('PRCD', '100.00', '2026-11-20') + balance('CLBD', '181.50', '2026-11-21'),
    pages: balance('ITBD', '100.00', '2026-11-21'),
    days:
      balance('OPBD', '100.00', '2026-11-20') +
      balance('CLBD', '99.00', '2026-11-20') +
      balance('OPBD', '99.00', '2026-11-21') +
      balance('CLBD', '181.50', '2026-11-21'),
  };
  const ownAccount = {
    IBAN: at('Id/IBAN', ourIban),
    Othr: at('Id/Othr/Id', ourIban),
    BBAN: at('Id/BBAN', ourIban),
  }[account];
  const [root, report] = roots[message];
  const inside = element(
    root,
    [
      element('GrpHdr', `${element('MsgId', 'M-1')}${element('CreDtTm', '2026-11-22T05:00:00+01:00')}`),
      element(
        report,
        [
          element('Id', 'S-1'),
          element('CreDtTm', '2026-11-22T05:00:00+01:00'),
          element('Acct', `${ownAccount}${element('Ccy', 'EUR')}`),
          balancesOf[balances],
          ...entries,
        ].join(''),
      ),
    ].join(''),
  );
  const namespace =
    options.namespace ?? `urn:iso:std:iso:20022:tech:xsd:camt.${message}.001.${versionText(version)}`;
  const extension = options.extension
    ? '<x:SplmtryData xmlns:x="urn:some:bank"><x:Ntry><x:Amt>1</x:Amt></x:Ntry></x:SplmtryData>'
    : '';
  const attributes =
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:a a.xsd"';
  const bare = element(
    'Document',
    inside,
    `${attributes} xmlns${prefix && `:${prefix.slice(0, -1)}`}="${namespace}"`,
  );
  const named = prefix ? bare.replaceAll(/<(\/?)([A-Z])/g, `<$1${prefix}$2`) : bare;
  const whole = named.replace(`</${prefix}${report}>`, `${extension}</${prefix}${report}>`);
  const enveloped = options.envelope
    ? `<BizMsgEnvlp xmlns="urn:bank:envelope"><AppHdr xmlns="urn:iso:std:iso:20022:tech:xsd:head.001.001.02"><BizMsgIdr>1</BizMsgIdr></AppHdr>${whole}</BizMsgEnvlp>`
    : whole;
  const spaced = options.indented ? enveloped.replaceAll('><', '>\r\n\t<') : enveloped;
  const lacks = references === 'entry' || references === 'both' ? [] : (['otherReferences'] as const);
  return {
    name,
    xml: `${options.declaration ?? '<?xml version="1.0" encoding="UTF-8"?>\n'}${spaced}`,
    lacks,
  };
}
