import {
  cancelPayment,
  countInbox,
  getApproval,
  listActivity,
  listApprovals,
  recallApproval,
} from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient } from '@calmly/server/test/support/clients/clients.ts';
import {
  createFirm,
  decide,
  type Firm,
  inboxOf,
  moneyOf,
  order,
  readAs,
  setPolicy,
} from '@calmly/server/test/support/clients/firm.ts';
import {
  createPayer,
  openAnotherAccount,
  readPayment,
  sepaFee,
  systemWork,
  withSepaFee,
} from '@calmly/server/test/support/clients/payments.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findActorWithoutSession, removeMember } from '../../identity/server/index.ts';
import { needsOf } from './ask.ts';

let app: TestApp;
let firm: Firm;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  firm = await createFirm(app);
});

const statusOf = (id: string) => readPayment(app, { token: firm.boris.companyToken }, id);
const claraAsks = async (amount = '100.00') => (await order(app, firm, firm.clara, { amount })).output;
const theOnly = async (person: Firm['boris'], view?: 'REQUESTED' | 'CLOSED') => {
  const [approval, ...others] = await inboxOf(app, person, view);
  if (!approval || others.length > 0) throw new Error('not exactly one thing waits');
  return approval;
};

/** A payment that needs no approval has been sent when the call is answered. */
const onItsWay = 'PENDING_FINANCE_INSTITUTION';

test('a member’s order is reserved, waits for each administrator, and is sent with the consent', async () => {
  const payment = await claraAsks();
  expect(payment.status).toBe('CREATED');
  expect(await statusOf(payment.id)).toMatchObject({
    status: 'CREATED',
    timeline: [{ actor: 'Clara Vaher' }],
  });
  expect(await moneyOf(app, firm)).toMatchObject({ reserved: withSepaFee(10_000n) });
  const waiting = await theOnly(firm.boris);
  expect(waiting).toMatchObject({
    kind: 'payment',
    subjectId: payment.id,
    amount: '100.00',
    requestedBy: { name: 'Clara Vaher' },
    facts: {
      creditorName: 'Hansa GmbH',
      fee: formatDecimal(sepaFee(10_000n), 'EUR'),
      total: formatDecimal(withSepaFee(10_000n), 'EUR'),
    },
    canDecide: true,
    steps: [{ state: 'CURRENT' }],
  });
  expect(waiting.waitingFor.map(({ name }) => name)).toEqual(['Boris Sokolov', 'Maria Kask']);
  expect(await decide(app, firm.boris.token, [waiting])).toEqual(['APPROVED']);
  expect(await statusOf(payment.id)).toMatchObject({
    status: 'SUBMITTED',
    timeline: [{ status: 'CREATED' }, { status: 'SUBMITTED', actor: 'Boris Sokolov' }],
  });
  expect(await inboxOf(app, firm.maria)).toEqual([]);
  expect(await theOnly(firm.maria, 'CLOSED')).toMatchObject({ state: 'APPROVED', bar: 'closed' });
});

test('an administrator needs no approval without a policy, and neither do transfers between own accounts', async () => {
  expect((await order(app, firm, firm.boris)).output.status).toBe(onItsWay);
  const savings = await openAnotherAccount(app, firm.companyId);
  const moved = await order(app, firm, firm.clara, { creditorAccount: savings.number });
  expect(moved.output).toMatchObject({ scheme: 'OWN', status: 'EXECUTED' });
});

test('the requester cannot approve, in any profile; no one else sees the request', async () => {
  await setPolicy(app, firm, { paymentRules: [everyPayment] });
  await order(app, firm, firm.boris);
  const waiting = await theOnly(firm.maria);
  for (const token of [firm.boris.token, firm.boris.companyToken])
    expect(await decide(app, token, [waiting])).toEqual(['approval_own_request']);
  expect(await decide(app, firm.clara.token, [waiting])).toEqual(['approval_not_yours']);
  const stranger = await newClient(app);
  expect(await decide(app, stranger.token, [waiting])).toEqual(['not_found']);
  expect(await readAs(app, firm.boris, waiting.id)).toMatchObject({ bar: 'own_request', canRecall: true });
});

const everyPayment = {
  requesterIds: [],
  currency: 'EUR',
  above: '0',
  measure: 'PAYMENT' as const,
  steps: [{ personIds: [] }],
};

