/**
 * A bank file is booked entry by entry (reliability X3): each field of one entry is broken in turn among nine good ones. Nine are booked, the
 * broken one waits at the desk with its reason, and the repaired file books it and nothing twice. Control: a reader that refuses the message for
 * any wrong entry, as ours did, books none of the nine.
 */

import { chanceOf } from '@calmly/server/test/support/chance.ts';
import { awaitPayment, createPayer } from '@calmly/server/test/support/clients/payments.ts';
import { type Entry, notification, statement } from '@calmly/server/test/support/files/bank-files.ts';
import {
  type FileRailBank,
  reference,
  startFileRail,
  stated,
} from '@calmly/server/test/support/processes/file-rail.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMessageReader } from './message.ts';

let bank: FileRailBank;
beforeAll(async () => {
  bank = await startFileRail();
});
afterAll(() => bank.close());

type Change = (entry: string) => string;

const replaced =
  (from: string | RegExp, to: string): Change =>
  (entry) => {
    const changed = entry.replace(from, to);
    if (changed === entry) throw new Error(`nothing to break: ${from}`);
    return changed;
  };
/** Of the entry, not of its transaction. */
const amount = (text: string, currency = 'EUR') =>
  replaced(/<Amt Ccy="EUR">5\.00<\/Amt>/, `<Amt Ccy="${currency}">${text}</Amt>`);
const detail =
  (change: Change): Change =>
  (entry) => {
    const start = entry.indexOf('<TxDtls>');
    return entry.slice(0, start) + change(entry.slice(start));
  };

const broken: ReadonlyArray<readonly [what: string, change: Change, reason: RegExp]> = [
  ['an amount that is too exact', amount('5.005'), /Amt: 5\.005 is no amount in EUR/],
  ['a negative amount', amount('-5.00'), /-5\.00 is no amount/],
  ['an amount in words', amount('five'), /five is no amount/],
  ['a decimal comma', amount('5,00'), /5,00 is no amount/],
  ['an empty amount', amount(''), /Amt is missing/],
  ['no amount', replaced(/<Amt Ccy="EUR">5\.00<\/Amt>/, ''), /Amt is missing|currency/],
  ['an unknown currency', amount('5.00', 'RON'), /the currency RON is not known/],
  ['a currency that no state issues', amount('5.00', 'BTC'), /the currency BTC is not known/],
  ['no currency', replaced('<Amt Ccy="EUR">', '<Amt>'), /the currency {2}is not known/],
  ['another currency than its account', amount('5.00', 'USD'), /the entry is in USD, its account in EUR/],
  ['no direction', replaced('<CdtDbtInd>CRDT</CdtDbtInd>', ''), /CdtDbtInd is missing/],
  ['an unknown direction', replaced('>CRDT<', '>CREDIT<'), /CdtDbtInd: CREDIT is not known/],
  ['no status', replaced(/<Sts>.*?<\/Sts>/s, ''), /Sts: none is not known/],
  ['an unknown status', replaced('>BOOK<', '>BOOKED<'), /Sts: BOOKED is not known/],
  [
    'a status of the bank’s own',
    replaced(/<Sts>.*?<\/Sts>/s, '<Sts><Prtry>BOOK</Prtry></Sts>'),
    /Sts: none is not known/,
  ],
  [
    'a booking day that does not exist',
    replaced('2026-11-21', '2026-02-30'),
    /BookgDt: 2026-02-30 is no date/,
  ],
  [
    'a value day that does not exist',
    replaced('</BookgDt>', '</BookgDt><ValDt><Dt>20261121</Dt></ValDt>'),
    /ValDt: 20261121 is no date/,
  ],
  [
    'an unreadable mark of a reversal',
    replaced('</CdtDbtInd>', '</CdtDbtInd><RvslInd>maybe</RvslInd>'),
    /RvslInd: maybe is not known/,
  ],
  [
    'a transaction of another amount',
    detail(amount('31.00')),
    /is 5\.00 EUR and its transaction 31\.00 EUR: a difference of 26\.00 EUR/,
  ],
  ['a transaction of no amount', detail(amount('much')), /much is no amount in EUR/],
  ['a transaction in the other direction', detail(replaced('>CRDT<', '>DBIT<')), /its transaction a debit/],
  ['a transaction without a known direction', detail(replaced('>CRDT<', '>C<')), /CdtDbtInd: C is not known/],
  [
    'two transactions that are not its amount',
    detail((entry) => `${amount('3.00')(entry).split('</NtryDtls>')[0]}${entry}`),
    /the transactions of the entry .* are not its amount/,
  ],
  [
    'a reference that the books cannot keep',
    replaced(/<AcctSvcrRef>.*?<\/AcctSvcrRef>/, `<AcctSvcrRef>${randomText()}</AcctSvcrRef>`),
    /cannot be booked/,
  ],
];

