/** Closing balances of statements against the entries that were taken, where banks tell entries without a day or in a way that cannot be read. */

import { type Entry, notification, statement } from '@calmly/server/test/support/files/bank-files.ts';
import {
  type FileRailBank,
  reference,
  startFileRail,
} from '@calmly/server/test/support/processes/file-rail.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { verifyClosings } from './closing-balances.ts';
import { mayExplain } from './refused.ts';

let bank: FileRailBank;
beforeAll(async () => {
  bank = await startFileRail();
});
afterAll(() => bank.close({ tampered: true }));

/** A bank whose first statement has been read. */
beforeEach(async () => {
  const { sql } = bank.app.database;
  for (const table of ['closing_balance', 'booked_entry', 'exception'])
    await query.raw(`delete from clearing.${table}`).execute(sql);
  await tell([credit('75.00', '2026-11-19')], '0.00', '75.00', '2026-11-19');
});

const credit = (amount: string, bookedOn: string | null, more: Partial<Entry> = {}): Entry => ({
  reference: reference(),
  amount,
  bookedOn,
  creditorAccount: 'EE382200221020145685',
  ...more,
});

async function tell(entries: readonly Entry[], opening: string, closing: string, day: string) {
  expect(await bank.receive(statement(reference(), entries, { opening, closing, day }))).toBe('done');
}
const faults = async () => (await verifyClosings(bank.app.database.sql)).faults;
const notes = async () => (await verifyClosings(bank.app.database.sql)).notes;
const differs = (entries: string) =>
  `DE89370400440532013000: from 2026-11-19 to 2026-11-20 the bank’s balance changed by 7.00 EUR, the entries that we have by ${entries} EUR`;

test('an entry that a notification told without a day has the day of the statement that tells it again', async () => {
  const told = credit('5.00', null);
  const sent = await bank.receive(notification(reference(), [told]));
  expect(sent).toBe('done');
  await tell(
    [{ ...told, bookedOn: '2026-11-20' }, credit('2.00', '2026-11-20')],
    '75.00',
    '82.00',
    '2026-11-20',
  );
  expect(await faults()).toEqual([]);
});

test('nor is an account lost that only the statement says', async () => {
  const told = credit('5.00', null);
  const file = notification(reference(), [told]).replace(/<Acct>.*?<\/Acct>/s, '');
  expect(file).not.toContain('DE89370400440532013000');
  expect(await bank.receive(file)).toBe('done');
  await tell(
    [{ ...told, bookedOn: '2026-11-20' }, credit('2.00', '2026-11-20')],
    '75.00',
    '82.00',
    '2026-11-20',
  );
  expect(await faults()).toEqual([]);
});

test('entries without a day are those of their statement’s day', async () => {
  await tell([credit('5.00', null), credit('2.00', null)], '75.00', '82.00', '2026-11-20');
  expect(await faults()).toEqual([]);
  // Control: one of them is lost.
  await query`delete from clearing.booked_entry where amount_minor = 200`.execute(bank.app.database.sql);
  expect(await faults()).toEqual([differs('5.00')]);
});

test.each([
  ['the notification', true],
  ['the statement', false],
])('an entry of which %s leaves out its own reference is one entry', async (_, isNotification) => {
  const told = credit('5.00', '2026-11-20');
  const entry = { ...told, parts: [{ ...told, reference: reference() }] };
  const leftOut = (file: string) => file.replace(`<AcctSvcrRef>${told.reference}</AcctSvcrRef>`, '');
  const notified = notification(reference(), [entry]);
  const balances = { opening: '75.00', closing: '82.00', day: '2026-11-20' };
  const stated = statement(reference(), [entry, credit('2.00', '2026-11-20')], balances);
  expect(await bank.receive(isNotification ? leftOut(notified) : notified)).toBe('done');
  expect(await bank.receive(isNotification ? stated : leftOut(stated))).toBe('done');
  expect(await faults()).toEqual([]);
});

test('what lay on the account before the first entry is said beside it', async () => {
  const older = 'DE89370400440532013000: of its first balance, on 2026-11-19, ';
  expect((await notes()).filter((note) => note.startsWith(older))).toEqual([]);
  await query`delete from clearing.closing_balance`.execute(bank.app.database.sql);
  await tell([credit('7.00', '2026-11-19')], '1000.00', '1007.00', '2026-11-19');
  expect(await notes()).toContain(`${older}925.00 EUR is older than our entries`);
});

const unreadable = { isReversal: true } as const;
const tellUnreadable = (entries: readonly Entry[]) =>
  bank.receive(
    statement(reference(), entries, { opening: '75.00', closing: '82.00', day: '2026-11-20' }).replace(
      '<RvslInd>true</RvslInd>',
      '<RvslInd>perhaps</RvslInd>',
    ),
  );

test.each(['2026-11-20', null])(
  'an entry of the day %s that could not be read makes a note of its days',
  async (day) => {
    expect(await tellUnreadable([credit('5.00', day, unreadable), credit('2.00', '2026-11-20')])).toBe(
      'done',
    );
    expect(await faults()).toEqual([]);
    const note = `${differs('2.00')}; entries that wait at the desk may explain it`;
    expect(await notes()).toContain(note);
    // The desk has booked it by hand.
    await query`update clearing.exception set state = 'approved', decided_at = now()`.execute(
      bank.app.database.sql,
    );
    expect([await faults(), await notes()]).toEqual([[], expect.arrayContaining([note])]);
  },
);

test('control: it explains its own amount only', async () => {
  await tellUnreadable([credit('5.00', '2026-11-20', unreadable), credit('2.00', '2026-11-20')]);
  await query`delete from clearing.booked_entry where amount_minor = 200`.execute(bank.app.database.sql);
  expect(await faults()).toEqual([differs('0.00')]);
});

const pair = {
  account: 'A',
  currency: 'EUR',
  since: '2026-11-19',
  day: '2026-11-20',
  readAt: new Date('2026-11-21T05:00:00Z'),
  differenceMinor: 300n,
};
const since = new Date('2026-11-21T05:00:00Z');
test.each([
  [
    'the sum of two',
    [
      ['A', '2026-11-20', '5.00 EUR, CRDT'],
      ['A', '2026-11-20', '2.00 EUR, DBIT'],
    ],
    true,
  ],
  [
    'one of two',
    [
      ['A', '2026-11-20', '3.00 EUR, CRDT'],
      ['A', '2026-11-20', '2.00 EUR, CRDT'],
    ],
    true,
  ],
  ['no amount', [['A', '2026-11-20', 'no amount EUR, CRDT']], true],
  ['an account that is not said', [[null, '2026-11-20T10:00:00Z', '3 EUR, CRDT']], true],
  ['another amount', [['A', '2026-11-20', '2.00 EUR, CRDT']], false],
  ['the other direction', [['A', '2026-11-20', '3.00 EUR, DBIT']], false],
  ['another account', [['B', '2026-11-20', '3.00 EUR, CRDT']], false],
  ['another currency', [['A', '2026-11-20', '3.00 USD, CRDT']], false],
  ['the day before', [['A', '2026-11-19', '3.00 EUR, CRDT']], false],
  ['the day after', [['A', '2026-11-21', '3.00 EUR, CRDT']], false],
  ['none', [], false],
] as const)('%s', (_, refused, explains) => {
  const entries = refused.map(([account, bookedOn, amount]) => ({ account, bookedOn, amount, since }));
  expect(mayExplain(entries, pair)).toBe(explains);
});
