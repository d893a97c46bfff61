import { currencies } from '@calmly/domain';
import { refusesRow } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { openClientAccounts, transferOf } from '@calmly/server/test/support/clients/ledger.ts';
import { createTestDatabase, type TestDatabase } from '@calmly/server/test/support/database.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { balances, bankAccount, closeAccounts, verifyBooks } from './index.ts';
import {
  draw,
  post,
  postAll,
  type Refusal,
  release,
  reserve,
  reserveAll,
  settle,
  type Transfer,
} from './posting.ts';

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

const ok = { ok: true };
const refused = (reason: Refusal) => ({ ok: false, reason });
const balanceOf = async (id: string) => (await balances(sql, [id])).get(id);

/** Two funded accounts of 100.00 each, and whatever a refusal may need. */
async function cast() {
  const [anna, boris] = await openClientAccounts(sql, 2, 10_000n);
  const [dollars] = await openClientAccounts(sql, 1, 10_000n, 'USD');
  const [closed] = await openClientAccounts(sql, 1, 0n);
  if (!anna || !boris || !dollars || !closed) throw new Error('no accounts');
  expect(await closeAccounts(sql, [closed], new Date())).toEqual(new Set([closed]));
  return { anna, boris, dollars, closed };
}
type Cast = Awaited<ReturnType<typeof cast>>;

describe('the currencies of the database', () => {
  test('are those of the domain, with the same exponents', async () => {
    const { rows } = await query<{ code: string; exponent: number }>`
      select code, exponent from ledger.currencies`.execute(sql);
    const ours = Object.values(currencies).map(({ code, exponent }) => ({ code, exponent }));
    const byCode = (a: { code: string }, b: { code: string }) => a.code.localeCompare(b.code);
    expect(rows.sort(byCode)).toEqual(ours.sort(byCode));
  });
});

describe('a transfer', () => {
  const refusals: [Refusal, (cast: Cast) => Partial<Transfer>][] = [
    ['amount_not_positive', () => ({ amountMinor: 0n })],
    ['amount_not_positive', () => ({ amountMinor: -1n })],
    ['same_account', ({ anna }) => ({ creditAccountId: anna })],
    ['account_unknown', () => ({ debitAccountId: newId() })],
    ['account_unknown', () => ({ creditAccountId: newId() })],
    ['account_closed', ({ closed }) => ({ creditAccountId: closed })],
    ['account_closed', ({ closed }) => ({ debitAccountId: closed })],
    ['currency_mismatch', ({ dollars }) => ({ creditAccountId: dollars })],
    ['insufficient_funds', () => ({ amountMinor: 10_002n })],
    ['insufficient_funds', () => ({ amountMinor: 10n ** 47n })],
  ];
  test.each(refusals)('is refused with %s, and the others are posted', async (reason, wrong) => {
    const people = await cast();
    const { anna, boris } = people;
    const list = [
      transferOf(boris, anna, 1n),
      transferOf(anna, boris, 100n, wrong(people)),
      transferOf(boris, anna, 2n),
    ];
    expect(await post(sql, list)).toEqual([ok, refused(reason), ok]);
    expect(await balanceOf(anna)).toMatchObject({ postedMinor: 10_003n, availableMinor: 10_003n });
  });

  test('with a known id is a duplicate and moves nothing, in a later call and in the same list', async () => {
    const { anna, boris } = await cast();
    const first = transferOf(anna, boris, 100n);
    expect(await post(sql, [first, first])).toEqual([ok, refused('duplicate')]);
    expect(await post(sql, [first])).toEqual([refused('duplicate')]);
    expect(await balanceOf(anna)).toMatchObject({ postedMinor: 9_900n });
  });

  test('with the id of a refused one is judged again', async () => {
    const { anna, boris } = await cast();
    const id = newId();
    const verdicts = await post(sql, [
      transferOf(anna, boris, 20_000n, { id }),
      transferOf(anna, boris, 5n, { id }),
    ]);
    expect(verdicts).toEqual([refused('insufficient_funds'), ok]);
  });

  test('may spend what an earlier one in the list brought, but not what a later one brings', async () => {
    const { anna, boris } = await cast();
    const verdicts = await post(sql, [
      transferOf(anna, boris, 10_001n),
      transferOf(boris, anna, 1n),
      transferOf(anna, boris, 10_001n),
      transferOf(anna, boris, 1n),
    ]);
    expect(verdicts).toEqual([refused('insufficient_funds'), ok, ok, refused('insufficient_funds')]);
  });

  test('posts wei amounts beyond 64 bits to the last unit', async () => {
    const [a, b] = await openClientAccounts(sql, 2, 10n ** 30n + 1n, 'ETH');
    if (!a || !b) throw new Error('no accounts');
    expect(await post(sql, [transferOf(a, b, 10n ** 30n)])).toEqual([ok]);
    expect((await balances(sql, [a, b])).get(b)?.postedMinor).toBe(2n * 10n ** 30n + 1n);
  });

  test('an empty list changes nothing', async () => {
    expect(await post(sql, [])).toEqual([]);
    expect(await settle(sql, [])).toEqual([]);
  });
});