/** Longer than an index takes, and not to be compressed. */
function randomText(): string {
  const below = chanceOf(31);
  return Array.from({ length: 9_000 }, () => below(36).toString(36)).join('');
}

function tenEntries(creditorAccount: string): Entry[] {
  return Array.from({ length: 10 }, () => ({ reference: reference(), amount: '5.00', creditorAccount }));
}

/** The same file with one of its entries changed. */
function changedIn(file: string, { reference: which }: Entry, change: Change): string {
  const end = file.indexOf('</Ntry>', file.indexOf(which));
  const start = file.lastIndexOf('<Ntry>', end);
  return file.slice(0, start) + change(file.slice(start, end)) + file.slice(end);
}

const exceptionsOf = async () => (await bank.waiting('exception')).map(({ id }) => id);

async function sheetsRaisedBy(act: () => Promise<unknown>) {
  const before = new Set(await exceptionsOf());
  await act();
  const raised = (await exceptionsOf()).filter((id) => !before.has(id));
  return Promise.all(raised.map((id) => bank.sheet('exception', id)));
}

describe('of ten entries', () => {
  test.each(broken)(
    'one has %s: nine are booked, and it waits with its reason',
    async (_what, change, reason) => {
      const payer = await createPayer(bank.app, { fundedMinor: 0n });
      const entries = tenEntries(payer.account.iban ?? '');
      const file = statement(reference(), entries, { opening: '1.00', closing: '51.00' });
      const [, , , , fifth] = entries;
      if (!fifth) throw new Error('there are ten');
      const spoilt = changedIn(file, fifth, change);

      const sheets = await sheetsRaisedBy(async () => expect(await bank.receive(spoilt)).toBe('done'));
      expect(await payer.balance()).toMatchObject({ posted: 4_500n });
      expect(sheets).toHaveLength(1);
      expect(new Map(sheets[0]?.facts).get('Why')).toMatch(reason);
      expect(new Map(sheets[0]?.facts).get('What')).toMatch(/cannot be booked as it is stated/);

      // The bank repeats the entry in another file: it is known.
      expect(await sheetsRaisedBy(() => bank.receive(`${spoilt}<!-- again -->`))).toEqual([]);
      expect(await payer.balance()).toMatchObject({ posted: 4_500n });

      expect(await sheetsRaisedBy(() => bank.receive(file))).toEqual([]);
      expect(await payer.balance()).toMatchObject({ posted: 5_000n });
    },
  );

  test('two are alike and nothing tells them apart: the second waits', async () => {
    const payer = await createPayer(bank.app, { fundedMinor: 0n });
    const entries = tenEntries(payer.account.iban ?? '');
    const [first] = entries;
    if (!first) throw new Error('there are ten');
    const file = notification(reference(), [...entries.slice(0, 9), first]);
    const [sheet] = await sheetsRaisedBy(() => bank.receive(file));
    expect(new Map(sheet?.facts).get('Why')).toMatch(/nothing tells them apart/);
    expect(await payer.balance()).toMatchObject({ posted: 4_500n });
  });

  const harmless: ReadonlyArray<readonly [what: string, change: Change]> = [
    ['a payer’s IBAN with a wrong digit', replaced('DE33200505501289447016', 'DE34200505501289447016')],
    [
      'a payer’s IBAN in small letters and groups',
      replaced('DE33200505501289447016', 'de33 2005 0550 1289 4470 16'),
    ],
    ['amounts with a sign', replaced(/>5\.00</g, '>+5.00<')],
    ['amounts without decimals', replaced(/>5\.00</g, '>5.<')],
    [
      'a payer’s bank that does not exist',
      replaced(
        '</RltdPties>',
        '</RltdPties><RltdAgts><DbtrAgt><FinInstnId><BICFI>?</BICFI></FinInstnId></DbtrAgt></RltdAgts>',
      ),
    ],
    [
      'an own account in small letters and groups',
      (entry) =>
        entry.replace(/(?<=<CdtrAcct><Id><IBAN>)\w+/, (iban) => iban.toLowerCase().replace(/.{4}/g, '$& ')),
    ],
    [
      'charges that explain the difference',
      (entry) =>
        detail(amount('6.50'))(entry).replace(
          '</CdtDbtInd>',
          '</CdtDbtInd><Chrgs><Rcrd><Amt Ccy="EUR">1.50</Amt></Rcrd></Chrgs>',
        ),
    ],
    [
      'what was ordered in another amount',
      detail(
        replaced(
          /<Amt Ccy="EUR">5\.00<\/Amt>/,
          '<AmtDtls><InstdAmt><Amt Ccy="EUR">6.50</Amt></InstdAmt></AmtDtls>',
        ),
      ),
    ],
  ];

  test.each(harmless)('one has %s: ten are booked', async (_what, change) => {
    const payer = await createPayer(bank.app, { fundedMinor: 0n });
    const entries = tenEntries(payer.account.iban ?? '');
    const [, , , , fifth] = entries;
    if (!fifth) throw new Error('there are ten');
    const file = statement(reference(), entries, { opening: '0.00', closing: '50.00' });
    const sheets = await sheetsRaisedBy(() => bank.receive(changedIn(file, fifth, change)));
    expect(sheets).toEqual([]);
    expect(await payer.balance()).toMatchObject({ posted: 5_000n });
  });
});