test('a rejection gives its reason and releases the money', async () => {
  const payment = await claraAsks();
  const waiting = await theOnly(firm.maria);
  expect(await decide(app, firm.maria.token, [waiting], 'REJECT')).toEqual(['REJECTED']);
  expect(await statusOf(payment.id)).toMatchObject({
    status: 'REJECTED',
    timeline: [{}, { actor: 'Maria Kask', reason: 'approval_rejected' }],
  });
  expect(await moneyOf(app, firm)).toMatchObject({ reserved: 0n });
  expect(await readAs(app, firm.clara, waiting.id)).toMatchObject({
    state: 'REJECTED',
    reason: 'Not this month',
    steps: [{ state: 'REJECTED', decidedBy: { name: 'Maria Kask' } }],
  });
});

test('only the requester can withdraw it', async () => {
  const payment = await claraAsks();
  const { id } = await theOnly(firm.boris);
  const recall = (token: string) => app.call(recallApproval, { params: { id } }, { token });
  expect((await recall(firm.boris.token)).status).toBe(403);
  expect((await recall((await newClient(app)).token)).status).toBe(404);
  expect((await recall(firm.clara.token)).output).toMatchObject({ state: 'RECALLED' });
  const again = await recall(firm.clara.token);
  expect([again.status, again.output.state]).toEqual([200, 'RECALLED']);
  expect(await statusOf(payment.id)).toMatchObject({ status: 'CANCELED' });
  expect(await moneyOf(app, firm)).toMatchObject({ reserved: 0n });
});

test('cancelling the payment closes its request', async () => {
  const payment = await claraAsks();
  const waiting = await theOnly(firm.boris);
  await app.call(cancelPayment, { params: { id: payment.id } }, { token: firm.clara.companyToken });
  expect(await decide(app, firm.boris.token, [waiting])).toEqual(['approval_closed']);
  expect(await readAs(app, firm.clara, waiting.id)).toMatchObject({ state: 'RECALLED' });
  const query = { kind: 'approvals', limit: 1 } as const;
  const { output } = await app.call(listActivity, { query }, { token: firm.boris.companyToken });
  expect(output.Items).toMatchObject([{ text: expect.stringMatching(/^Withdrawn: /) }]);
});

test('two steps are approved by two people, in order', async () => {
  const { maria, boris } = firm;
  const steps = [{ personIds: [maria.personId] }, { personIds: [boris.personId] }];
  await setPolicy(app, firm, { paymentRules: [{ ...everyPayment, steps }] });
  const payment = await claraAsks();
  const waiting = await theOnly(maria);
  expect(await readAs(app, boris, waiting.id)).toMatchObject({ canDecide: false, bar: 'not_your_turn' });
  expect(await decide(app, boris.token, [waiting])).toEqual(['approval_not_your_turn']);
  expect(await decide(app, maria.token, [waiting])).toEqual(['CONSENTED']);
  expect(await decide(app, maria.token, [waiting])).toEqual(['approval_already_decided']);
  expect(await statusOf(payment.id)).toMatchObject({ status: 'CREATED' });
  expect(await decide(app, boris.token, [await theOnly(boris)])).toEqual(['APPROVED']);
  expect(await statusOf(payment.id)).toMatchObject({ status: 'SUBMITTED' });
  // Newest first: only the first of the two says that more are needed.
  const { output } = await app.call(
    listActivity,
    { query: { kind: 'approvals', limit: 3 } },
    { token: boris.companyToken },
  );
  expect(output.Items.map(({ text, person }) => [text, person?.name])).toEqual([
    [expect.stringMatching(/^Approved: /), 'Boris Sokolov'],
    [expect.stringMatching(/^Approved, more approvals needed: /), expect.any(String)],
    [expect.stringMatching(/^Awaiting approval: /), 'Clara Vaher'],
  ]);
});

test('an administrator’s own request counts as one of two approvals', async () => {
  const steps = [{ personIds: [] }, { personIds: [] }];
  await setPolicy(app, firm, { paymentRules: [{ ...everyPayment, steps }] });
  await order(app, firm, firm.boris);
  const waiting = await theOnly(firm.maria);
  expect(waiting.steps).toHaveLength(1);
  expect(await decide(app, firm.maria.token, [waiting])).toEqual(['APPROVED']);
});

/** The company's own rule: payments without another rule need no approval. */
const smallAlone = { ...everyPayment, steps: [] };

