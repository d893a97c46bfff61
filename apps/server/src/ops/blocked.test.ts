/**
 * No money of a client leaves once staff have blocked it: every call, and everything that waits or is scheduled. Each row prepares an exit twice,
 * for a client that is then blocked and, as the control, for one that is not: there the money leaves.
 */
import { confirmPayout, createPayment, endpoints } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { processTask } from '@calmly/products/payments/server/payments/screening/process-payments.ts';
import { watchedAddresses } from '@calmly/providers/address-screening/sandbox.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp, testClearing } from '../../test/support/app.ts';
import { newCardholder } from '../../test/support/cardholder.ts';
import { paymentWith, processorOf } from '../../test/support/cards.ts';
import { newClient } from '../../test/support/clients/clients.ts';
import { answersTo, twoAccountsOf } from '../../test/support/clients/connected/connected-bank.ts';
import { connect, registerThirdParty } from '../../test/support/clients/connected/third-party.ts';
import { callWithCode, createFirm, decide, inboxOf, order } from '../../test/support/clients/firm.ts';
import { addPayee, awaitPayment, createPayer, systemWork } from '../../test/support/clients/payments.ts';
import { uploadPayout } from '../../test/support/clients/payouts.ts';
import { type OrderBank, startOrderBank } from '../../test/support/clients/standing-orders.ts';
import { anna, confirmBody, fileOf, rowOf } from '../../test/support/files/payout-rows.ts';
import { drainJobs } from '../../test/support/jobs.ts';
import { ops } from '../../test/support/processes/ops.ts';
import { fundsOf, newTrader, place, settled, type Trader } from '../../test/support/trading.ts';
import { until } from '../../test/support/until.ts';
import { chainsOf, createFundedHolder, outside, withdraw } from '../../test/support/wallets.ts';

let orders: OrderBank;
/** Runs its jobs. */
let bank: TestApp;
/** Runs no jobs. */
let still: TestApp;
beforeAll(async () => {
  orders = await startOrderBank();
  bank = orders.app;
  still = await startTestApp();
});
afterAll(async () => {
  await bank.close();
  await still.close();
});

const because = ['--as', 'Maija Berg', '--reason', 'Order 17/2026 of the court'];

interface Exit {
  readonly app: TestApp;
  /** The client whose money would leave. */
  readonly clientId: string;
  /** Performs the exit. */
  readonly leave: () => Promise<unknown>;
  readonly hasLeft: () => Promise<boolean>;
}

const jobsDone = async ({ app }: Exit) => (app === bank ? drainJobs(bank) : undefined);

const statusOf = async ({ database }: TestApp, paymentId: string): Promise<string> => {
  const { rows } = await query<{ status: string }>`
    select status from transactions.transaction where id = ${paymentId}`.execute(database.sql);
  return rows[0]?.status ?? '';
};
const isGone = async (app: TestApp, paymentId: string) =>
  ['PENDING_FINANCE_INSTITUTION', 'EXECUTED'].includes(await statusOf(app, paymentId));

/** A payment of a firm that waits for an approval. */
async function waitingPayment(app: TestApp) {
  const firm = await createFirm(app);
  const { output } = await order(app, firm, firm.clara);
  const waiting = await inboxOf(app, firm.boris);
  const approve = () => decide(app, firm.boris.token, waiting);
  return { id: output.id, clientId: firm.companyId, approve };
}

async function withdrawalTo(address: string) {
  const holder = await createFundedHolder(still, 'BTC', '1');
  const { output } = await withdraw(still, holder, { asset: 'BTC', amount: '0.4', address });
  const send = () => chainsOf(still).send('bitcoin');
  const { clientId } = holder;
  return { app: still, clientId, id: output.id, send, hasLeft: () => isGone(still, output.id) };
}

