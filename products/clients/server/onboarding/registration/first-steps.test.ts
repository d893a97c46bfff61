/** The first steps of a new client over HTTP: other modules' data completes each step, and each person can hide the list. */
import { deleteBeneficiary, getClient, getFirstSteps, hideFirstSteps, listAccounts } from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { type Applicant, createClientIn } from '@calmly/server/test/support/clients/joining/applicant.ts';
import { transferOf } from '@calmly/server/test/support/clients/ledger.ts';
import { addPayees, company } from '@calmly/server/test/support/clients/payees.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bankAccount, post } from '../../../../ledger/server/index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const stepsOf = async (client: Applicant) => (await app.call(getFirstSteps, {}, client)).output;

test('a verified client has an account; money, a payee and a second factor tick themselves', async () => {
  const anna = await createClientIn(app, 'ACTIVE');
  const { sql } = app.database;
  expect(await stepsOf(anna)).toEqual({
    hasAccount: true,
    hasReceivedMoney: false,
    hasPayee: false,
    hasSecondFactor: false,
    companyId: null,
  });

  const hansa = company('Hansa Container Depot GmbH');
  await addPayees(app, anna.clientId, { ...hansa, direction: 'INCOMING' });
  expect(await stepsOf(anna)).toMatchObject({ hasPayee: false });
  const [payee] = await addPayees(app, anna.clientId, hansa);
  expect(await stepsOf(anna)).toMatchObject({ hasPayee: true });
  await app.call(deleteBeneficiary, { params: { id: payee?.id ?? '' } }, anna);
  expect(await stepsOf(anna)).toMatchObject({ hasPayee: false });

  const [account] = (await app.call(listAccounts, {}, anna)).output.Items;
  if (!account) throw new Error('no account was opened');
  await app.database.inTransaction(async (open) => {
    const nostro = await bankAccount(open, 'nostro', 'EUR');
    await post(open, [transferOf(nostro, account.id, 100n)]);
    // Spent to the last cent, it was still received.
    await post(open, [transferOf(account.id, nostro, 100n)]);
  });
  expect(await stepsOf(anna)).toMatchObject({ hasReceivedMoney: true });

  await query`
    insert into identity.passkey (id, person_id, name, credential_id, public_key, sign_count, transports, created_at)
    select gen_random_uuid(), holder_id, 'Key', 'k', 'k', 0, '{}', now()
    from identity.client where id = ${anna.clientId}
  `.execute(sql);
  expect(await stepsOf(anna)).toMatchObject({ hasSecondFactor: true });

  await query`update accounts.account set status = 'CLOSED', closed_at = now() where id = ${account.id}`.execute(
    sql,
  );
  expect(await stepsOf(anna)).toMatchObject({ hasAccount: false, hasReceivedMoney: true });
});

test('an applicant with a company is led to it', async () => {
  const maria = await createClientIn(app, 'ACTIVE', { kind: 'company' });
  const { companyId } = await stepsOf(maria);
  const { rows } = await query<{ id: string }>`
    select client_id as id from companies.company where creator_id = ${maria.clientId}
  `.execute(app.database.sql);
  expect(companyId).toBe(rows[0]?.id);
  await query`update identity.client set state = 'CREATED' where id = ${companyId}`.execute(app.database.sql);
  expect((await stepsOf(maria)).companyId).toBeNull();
});

test('they can be hidden', async () => {
  const boris = await createClientIn(app, 'ACTIVE');
  const read = () => app.call(getClient, { params: { id: boris.clientId } }, boris);
  expect((await read()).output.firstStepsHidden).toBe(false);
  expect((await app.call(hideFirstSteps, {}, boris)).status).toBe(204);
  expect((await read()).output.firstStepsHidden).toBe(true);
});
