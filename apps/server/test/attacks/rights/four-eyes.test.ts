/** One person alone against the rules that ask for a second one: raw calls by a member who has a session and few or many rights. */
import {
  allRights,
  type CallInput,
  changePerson,
  changePolicy,
  confirmPayout,
  type EndpointSpec,
  getPayout,
  getPolicy,
  invitePerson,
  removePerson,
  resumePerson,
  suspendPerson,
} from '@calmly/contract';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defaultBank, openAccounts } from '../../../src/modules/accounts/index.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import {
  callWithCode,
  createFirm,
  decide,
  type Firm,
  inboxOf,
  order,
  rulesOf,
  setPolicy,
} from '../../support/clients/firm.ts';
import { createPayer, fund, systemWork } from '../../support/clients/payments.ts';
import { uploadPayout } from '../../support/clients/payouts.ts';
import { anna, confirmBody, fileOf, rowOf } from '../../support/files/payout-rows.ts';

let app: TestApp;
let firm: Firm;

beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  firm = await createFirm(app);
});

test('a payout in two currencies needs the approvals of each of them', async () => {
  await openDollars();
  const inside = await createPayer(app, { currency: 'USD' });
  const ruleFor = (currency: string, person: string) => ({
    requesterIds: [firm.clara.personId],
    currency,
    above: '0',
    measure: 'PAYMENT' as const,
    steps: [{ personIds: [person] }],
  });
  await setPolicy(app, firm, {
    paymentRules: [ruleFor('EUR', firm.boris.personId), ruleFor('USD', firm.maria.personId)],
  });
  const token = firm.clara.companyToken;
  const dollars = rowOf('Mart Kask', inside.account.number, '9000.00').replace(',EUR,', ',USD,');
  const payout = await uploadPayout(app, { token }, fileOf(rowOf('Anna Tamm', anna, '1.00'), dollars));
  expect(payout.summary).toMatchObject({ rows: 2, faulty: 0 });
  const params = { id: payout.id };
  expect((await callWithCode(app, confirmPayout, { params, body: confirmBody(payout) }, token)).status).toBe(
    202,
  );

  const [byBoris] = await inboxOf(app, firm.boris);
  if (!byBoris) throw new Error('nothing waits for Boris');
  expect(await decide(app, firm.boris.token, [byBoris])).toEqual(['CONSENTED']);
  const [byMaria] = await inboxOf(app, firm.maria);
  if (!byMaria) throw new Error('nothing waits for Maria');
  expect((await app.call(getPayout, { params }, { token })).output.status).toBe('WAITING');
  expect(await decide(app, firm.maria.token, [byMaria])).toEqual(['APPROVED']);
});

test('an administrator who suspends the other one does not decide alone on rules and people', async () => {
  const { boris, maria } = firm;
  const [peopleSteps, policySteps] = [anyone, anyone];
  await setPolicy(app, firm, { peopleSteps, policySteps });
  const params = { id: maria.personId };
  const as = <E extends EndpointSpec>(endpoint: E, input: CallInput<E>) =>
    callWithCode(app, endpoint, input, boris.companyToken);
  expect((await as(suspendPerson, { params })).status).toBe(200);

  const payment = await order(app, firm, boris);
  expect(payment.output.status).toBe('CREATED');
  const weaker = await as(changePolicy, { body: { version: 1, rules: rulesOf({}) } });
  expect(weaker.status).toBe(202);
  const accomplice = { email: 'accomplice@test.example', rights: allRights, validUntil: null };
  expect((await as(invitePerson, { body: accomplice })).status).toBe(202);
  expect((await as(removePerson, { params })).status).toBe(202);
  const policy = await app.call(getPolicy, {}, { token: boris.companyToken });
  expect(policy.output).toMatchObject({ version: 1, policySteps });

  // The suspension can be ended, and then Maria decides.
  expect((await as(resumePerson, { params })).status).toBe(200);
  const waiting = (await inboxOf(app, maria)).map(({ kind }) => kind).toSorted();
  expect(waiting).toEqual(['payment', 'people', 'policy']);
});

test('a suspension from before its moment was kept blocks nothing, also after the member’s rights change', async () => {
  const { boris, maria } = firm;
  await setPolicy(app, firm, { policySteps: anyone });
  const params = { id: maria.personId };
  const as = <E extends EndpointSpec>(endpoint: E, input: CallInput<E>) =>
    callWithCode(app, endpoint, input, boris.companyToken);
  expect((await as(suspendPerson, { params })).status).toBe(200);
  await query`update identity.membership set suspended_at = null where person_id = ${maria.personId}`.execute(
    app.database.sql,
  );
  await query`update identity.person set phone = '+37255500077' where id = ${maria.personId}`.execute(
    app.database.sql,
  );
  const validUntil = new Date(Date.now() + 86_400_000 * 400).toISOString();
  expect((await as(changePerson, { params, body: { rights: allRights, validUntil } })).status).toBe(200);
  expect((await as(changePolicy, { body: { version: 1, rules: rulesOf({}) } })).status).toBe(200);
});

const anyone = [{ personIds: [] }];

/** An account in dollars with money, beside the one in euro. */
async function openDollars(): Promise<void> {
  await systemWork(app.database, async (work) => {
    const opening = { clientId: firm.companyId, currency: 'USD', name: 'Dollars', withIban: true } as const;
    const [account] = await openAccounts(work, defaultBank, [opening]);
    if (account) await fund(work, account, 10_000_000n);
  });
}
