/** L1 and L6: many concurrent callers. The books are correct at every check, and a balance is spent once. */

import { type Database, openDatabase, refusesRow } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import type { Sql } from '@calmly/platform/work.ts';
import {
  type BooksReport,
  balances,
  draw,
  post,
  postAll,
  release,
  reserve,
  reserveAll,
  settle,
  settleAll,
  verifyBooks,
} from '@calmly/products/ledger/server/index.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chanceOfRun } from '../support/chance.ts';
import { openClientAccounts, transferOf } from '../support/clients/ledger.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let books: TestDatabase;
/** More connections than the usual pool, for the races. */
const chance = chanceOfRun('ledger race');
let database: Database;
beforeAll(async () => {
  books = await createTestDatabase();
  database = openDatabase(books.url, { poolSize: 24 });
});
afterAll(async () => {
  await database.close();
  await books.close();
});

test('64 callers with every function on eight accounts leave the books correct at every moment', async () => {
  const accounts = await openClientAccounts(database.sql, 8, 1_000n);
  const pick = () => chance.pick(accounts);
  const amount = () => BigInt(chance.below(300));
  let accepted = 0;
  let running = true;
  /** How often the all-or-nothing verbs posted their list, and how often they were refused. */
  const wholes = { done: 0, refused: 0 };
  const whole = async (act: (open: Sql) => Promise<void>) => {
    try {
      await database.inTransaction(act);
      wholes.done += 1;
    } catch (error) {
      if (!refusesRow(error)) throw error;
      wholes.refused += 1;
    }
  };

  async function caller(): Promise<void> {
    for (let turn = 0; turn < 30; turn += 1) {
      const account = pick();
      const hold = newId();
      const posted = await post(database.sql, [
        transferOf(account, pick(), amount()),
        transferOf(pick(), account, amount()),
      ]);
      const held = await reserve(database.sql, [{ id: hold, accountId: account, amountMinor: amount() }]);
      const part = newId();
      const drawn = await draw(database.sql, [{ id: part, reservationId: hold, amountMinor: amount() }]);
      const spent =
        turn % 2 === 0
          ? await settle(database.sql, [
              { reservationId: hold, transfers: [transferOf(account, pick(), 1n)] },
            ])
          : await release(database.sql, [hold]);
      const ended =
        turn % 3 === 0
          ? await settle(database.sql, [
              { reservationId: part, transfers: [transferOf(account, pick(), 1n)] },
            ])
          : await release(database.sql, [part]);
      accepted += [...posted, ...held, ...drawn, ...spent, ...ended].filter((verdict) => verdict.ok).length;
      await whole((open) => postAll(open, [transferOf(account, pick(), amount())]));
      const id = newId();
      await whole((open) => reserveAll(open, [{ id, accountId: account, amountMinor: amount() }]));
      await whole((open) =>
        settleAll(open, [
          { reservationId: id, keptMinor: 0n, transfers: [transferOf(account, pick(), amount())] },
        ]),
      );
      await release(database.sql, [id]);
    }
  }

  async function auditor(): Promise<BooksReport[]> {
    const reports: BooksReport[] = [];
    while (running) reports.push(await verifyBooks(database.sql));
    return [...reports, await verifyBooks(database.sql)];
  }

  const audits = auditor();
  await Promise.all(Array.from({ length: 64 }, caller));
  running = false;
  const reports = await audits;
  expect(reports.flatMap((report) => report.breaches)).toEqual([]);
  expect(reports.length).toBeGreaterThan(5);
  expect(accepted).toBeGreaterThan(1_000);
  expect(Math.min(wholes.done, wholes.refused)).toBeGreaterThan(400);
  const found = await balances(database.sql, accounts);
  const total = [...found.values()].reduce((sum, balance) => sum + balance.postedMinor, 0n);
  expect(total).toBe(8_000n);
});

const racers = 200;
const rounds = 8;

/** Lets 200 callers spend the whole of one balance at the same time; returns how many succeeded. */
async function race(spend: () => Promise<boolean>): Promise<number> {
  const outcomes = await Promise.all(Array.from({ length: racers }, spend));
  return outcomes.filter((won) => won).length;
}

test('of 200 parallel debits of a whole balance exactly one wins, in every round', async () => {
  const [rich = ''] = await openClientAccounts(database.sql, 1, 0n);
  const [source = '', ...payees] = await openClientAccounts(database.sql, 9, 100_000n);
  for (let round = 0; round < rounds; round += 1) {
    expect(await post(database.sql, [transferOf(source, rich, 10_000n)])).toEqual([{ ok: true }]);
    const winners = await race(async () => {
      const payee = chance.pick(payees);
      const [verdict] = await post(database.sql, [transferOf(rich, payee, 10_000n)]);
      return verdict?.ok === true;
    });
    expect(winners).toBe(1);
    expect((await balances(database.sql, [rich])).get(rich)?.postedMinor).toBe(0n);
  }
});

test('reservations and transfers that race for one balance never take more than it has', async () => {
  const [rich = '', payee = ''] = await openClientAccounts(database.sql, 2, 10_000n);
  const winners = await race(async () => {
    const [verdict] = chance.happens(0.5)
      ? await post(database.sql, [transferOf(rich, payee, 4_000n)])
      : await reserve(database.sql, [{ id: newId(), accountId: rich, amountMinor: 4_000n }]);
    return verdict?.ok === true;
  });
  expect(winners).toBe(2);
});

test('control: a check that is followed by an update without a lock loses the same race', async () => {
  await query`create table public.purse (balance numeric not null)`.execute(database.sql);
  await query`insert into public.purse values (10000)`.execute(database.sql);
  const winners = await race(async () => {
    const { rows } = await query<{ balance: string }>`select balance from public.purse`.execute(database.sql);
    if (BigInt(rows[0]?.balance ?? '0') < 10_000n) return false;
    await query`update public.purse set balance = balance - 10000`.execute(database.sql);
    return true;
  });
  expect(winners).toBeGreaterThan(1);
});
