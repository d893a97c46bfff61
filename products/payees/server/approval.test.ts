import {
  changeParty,
  createBeneficiary,
  deleteBeneficiary,
  listBeneficiaries,
  updateBeneficiary,
} from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import {
  callWithCode,
  createFirm,
  decide,
  type Firm,
  inboxOf,
  order,
  readAs,
} from '@calmly/server/test/support/clients/firm.ts';
import { wordsTo } from '@calmly/server/test/support/clients/letters.ts';
import { systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { removeMember } from '../../identity/server/index.ts';

let app: TestApp;
let firm: Firm;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  firm = await createFirm(app);
});

const bank = (iban: string) => ({ bankDetails: [{ iban, currency: 'EUR' }] });
const berlin = 'DE89370400440532013000';
const hamburg = 'DE25200505501014472918';
const add = (iban = berlin, name = 'Rheinwerk GmbH') => {
  const body = { legalStatus: 'COMPANY' as const, name, country: 'DE', ...bank(iban) };
  return callWithCode(app, createBeneficiary, { body }, firm.clara.companyToken);
};
const change = (iban: string, token = firm.clara.companyToken) =>
  callWithCode(app, updateBeneficiary, { params: { id: firm.payeeId }, body: bank(iban) }, token);
const payees = async () =>
  (await app.call(listBeneficiaries, { query: {} }, { token: firm.clara.companyToken })).output.Items;
const theOnly = async () => {
  const [waiting] = await inboxOf(app, firm.maria);
  if (!waiting) throw new Error('nothing waits');
  return waiting;
};

test('a member’s payee is added once it is approved', async () => {
  const asked = await add();
  expect([asked.status, asked.body]).toMatchObject([202, { WaitingFor: [{}, {}] }]);
  expect((await payees()).map(({ name }) => name)).toEqual(['Hansa GmbH']);
  const waiting = await theOnly();
  expect(waiting.facts).toMatchObject({ action: 'add', name: 'Rheinwerk GmbH', country: 'DE' });
  expect(await decide(app, firm.maria.token, [waiting])).toEqual(['APPROVED']);
  expect((await payees()).map(({ name }) => name)).toEqual(['Rheinwerk GmbH', 'Hansa GmbH']);
});

test('an invalid payee is refused when it is requested', async () => {
  expect((await add('DE89370400440532013001')).status).toBe(400);
  expect((await add('DE33200505501289447016', 'Hansa GmbH')).status).toBe(400);
});

test('if a change has become invalid meanwhile, the approver gets an error and the request keeps waiting', async () => {
  await add();
  const waiting = await theOnly();
  const body = { legalStatus: 'COMPANY' as const, name: 'RHEINWERK GmbH', country: 'DE', ...bank(berlin) };
  expect((await callWithCode(app, createBeneficiary, { body }, firm.boris.companyToken)).status).toBe(201);
  expect(await decide(app, firm.maria.token, [waiting])).toEqual(['invalid_request']);
  expect(await readAs(app, firm.clara, waiting.id)).toMatchObject({ state: 'WAITING' });
});

test('changed accounts of a payee apply once they are approved; payments that rely on it need new approvals', async () => {
  await order(app, firm, firm.clara);
  const [payment] = await inboxOf(app, firm.maria);
  await change(hamburg);
  const waiting = await theOnly();
  expect(waiting).toMatchObject({
    kind: 'payee',
    facts: { action: 'change', account: hamburg, accountBefore: payment?.facts.creditorAccount },
  });
  expect((await readAs(app, firm.maria, payment?.id ?? '')).version).toBe(payment?.version);
  expect(await decide(app, firm.maria.token, [waiting])).toEqual(['APPROVED']);
  expect((await payees())[0]?.bankDetails).toMatchObject([{ iban: hamburg }]);
  // The payment still goes to the original account, and both the approver and the payer see a warning.
  for (const person of [firm.maria, firm.clara])
    expect(await readAs(app, person, payment?.id ?? '')).toMatchObject({
      state: 'WAITING',
      facts: { creditorAccount: payment?.facts.creditorAccount },
      warnings: expect.arrayContaining(['payee_account_replaced']),
    });
  expect(await decide(app, firm.maria.token, payment ? [payment] : [])).toEqual(['approval_changed']);
});