test('splitting a payment does not help: the daily total includes waiting payments', async () => {
  await setPolicy(app, firm, {
    paymentRules: [smallAlone, { ...everyPayment, above: '250.00', measure: 'DAY' }],
  });
  const statuses = [];
  for (let payment = 0; payment < 4; payment += 1) statuses.push((await claraAsks('100.00')).status);
  expect(statuses).toEqual([onItsWay, onItsWay, 'CREATED', 'CREATED']);
});

test('the daily total also counts under concurrent requests', async () => {
  await setPolicy(app, firm, {
    paymentRules: [smallAlone, { ...everyPayment, above: '250.00', measure: 'DAY' }],
  });
  const paid = await Promise.all(
    Array.from({ length: 12 }, (_, number) =>
      order(app, firm, firm.clara, { amount: '100.00', reference: `Invoice ${number}` }),
    ),
  );
  expect(paid.filter(({ output }) => output.status === onItsWay)).toHaveLength(2);
});

test('the daily total counts what is judged before it in the same list', async () => {
  await setPolicy(app, firm, {
    paymentRules: [smallAlone, { ...everyPayment, above: '250.00', measure: 'DAY' }],
  });
  const { companyId: clientId, clara } = firm;
  await systemWork(app.database, async (work) => {
    const who = { id: firm.account.id, clientId, personId: clara.personId };
    const actor = await findActorWithoutSession(work.sql, who);
    if (!actor) throw new Error('Clara may not act');
    const question = { kind: 'payment', clientId, money: { amountMinor: 10_000n, currency: 'EUR' } } as const;
    const items = Array.from({ length: 4 }, () => ({ work: { ...work, actor }, question }));
    const needs = await needsOf(work.sql, items);
    expect(needs.map((need) => need?.steps.length)).toEqual([undefined, undefined, 1, 1]);
  });
});

test('a payment to another client of the bank is booked with the consent', async () => {
  const payee = await createPayer(app);
  const paid = await order(app, firm, firm.clara, { creditorAccount: payee.account.number });
  expect(paid.output).toMatchObject({ status: 'CREATED', scheme: 'INTERNAL' });
  expect(await payee.balance()).toMatchObject({ posted: 100_000n });
  expect(await decide(app, firm.boris.token, [await theOnly(firm.boris)])).toEqual(['APPROVED']);
  expect(await payee.balance()).toMatchObject({ posted: 110_000n });
  expect(await statusOf(paid.output.id)).toMatchObject({ status: 'EXECUTED' });
  expect(await moneyOf(app, firm)).toMatchObject({ posted: 9_990_000n, reserved: 0n });
});

test('one code decides many requests, each with its own outcome', async () => {
  await claraAsks('100.00');
  await claraAsks('200.00');
  const [second, first] = await inboxOf(app, firm.boris);
  if (!first || !second) throw new Error('two things wait');
  const outcomes = await decide(app, firm.boris.token, [first, { ...second, version: 'seen yesterday' }]);
  expect(outcomes).toEqual(['APPROVED', 'approval_changed']);
  const count = await app.call(countInbox, {}, { token: firm.boris.token });
  expect(count.output).toEqual({ waiting: 1, requested: 0 });
});

test('a person who has left the company sees nothing any more, not even their own requests', async () => {
  await claraAsks();
  const { id } = await theOnly(firm.boris);
  const left = { clientId: firm.companyId, personId: firm.clara.personId };
  await systemWork(app.database, (work) => removeMember(work, left));
  expect(await inboxOf(app, firm.clara, 'REQUESTED')).toEqual([]);
  const { token } = firm.clara;
  expect((await app.call(getApproval, { params: { id } }, { token })).status).toBe(404);
  expect((await app.call(recallApproval, { params: { id } }, { token })).status).toBe(404);
});

test('the approver sees warnings', async () => {
  await claraAsks('100.00');
  expect((await theOnly(firm.boris)).warnings).toEqual(['first_payment', 'payee_new', 'name_not_checked']);
  await claraAsks('100.00');
  const [again] = await inboxOf(app, firm.boris);
  expect(again?.warnings).toEqual(['first_payment', 'payee_new', 'duplicate', 'name_not_checked']);
});

test('the list of a profile shows only that profile’s requests', async () => {
  const payment = await claraAsks();
  const list = async (token: string) =>
    (await app.call(listApprovals, { query: { subjectId: payment.id } }, { token })).output.Items;
  expect(await list(firm.clara.companyToken)).toMatchObject([{ state: 'WAITING', canRecall: true }]);
  expect(await list(firm.clara.token)).toEqual([]);
});