describe('a reservation', () => {
  test('counts as spent until it is released', async () => {
    const { anna, boris } = await cast();
    const id = newId();
    expect(await reserve(sql, [{ id, accountId: anna, amountMinor: 9_999n }])).toEqual([ok]);
    expect(await balanceOf(anna)).toMatchObject({
      postedMinor: 10_000n,
      reservedMinor: 9_999n,
      availableMinor: 1n,
    });
    expect(await post(sql, [transferOf(anna, boris, 2n)])).toEqual([refused('insufficient_funds')]);
    expect(await release(sql, [id, id])).toEqual([ok, refused('reservation_closed')]);
    expect(await post(sql, [transferOf(anna, boris, 2n)])).toEqual([ok]);
  });

  test('is refused for each reason, and the others are made', async () => {
    const { anna, closed } = await cast();
    const known = newId();
    const of = (accountId: string, amountMinor: bigint, id = newId()) => ({ id, accountId, amountMinor });
    expect(
      await reserve(sql, [
        of(anna, 9_000n, known),
        of(anna, 0n),
        of(anna, 1n, known),
        of(newId(), 1n),
        of(closed, 1n),
        of(anna, 1_001n),
        of(anna, 1_000n),
      ]),
    ).toEqual([
      ok,
      refused('amount_not_positive'),
      refused('duplicate'),
      refused('account_unknown'),
      refused('account_closed'),
      refused('insufficient_funds'),
      ok,
    ]);
  });

  test('gives no more than is left after earlier draws, in one list and over several', async () => {
    const { anna } = await cast();
    const id = newId();
    await reserve(sql, [{ id, accountId: anna, amountMinor: 1_000n }]);
    const of = (amountMinor: bigint) => ({ id: newId(), reservationId: id, amountMinor });
    expect(await draw(sql, [of(400n), of(601n), of(300n)])).toEqual([ok, refused('exceeds_reservation'), ok]);
    expect(await draw(sql, [of(301n)])).toEqual([refused('exceeds_reservation')]);
    expect(await draw(sql, [of(200n), of(101n), of(100n)])).toEqual([ok, refused('exceeds_reservation'), ok]);
    expect(await draw(sql, [of(1n)])).toEqual([refused('exceeds_reservation')]);
    // The drawn amount stays held when the rest, here zero, is released.
    expect(await release(sql, [id])).toEqual([ok]);
    expect(await balanceOf(anna)).toMatchObject({ reservedMinor: 1_000n });
  });

  test('is settled by transfers out of it, and the rest is released', async () => {
    const { anna, boris } = await cast();
    const fees = await bankAccount(sql, 'fees', 'EUR');
    const reservationId = newId();
    await reserve(sql, [{ id: reservationId, accountId: anna, amountMinor: 10_000n }]);
    const transfers = [transferOf(anna, boris, 9_000n), transferOf(anna, fees, 50n)];
    expect(await settle(sql, [{ reservationId, transfers }])).toEqual([ok]);
    expect(await balanceOf(anna)).toMatchObject({ postedMinor: 950n, reservedMinor: 0n });
    expect(await settle(sql, [{ reservationId, transfers }])).toEqual([refused('reservation_closed')]);
    expect(await release(sql, [reservationId])).toEqual([refused('reservation_closed')]);
  });

  const isStored = async (id: string) =>
    (await query`select from ledger.reservations where id = ${id}`.execute(sql)).rows.length === 1;

  test('that its transfer names is not kept, and its id is refused like before', async () => {
    const { anna, boris } = await cast();
    const [id, source, other] = [newId(), newId(), newId()];
    await reserve(sql, [
      { id, accountId: anna, amountMinor: 1_000n },
      { id: source, accountId: anna, amountMinor: 1_000n },
      { id: other, accountId: anna, amountMinor: 1_000n },
    ]);
    const transfers = [{ ...transferOf(anna, boris, 900n), id }, transferOf(anna, boris, 100n)];
    expect(
      await settle(sql, [
        { reservationId: id, transfers },
        { reservationId: other, transfers: [transferOf(anna, boris, 1n)] },
      ]),
    ).toEqual([ok, ok]);
    expect(await isStored(id)).toBe(false);
    // The control: no transfer has this id.
    expect(await isStored(other)).toBe(true);
    for (const known of [id, other]) {
      expect(await reserve(sql, [{ id: known, accountId: boris, amountMinor: 1n }])).toEqual([
        refused('duplicate'),
      ]);
      await expect(reserveAll(sql, [{ id: known, accountId: boris, amountMinor: 1n }])).rejects.toSatisfy(
        refusesRow,
      );
      expect(await draw(sql, [{ id: known, reservationId: source, amountMinor: 1n }])).toEqual([
        refused('duplicate'),
      ]);
      expect(await settle(sql, [{ reservationId: known, transfers: [] }])).toEqual([
        refused('reservation_closed'),
      ]);
      expect(await release(sql, [known])).toEqual([refused('reservation_closed')]);
    }
    expect(await balanceOf(anna)).toMatchObject({ postedMinor: 8_999n, reservedMinor: 1_000n });
    expect(await balanceOf(boris)).toMatchObject({ reservedMinor: 0n });
  });

  test('may have the id of a transfer that paid nothing out of it', async () => {
    const { anna, boris } = await cast();
    const transfer = transferOf(anna, boris, 1n);
    await post(sql, [transfer]);
    expect(await reserve(sql, [{ id: transfer.id, accountId: anna, amountMinor: 1n }])).toEqual([ok]);
  });

  const settlements: [Refusal, (cast: Cast) => (amount: bigint) => Transfer[]][] = [
    [
      'exceeds_reservation',
      ({ anna, boris }) =>
        (n) => [transferOf(anna, boris, n + 1n)],
    ],
    [
      'exceeds_reservation',
      ({ anna, boris }) =>
        (n) => [transferOf(anna, boris, n), transferOf(anna, boris, 1n)],
    ],
    [
      'exceeds_reservation',
      ({ anna, boris }) =>
        () => [transferOf(boris, anna, 1n)],
    ],
    [
      'account_closed',
      ({ anna, closed }) =>
        () => [transferOf(anna, closed, 1n)],
    ],
    [
      'account_unknown',
      ({ anna }) =>
        () => [transferOf(anna, newId(), 1n)],
    ],
    [
      'currency_mismatch',
      ({ anna, dollars }) =>
        () => [transferOf(anna, dollars, 1n)],
    ],
    [
      'amount_not_positive',
      ({ anna, boris }) =>
        () => [transferOf(anna, boris, 1n), transferOf(anna, boris, 0n)],
    ],
  ];
  test.each(settlements)('refuses a settlement with %s as a whole and stays open', async (reason, wrong) => {
    const people = await cast();
    const { anna, boris } = people;
    const [first, second] = [newId(), newId()];
    await reserve(sql, [
      { id: first, accountId: anna, amountMinor: 1_000n },
      { id: second, accountId: boris, amountMinor: 1_000n },
    ]);
    expect(
      await settle(sql, [
        { reservationId: first, transfers: wrong(people)(1_000n) },
        { reservationId: second, transfers: [transferOf(boris, anna, 1_000n)] },
        { reservationId: newId(), transfers: [] },
      ]),
    ).toEqual([refused(reason), ok, refused('reservation_closed')]);
    expect(await balanceOf(anna)).toMatchObject({ postedMinor: 11_000n, reservedMinor: 1_000n });
  });
});