test('approved together with a payment to the payee, the change voids the consent to the payment', async () => {
  await order(app, firm, firm.clara);
  await change(hamburg);
  const [changed, payment] = await inboxOf(app, firm.maria);
  if (!changed || !payment) throw new Error('two things wait');
  expect(await decide(app, firm.maria.token, [changed, payment])).toEqual(['APPROVED', 'approval_changed']);
  expect(await readAs(app, firm.maria, payment.id)).toMatchObject({ state: 'WAITING', canDecide: true });
});

test('if someone else changes the payee first, the request for a change is void', async () => {
  await change(hamburg);
  const waiting = await theOnly();
  expect((await change(berlin, firm.boris.companyToken)).status).toBe(200);
  expect(await readAs(app, firm.clara, waiting.id)).toMatchObject({ state: 'VOIDED' });
  expect(await decide(app, firm.maria.token, [waiting])).toEqual(['approval_closed']);
});

test('a new name and address wait beside the current ones, and void consents to payments when they apply', async () => {
  await order(app, firm, firm.clara);
  const body = { legalStatus: 'COMPANY' as const, name: 'Ханса ГмбХ', country: 'DE', town: 'Hamburg' };
  const input = { params: { id: firm.payeeId }, body };
  expect((await callWithCode(app, changeParty, input, firm.clara.companyToken)).status).toBe(202);
  expect((await payees())[0]?.name).toBe('Hansa GmbH');
  const [changed, payment] = await inboxOf(app, firm.maria);
  if (!changed || !payment) throw new Error('two things wait');
  expect(changed.facts).toMatchObject({
    action: 'change',
    name: 'Ханса ГмбХ',
    nameBefore: 'Hansa GmbH',
    address: 'Hamburg, DE',
  });
  expect(await decide(app, firm.maria.token, [changed, payment])).toEqual(['APPROVED', 'approval_changed']);
  expect((await payees())[0]).toMatchObject({ name: 'Ханса ГмбХ', latin: { name: 'Khansa GmbKh' } });
  expect((await readAs(app, firm.maria, payment.id)).warnings).toContain('payee_details_changed');
});

test('deleting a payee notifies the approvers of payments to it', async () => {
  await order(app, firm, firm.clara);
  const before = await theOnly();
  const asked = async () => {
    const { rows } = await query<{ who: string; times: number }>`
      select notice ->> 'personId' as who, count(*)::int as times
      from graphile_worker._private_jobs, json_array_elements(payload) as notice
      where json_typeof(payload) = 'array' and notice ->> 'kind' = 'approval_wanted' and notice ->> 'subjectId' = ${before.id}
      group by 1`.execute(app.database.sql);
    return Object.fromEntries(rows.map(({ who, times }) => [who, times]));
  };
  const [boris, maria] = [firm.boris.personId, firm.maria.personId];
  expect(await asked()).toEqual({ [boris]: 1, [maria]: 1 });
  await app.call(deleteBeneficiary, { params: { id: firm.payeeId } }, { token: firm.boris.companyToken });
  expect(await asked()).toEqual({ [boris]: 2, [maria]: 2 });
  const warnings = ['payee_deleted', ...before.warnings];
  expect(await theOnly()).toMatchObject({ warnings: expect.arrayContaining(warnings) });
  expect(await decide(app, firm.maria.token, [before])).toEqual(['approval_changed']);
});

test('a payee of somebody who has left since is not added, and they are told nothing', async () => {
  const { sql } = app.database;
  await add();
  expect(await decide(app, firm.maria.token, [await theOnly()])).toEqual(['APPROVED']);
  expect(await wordsTo(sql, firm.clara.email)).toContain('Payee: Rheinwerk GmbH');
  await add(hamburg, 'Elbe GmbH');
  const waiting = await theOnly();
  const left = { clientId: firm.companyId, personId: firm.clara.personId };
  await systemWork(app.database, (work) => removeMember(work, left));
  expect(await decide(app, firm.maria.token, [waiting])).toEqual(['approval_requester_left']);
  expect(await wordsTo(sql, firm.clara.email)).not.toContain('Payee: Elbe GmbH');
});
