/** A person's requests end with the right to make them, for every product and every way of losing it; the approver learns why. */
import {
  type CallInput,
  changePerson,
  confirmPayout,
  createBeneficiary,
  type EndpointSpec,
  freezeAccess,
  getPayout,
  listNotifications,
  removePerson,
  suspendPerson,
} from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { noRights } from '@calmly/server/test/support/clients/colleagues.ts';
import {
  callWithCode,
  createFirm,
  decide,
  type Firm,
  inboxOf,
  moneyOf,
  order,
  readAs,
  setPolicy,
} from '@calmly/server/test/support/clients/firm.ts';
import { readPayment, systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { uploadPayout } from '@calmly/server/test/support/clients/payouts.ts';
import { anna, confirmBody, fileOf, rowOf } from '@calmly/server/test/support/files/payout-rows.ts';
import { drainJobs } from '@calmly/server/test/support/jobs.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let app: TestApp;
let firm: Firm;

beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  firm = await createFirm(app);
});

type Loss = readonly [how: string, lose: () => Promise<unknown>];

const asBoris = <E extends EndpointSpec>(endpoint: E, input: CallInput<E>) =>
  callWithCode(app, endpoint, input, firm.boris.companyToken);
const claraParams = () => ({ params: { id: firm.clara.personId } });

const losses: readonly Loss[] = [
  ['suspended', () => asBoris(suspendPerson, claraParams())],
  ['removed', () => asBoris(removePerson, claraParams())],
  [
    'without the right',
    () => asBoris(changePerson, { ...claraParams(), body: { rights: noRights, validUntil: null } }),
  ],
  ['frozen', () => app.call(freezeAccess, {}, { token: firm.clara.token })],
  ['no longer a member, her time being over', endMembership],
];

/** At its end, by the job scheduled for it. */
async function endMembership(): Promise<void> {
  const key = { clientId: firm.companyId, personId: firm.clara.personId };
  await query`update identity.membership set valid_until = now() where client_id = ${key.clientId} and person_id = ${key.personId}`.execute(
    app.database.sql,
  );
  const handler = app.app.jobs.end_membership;
  if (typeof handler !== 'function') throw new Error('there is no job');
  await systemWork(app.database, (work) => handler(work, key));
}

const waitingFor = async (who: Firm['boris']) => {
  const [waiting, ...more] = await inboxOf(app, who);
  if (!waiting || more.length > 0) throw new Error('not exactly one thing waits');
  return waiting;
};

test.each(losses)('a payment of somebody who is %s is void, and its money is free', async (_how, lose) => {
  const { output } = await order(app, firm, firm.clara);
  const waiting = await waitingFor(firm.maria);
  expect((await moneyOf(app, firm)).reserved).toBeGreaterThan(0n);
  await lose();
  await drainJobs(app);
  expect(await decide(app, firm.maria.token, [waiting])).toEqual(['approval_closed']);
  expect(await readAs(app, firm.maria, waiting.id)).toMatchObject({ state: 'VOIDED' });
  expect(await moneyOf(app, firm)).toMatchObject({ posted: 10_000_000n, reserved: 0n });
  const payment = await readPayment(app, { token: firm.boris.companyToken }, output.id);
  expect(payment).toMatchObject({
    status: 'CANCELED',
    timeline: [{}, { reason: 'approval_requester_left' }],
  });
  const { Items: told } = await until(
    async () => (await app.call(listNotifications, { query: {} }, { token: firm.maria.token })).output,
    ({ Items }) => Items.some(({ kind }) => kind === 'approval_ended'),
  );
  expect(told.find(({ kind }) => kind === 'approval_ended')?.params).toMatchObject({
    ...{ person: 'Clara Vaher', amount: '100.00' },
  });
});

test('a payout becomes a draft again', async () => {
  const token = firm.clara.companyToken;
  const payout = await uploadPayout(app, { token }, fileOf(rowOf('Anna Tamm', anna, '1.00')));
  const params = { id: payout.id };
  const asked = await callWithCode(app, confirmPayout, { params, body: confirmBody(payout) }, token);
  expect(asked.status).toBe(202);
  const waiting = await waitingFor(firm.maria);
  await asBoris(suspendPerson, claraParams());
  await drainJobs(app);
  expect(await decide(app, firm.maria.token, [waiting])).toEqual(['approval_closed']);
  const { output } = await app.call(getPayout, { params }, { token: firm.boris.companyToken });
  expect(output.status).toBe('DRAFT');
  expect((await moneyOf(app, firm)).reserved).toBe(0n);
});

test('a payee is not added', async () => {
  const body = {
    ...{ legalStatus: 'COMPANY' as const, name: 'Rheinwerk GmbH', country: 'DE' },
    bankDetails: [{ iban: 'DE89370400440532013000', currency: 'EUR' }],
  };
  expect((await callWithCode(app, createBeneficiary, { body }, firm.clara.companyToken)).status).toBe(202);
  const waiting = await waitingFor(firm.maria);
  await asBoris(removePerson, claraParams());
  await drainJobs(app);
  expect(await decide(app, firm.maria.token, [waiting])).toEqual(['approval_closed']);
});

test('an administrator who is one no longer changes nothing either', async () => {
  const { boris, maria } = firm;
  await setPolicy(app, firm, { peopleSteps: [{ personIds: [] }] });
  const body = { rights: noRights, validUntil: null };
  expect((await asBoris(changePerson, { ...claraParams(), body })).status).toBe(202);
  const waiting = await waitingFor(maria);
  const params = { id: boris.personId };
  expect((await callWithCode(app, suspendPerson, { params }, maria.companyToken)).status).toBe(200);
  await drainJobs(app);
  expect(await decide(app, maria.token, [waiting])).toEqual(['approval_closed']);
});

test('before the queue has run the approver is refused, and can only reject', async () => {
  const quiet = await startTestApp();
  try {
    const other = await createFirm(quiet);
    await order(quiet, other, other.clara);
    const [waiting] = await inboxOf(quiet, other.maria);
    if (!waiting) throw new Error('nothing waits');
    const params = { id: other.clara.personId };
    await callWithCode(quiet, suspendPerson, { params }, other.boris.companyToken);
    expect(await decide(quiet, other.maria.token, [waiting])).toEqual(['approval_requester_left']);
    expect(await moneyOf(quiet, other)).toMatchObject({ posted: 10_000_000n });
    expect(await decide(quiet, other.maria.token, [waiting], 'REJECT')).toEqual(['REJECTED']);
    expect(await moneyOf(quiet, other)).toMatchObject({ posted: 10_000_000n, reserved: 0n });
  } finally {
    await quiet.close();
  }
});

test('of two requests that are approved together the second is judged after the first is carried out', async () => {
  const { boris, maria, clara } = firm;
  await setPolicy(app, firm, { peopleSteps: [{ personIds: [] }] });
  await order(app, firm, clara);
  const body = { rights: noRights, validUntil: null };
  const change = { ...claraParams(), body };
  expect((await callWithCode(app, changePerson, change, maria.companyToken)).status).toBe(202);
  const waiting = await inboxOf(app, boris);
  expect(waiting.map(({ kind }) => kind).toSorted()).toEqual(['payment', 'people']);
  const people = waiting.filter(({ kind }) => kind === 'people');
  const payments = waiting.filter(({ kind }) => kind === 'payment');
  expect(await decide(app, boris.token, [...people, ...payments])).toEqual([
    'APPROVED',
    'approval_requester_left',
  ]);
  expect(await moneyOf(app, firm)).toMatchObject({ posted: 10_000_000n });
});
