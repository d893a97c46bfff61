/**
 * A day of a standing order, and an order at the exchange, each concurrent with something that excludes it: one of the two happens, the money shows
 * which, and
 * over the rounds each happens. After every race the books, the reservations and the trades are compared.
 * The controls at the end remove the protection, and the same checks fail.
 */
import {
  amendOrder,
  cancelOrder,
  changeStandingOrder,
  closeAccount,
  endStandingOrder,
  getStandingOrder,
  moveCrypto,
  pauseStandingOrder,
  type StandingOrderDetails,
  skipRun,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { verifyTrading } from '@calmly/products/crypto/server/trading/index.ts';
import { findActorWithoutSession } from '@calmly/products/identity/server/index.ts';
import { release, verifyBooks } from '@calmly/products/ledger/server/index.ts';
import { runOrder } from '@calmly/products/payments/server/orders/index.ts';
import { commandOf } from '@calmly/products/payments/server/orders/run.ts';
import { findOrder } from '@calmly/products/payments/server/orders/store.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyHolds } from '../../src/verify/holds.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { record, sized } from '../support/campaign.ts';
import { shownCode } from '../support/clients/colleagues.ts';
import { dayOf, orderForToday, reachWorkingDay } from '../support/clients/due-orders.ts';
import { entriesWithoutTransaction } from '../support/clients/ledger.ts';
import {
  addPayee,
  createPayer,
  fund,
  openAnotherAccount,
  type Payer,
  systemWork,
} from '../support/clients/payments.ts';
import { tightRaces } from '../support/tight-races.ts';
import {
  fundsOf,
  giveWallets,
  newTrader,
  orderOf,
  place,
  sendOrder,
  settled,
  type Trader,
} from '../support/trading.ts';
import { createHolder } from '../support/wallets.ts';
import { submit } from './order-load.ts';

/** Ten: the head start doubles with each round that the same one wins, up to half a second. */
const rounds = sized(10, 24);

let app: TestApp;
let friend: Payer;
/** The number of races, of both products. */
let races = 0;
beforeAll(async () => {
  app = await startTestApp({
    config: { sandbox: { enabled: true, railDelayMs: 0, paymentsPerHour: 0, seed: 'tests' } },
  });
  friend = await createPayer(app, { firstName: 'Boris', fundedMinor: 0n });
  await reachWorkingDay(app);
});
afterAll(() => app.close());

/** Requirements after each race. */
async function requireRightBooks(): Promise<void> {
  const { sql } = app.database;
  const faults = [
    ...(await verifyBooks(sql)).breaches.map(({ check, subject }) => `${check} ${subject}`),
    ...(await verifyHolds(sql)),
    ...(await verifyTrading(sql)),
    ...(await entriesWithoutTransaction(sql)).map(String),
  ];
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

const raced: typeof tightRaces = async (times, run) => {
  await tightRaces(times, run);
  races += times;
  await requireRightBooks();
};

interface Scheduled {
  readonly payer: Payer;
  readonly payeeId: string;
  readonly order: StandingOrderDetails;
}

/** A payer with ten euro whose order of ten euro is due now: to a friend at this bank unless another account is named. */
async function dueOrder(creditorAccount?: string, owner?: Payer): Promise<Scheduled> {
  const payer = owner ?? (await createPayer(app, { fundedMinor: 1_000n }));
  const payee = await addPayee(app, payer.clientId, {
    iban: friend.account.iban ?? '',
    name: 'Boris Tamm',
    trusted: true,
  });
  const to = creditorAccount === undefined ? { beneficiaryId: payee.id } : { creditorAccount };
  const { output: order } = await orderForToday(app, payer, { ...to, amount: '10.00', reference: 'Rent' });
  return { payer, payeeId: payee.id, order };
}

const today = () => dayOf(app);

const runDay = (order: { readonly id: string }) =>
  systemWork(app.database, (work) => runOrder(submit, work, order.id));

/** The order's payments, as its client sees them; `runs` without those that paid nothing. */
async function paidBy({ payer, order }: Scheduled): Promise<number> {
  const { output } = await app.call(getStandingOrder, { params: { id: order.id } }, { token: payer.token });
  return output.runs.filter(({ state }) => state === 'SENT').length;
}

/** Requests the code of a call, and returns the call with it. */
async function confirmed<E extends Parameters<TestApp['call']>[0]>(
  { token }: Payer,
  endpoint: E,
  input: Parameters<typeof app.call<E>>[1],
) {
  const options = { token, ...(endpoint.idempotent && { idempotencyKey: newId() }) };
  const asked = await app.call(endpoint, input, options);
  expect(asked.status).toBe(203);
  return () => app.call(endpoint, input, { ...options, code: shownCode(asked) });
}

describe('the day of a standing order and', () => {
  test('a payment of all that is there: one of them takes the money', async () => {
    await raced(rounds, async (start) => {
      const due = await dueOrder();
      const [, payment] = await Promise.all([
        start.first().then(() => runDay(due.order)),
        start.second().then(() => due.payer.pay({ beneficiaryId: due.payeeId, amount: '10.00' })),
      ]);
      const paid = await paidBy(due);
      expect([paid, payment.status]).toEqual(paid === 1 ? [1, 422] : [0, 201]);
      expect(await due.payer.balance()).toMatchObject({ posted: 0n, reserved: 0n });
      return paid === 1 ? 'first' : 'second';
    });
  });

  test.each([
    ['its end', endStandingOrder, {}],
    ['a pause', pauseStandingOrder, {}],
    ['the omission of the day', skipRun, { body: true }],
  ] as const)('%s: it is paid, or not', async (_what, endpoint, { body }: { body?: true }) => {
    await raced(rounds, async (start) => {
      const due = await dueOrder();
      const input = {
        params: { id: due.order.id },
        ...(body && { body: { dueOn: await today() } }),
      } as never;
      const [, stopped] = await Promise.all([
        start.first().then(() => runDay(due.order)),
        start.second().then(() => app.call(endpoint, input, { token: due.payer.token })),
      ]);
      return judgeStop(due, stopped.status);
    });
  });

  test('a change of its amount: the old one is paid, or the new one', async () => {
    await raced(rounds, async (start) => {
      const due = await dueOrder();
      const { id, version } = due.order;
      const change = await confirmed(due.payer, changeStandingOrder, {
        params: { id },
        body: {
          amount: '7.00',
          reference: 'Rent',
          frequency: 'ONCE',
          startOn: await today(),
          endOn: null,
          times: null,
          restDays: 'AFTER',
          version,
        },
      });
      const [, changed] = await Promise.all([
        start.first().then(() => runDay(due.order)),
        start.second().then(change),
      ]);
      await runDay(due.order);
      expect(await paidBy(due)).toBe(1);
      const isChanged = changed.status === 200;
      expect([changed.status, (await due.payer.balance()).posted]).toEqual(
        isChanged ? [200, 300n] : [409, 0n],
      );
      return isChanged ? 'second' : 'first';
    });
  });

  test('the closure of the account that it pays to: the money is in one of the two', async () => {
    await raced(rounds, async (start) => {
      const payer = await createPayer(app, { fundedMinor: 1_000n });
      const savings = await openAnotherAccount(app, payer.clientId);
      const due = await dueOrder(savings.number, payer);
      const close = await confirmed(payer, closeAccount, { params: { id: savings.id }, query: {} });
      const [, closed] = await Promise.all([
        start.first().then(() => runDay(due.order)),
        start.second().then(close),
      ]);
      const paid = await paidBy(due);
      expect([paid, closed.status]).toEqual(paid === 1 ? [1, 409] : [0, 200]);
      expect((await payer.balance()).posted).toBe(paid === 1 ? 0n : 1_000n);
      return paid === 1 ? 'first' : 'second';
    });
  });

  test('a payment that together pass the limit of a day: one of them is reviewed', async () => {
    await raced(rounds, async (start) => {
      const due = await dueOrder();
      const { payer } = due;
      await systemWork(app.database, (work) => fund(work, payer.account, 1_000n));
      // As if 99,985.00 had left today.
      await query`
        insert into payments.unlooked_day (client_id, day, worth_minor) values (${payer.clientId}, ${await today()}, 9998500)
        on conflict (client_id) do update set worth_minor = 9998500
      `.execute(app.database.sql);
      const [, payment] = await Promise.all([
        start.first().then(() => runDay(due.order)),
        start.second().then(() => payer.pay({ beneficiaryId: due.payeeId, amount: '10.00' })),
      ]);
      expect([await paidBy(due), payment.status]).toEqual([1, 201]);
      expect(await payer.balance()).toMatchObject({ posted: 1_000n, reserved: 1_000n });
      return payment.output.status === 'EXECUTED' ? 'second' : 'first';
    });
  });
});

/** Paid and the call refused, or stopped and nothing paid: returns the winner. */
async function judgeStop(due: Scheduled, status: number): Promise<'first' | 'second'> {
  const paid = await paidBy(due);
  const { posted } = await due.payer.balance();
  if (paid === 0) expect([status, posted]).toEqual([200, 1_000n]);
  else
    expect([paid, status === 200 ? 'ended again' : 'refused', posted]).toEqual([1, expect.any(String), 0n]);
  return paid === 1 ? 'first' : 'second';
}

const resting = { operation: 'SELL', amount: '0.1', price: '50000' } as const;
const taking = { operation: 'BUY', amount: '0.1', price: '50000', timeInForce: 'IOC' } as const;

async function pairOfTraders(): Promise<{ maker: Trader; taker: Trader }> {
  const [maker, taker] = await Promise.all([
    newTrader(app, { BTC: '10', EPI: '0' }),
    newTrader(app, { EPI: '1000000', BTC: '0' }),
  ]);
  return { maker, taker };
}

const keyed = ({ token }: Pick<Trader, 'token'>) => ({ token, idempotencyKey: newId() });

describe('an order at the exchange and', () => {
  test('its cancellation, beside the order that takes it: traded or given back', async () => {
    const { maker, taker } = await pairOfTraders();
    let sold = 0;
    await raced(rounds, async (start) => {
      const { id } = await place(app, maker, resting);
      await Promise.all([
        start.first().then(() => sendOrder(app, taker, taking)),
        start.second().then(() => app.call(cancelOrder, { params: { id } }, maker)),
      ]);
      await settled(app);
      const { status } = await orderOf(app, maker, id);
      expect(['EXECUTED', 'CANCELED']).toContain(status);
      if (status === 'EXECUTED') sold += 1;
      await expectSold({ maker, taker }, sold);
      return status === 'EXECUTED' ? 'first' : 'second';
    });
  });

  test('a change of its price, beside the order that takes it: sold at the old price or not at all', async () => {
    const { maker, taker } = await pairOfTraders();
    let sold = 0;
    await raced(rounds, async (start) => {
      const { id } = await place(app, maker, resting);
      await Promise.all([
        start.first().then(() => sendOrder(app, taker, taking)),
        start
          .second()
          .then(() => app.call(amendOrder, { params: { id }, body: { price: '51000' } }, keyed(maker))),
      ]);
      await settled(app);
      const { status } = await orderOf(app, maker, id);
      if (status === 'EXECUTED') sold += 1;
      else await app.call(cancelOrder, { params: { id } }, maker);
      await settled(app);
      await expectSold({ maker, taker }, sold);
      return status === 'EXECUTED' ? 'first' : 'second';
    });
  });

  test('a transfer of the same money to the account: one of them has it', async () => {
    await raced(rounds, async (start) => {
      const holder = await createHolder(app, { fundedMinor: 0n });
      const wallets = await giveWallets(app, holder.clientId, { EPI: '100', BTC: '0' });
      const trader = { ...holder, wallets } as unknown as Trader;
      const body = { type: 'Transfer', account: holder.account.number, amount: '60.00' } as const;
      const transfer = await confirmed(holder, moveCrypto, { body });
      const [ordered, moved] = await Promise.all([
        start
          .first()
          .then(() => sendOrder(app, trader, { operation: 'BUY', amount: '0.0015', price: '45000' })),
        start.second().then(transfer),
      ]);
      await settled(app);
      const isOrdered = ordered.status === 201;
      expect([ordered.status, moved.status]).toEqual(isOrdered ? [201, 422] : [422, 201]);
      const { EPI } = await fundsOf(app, trader);
      expect(EPI?.posted).toBe(isOrdered ? '100.00000000' : '40.00000000');
      expect((await holder.balance()).posted).toBe(isOrdered ? 0n : 6_000n);
      if (isOrdered) await app.call(cancelOrder, { params: { id: ordered.output.id } }, trader);
      await settled(app);
      return isOrdered ? 'first' : 'second';
    });
  });
});

/** Expected holdings of the two after this many sales, with nothing held. */
async function expectSold({ maker, taker }: { maker: Trader; taker: Trader }, sold: number): Promise<void> {
  const bitcoin = (tenths: number) => ({ posted: (tenths / 10).toFixed(8), held: '0.00000000' });
  expect((await fundsOf(app, maker)).BTC).toEqual(bitcoin(100 - sold));
  expect((await fundsOf(app, taker)).BTC).toEqual(bitcoin(sold));
  expect((await fundsOf(app, taker)).EPI?.held).toBe('0.00000000');
}

describe('control: the same checks fail', () => {
  test('if a runner pays from data read before the order ended', async () => {
    const due = await dueOrder();
    const work = { sql: app.database.sql, now: new Date() };
    const read = await findOrder(work.sql, { clientId: due.payer.clientId, id: due.order.id });
    if (!read) throw new Error('there is no order');
    const ended = await app.call(
      endStandingOrder,
      { params: { id: due.order.id } },
      { token: due.payer.token },
    );
    await systemWork(app.database, async (open) => {
      const actor = await findActorWithoutSession(open.sql, {
        id: read.id,
        clientId: read.clientId,
        personId: read.personId,
      });
      if (!actor) throw new Error('there is no person');
      await submit(open.sql, [
        { work: { ...open, actor }, command: { ...commandOf(read), confirmed: read.confirmed } },
      ]);
    });
    await expect(judgeStop(due, ended.status)).rejects.toThrow('1000n');
  });

  test('where an order’s money is given back beside the writer of its book', async () => {
    const { maker } = await pairOfTraders();
    const { id } = await place(app, maker, resting);
    const { rows } = await query<{ held: string }>`
      select reservation_id as held from trading.trade_order where id = ${id}
    `.execute(app.database.sql);
    const held = rows[0]?.held ?? '';
    expect(await release(app.database.sql, [held])).toEqual([{ ok: true }]);
    await expect(requireRightBooks()).rejects.toThrow(`order ${id} does not hold`);
  });
});

afterAll(() => {
  record({
    id: 'L9',
    what: 'days of standing orders and orders at the exchange, each beside what excludes it',
    figure: `${races} races, each with both outcomes: one effect, right books`,
    control:
      'a day that is paid from what was read before its order ended; money of an order that is given back beside the writer',
  });
});
