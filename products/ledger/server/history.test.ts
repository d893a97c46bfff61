import { newId } from '@calmly/platform/ids.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { chanceOfRun } from '@calmly/server/test/support/chance.ts';
import { openClientAccounts, transferOf } from '@calmly/server/test/support/clients/ledger.ts';
import { createTestDatabase, type TestDatabase } from '@calmly/server/test/support/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  balancesAt,
  bankAccount,
  bookingsOf,
  entryRanges,
  flowsBetween,
  listEntries,
  ownTransferCode,
  post,
  postAll,
} from './index.ts';

const chance = chanceOfRun('ledger history');
let books: TestDatabase;
let sql: Sql;
let anna: string;
let boris: string;

const day = (date: string) => new Date(`${date}T00:00:00Z`);
const noon = (date: string) => new Date(`${date}T12:00:00Z`);

/** Anna: 5000.00 from Boris in January, 30.00 out twice in February, 7.00 in at the first instant of March. */
beforeAll(async () => {
  books = await createTestDatabase();
  sql = books.database.sql;
  const [first, second] = await openClientAccounts(sql, 2, 0n);
  if (!first || !second) throw new Error('no accounts');
  [anna, boris] = [first, second];
  const nostro = await bankAccount(sql, 'nostro', 'EUR');
  const verdicts = await post(sql, [
    transferOf(nostro, boris, 1_000_000n, { at: noon('2024-01-01') }),
    transferOf(boris, anna, 500_000n, { at: noon('2024-01-10'), code: 'salary' }),
    transferOf(anna, boris, 3_000n, { at: noon('2024-02-03'), code: 'payment' }),
    transferOf(anna, boris, 3_000n, { at: noon('2024-02-28'), code: 'payment' }),
    transferOf(boris, anna, 700n, { at: day('2024-03-01'), code: 'refund' }),
  ]);
  expect(verdicts.every((verdict) => verdict.ok)).toBe(true);
});
afterAll(() => books.close());

const instants = ['2024-01-01', '2024-02-01', '2024-03-01', '2024-04-01'].map(day);

test('a balance at an instant includes what was booked before it', async () => {
  const found = await balancesAt(sql, [anna, boris], instants);
  expect(found.get(anna)).toEqual([0n, 500_000n, 494_000n, 494_700n]);
  expect(found.get(boris)).toEqual([0n, 500_000n, 506_000n, 505_300n]);
});

test('monthly money in and out adds up to the change of the balance', async () => {
  const found = await flowsBetween(sql, [anna], instants);
  expect(found.get(anna)).toEqual([
    { inMinor: 500_000n, outMinor: 0n },
    { inMinor: 0n, outMinor: 6_000n },
    { inMinor: 700n, outMinor: 0n },
  ]);
});

test('moves between own accounts are neither money in nor out', async () => {
  const [purse = '', savings = ''] = await openClientAccounts(sql, 2, 0n);
  const verdicts = await post(sql, [
    transferOf(boris, purse, 9_000n, { at: noon('2024-01-20') }),
    transferOf(purse, savings, 4_000n, { at: day('2024-02-01'), code: ownTransferCode }),
    transferOf(savings, purse, 1_000n, { at: noon('2024-03-31'), code: ownTransferCode }),
    transferOf(savings, boris, 500n, { at: noon('2024-03-31') }),
  ]);
  expect(verdicts.every((verdict) => verdict.ok)).toBe(true);
  const both = await flowsBetween(sql, [purse, savings], instants);
  const nothing = { inMinor: 0n, outMinor: 0n };
  expect(both.get(purse)).toEqual([{ inMinor: 9_000n, outMinor: 0n }, nothing, nothing]);
  expect(both.get(savings)).toEqual([nothing, nothing, { inMinor: 0n, outMinor: 500n }]);
  // For one account alone, the other account is outside.
  expect((await flowsBetween(sql, [savings], instants)).get(savings)).toEqual([
    nothing,
    { inMinor: 4_000n, outMinor: 0n },
    { inMinor: 0n, outMinor: 1_500n },
  ]);
});

// Control: by the transfers' own time (`at`), April would have 4000 in and out of nowhere, and May would lack them.
test('a move dated before an account’s newest entry is omitted from the period in which each account has it', async () => {
  const [purse = '', savings = ''] = await openClientAccounts(sql, 2, 0n);
  const verdicts = await post(sql, [
    transferOf(boris, purse, 9_000n, { at: day('2024-05-01') }),
    transferOf(purse, savings, 4_000n, { at: noon('2024-04-30'), code: ownTransferCode }),
  ]);
  expect(verdicts.every((verdict) => verdict.ok)).toBe(true);
  const spring = ['2024-04-01', '2024-05-01', '2024-06-01'].map(day);
  const both = await flowsBetween(sql, [purse, savings], spring);
  const nothing = { inMinor: 0n, outMinor: 0n };
  expect(both.get(purse)).toEqual([nothing, { inMinor: 9_000n, outMinor: 0n }]);
  expect(both.get(savings)).toEqual([nothing, nothing]);
});