test('a status report with one transfer without a status ends the others, and that one waits at the desk', async () => {
  const [payer, other] = [await createPayer(bank.app), await createPayer(bank.app)];
  const id = await bank.pay(payer);
  const first = await bank.sentFor(await bank.pay(other));
  const second = await bank.sentFor(id);
  const report = stated(second, 'ACSC');
  const transfer = /<TxInfAndSts>.*?<\/TxInfAndSts>/s.exec(report)?.[0] ?? '';
  const silent = transfer
    .replace(/<TxSts>.*?<\/TxSts>/, '')
    .replace(/(?<=<OrgnlInstrId>)\w+/, first.instructionId)
    .replace(/(?<=<OrgnlEndToEndId>)\w+/, first.endToEndId);
  const sheets = await sheetsRaisedBy(async () =>
    expect(await bank.receive(report.replace(transfer, silent + transfer))).toBe('done'),
  );
  await awaitPayment(bank.app, payer, id, ({ status }) => status === 'EXECUTED');
  expect(sheets).toHaveLength(1);
  expect(new Map(sheets[0]?.facts).get('Status')).toBe('not stated');
});

test('fifty cents without a zero before the dot are fifty cents', async () => {
  const payer = await createPayer(bank.app, { fundedMinor: 0n });
  const entry = { reference: reference(), amount: '.50', creditorAccount: payer.account.iban ?? '' };
  expect(await bank.receive(notification(reference(), [entry]))).toBe('done');
  expect(await payer.balance()).toMatchObject({ posted: 50n });
});

test('a statement whose readable entries do not lead to its closing balance is refused, also beside a wrong one', async () => {
  const payer = await createPayer(bank.app, { fundedMinor: 0n });
  const entries = tenEntries(payer.account.iban ?? '');
  const [first] = entries;
  if (!first) throw new Error('there are ten');
  const file = statement(reference(), entries, { opening: '1.00', closing: '52.00' });
  const spoilt = changedIn(file, first, replaced('2026-11-21', '2026-02-30'));
  expect(await bank.receive(spoilt)).toBe('failed');
  expect(await payer.balance()).toMatchObject({ posted: 0n });
});

test('control: a reader that refuses the message for any wrong entry books none of the nine', () => {
  const entries = tenEntries('EE382200221020145685');
  const [, , , , fifth] = entries;
  if (!fifth) throw new Error('there are ten');
  const file = statement('S', entries, { opening: '1.00', closing: '51.00' });
  const strict = (xml: string): number => {
    const reader = createMessageReader();
    reader.write(Buffer.from(xml));
    const message = reader.end();
    if (message.kind === 'status') throw new Error('no camt');
    return message.refused.length > 0 ? 0 : message.entries.length;
  };
  expect(strict(file)).toBe(10);
  for (const [what, change] of broken.filter(([, , reason]) => !reason.test('cannot be booked')))
    expect([what, strict(changedIn(file, fifth, change))]).toEqual([what, 0]);
});