const exits: Readonly<Record<string, () => Promise<Exit>>> = {
  async 'a payment that waits for an approval'() {
    const { id, clientId, approve } = await waitingPayment(bank);
    return { app: bank, clientId, leave: approve, hasLeft: () => isGone(bank, id) };
  },
  async 'a payment that was approved just before'() {
    const { id, clientId, approve } = await waitingPayment(still);
    await approve();
    const process = still.app.jobs[processTask];
    if (!process || !('together' in process)) throw new Error('there is no job');
    const leave = () => systemWork(still.database, (work) => process.together(work, [[id]]));
    return { app: still, clientId, leave, hasLeft: () => isGone(still, id) };
  },
  async 'a payment that screening holds'() {
    const payer = await createPayer(bank);
    const payee = await addPayee(bank, payer.clientId, { name: 'Blocked Trading House Ltd', trusted: true });
    const { id } = (await payer.pay({ beneficiaryId: payee.id })).output;
    await awaitPayment(bank, payer, id, ({ status }) => status === 'HOLD_AML');
    const leave = () => ops(bank, 'approve', id, '--as', 'Maija Berg');
    return { app: bank, clientId: payer.clientId, leave, hasLeft: () => isGone(bank, id) };
  },
  async 'an instant payment that its bank cannot take'() {
    const payer = await createPayer(still);
    const payee = await addPayee(still, payer.clientId, { trusted: true, iban: 'DE26200505500000000049' });
    const { id } = (await payer.pay({ beneficiaryId: payee.id, amount: '20.00', instant: true })).output;
    const leave = () =>
      systemWork(still.database, (work) =>
        testClearing(still.database).sinks.report(work, [
          { paymentId: id, outcome: 'instant_unavailable', at: new Date() },
        ]),
      );
    return { app: still, clientId: payer.clientId, leave, hasLeft: () => isGone(still, id) };
  },
  async 'a day of a standing order'() {
    const payer = await createPayer(bank);
    const payee = await addPayee(bank, payer.clientId, { trusted: true });
    const made = await orders.ordered({ beneficiaryId: payee.id }, payer);
    const state = async () => {
      const { rows } = await query<{ state: string }>`
        select state from orders.standing_order where id = ${made.id}`.execute(bank.database.sql);
      return rows[0]?.state;
    };
    const leave = async () => {
      await orders.daysPass(8);
      await until(state, (now) => now !== 'ACTIVE');
    };
    const hasLeft = async () => (await payer.balance()).available < 100_000n;
    return { app: bank, clientId: payer.clientId, leave, hasLeft };
  },
  async 'a payout of a later day'() {
    const payer = await createPayer(bank);
    const payout = await uploadPayout(bank, payer, fileOf(rowOf('Anna Tamm', anna, '100.00')));
    const payOn = await orders.dayIn(2);
    const body = confirmBody(payout, { payOn });
    await callWithCode(bank, confirmPayout, { params: { id: payout.id }, body }, payer.token);
    const outcomes = async () => {
      const { rows } = await query<{ paymentId: string | null }>`
        select payment_id as "paymentId" from payouts.outcome where payout_id = ${payout.id}`.execute(
        bank.database.sql,
      );
      return rows;
    };
    const leave = async () => {
      await orders.daysPass(3);
      await until(
        async () => {
          await query`
            update graphile_worker._private_jobs set run_at = now()
            where key = ${`payouts_pay ${payout.id}`} and locked_at is null and run_at > now()`.execute(
            bank.database.sql,
          );
          return outcomes();
        },
        ({ length }) => length > 0,
      );
    };
    const hasLeft = async () => (await outcomes()).some(({ paymentId }) => paymentId !== null);
    return { app: bank, clientId: payer.clientId, leave, hasLeft };
  },
  async 'a crypto withdrawal that waits to be sent'() {
    const { send, ...exit } = await withdrawalTo(outside.bitcoin);
    return { ...exit, leave: send };
  },
  async 'a crypto withdrawal that screening holds'() {
    const { send, id, ...exit } = await withdrawalTo(watchedAddresses.bitcoin);
    await send();
    const leave = async () => {
      await ops(still, 'approve', id, '--as', 'Maija Berg');
      await send();
    };
    return { ...exit, leave };
  },
  async 'an open order of the exchange'() {
    const seller = await newTrader(bank, { BTC: '1', EPI: '0' });
    const buyer = await newTrader(bank, { BTC: '0', EPI: '100000' });
    await place(bank, seller, { operation: 'SELL', amount: '0.5', price: '60000' });
    const leave = async () => {
      await settled(bank);
      await place(bank, buyer, { operation: 'BUY', amount: '0.5', price: '60000', timeInForce: 'IOC' });
    };
    const hasLeft = async () => (await fundsOf(bank, seller)).BTC?.posted !== '1.00000000';
    return { app: bank, clientId: seller.clientId, leave, hasLeft };
  },
  async 'a purchase with a card'() {
    const holder = await newCardholder(still);
    const { card } = await holder.newCard();
    let approved = false;
    const leave = async () => {
      ({ approved } = await processorOf(still.database).decide(paymentWith(card).ask('20.00')));
    };
    return { app: still, clientId: holder.clientId, leave, hasLeft: async () => approved };
  },
  async 'a payment that a connected application requests'() {
    const client = await newClient(bank);
    const [account] = await twoAccountsOf(bank, client);
    const penny = await registerThirdParty(bank);
    const scope = 'payments:request payments:new-payee';
    const tokens = await connect(bank, penny, client.browser, { accountIds: [account.id], scope });
    const body = {
      debtorAccount: account.number,
      creditorName: 'Anna Tamm',
      creditorAccount: anna,
      amount: '0.00',
      reference: 'Savings',
      chargeBearer: 'SHA' as const,
    };
    let code: string | undefined;
    const leave = async () => {
      const options = { token: tokens.access_token, idempotencyKey: newId() };
      const answer = await bank.call(createPayment, { body }, options);
      code = (answer.body as { code?: string }).code;
    };
    // The gate lets it in, so only its amount is refused.
    return { app: bank, clientId: client.clientId, leave, hasLeft: async () => code === 'invalid_request' };
  },
};

