/**
 * Monthly mails of exports go only to people who may still read the export. A member who was suspended or removed, whose membership has ended or who lost the
 * right to view statements, and a client that is not active, get no mail; the link of an earlier mail opens nothing for them. Control: a member with
 * the right gets one from the same run. Tried once without the check of the state and the right in
 * `mail`: Otto and Bodo get one too.
 */
import { createExportProfile, removePerson, runExportProfile, suspendPerson } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { sendExportMails } from '@calmly/products/insight/server/bookkeeping/exports/mail.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { newClient } from '../support/clients/clients.ts';
import {
  type Colleague,
  callWithCode,
  changeRights,
  newBoss,
  newColleague,
  noRights,
} from '../support/clients/colleagues.ts';
import { systemWork } from '../support/clients/payments.ts';

let app: TestApp;
let boss: Colleague;
beforeAll(async () => {
  app = await startTestApp();
  boss = await newBoss(app);
});
afterAll(() => app.close());

const statements = { ...noRights, can_view_statements: true };
const profile = {
  name: 'Books',
  columns: ['time', 'amount'] as const,
  format: 'csv' as const,
  accountIds: [],
  period: 'LAST_MONTH' as const,
  mailsMonthly: true,
  timeZone: 'UTC',
};

async function withProfile<Someone extends { readonly token: string; readonly email: string }>(
  who: Someone,
): Promise<Someone & { profileId: string }> {
  const body = { ...profile, columns: [...profile.columns] };
  const { output } = await app.call(
    createExportProfile,
    { body },
    { token: who.token, idempotencyKey: newId() },
  );
  return { ...who, profileId: output.id };
}
const member = async (firstName: string) =>
  withProfile(await newColleague(app, boss, { rights: statements, person: { firstName } }));
const run = async ({ token, profileId: id }: { token: string; profileId: string }) =>
  (await app.call(runExportProfile, { params: { id }, query: { locale: 'en', timeZone: 'UTC' } }, { token }))
    .status;

test('lost rights, suspended and removed members and inactive clients get no mail and no file', async () => {
  const rightful = await member('Anna');
  const [withoutRight, suspended, removed, ended] = [
    await member('Otto'),
    await member('Sven'),
    await member('Rita'),
    await member('Emil'),
  ];
  const blocked = await withProfile(await newClient(app, { firstName: 'Bodo' }));
  const own = await withProfile(await newClient(app, { firstName: 'Olga' }));
  await changeRights(app, boss, withoutRight, { rights: { ...noRights, can_request_trans: true } });
  await callWithCode(app, boss, suspendPerson, { params: { id: suspended.personId } });
  await callWithCode(app, boss, removePerson, { params: { id: removed.personId } });
  await query`update identity.membership set valid_until = current_date - 1
    where person_id = ${ended.personId} and client_id = ${boss.companyId}`.execute(app.database.sql);
  await query`update identity.client set state = 'BLOCKED' where id = ${blocked.clientId}`.execute(
    app.database.sql,
  );

  await query`update bookkeeping.export_profile set mail_at = now() - interval '1 minute'`.execute(
    app.database.sql,
  );
  await systemWork(app.database, sendExportMails('https://portal.example'));
  const { rows } = await query<{ recipient: string }>`
    select recipient from outbox.message where subject like '%export%' order by recipient`.execute(
    app.database.sql,
  );
  expect(rows.map(({ recipient }) => recipient)).toEqual([rightful.email, own.email].sort());
  expect(await run(rightful)).toBe(200);
  expect(await run(withoutRight)).toBe(403);
  for (const gone of [suspended, removed, ended, blocked]) expect(await run(gone)).toBeGreaterThan(400);
  // A member who regains the right gets the next month's mail; earlier ones are not sent later.
  await changeRights(app, boss, withoutRight, { rights: statements });
  await systemWork(app.database, sendExportMails('https://portal.example'));
  expect(
    (
      await query`select from outbox.message where recipient = ${withoutRight.email} and subject like '%export%'`.execute(
        app.database.sql,
      )
    ).rows,
  ).toEqual([]);
});
