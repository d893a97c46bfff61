/** The purge deletes expired personal data, and nothing else; tests backdate rows, because only time makes them expire. */
import {
  confirmEmailByLink,
  createExportProfile,
  type ExportProfileInput,
  getClient,
  requestAddressChange,
  saveDigest,
  saveThreshold,
  saveView,
  withdrawAddressChange,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { purgeTask } from '@calmly/platform/jobs/purge.ts';
import { findMember, removeMember } from '@calmly/products/identity/server/index.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../test/support/app.ts';
import { newClient, type SignedIn } from '../test/support/clients/clients.ts';
import { handInPaper } from '../test/support/clients/companies.ts';
import { callWithCode, createFirm } from '../test/support/clients/firm.ts';
import { registerApplicant } from '../test/support/clients/joining/applicant.ts';
import { lettersTo } from '../test/support/clients/letters.ts';
import { addPayees, company, german } from '../test/support/clients/payees.ts';
import { systemWork } from '../test/support/clients/payments.ts';
import { drainJobs } from '../test/support/jobs.ts';
import { bringForward } from '../test/support/retries.ts';
import { until } from '../test/support/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());

/** The whole nightly purge. */
async function purge(): Promise<void> {
  const since = new Date();
  await bringForward(app.database.sql, purgeTask);
  await until(
    async () =>
      (
        await query<{ behind: bigint }>`
          select count(*) as behind from platform.purge where finished_at < ${since}`.execute(
          app.database.sql,
        )
      ).rows[0]?.behind,
    (behind) => behind === 0n,
  );
  await drainJobs(app);
}

const run = (statement: ReturnType<typeof query>) => statement.execute(app.database.sql);
const count = async (from: ReturnType<typeof query>): Promise<number> => {
  const { rows } = await query<{ count: number }>`select count(*)::int as count from ${from}`.execute(
    app.database.sql,
  );
  return rows[0]?.count ?? -1;
};

test('a registration that no one has finished or used for 90 days goes with all its data', async () => {
  const register = async () => {
    const applicant = await registerApplicant(app);
    const [letter] = await lettersTo(app.database.sql, applicant.email);
    const token = /token=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? '';
    await app.call(confirmEmailByLink, { body: { token } });
    await run(
      query`update identity.client set created_at = now() - interval '91 days' where id = ${applicant.clientId}`,
    );
    return applicant;
  };
  const over = await register();
  await run(
    query`update identity.session set last_seen_at = now() - interval '91 days' where client_id = ${over.clientId}`,
  );
  const used = await register();
  await purge();
  const statusOf = async ({ clientId: id, token }: typeof over) =>
    (await app.call(getClient, { params: { id } }, { token })).status;
  expect([await statusOf(over), await statusOf(used)]).toEqual([401, 200]);
  const left = (clientId: string) => count(query`onboarding.application where client_id = ${clientId}`);
  expect([await left(over.clientId), await left(used.clientId)]).toEqual([0, 1]);
  expect(await count(query`identity.person where email = ${over.email}`)).toBe(0);
});

// Control, tried once: rejected ones are deleted too. Their papers show whom the bank has checked.
test('a withdrawn change of address is deleted a year later with its papers, a waiting or rejected one stays', async () => {
  const ask = async (client: SignedIn) => {
    const document = await handInPaper(app, client);
    const body = {
      country: 'LV',
      town: 'Riga',
      line: 'Brivibas iela 10',
      postCode: 'LV-1010',
      documentIds: [document],
    };
    const { output } = await callWithCode(app, requestAddressChange, { body }, client.token);
    return { id: output.id, document };
  };
  const [first, second, third] = [await newClient(app), await newClient(app), await newClient(app)];
  const over = await ask(first);
  await app.call(withdrawAddressChange, { params: { id: over.id } }, first);
  const recent = await ask(first);
  await app.call(withdrawAddressChange, { params: { id: recent.id } }, first);
  const [waiting, rejected] = [await ask(second), await ask(third)];
  await run(query`
    update profile.address_change set decided_at = now() - interval '366 days' where id = ${over.id}`);
  await run(query`
    update profile.address_change set created_at = now() - interval '2 years' where id = ${waiting.id}`);
  await run(query`
    update profile.address_change set state = 'REJECTED', decided_at = now() - interval '2 years' where id = ${rejected.id}`);
  await purge();
  const left = async ({ id, document }: typeof over) => [
    await count(query`profile.address_change where id = ${id}`),
    await count(query`documents.document where id = ${document}`),
  ];
  expect([await left(over), await left(recent), await left(waiting), await left(rejected)]).toEqual([
    [0, 0],
    [1, 1],
    [1, 1],
    [1, 1],
  ]);
});

test('holders’ names go after 13 months unless a payee has the account', async () => {
  const { clientId } = await newClient(app);
  await addPayees(app, clientId, company('Hansa'));
  await run(query`
    insert into beneficiaries.name_check (client_id, account_key, name_key, result, suggested_name, checked_at)
    select ${clientId}, account, name, 'close_match', 'Hansa GmbH', now() - age::interval from (values
      (${german}, 'HANSA', '2 years'), ('FI2112345600000785', 'HANSA', '2 years'), ('FI2112345600000785', 'VEDDEL', '1 year')
    ) as checked (account, name, age)`);
  await run(query`
    update beneficiaries.name_check c set name_key = d.name_key from beneficiaries.bank_detail d
    where d.client_id = c.client_id and c.client_id = ${clientId} and d.account_key = c.account_key`);
  await purge();
  const { rows } = await query<{ account: string; name: string }>`
    select account_key as account, name_key as name from beneficiaries.name_check where client_id = ${clientId}
    order by account_key`.execute(app.database.sql);
  expect(rows).toMatchObject([{ account: german }, { account: 'FI2112345600000785', name: 'VEDDEL' }]);
});

test('the names in use by payees are checked again after a month', async () => {
  const { clientId } = await newClient(app);
  await addPayees(app, clientId, company('Hansa'));
  await run(query`
    insert into beneficiaries.name_check (client_id, account_key, name_key, result, suggested_name, checked_at)
    select d.client_id, d.account_key, d.name_key, 'close_match', 'Hansa GmbH', now() - interval '2 years'
    from beneficiaries.bank_detail d where d.client_id = ${clientId}`);
  const left = () => count(query`beneficiaries.name_check where client_id = ${clientId}`);
  await purge();
  expect(await left()).toBe(1);
  await run(query`update beneficiaries.bank_detail set active = false where client_id = ${clientId}`);
  await purge();
  expect(await left()).toBe(1);
  await run(query`
    update beneficiaries.name_check set kept_until = kept_until - interval '1 month' where client_id = ${clientId}`);
  await purge();
  expect(await left()).toBe(0);
});

const exportProfile: ExportProfileInput = {
  name: 'For the accountant',
  columns: ['time', 'amount'],
  format: 'csv',
  accountIds: [],
  period: 'LAST_MONTH',
  mailsMonthly: false,
  timeZone: 'UTC',
};

test('data used only by a member is deleted after they have left, a colleague’s stays', async () => {
  const { companyId, account, clara, maria } = await createFirm(app);
  for (const { companyToken: token } of [clara, maria]) {
    const view = { name: 'Mine', filter: {}, isDefault: false };
    const threshold = { accountId: account.id, kind: 'LOW_BALANCE', amount: '100.00' } as const;
    const digest = { frequency: 'WEEKLY', weekday: 1, hour: 8, timeZone: 'UTC' } as const;
    const answers = [
      await app.call(saveView, { body: view }, { token }),
      await app.call(saveThreshold, { body: threshold }, { token }),
      await app.call(saveDigest, { body: digest }, { token }),
      await app.call(createExportProfile, { body: exportProfile }, { token, idempotencyKey: newId() }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 201]);
  }
  await systemWork(app.database, async (work) => {
    const member = await findMember(work.sql, { clientId: companyId, personId: clara.personId });
    expect(member).toBeDefined();
    await removeMember(work, { clientId: companyId, personId: clara.personId });
  });
  await purge();
  const tables = [
    'transactions.saved_view',
    'alerts.threshold',
    'alerts.digest',
    'bookkeeping.export_profile',
  ];
  for (const table of tables) {
    const left = ({ personId }: SignedIn) =>
      count(query`${query.raw(table)} where client_id = ${companyId} and person_id = ${personId}`);
    expect([table, await left(clara), await left(maria)]).toEqual([table, 0, 1]);
  }
});

test('invitations go 90 days after their term, codes a day after theirs', async () => {
  const { companyId, boris } = await createFirm(app);
  const invite = (email: string, days: number) =>
    run(query`
      with made as (
        insert into companies.invitation (id, client_id, invited_by, invited_by_name, email, email_key, rights, token_hash, state,
          created_at, expires_at)
        values (gen_random_uuid(), ${companyId}, ${boris.personId}, 'Boris', ${email}, ${email}, '{}', ${Buffer.from(email)}, 'OPEN',
          now() - interval '200 days', now() - ${days} * interval '1 day') returning id)
      insert into companies.invitation_code (invitation_id, id, phone, expires_at)
      select id, gen_random_uuid(), '+37255512345', now() - ${days} * interval '1 day' from made`);
  await invite('over@calmly.example', 91);
  await invite('recent@calmly.example', 89);
  await purge();
  const { rows } = await query<{ email: string }>`
    select email from companies.invitation where client_id = ${companyId}`.execute(app.database.sql);
  expect(rows).toEqual([{ email: 'recent@calmly.example' }]);
  expect(await count(query`companies.invitation_code`)).toBe(0);
});

test('messages of the card processor go after 400 days, sums of a day after 35', async () => {
  const id = () => crypto.randomUUID();
  for (const days of [399, 401])
    await run(query`
      insert into cards.message (id, kind, answer, received_at) values (${`${days}`}, 'authorization', '{}', now() - ${days} * interval '1 day')`);
  for (const days of [34, 36])
    await run(query`
      insert into approvals.day_total (client_id, person_id, day, currency, amount_minor)
      values (${id()}, ${id()}, current_date - ${days}::int, 'EUR', ${days})`);
  await purge();
  const { rows: messages } = await query`select id from cards.message`.execute(app.database.sql);
  const { rows: totals } = await query`select amount_minor::int as days from approvals.day_total`.execute(
    app.database.sql,
  );
  expect([messages, totals]).toEqual([[{ id: '399' }], [{ days: 34 }]]);
});

test('links that confirm an email are deleted a month after they expire, changes of contact after 400 days, data of applications when it expires', async () => {
  const over = await registerApplicant(app);
  const recent = await registerApplicant(app);
  await run(query`
    update onboarding.email_link set expires_at = now() - interval '31 days' where client_id = ${over.clientId}`);
  await run(query`
    update onboarding.email_link set expires_at = now() - interval '29 days' where client_id = ${recent.clientId}`);
  const { clientId, personId } = await newClient(app);
  await run(query`
    insert into profile.contact_change (id, client_id, person_id, kind, old_value, new_value, sent_at, expires_at)
    select gen_random_uuid(), ${clientId}, ${personId}, 'email', 'old@test.example', 'new@test.example', now() - age::interval, now()
    from (values ('399 days'), ('401 days')) as asked (age)`);
  await run(query`
    insert into connections.artifact (kind, hash, payload, expires_at)
    select 'Interaction', sha256(term::bytea), '{}', now() + term::interval
    from (values ('1 hour'), ('-1 second')) as kept (term)`);
  await purge();
  const links = (of: string) => count(query`onboarding.email_link where client_id = ${of}`);
  expect([await links(over.clientId), await links(recent.clientId)]).toEqual([0, 1]);
  const { rows } = await query<{ days: number }>`
    select extract(day from now() - sent_at)::int as days from profile.contact_change where client_id = ${clientId}
  `.execute(app.database.sql);
  expect(rows).toEqual([{ days: 399 }]);
  expect(await count(query`connections.artifact`)).toBe(1);
});