describe('of a blocked client does not leave, and without the block it does:', () => {
  test.for(Object.entries(exits))('%s', async ([, prepare]) => {
    const control = await prepare();
    await control.leave();
    await jobsDone(control);
    expect(await control.hasLeft()).toBe(true);

    const exit = await prepare();
    expect(await ops(exit.app, 'block', exit.clientId, ...because)).toMatchObject({ code: 0 });
    await exit.leave();
    await jobsDone(exit);
    expect(await exit.hasLeft()).toBe(false);
  });
});

test('every call that needs an active client is refused, and no other call moves money', async () => {
  const payer = await createPayer(still);
  await ops(still, 'block', payer.clientId, ...because);
  const answers = await answersTo(still, payer.token, ({ access }) => access === 'active');
  expect(answers.size).toBeGreaterThan(100);
  expect([...answers].filter(([, code]) => code !== 'client_not_active')).toEqual([]);
  const open = Object.values(endpoints).filter(({ access }) => access !== 'active');
  // Calls that move money take an Idempotency-Key.
  expect(open.filter(({ idempotent }) => idempotent).map(({ id }) => id)).toEqual([]);
});

test('waiting items continue once the client is active again', async () => {
  const withdrawal = await withdrawalTo(outside.bitcoin);
  await ops(still, 'block', withdrawal.clientId, ...because);
  await withdrawal.send();
  await ops(still, 'unblock', withdrawal.clientId, ...because);
  await withdrawal.send();
  expect(await withdrawal.hasLeft()).toBe(true);

  const { id, clientId, approve } = await waitingPayment(bank);
  await ops(bank, 'block', clientId, ...because);
  expect(await approve()).toEqual(['company_not_active']);
  await ops(bank, 'unblock', clientId, ...because);
  expect(await approve()).toEqual(['APPROVED']);
  await until(
    () => isGone(bank, id),
    (gone) => gone,
  );
});

test('an order ends with its reason, its money is free again', async () => {
  const seller: Trader = await newTrader(bank, { BTC: '1', EPI: '0' });
  await place(bank, seller, { operation: 'SELL', amount: '0.2', price: '60000' });
  await place(bank, seller, { operation: 'SELL', amount: '0.2', price: '50000', stopPrice: '55000' });
  await ops(bank, 'block', seller.clientId, ...because);
  await settled(bank);
  const { rows } = await query<{ status: string; reason: string }>`
    select status, end_reason as reason from trading.trade_order where client_id = ${seller.clientId}`.execute(
    bank.database.sql,
  );
  expect(rows).toEqual(Array(2).fill({ status: 'CANCELED', reason: 'client_blocked' }));
  expect(await fundsOf(bank, seller)).toMatchObject({ BTC: { posted: '1.00000000', held: '0.00000000' } });
});

test('staff learn why a decision is refused', async () => {
  const payer = await createPayer(bank);
  const payee = await addPayee(bank, payer.clientId, { name: 'Blocked Trading House Ltd', trusted: true });
  const { id } = (await payer.pay({ beneficiaryId: payee.id })).output;
  await awaitPayment(bank, payer, id, ({ status }) => status === 'HOLD_AML');
  await ops(bank, 'block', payer.clientId, ...because);
  expect(await ops(bank, 'approve', id, '--as', 'Maija Berg')).toMatchObject({
    code: 1,
    error: 'The client is blocked. Unblock the client first, or reject.\n',
  });
  const rejected = await ops(bank, 'reject', id, '--as', 'Maija Berg', '--reason', 'Court order');
  expect(rejected).toMatchObject({ code: 0 });
});
