/**
 * Every call by which money may leave, against the rules of approvals. Clara orders in two companies: in one her money needs another person,
 * in the other (the control) the rules let her act alone. The rows are compared with the contract, so a new call without one fails here.
 */
import {
  addCryptoPayee,
  amendOrder,
  approvePayment,
  type CallInput,
  cancelOrder,
  changeOccurrence,
  changeStandingOrder,
  confirmPayout,
  type createPayment,
  createStandingOrder,
  createWithdrawal,
  type EndpointSpec,
  endpoints,
  getStandingOrder,
  pauseStandingOrder,
  placeOrder,
  quoteWithdrawal,
  restoreOccurrence,
  resumeStandingOrder,
  sendMissedRun,
  skipRun,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallResult, TestApp } from '../../support/app.ts';
import { problemOf } from '../../support/clients/colleagues.ts';
import {
  type Colleague,
  callWithCode,
  createFirm,
  decide,
  type Firm,
  inboxOf,
  order,
  setPolicy,
} from '../../support/clients/firm.ts';
import { addPayee, createPayer } from '../../support/clients/payments.ts';
import { uploadPayout } from '../../support/clients/payouts.ts';
import { type OrderBank, startOrderBank } from '../../support/clients/standing-orders.ts';
import { anna, confirmBody, fileOf, rowOf } from '../../support/files/payout-rows.ts';
import { giveWallets, orderBody } from '../../support/trading.ts';
import { until } from '../../support/until.ts';
import { outside } from '../../support/wallets.ts';

let bank: OrderBank;
let app: TestApp;
/** The firm where Clara needs another person, and the one where she does not. */
let bound: Firm;
let free: Firm;

beforeAll(async () => {
  bank = await startOrderBank();
  app = bank.app;
  [bound, free] = [await firmWithCoins(), await firmWithCoins()];
  const alone = (currency: string) => ({
    ...{ requesterIds: [], currency, above: '0', measure: 'PAYMENT' as const },
    steps: [],
  });
  await setPolicy(app, free, { paymentRules: ['EUR', 'EPI'].map(alone) });
});
afterAll(() => app.close());

async function firmWithCoins(): Promise<Firm> {
  const firm = await createFirm(app);
  await giveWallets(app, firm.companyId, { EPI: '10000', BTC: '0' });
  await addPayee(app, firm.companyId, { iban: anna, name: 'Anna Tamm' });
  return firm;
}

const as = <E extends EndpointSpec>({ companyToken }: Colleague, endpoint: E, input: CallInput<E>) =>
  callWithCode(app, endpoint, input, companyToken);

/** The outcome of Clara's order: it went, or why it did not. */
type Outcome = 'went' | 'waits' | string;

const outcomeOf = (answer: CallResult<EndpointSpec>): Outcome => {
  if (answer.status === 202) return 'waits';
  return answer.status < 300 ? 'went' : (problemOf(answer) ?? `${answer.status}`);
};
const paymentOutcome = (answer: CallResult<typeof createPayment | typeof sendMissedRun>): Outcome => {
  if (answer.status !== 200 && answer.status !== 201) return outcomeOf(answer);
  return answer.output.status === 'CREATED' ? 'waits' : 'went';
};

const monthly = { frequency: 'MONTHLY', endOn: null, times: null, restDays: 'AFTER' } as const;

async function standingOrder({ account, payeeId }: Firm, by: Colleague, amount = '10.00') {
  const body = {
    ...{ debtorAccount: account.number, beneficiaryId: payeeId, amount, reference: 'Rent' },
    ...{ chargeBearer: 'SHA' as const, ...monthly, startOn: await bank.dayIn(5) },
  };
  const { output } = await as(by, createStandingOrder, { body });
  return { params: { id: output.id }, dueOn: output.nextDates[0] ?? '' };
}

/** Advances to the first day of an order. */
async function firstDay({ boris }: Firm, { id }: { readonly id: string }): Promise<Outcome> {
  await bank.daysPass(9);
  const paid = async () => {
    const { output } = await app.call(getStandingOrder, { params: { id } }, { token: boris.companyToken });
    return output.runs.find(({ state }) => state !== 'SKIPPED');
  };
  const run = await until(paid, (found) => found !== undefined);
  if (run?.state !== 'SENT') return `${run?.state}`;
  const { rows } = await query<{ status: string }>`
    select status from transactions.transaction where id = ${run.paymentId}`.execute(app.database.sql);
  return rows[0]?.status === 'CREATED' ? 'waits' : 'went';
}

const limitBuy = orderBody({ operation: 'BUY', amount: '0.01', price: '1000' });

