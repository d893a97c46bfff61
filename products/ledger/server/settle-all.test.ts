/**
 * `settleAll`: random lists compared with plain sums, and every refusal leaves everything unchanged. Controls, each tried once: without the
 * comparison with the held amount, and without that of the payer, the tests of these refusals fail.
 */

import { refusesRow } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { chanceOfRun } from '@calmly/server/test/support/chance.ts';
import { at, openClientAccounts, transferOf } from '@calmly/server/test/support/clients/ledger.ts';
import { createTestDatabase, type TestDatabase } from '@calmly/server/test/support/database.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { balances, openAccounts, openReservations, verifyBooks } from './index.ts';
import { reserveAll, settleAll } from './posting.ts';

const chance = chanceOfRun('settle all');
let books: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  books = await createTestDatabase();
  sql = books.database.sql;
});
afterAll(async () => {
  expect((await verifyBooks(sql)).breaches).toEqual([]);
  await books.close();
});

type Settlements = Parameters<typeof settleAll>[1];
const settleNow = (settlements: Settlements) =>
  books.database.inTransaction((open) => settleAll(open, settlements));

async function holdOn(accountId: string, amountMinor: bigint): Promise<string> {
  const id = newId();
  await books.database.inTransaction((open) => reserveAll(open, [{ id, accountId, amountMinor }]));
  return id;
}

test('random lists pay, keep and release what plain sums predict', async () => {
  const accounts = await openClientAccounts(sql, 5, 1_000_000n);
  const posted = accounts.map(() => 1_000_000n);
  const held = accounts.map(() => 0n);
  const add = (list: bigint[], index: number, amount: bigint) => {
    list[index] = at(list, index) + amount;
  };
  let open: Array<{ readonly id: string; readonly account: number; minor: bigint }> = [];
  const named: string[] = [];
  for (let round = 0; round < 40; round += 1) {
    for (let each = 0; each < 4; each += 1) {
      const account = chance.below(accounts.length);
      const minor = BigInt(1 + chance.below(5_000));
      open.push({ id: await holdOn(at(accounts, account), minor), account, minor });
      add(held, account, minor);
    }
    const settled = open.filter(() => chance.happens(0.5));
    const settlements = settled.map((hold) => {
      const keptMinor = chance.happens(0.3) ? 0n : BigInt(chance.below(Number(hold.minor) + 1));
      let gone = hold.minor - keptMinor;
      add(held, hold.account, -gone);
      const transfers = [];
      while (gone > 0n && chance.happens(0.7)) {
        const amount = BigInt(1 + chance.below(Number(gone)));
        const to = (hold.account + 1 + chance.below(accounts.length - 1)) % accounts.length;
        const transfer = transferOf(at(accounts, hold.account), at(accounts, to), amount);
        // The last settlement of a hold may have the hold's id.
        const isNamed: boolean = keptMinor === 0n && transfers.length === 0 && chance.happens(0.5);
        transfers.push(isNamed ? { ...transfer, id: hold.id } : transfer);
        if (isNamed) named.push(hold.id);
        add(posted, hold.account, -amount);
        add(posted, to, amount);
        gone -= amount;
      }
      hold.minor = keptMinor;
      return { reservationId: hold.id, keptMinor, transfers };
    });
    await settleNow(settlements);
    open = open.filter(({ minor }) => minor > 0n);
    const found = await balances(sql, accounts);
    expect(accounts.map((id) => found.get(id))).toMatchObject(
      accounts.map((_, index) => ({ postedMinor: at(posted, index), reservedMinor: at(held, index) })),
    );
    const reservations = await openReservations(
      sql,
      open.map(({ id }) => id),
    );
    expect(open.map(({ id }) => reservations.get(id))).toEqual(open.map(({ minor }) => minor));
  }
  // A transfer has the place of each of these.
  expect(named.length).toBeGreaterThan(0);
  const kept = query`select from ledger.reservations where id = any(${named}::uuid[])`;
  expect((await kept.execute(sql)).rows).toHaveLength(0);
});

