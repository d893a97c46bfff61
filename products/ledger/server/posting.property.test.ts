/**
 * The ledger compared with a simple model of twenty lines: random lists of every function, over exponents 0, 2, 3, 8 and 18. The same lists posted
 * one by one must produce the same books. fast-check prints the seed of a failure.
 */
import type { CurrencyCode } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { at, openClientAccounts, transferOf } from '@calmly/server/test/support/clients/ledger.ts';
import { createTestDatabase, type TestDatabase } from '@calmly/server/test/support/database.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { balances, bankAccount, closeAccounts, verifyBooks } from './index.ts';
import { draw, post, type Refusal, release, reserve, settle, type Verdict } from './posting.ts';

const accountCount = 4;
/** Index of the bank's account in the model: the only one that may be overdrawn. */
const bank = accountCount;
/** A closed account, one in another currency, and one that does not exist. */
const closed = bank + 1;
const foreign = bank + 2;
const unknown = bank + 3;

type Move = { readonly from: number; readonly to: number; readonly amount: bigint; readonly id: number };
type Step =
  | { readonly verb: 'post'; readonly moves: readonly Move[] }
  | { readonly verb: 'reserve'; readonly holds: readonly { account: number; amount: bigint; id: number }[] }
  | { readonly verb: 'settle'; readonly settlements: readonly { hold: number; moves: readonly Move[] }[] }
  | { readonly verb: 'release'; readonly holds: readonly number[] }
  | { readonly verb: 'draw'; readonly draws: readonly { from: number; amount: bigint; id: number }[] };

/** Few accounts, few ids and amounts near the balances, so that refusals, repeats and exact hits are common. */
const anyAccount = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 0, max: bank }) },
  { weight: 1, arbitrary: fc.constantFrom(closed, foreign, unknown) },
);
const anyHolder = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 0, max: accountCount - 1 }) },
  { weight: 1, arbitrary: fc.constantFrom(closed, unknown) },
);
const anyAmount = (unit: bigint) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.bigInt({ min: 1n, max: 60n * unit }) },
    { weight: 1, arbitrary: fc.constantFrom(0n, -1n, 100n * unit) },
  );
const anyMove = (unit: bigint): fc.Arbitrary<Move> =>
  fc.record({
    from: anyAccount,
    to: anyAccount,
    amount: anyAmount(unit),
    id: fc.integer({ min: 0, max: 80 }),
  });