/** How Clara makes money leave by each call. */
const exits: Readonly<Record<string, (firm: Firm) => Promise<Outcome>>> = {
  createPayment: async (firm) => paymentOutcome(await order(app, firm, firm.clara)),
  async confirmPayout({ clara }) {
    const payout = await uploadPayout(
      app,
      { token: clara.companyToken },
      fileOf(rowOf('Anna Tamm', anna, '12.00', newId())),
    );
    return outcomeOf(
      await as(clara, confirmPayout, { params: { id: payout.id }, body: confirmBody(payout) }),
    );
  },
  async createStandingOrder(firm) {
    const { params } = await standingOrder(firm, firm.clara);
    return firstDay(firm, params);
  },
  async changeStandingOrder(firm) {
    const { params, dueOn } = await standingOrder(firm, firm.boris);
    const body = { amount: '900.00', reference: 'Rent', ...monthly, startOn: dueOn };
    expect((await as(firm.clara, changeStandingOrder, { params, body })).status).toBe(200);
    return firstDay(firm, params);
  },
  async resumeStandingOrder(firm) {
    const { params } = await standingOrder(firm, firm.boris);
    expect((await as(firm.boris, pauseStandingOrder, { params })).status).toBe(200);
    expect((await as(firm.clara, resumeStandingOrder, { params })).status).toBe(200);
    return firstDay(firm, params);
  },
  async changeOccurrence(firm) {
    const { params, dueOn } = await standingOrder(firm, firm.boris);
    const body = { dueOn, amount: '900.00' };
    expect((await as(firm.clara, changeOccurrence, { params, body })).status).toBe(200);
    return firstDay(firm, params);
  },
  async restoreOccurrence(firm) {
    const { params, dueOn } = await standingOrder(firm, firm.boris);
    expect(problemOf(await as(firm.boris, skipRun, { params, body: { dueOn } }))).toBeUndefined();
    const restored = await as(firm.clara, restoreOccurrence, { params, body: { dueOn } });
    expect(problemOf(restored)).toBeUndefined();
    return firstDay(firm, params);
  },
  async sendMissedRun(firm) {
    const { params } = await standingOrder(firm, firm.boris);
    const dueOn = '2029-12-31';
    await query`insert into orders.run values (${params.id}, ${dueOn}, 'MISSED', now(), null)`.execute(
      app.database.sql,
    );
    return paymentOutcome(await as(firm.clara, sendMissedRun, { params, body: { dueOn } }));
  },
  async createWithdrawal({ boris, clara }) {
    const { address: given, ...entry } = { label: newId(), asset: 'EPI' as const, address: outside.evm };
    const address = `${given.slice(0, 2)}${entry.label.replaceAll('-', '').padEnd(40, '0')}`;
    const payee = await as(boris, addCryptoPayee, { body: { ...entry, address } });
    const quote = await as(clara, quoteWithdrawal, { body: { asset: 'EPI' } });
    const body = { asset: 'EPI' as const, amount: '20', payeeId: payee.output.id, quoteId: quote.output.id };
    return outcomeOf(await as(clara, createWithdrawal, { body }));
  },
  placeOrder: async ({ clara }) => outcomeOf(await as(clara, placeOrder, { body: limitBuy })),
  async amendOrder({ boris, clara }) {
    const { output } = await as(boris, placeOrder, { body: limitBuy });
    const params = { id: output.id };
    const amended = await as(clara, amendOrder, { params, body: { amount: '0.05' } });
    await as(boris, cancelOrder, { params });
    return outcomeOf(amended);
  },
  // No one approves their own request; without a need there is nothing to approve.
  async approvePayment(firm) {
    const made = await order(app, firm, firm.clara);
    if (made.output.status !== 'CREATED') return 'went';
    const [waiting] = await inboxOf(app, firm.boris);
    const body = { version: waiting?.version ?? '' };
    return outcomeOf(await as(firm.clara, approvePayment, { params: { id: made.output.id }, body }));
  },
  async decideInbox(firm) {
    const made = await order(app, firm, firm.clara);
    if (made.output.status !== 'CREATED') return 'went';
    const waiting = (await inboxOf(app, firm.boris)).filter(({ subjectId }) => subjectId === made.output.id);
    const [outcome] = await decide(app, firm.clara.token, waiting);
    return outcome === 'APPROVED' ? 'went' : (outcome ?? '');
  },
};

/** The obstacle in each case where another person is needed; all others wait for that person. */
const stopped: Readonly<Record<string, Outcome>> = {
  placeOrder: 'order_needs_approval',
  amendOrder: 'order_needs_approval',
  approvePayment: 'approve_right_missing',
  decideInbox: 'approval_own_request',
};

test('every call by which money may leave is a row here', () => {
  const leaving = Object.values(endpoints).filter(({ money }: EndpointSpec) => money === 'leaves');
  expect(leaving.map(({ id }) => id).toSorted()).toEqual(Object.keys(exits).toSorted());
});

test('every call by which money may leave asks for a right', () => {
  const leaving = Object.values(endpoints).filter(({ money }: EndpointSpec) => money === 'leaves');
  const open = leaving.filter(({ right }: EndpointSpec) => right === undefined).map(({ id }) => id);
  // Each request names the people who may decide it, in either company.
  expect(open).toEqual(['decideInbox']);
});

describe('needs another person where the rules say so, and none where they do not', () => {
  test.each(Object.keys(exits))('%s', async (name) => {
    const leave = exits[name];
    if (!leave) throw new Error('no such call');
    expect(await leave(bound)).toBe(stopped[name] ?? 'waits');
    // The control: nothing else stops it.
    expect(await leave(free)).toBe('went');
  });
});

test('an account that belongs to no payee needs the right to add payees, whatever pays it', async () => {
  const { clara } = free;
  await query`
    update identity.membership set can_create_benef = false
    where person_id = ${clara.personId} and client_id = ${free.companyId}`.execute(app.database.sql);
  const newIban = (await createPayer(app)).account.number;
  const quote = await as(clara, quoteWithdrawal, { body: { asset: 'EPI' } });
  const toAddress = { asset: 'EPI' as const, amount: '20', address: outside.evm, quoteId: quote.output.id };
  const payout = await uploadPayout(
    app,
    { token: clara.companyToken },
    fileOf(rowOf('Mart Kask', newIban, '1.00')),
  );
  const asked = [
    await order(app, free, clara, { creditorAccount: newIban }),
    await as(clara, createWithdrawal, { body: toAddress }),
    await as(clara, confirmPayout, { params: { id: payout.id }, body: confirmBody(payout) }),
  ];
  expect(asked.map((answer) => problemOf(answer))).toEqual(Array(3).fill('beneficiary_right_missing'));
});