describe('changes nothing and ends the transaction', () => {
  async function setUp() {
    const [payer = '', payee = '', other = ''] = await openClientAccounts(sql, 3, 10_000n);
    return { payer, payee, other, reservationId: await holdOn(payer, 1_000n) };
  }
  type Scene = Awaited<ReturnType<typeof setUp>>;
  const whole = ({ payer, payee, reservationId }: Scene) => ({
    reservationId,
    keptMinor: 0n,
    transfers: [transferOf(payer, payee, 1_000n)],
  });

  test.for<[string, (scene: Scene) => Promise<Settlements> | Settlements]>([
    [
      'more than is held',
      (scene) => [{ ...whole(scene), transfers: [transferOf(scene.payer, scene.payee, 1_001n)] }],
    ],
    ['more than what is not kept', (scene) => [{ ...whole(scene), keptMinor: 1n }]],
    ['more kept than is held', (scene) => [{ ...whole(scene), keptMinor: 1_001n, transfers: [] }]],
    ['less than nothing kept', (scene) => [{ ...whole(scene), keptMinor: -1n }]],
    [
      'out of another account',
      async (scene) => {
        // Enough is held there that no constraint is broken.
        await holdOn(scene.other, 1_000n);
        return [{ ...whole(scene), transfers: [transferOf(scene.other, scene.payee, 1n)] }];
      },
    ],
    ['an unknown reservation', (scene) => [{ ...whole(scene), reservationId: newId() }]],
    ['a reservation named twice', (scene) => [whole(scene), { ...whole(scene), transfers: [] }]],
    [
      'a reservation that is closed',
      async (scene) => {
        await settleNow([{ ...whole(scene), transfers: [] }]);
        return [whole(scene)];
      },
    ],
    [
      'an amount of zero',
      (scene) => [{ ...whole(scene), transfers: [transferOf(scene.payer, scene.payee, 0n)] }],
    ],
    ['to the payer', (scene) => [{ ...whole(scene), transfers: [transferOf(scene.payer, scene.payer, 1n)] }]],
    [
      'to an unknown account',
      (scene) => [{ ...whole(scene), transfers: [transferOf(scene.payer, newId(), 1n)] }],
    ],
    [
      'a transfer that was made before',
      async (scene) => {
        const [transfer] = whole(scene).transfers;
        const reservationId = await holdOn(scene.payer, 1_000n);
        await settleNow([{ reservationId, keptMinor: 0n, transfers: transfer ? [transfer] : [] }]);
        return [whole(scene)].map((one) => ({ ...one, transfers: transfer ? [transfer] : [] }));
      },
    ],
    [
      'to an account of another currency',
      async (scene) => {
        const id = newId();
        const { rows } = await query<{ client: string }>`
          select client_id as client from ledger.accounts where id = ${scene.payer}`.execute(sql);
        const owner = { kind: 'client', clientId: rows[0]?.client ?? '' } as const;
        await openAccounts(sql, [{ id, currency: 'JPY', allowNegative: false, ...owner }]);
        return [{ ...whole(scene), transfers: [transferOf(scene.payer, id, 1n)] }];
      },
    ],
    [
      'to a closed account',
      async (scene) => {
        const [closed = ''] = await openClientAccounts(sql, 1, 0n);
        await query`update ledger.accounts set closed_at = now() where id = ${closed}`.execute(sql);
        return [{ ...whole(scene), transfers: [transferOf(scene.payer, closed, 1n)] }];
      },
    ],
  ])('%s', async ([, refused]) => {
    const scene = await setUp();
    const settlements = await refused(scene);
    const accounts = [scene.payer, scene.payee, scene.other];
    const before = await balances(sql, accounts);
    const error: unknown = await settleNow(settlements).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeDefined();
    expect(refusesRow(error)).toBe(true);
    expect(await balances(sql, accounts)).toEqual(before);
  });
});