/** Control, tried once: with `<=` instead of `<` in `ledger.last_before` it fails. */
test('the balance at any moment is the sum of what was booked before it, also where entries share a time', async () => {
  const [purse = ''] = await openClientAccounts(sql, 1, 0n);
  const start = day('2025-01-01').getTime();
  let at = start;
  const booked: Array<{ readonly at: number; readonly minor: bigint }> = [];
  for (let each = 0; each < 70; each += 1) {
    at += chance.below(3);
    booked.push({ at, minor: BigInt(1 + chance.below(50)) });
    const { minor } = booked.at(-1) ?? { minor: 0n };
    expect(await post(sql, [transferOf(boris, purse, minor, { at: new Date(at) })])).toEqual([{ ok: true }]);
    // Every length, so that the numbers are halved from all ends.
    const moments = Array.from({ length: at - start + 3 }, (_, after) => start - 1 + after);
    const found = (
      await balancesAt(
        sql,
        [purse],
        moments.map((moment) => new Date(moment)),
      )
    ).get(purse);
    const expected = moments.map((moment) =>
      booked.reduce((sum, entry) => (entry.at < moment ? sum + entry.minor : sum), 0n),
    );
    expect(found).toEqual(expected);
  }
});

test('few moments among many entries and many moments among few have the same balances', async () => {
  const [purse = ''] = await openClientAccounts(sql, 1, 0n);
  const start = day('2025-03-01').getTime();
  const booked: Array<{ readonly at: number; readonly minor: bigint }> = [];
  for (let at = start, each = 0; each < 1_000; each += 1, at += chance.below(3))
    booked.push({ at, minor: BigInt(1 + chance.below(50)) });
  await postAll(
    sql,
    booked.map(({ at, minor }) => transferOf(boris, purse, minor, { at: new Date(at) })),
  );
  const end = (booked.at(-1)?.at ?? 0) + 2;
  const before = (moment: number) =>
    booked.reduce((sum, { at, minor }) => (at < moment ? sum + minor : sum), 0n);
  const some = () => start - 1 + chance.below(end - start + 2);
  // A few are looked up one by one; for many, the entries are read. In random order, one of them twice.
  for (const count of [1, 2, 7, 8, 90, 400]) {
    const moments = Array.from({ length: count }, some);
    const wanted = [end, ...moments, start, moments[0] ?? start];
    const found = await balancesAt(
      sql,
      [purse],
      wanted.map((moment) => new Date(moment)),
    );
    expect(found.get(purse)).toEqual(wanted.map(before));
  }
});

test('an account without entries has zeros', async () => {
  const [empty = ''] = await openClientAccounts(sql, 1, 0n);
  expect((await balancesAt(sql, [empty], instants)).get(empty)).toEqual([0n, 0n, 0n, 0n]);
});

test('entries come oldest first, page by page, without gap or repeat', async () => {
  const range = { accountId: anna, last: 4n, limit: 3 };
  const page = await listEntries(sql, { ...range, first: 1n });
  expect(page.map((entry) => entry.seq)).toEqual([1n, 2n, 3n]);
  const rest = await listEntries(sql, { ...range, first: 4n });
  expect(rest.map((entry) => [entry.seq, entry.amountMinor, entry.balanceMinor, entry.code])).toEqual([
    [4n, 700n, 494_700n, 'refund'],
  ]);
});

test('an entry leads to the transaction on its own account', async () => {
  const [payer = '', payee = ''] = await openClientAccounts(sql, 2, 10_000n);
  const [paid, received] = [newId(), newId()];
  const moved = transferOf(payer, payee, 100n, { subjectId: paid, creditSubjectId: received });
  const fee = transferOf(payer, payee, 1n, { subjectId: paid });
  const plain = transferOf(payer, payee, 5n);
  expect((await post(sql, [moved, fee, plain])).every(({ ok }) => ok)).toBe(true);
  const subjectsOf = async (accountId: string) =>
    (await listEntries(sql, { accountId, first: 1n, last: 9n, limit: 9 }))
      .map(({ subjectId }) => subjectId)
      .slice(-3);
  expect(await subjectsOf(payer)).toEqual([paid, paid, plain.id]);
  expect(await subjectsOf(payee)).toEqual([received, paid, plain.id]);
  // If a settlement has several entries, the balance is the one after the last.
  const since = { from: new Date(0) };
  const [onPayer, onPayee] = await bookingsOf(sql, [
    { accountId: payer, subjectId: paid, ...since },
    { accountId: payee, subjectId: received, ...since },
  ]);
  expect([onPayer?.balanceMinor, onPayee?.balanceMinor]).toEqual([9_899n, 10_100n]);
});

test('the entries of a period are those booked in it, its first instant included and its last not', async () => {
  const months = ['2024-02-01', '2024-03-01', '2024-03-01', '2024-04-01'].map(day);
  expect(await entryRanges(sql, anna, months)).toEqual([
    { first: 2n, last: 3n, openingMinor: 500_000n, closingMinor: 494_000n, inMinor: 0n, outMinor: 6_000n },
    { first: 4n, last: 3n, openingMinor: 494_000n, closingMinor: 494_000n, inMinor: 0n, outMinor: 0n },
    { first: 4n, last: 4n, openingMinor: 494_000n, closingMinor: 494_700n, inMinor: 700n, outMinor: 0n },
  ]);
});

test('a transfer dated before the newest entry of an account is booked there at that entry’s time', async () => {
  const [late = ''] = await openClientAccounts(sql, 1, 0n);
  await post(sql, [transferOf(anna, late, 1n, { at: noon('2024-02-15') })]);
  const [onAnna] = (await listEntries(sql, { accountId: anna, first: 1n, last: 99n, limit: 99 })).slice(-1);
  const [onLate] = await listEntries(sql, { accountId: late, first: 1n, last: 1n, limit: 1 });
  expect(onAnna?.bookedAt).toEqual(day('2024-03-01'));
  expect(onLate?.bookedAt).toEqual(noon('2024-02-15'));
});