describe('an all-or-nothing list', () => {
  const asWhole = (done: Promise<void>) =>
    done.then(
      () => 'done',
      (error) => (refusesRow(error) ? 'refused' : error),
    );
  const wrong: [
    Refusal,
    (cast: Cast, known: string) => { id?: string; accountId?: string; amountMinor?: bigint },
  ][] = [
    ['amount_not_positive', () => ({ amountMinor: 0n })],
    ['duplicate', (_cast, known) => ({ id: known })],
    ['account_unknown', () => ({ accountId: newId() })],
    ['account_closed', ({ closed }) => ({ accountId: closed })],
    ['insufficient_funds', () => ({ amountMinor: 9_000n })],
  ];

  test.each(wrong)('holds nothing if one item would be refused with %s', async (reason, change) => {
    const people = await cast();
    const { anna, boris } = people;
    const known = newId();
    await reserve(sql, [{ id: known, accountId: boris, amountMinor: 1n }]);
    const list = [
      { id: newId(), accountId: anna, amountMinor: 1_001n },
      { id: newId(), accountId: anna, amountMinor: 1n, ...change(people, known) },
    ];
    expect(await asWhole(reserveAll(sql, list))).toBe('refused');
    expect(await balanceOf(anna)).toMatchObject({ reservedMinor: 0n });
    expect(await reserve(sql, list)).toEqual([ok, refused(reason)]);
  });

  test('holds everything as single calls would, down to the last cent', async () => {
    const { anna, boris } = await cast();
    const list = [anna, boris, anna].map((accountId) => ({ id: newId(), accountId, amountMinor: 5_000n }));
    expect(await asWhole(reserveAll(sql, list))).toBe('done');
    expect(await balanceOf(anna)).toMatchObject({ reservedMinor: 10_000n, availableMinor: 0n });
    expect(
      await release(
        sql,
        list.map(({ id }) => id),
      ),
    ).toEqual([ok, ok, ok]);
  });

  test('moves everything or nothing', async () => {
    const { anna, boris } = await cast();
    expect(await asWhole(postAll(sql, [transferOf(anna, boris, 1n), transferOf(anna, boris, 10_000n)]))).toBe(
      'refused',
    );
    expect(await asWhole(postAll(sql, [transferOf(anna, boris, 1n), transferOf(anna, boris, 9_999n)]))).toBe(
      'done',
    );
    expect(await balanceOf(anna)).toMatchObject({ postedMinor: 0n });
  });
});

describe('an account', () => {
  test('with money or a reservation cannot be closed', async () => {
    const { anna } = await cast();
    expect(await closeAccounts(sql, [anna], new Date())).toEqual(new Set());
  });

  test('of the bank exists once under concurrent first calls', async () => {
    const ids = await Promise.all(
      Array.from({ length: 8 }, () => bankAccount(books.database.sql, 'suspense', 'CHF')),
    );
    expect(new Set(ids).size).toBe(1);
  });
});

test('the entries of an account are numbered without gaps and carry its running balance', async () => {
  const { anna, boris } = await cast();
  await post(sql, [transferOf(anna, boris, 10n), transferOf(anna, boris, 20n), transferOf(boris, anna, 5n)]);
  const { rows } = await query<{ seq: bigint; amount: string; balance: string }>`
    select seq, amount, (credits - debits)::text as balance from ledger.entries
    where account_id = ${anna} order by seq`.execute(sql);
  expect(rows.map((row) => [row.seq, row.amount, row.balance])).toEqual([
    [1n, '10000', '10000'],
    [2n, '-10', '9990'],
    [3n, '-20', '9970'],
    [4n, '5', '9975'],
  ]);
});
