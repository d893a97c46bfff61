/**
 * The same day of an account in every version and many banks' ways is read to the same entries. Control: a reader of version .08 alone,
 * which is what the reader was, reads less than half of them; and each fact that is compared differs when it is changed in a file.
 */

import { clientIban, ourIban } from '@calmly/server/test/support/files/bank-dialect.ts';
import type { Dialect } from '@calmly/server/test/support/files/bank-dialect-options.ts';
import { dialects } from '@calmly/server/test/support/files/bank-dialects.ts';
import { describe, expect, test } from 'vitest';
import { createMessageReader, type InboxMessage } from './message.ts';

function read(xml: string): InboxMessage {
  const reader = createMessageReader();
  reader.write(Buffer.from(xml));
  return reader.end();
}

/** What must be the same, however it is written. */
function meaningOf({ xml }: Pick<Dialect, 'xml'>) {
  const message = read(xml);
  if (message.kind === 'status') throw new Error('not a camt');
  return {
    notBooked: message.notBooked,
    entries: message.entries.map(({ transactions, ...entry }) => ({
      sum: `${entry.direction} ${entry.amountMinor} ${entry.currency}`,
      account: entry.account,
      bookedOn: entry.bookedOn,
      told: entry.told,
      transactions: transactions.map((each) => ({
        amount: `${each.direction} ${each.amountMinor} ${each.currency}`,
        ids: [each.endToEndId, each.instructionId],
        payer: [each.debtorName, each.debtorAccount, each.debtorAgentBic],
        creditorAccount: each.creditorAccount,
        text: each.remittanceInformation,
        isReturn: each.returnReasonCode !== null,
        bankAccount: each.bankAccount,
      })),
    })),
  };
}

const none = {
  ids: [null, null],
  payer: [null, null, null],
  creditorAccount: null,
  text: null,
  isReturn: false,
};
const entry = (sum: string, told: number, ...transactions: object[]) => ({
  sum,
  account: ourIban,
  bookedOn: '2026-11-21',
  told,
  transactions: transactions.map((each) => ({ ...none, bankAccount: ourIban, amount: sum, ...each })),
});
const endToEndId = '019370A000007000800000000000000A';
const meant = {
  notBooked: 1,
  entries: [
    entry('CRDT 7500 EUR', 1, {
      ids: ['E2E-1', null],
      payer: ['Hansa GmbH & Co.', 'DE33200505501289447016', 'HASPDEHHXXX'],
      creditorAccount: clientIban,
      text: 'RF18 5390 0754 7034',
    }),
    entry('DBIT 2000 EUR', 1, { ids: [endToEndId, '019370A000007000800000000000000B'] }),
    entry(
      'CRDT 700 EUR',
      2,
      { amount: 'CRDT 300 EUR', ids: ['B-0', null], creditorAccount: clientIban },
      { amount: 'CRDT 400 EUR', ids: ['B-1', null], creditorAccount: clientIban },
    ),
    entry('CRDT 1950 EUR', 1, { ids: [endToEndId, null], isReturn: true }),
  ],
};

test('there are more than thirty of them, and no two are the same', () => {
  expect(new Set(dialects.map(({ xml }) => xml)).size).toBe(dialects.length);
  expect(dialects.length).toBeGreaterThan(60);
});

test.each(dialects)('$name', (dialect) => {
  expect(meaningOf(dialect)).toEqual(meant);
});

test('control: a reader of version .08 alone reads less than half of them', () => {
  const isOnly08 = ({ xml }: Dialect) => /camt\.05[34]\.001\.08"/.test(xml);
  expect(dialects.filter(isOnly08).length).toBeLessThan(dialects.length / 2);
});

describe('references', () => {
  const referencesOf = ({ xml }: Dialect) => {
    const message = read(xml);
    return message.kind === 'status' ? [] : message.entries.map(({ key }) => key);
  };

  test('are the bank’s where it gives them', () => {
    for (const each of dialects.filter(({ lacks }) => lacks.length === 0))
      expect(referencesOf(each)).toEqual(['REF-1', 'REF-2', 'REF-3', 'REF-4']);
  });

  test('are made of the facts where it gives none: the same in each message, and others for other facts', () => {
    const bare = dialects.filter(({ name }) => /no references|NONREF/.test(name));
    const [one, other] = bare.map(referencesOf);
    expect(one).toEqual(other);
    expect(new Set(one).size).toBe(4);
    const [{ xml } = { xml: '' }] = bare;
    const changed = {
      ...bare[0],
      xml: xml.replaceAll('>75.00<', '>76.00<').replaceAll('>181.50<', '>182.50<'),
    } as Dialect;
    expect(referencesOf(changed)[0]).not.toBe(one?.[0]);
    expect(referencesOf(changed).slice(1)).toEqual(one?.slice(1));
  });

  test('of two entries that say the same in one message are two', () => {
    const [{ xml } = { xml: '' }] = dialects.filter(({ name }) => name === 'no references');
    const first = xml.slice(xml.indexOf('<Ntry>'), xml.indexOf('</Ntry>') + 7);
    const twice = xml.replace(first, first + first).replaceAll('>181.50<', '>256.50<');
    const keys = referencesOf({ name: '', xml: twice, lacks: [] });
    expect(keys).toHaveLength(5);
    expect(new Set(keys).size).toBe(5);
  });
});

test('a report of the day so far is told apart, and a version that is not read is refused with those that are', () => {
  expect(new Set(dialects.map(({ xml }) => read(xml).kind))).toEqual(new Set(['booked', 'intraday']));
  const [{ xml } = { xml: '' }] = dialects;
  for (const version of ['01', '14', '2', '99'])
    expect(() => read(xml.replace('camt.053.001.02', `camt.053.001.${version}`))).toThrow(
      /camt\.053\.001\.\d+ is not read\. Read are camt\.052, camt\.053 and camt\.054 in the versions 02 to 13, and pain\.002/,
    );
});

test('pain.002 is read in the versions 03 to 14', () => {
  const report = (
    version: string,
  ) => `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.${version}"><CstmrPmtStsRpt>
    <GrpHdr><MsgId>S-1</MsgId></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>M-1</OrgnlMsgId><GrpSts>PART</GrpSts></OrgnlGrpInfAndSts>
    <OrgnlPmtInfAndSts><OrgnlPmtInfId>P-1</OrgnlPmtInfId><TxInfAndSts><OrgnlInstrId>I-1</OrgnlInstrId><TxSts>RJCT</TxSts>
    <StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf></TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`;
  const versions = ['03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '13', '14'];
  const read002 = versions.map((version) => read(report(version)));
  for (const message of read002)
    expect(message).toMatchObject({
      kind: 'status',
      report: {
        originalMessageId: 'M-1',
        payments: [{ transfers: [{ instructionId: 'I-1', status: 'RJCT', reasonCode: 'AC04' }] }],
      },
    });
  expect(() => read(report('02'))).toThrow(/is not read/);
});