const anyStep = (unit: bigint): fc.Arbitrary<Step> => {
  const hold = fc.integer({ min: 0, max: 12 });
  // A draw refers to a reservation made before its list.
  const drawn = fc.integer({ min: 13, max: 25 });
  const anyHold = fc.oneof(hold, drawn);
  return fc.oneof(
    fc.record({
      verb: fc.constant('post' as const),
      moves: fc.array(anyMove(unit), { minLength: 1, maxLength: 12 }),
    }),
    fc.record({
      verb: fc.constant('reserve' as const),
      holds: fc.array(
        fc.record({
          account: anyHolder,
          amount: anyAmount(unit),
          id: hold,
        }),
        { minLength: 1, maxLength: 5 },
      ),
    }),
    fc.record({
      verb: fc.constant('settle' as const),
      settlements: fc.array(
        fc.record({
          hold: anyHold,
          moves: fc.uniqueArray(anyMove(unit), { maxLength: 3, selector: (move) => move.id }),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    }),
    fc.record({
      verb: fc.constant('release' as const),
      holds: fc.array(anyHold, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      verb: fc.constant('draw' as const),
      draws: fc.array(fc.record({ from: hold, amount: anyAmount(unit), id: drawn }), {
        minLength: 1,
        maxLength: 5,
      }),
    }),
  );
};

/** The model: the ledger's promises, one item after the other. */
function createModel(funded: bigint) {
  const posted = Array.from({ length: accountCount }, () => funded).concat(-funded * BigInt(accountCount));
  const reserved = posted.map(() => 0n);
  const done = new Set<number>();
  const holds = new Map<number, { account: number; amount: bigint; open: boolean }>();
  const free = (account: number) => at(posted, account) - at(reserved, account);
  const add = (list: bigint[], account: number, amount: bigint) => {
    list[account] = at(list, account) + amount;
  };
  const judge = ({ from, to, amount, id }: Move): Refusal | undefined => {
    if (amount <= 0n) return 'amount_not_positive';
    if (from === to) return 'same_account';
    if (done.has(id)) return 'duplicate';
    if (from === unknown || to === unknown) return 'account_unknown';
    if (from === closed || to === closed) return 'account_closed';
    return from === foreign || to === foreign ? 'currency_mismatch' : undefined;
  };
  const move = ({ from, to, amount, id }: Move) => {
    add(posted, from, -amount);
    add(posted, to, amount);
    done.add(id);
  };
  const steps = {
    post: (item: Move) => {
      const refusal = judge(item);
      if (refusal) return refusal;
      if (item.from !== bank && free(item.from) < item.amount) return 'insufficient_funds';
      move(item);
      return undefined;
    },
    reserve: ({ account, amount, id }: { account: number; amount: bigint; id: number }) => {
      if (amount <= 0n) return 'amount_not_positive';
      if (holds.has(id)) return 'duplicate';
      if (account === unknown) return 'account_unknown';
      if (account === closed) return 'account_closed';
      if (free(account) < amount) return 'insufficient_funds';
      holds.set(id, { account, amount, open: true });
      add(reserved, account, amount);
      return undefined;
    },
    settle: ({ hold: id, moves }: { hold: number; moves: readonly Move[] }) => {
      const hold = holds.get(id);
      if (!hold?.open) return 'reservation_closed';
      const refusal = moves.map(judge).find((reason) => reason !== undefined);
      if (refusal) return refusal;
      const sum = moves.reduce((total, item) => total + item.amount, 0n);
      if (sum > hold.amount || moves.some((item) => item.from !== hold.account)) return 'exceeds_reservation';
      hold.open = false;
      add(reserved, hold.account, -hold.amount);
      moves.forEach(move);
      return undefined;
    },
    draw: ({ from, amount, id }: { from: number; amount: bigint; id: number }) => {
      if (amount <= 0n) return 'amount_not_positive';
      const hold = holds.get(from);
      if (!hold?.open) return 'reservation_closed';
      if (holds.has(id)) return 'duplicate';
      if (hold.amount < amount) return 'exceeds_reservation';
      hold.amount -= amount;
      holds.set(id, { account: hold.account, amount, open: true });
      return undefined;
    },
    release: (id: number) => {
      const hold = holds.get(id);
      if (!hold?.open) return 'reservation_closed';
      hold.open = false;
      add(reserved, hold.account, -hold.amount);
      return undefined;
    },
  };
  const verdicts = <Item>(items: readonly Item[], one: (item: Item) => Refusal | undefined): Verdict[] =>
    items.map((item) => {
      const reason = one(item);
      return reason ? { ok: false, reason } : { ok: true };
    });
  return {
    run(step: Step): Verdict[] {
      if (step.verb === 'post') return verdicts(step.moves, steps.post);
      if (step.verb === 'reserve') return verdicts(step.holds, steps.reserve);
      if (step.verb === 'settle') return verdicts(step.settlements, steps.settle);
      if (step.verb === 'draw') return verdicts(step.draws, steps.draw);
      return verdicts(step.holds, steps.release);
    },
    figures: () => posted.map((amount, account) => [amount, at(reserved, account)]),
  };
}

/** The same functions on the real ledger, with numbers turned into ids. */
async function createReal(sql: Sql, funded: bigint, currency: CurrencyCode) {
  const accounts = await openClientAccounts(sql, accountCount, funded, currency);
  const nostro = await bankAccount(sql, 'nostro', currency);
  const before = (await balances(sql, [nostro])).get(nostro)?.postedMinor ?? 0n;
  const ids = [...accounts, nostro];
  const [over] = await openClientAccounts(sql, 1, 0n, currency);
  const [other] = await openClientAccounts(sql, 1, 0n, 'SEK');
  if (!over || !other) throw new Error('no accounts');
  await closeAccounts(sql, [over], new Date());
  const all = [...ids, over, other, newId()];
  const transferIds = new Map<number, string>();
  const holdIds = new Map<number, string>();
  const idOf = (known: Map<number, string>, key: number) => {
    const id = known.get(key) ?? newId();
    known.set(key, id);
    return id;
  };
  const toTransfer = (move: Move) =>
    transferOf(at(all, move.from), at(all, move.to), move.amount, { id: idOf(transferIds, move.id) });
  return {
    run(step: Step): Promise<Verdict[]> {
      if (step.verb === 'post') return post(sql, step.moves.map(toTransfer));
      if (step.verb === 'release')
        return release(
          sql,
          step.holds.map((hold) => idOf(holdIds, hold)),
        );
      if (step.verb === 'settle')
        return settle(
          sql,
          step.settlements.map(({ hold, moves }) => ({
            reservationId: idOf(holdIds, hold),
            transfers: moves.map(toTransfer),
          })),
        );
      if (step.verb === 'draw')
        return draw(
          sql,
          step.draws.map(({ from, id, amount }) => ({
            id: idOf(holdIds, id),
            reservationId: idOf(holdIds, from),
            amountMinor: amount,
          })),
        );
      return reserve(
        sql,
        step.holds.map(({ account, amount, id }) => ({
          id: idOf(holdIds, id),
          accountId: at(all, account),
          amountMinor: amount,
        })),
      );
    },
    async figures() {
      const found = await balances(sql, ids);
      return ids.map((id) => {
        const balance = found.get(id);
        const offset = id === nostro ? before + funded * BigInt(accountCount) : 0n;
        return [(balance?.postedMinor ?? 0n) - offset, balance?.reservedMinor];
      });
    },
  };
}

/** A step as a list of steps of one item each. */
function singly(step: Step): Step[] {
  if (step.verb === 'post') return step.moves.map((move) => ({ ...step, moves: [move] }));
  if (step.verb === 'reserve') return step.holds.map((hold) => ({ ...step, holds: [hold] }));
  if (step.verb === 'settle') return step.settlements.map((item) => ({ ...step, settlements: [item] }));
  if (step.verb === 'draw') return step.draws.map((item) => ({ ...step, draws: [item] }));
  return step.holds.map((hold) => ({ ...step, holds: [hold] }));
}

/** Every refusal that a run met, because a property that only saw accepted items would prove little. */
const met = new Set<Refusal>();

let books: TestDatabase;
beforeAll(async () => {
  books = await createTestDatabase();
});
afterAll(() => books.close());

test.each([
  ['JPY', 1n],
  ['EUR', 100n],
  ['KWD', 1_000n],
  ['BTC', 10n ** 8n],
  ['ETH', 10n ** 18n],
] as const)(
  'every function in %s does what the model does, as a list and one by one',
  async (currency, unit) => {
    const { sql } = books.database;
    const funded = 100n * unit;
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep(unit), { minLength: 1, maxLength: 10 }), async (steps) => {
        const model = createModel(funded);
        const grouped = await createReal(sql, funded, currency);
        for (const step of steps) {
          const verdicts = await grouped.run(step);
          expect(verdicts).toEqual(model.run(step));
          for (const verdict of verdicts) if (!verdict.ok) met.add(verdict.reason);
        }
        expect(await grouped.figures()).toEqual(model.figures());

        const alone = await createReal(sql, funded, currency);
        const modelAlone = createModel(funded);
        for (const step of steps.flatMap(singly)) expect(await alone.run(step)).toEqual(modelAlone.run(step));
        expect(await alone.figures()).toEqual(model.figures());
      }),
      { numRuns: 40 },
    );
    expect((await verifyBooks(sql)).breaches).toEqual([]);
  },
  60_000,
);

test('the random lists met every possible refusal', () => {
  expect([...met].sort()).toEqual([
    'account_closed',
    'account_unknown',
    'amount_not_positive',
    'currency_mismatch',
    'duplicate',
    'exceeds_reservation',
    'insufficient_funds',
    'reservation_closed',
    'same_account',
  ]);
});
