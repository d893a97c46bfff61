/** Export profiles over HTTP: saved, changed, run, and mailed on the first of the month by the bank's calendar. */
import {
  changeExportProfile,
  createExportProfile,
  deleteExportProfile,
  type ExportProfileInput,
  exportProfilesMax,
  listExportProfiles,
  runExportProfile,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { daysIn, firstOfMonth } from '@calmly/platform/time/zoned-days.ts';
import { startBeside, startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient } from '@calmly/server/test/support/clients/clients.ts';
import { newColleague, noRights, problemOf } from '@calmly/server/test/support/clients/colleagues.ts';
import { createFirm } from '@calmly/server/test/support/clients/firm.ts';
import {
  addPayee,
  createPayer,
  openAnotherAccount,
  systemWork,
} from '@calmly/server/test/support/clients/payments.ts';
import { onOneDay } from '@calmly/server/test/support/days.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportMailsTask, sendExportMails } from './mail.ts';
import { monthBefore, nextMail, periodAt } from './period.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Who = { readonly token: string };
const plain: ExportProfileInput = {
  name: 'Books',
  columns: ['time', 'amount', 'currency', 'category'],
  format: 'csv',
  accountIds: [],
  period: 'THIS_MONTH',
  mailsMonthly: false,
  timeZone: 'UTC',
};
const save = ({ token }: Who, change: Partial<ExportProfileInput> = {}, idempotencyKey = newId()) =>
  app.call(createExportProfile, { body: { ...plain, ...change } }, { token, idempotencyKey });
const change = ({ token }: Who, id: string, input: Partial<ExportProfileInput>) =>
  app.call(changeExportProfile, { params: { id }, body: { ...plain, ...input } }, { token });
const remove = ({ token }: Who, id: string) => app.call(deleteExportProfile, { params: { id } }, { token });
const list = async ({ token }: Who) => (await app.call(listExportProfiles, {}, { token })).output.items;
const run = async ({ token }: Who, id: string, more: { month?: string } = {}) => {
  const answer = await app.call(
    runExportProfile,
    { params: { id }, query: { locale: 'en', timeZone: 'UTC', ...more } },
    { token },
  );
  const { status, headers, text } = answer;
  return { status, headers, body: answer.body, lines: text.replace('\u{FEFF}', '').trim().split('\r\n') };
};

describe('a profile', () => {
  test(
    'has the columns in its order, its accounts and its period, and is changed and deleted',
    onOneDay(async () => {
      const payer = await createPayer(app);
      const hansa = await addPayee(app, payer.clientId, { trusted: true });
      await payer.payWithCode({ beneficiaryId: hansa.id, amount: '2.50' });
      const savings = await openAnotherAccount(app, payer.clientId);
      const { status, output } = await save(payer, { columns: ['category', 'amount', 'currency'] });
      expect([status, output.mailsMonthly]).toEqual([201, false]);
      const { lines, headers } = await run(payer, output.id);
      expect(lines).toEqual(['"Category","Amount","Currency"', '"","-2.50","EUR"', '"","1000.00","EUR"']);
      expect(headers.get('content-disposition')).toContain(
        `payments-${new Date().toISOString().slice(0, 7)}.csv`,
      );
      expect((await run(payer, output.id, { month: '2021-03' })).lines).toHaveLength(1);

      await change(payer, output.id, { accountIds: [savings.id], format: 'xlsx', name: 'Savings' });
      expect(await list(payer)).toMatchObject([
        { name: 'Savings', format: 'xlsx', accountIds: [savings.id] },
      ]);
      await change(payer, output.id, { accountIds: [savings.id] });
      expect((await run(payer, output.id)).lines).toHaveLength(1);
      await change(payer, output.id, { accountIds: [savings.id, payer.account.id] });
      expect((await run(payer, output.id)).lines).toHaveLength(3);
      expect((await remove(payer, output.id)).status).toBe(204);
      expect((await run(payer, output.id)).status).toBe(404);
    }),
  );

  test('is refused without a column, with one twice, with a known name, an unknown account, and beyond ten', async () => {
    const payer = await createPayer(app);
    const stranger = await createPayer(app);
    const { output } = await save(payer);
    expect((await save(payer, { name: 'books' })).body).toMatchObject({ detail: [{ field: 'Name' }] });
    expect((await save(payer, { name: 'B', accountIds: [stranger.account.id] })).status).toBe(404);
    for (const Columns of [[], ['time', 'time'], ['password']]) {
      const answer = await fetch(`${app.url}/api/bookkeeping/exports/${output.id}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${payer.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          ...{ Name: 'B', Format: 'csv', AccountIds: [], Period: 'THIS_MONTH', MailsMonthly: false },
          ...{ TimeZone: 'UTC', Columns },
        }),
      });
      expect(answer.status).toBe(400);
    }
    for (let count = 1; count < exportProfilesMax; count += 1) await save(payer, { name: `Books ${count}` });
    expect(problemOf(await save(payer, { name: 'One more' }))).toBe('too_many_exports');
  });

  test('is saved once where the answer was lost', async () => {
    const payer = await createPayer(app);
    const key = newId();
    const answers = await Promise.all([save(payer, {}, key), save(payer, {}, key)]);
    expect(new Set(answers.map(({ output }) => output.id)).size).toBe(1);
    expect(await list(payer)).toHaveLength(1);
  });

  test('is the person’s own in one client, and needs the right to view statements', async () => {
    const firm = await createFirm(app);
    const boris = { token: firm.boris.companyToken };
    const maria = { token: firm.maria.companyToken };
    const { id } = (await save(boris)).output;
    expect(await list(maria)).toEqual([]);
    expect(await list({ token: firm.boris.token })).toEqual([]);
    expect([(await run(maria, id)).status, (await remove(maria, id)).status]).toEqual([404, 404]);
    expect((await change(maria, id, {})).status).toBe(404);
    const alone = { token: firm.boris.token };
    expect([(await run(alone, id)).status, (await remove(alone, id)).status]).toEqual([404, 404]);
    const clerk = await newColleague(app, firm, { rights: { ...noRights, can_request_trans: true } });
    expect(problemOf(await save(clerk))).toBe('statement_right_missing');
    expect(problemOf(await run(clerk, id))).toBe('statement_right_missing');
    expect(await list(boris)).toHaveLength(1);
  });
});

describe('periods', () => {
  test.each([
    ['2026-01-15T12:00:00Z', 'LAST_MONTH', '2025-12-01', '2026-01-01', '2025-12'],
    ['2026-01-15T12:00:00Z', 'LAST_QUARTER', '2025-10-01', '2026-01-01', '2025-Q4'],
    ['2026-05-31T12:00:00Z', 'THIS_QUARTER', '2026-04-01', '2026-07-01', '2026-Q2'],
    ['2026-12-31T12:00:00Z', 'THIS_MONTH', '2026-12-01', '2027-01-01', '2026-12'],
  ] as const)('%s %s', (now, kind, from, to, label) => {
    const period = periodAt(daysIn('UTC'), new Date(now), kind);
    expect([period.from, period.to, period.label]).toEqual([
      new Date(`${from}T00:00:00Z`),
      new Date(`${to}T00:00:00Z`),
      label,
    ]);
  });

  test('are those of the reader, and the mail arrives on the morning of the first there', () => {
    const tallinn = daysIn('Europe/Tallinn');
    // Half an hour into April there, still March in UTC.
    const now = new Date('2026-03-31T21:30:00Z');
    expect(periodAt(tallinn, now, 'THIS_MONTH').label).toBe('2026-04');
    expect(periodAt(tallinn, now, 'LAST_MONTH').from).toEqual(new Date('2026-02-28T22:00:00Z'));
    expect(periodAt(tallinn, now, 'LAST_MONTH').to).toEqual(new Date('2026-03-31T21:00:00Z'));
    expect(nextMail(tallinn, now)).toEqual(new Date('2026-05-01T03:00:00Z'));
    expect(monthBefore(tallinn, now)).toBe('2026-03');
  });
});

describe('the monthly mail', () => {
  const portalUrl = 'https://portal.example';
  const mailsTo = async (email: string) =>
    (
      await query<{ subject: string; text: string }>`
        select subject, text from outbox.message where recipient = ${email} and subject like '%export%' order by id
      `.execute(app.database.sql)
    ).rows;
  const look = () => systemWork(app.database, sendExportMails(portalUrl));
  const makeDue = () =>
    query`update bookkeeping.export_profile set mail_at = now() - interval '1 minute' where mail_at is not null`.execute(
      app.database.sql,
    );

  test(
    'has a link for the month before and no account data, comes once, and again the next month',
    onOneDay(async (today) => {
      const person = await newClient(app, { firstName: 'Olga' });
      const { output } = await save(person, { mailsMonthly: true, name: 'For Peeter' });
      await save(person, { name: 'Not mailed' });
      await look();
      expect(await mailsTo(person.email)).toEqual([]);
      await makeDue();
      await Promise.all([look(), look()]);
      const [mail, ...more] = await mailsTo(person.email);
      expect(more).toEqual([]);
      const month = firstOfMonth(today, -1).slice(0, 7);
      expect(mail?.text).toContain(
        `${portalUrl}/payments?tab=bookkeeping&export=${output.id}&month=${month}`,
      );
      expect(mail?.subject).toContain('For Peeter');
      // No amount, account or payee.
      expect(mail?.text.replaceAll(/https:\S+/g, '')).not.toMatch(/\d{5,}|EUR|IBAN|EE\d\d/);
      await look();
      expect(await mailsTo(person.email)).toHaveLength(1);
      const { rows } = await query<{ day: string }>`
      select mail_at::date::text as day from bookkeeping.export_profile where id = ${output.id}`.execute(
        app.database.sql,
      );
      expect(rows[0]?.day).toBe(firstOfMonth(today, 1));
      await makeDue();
      await look();
      expect(await mailsTo(person.email)).toHaveLength(2);
      await change(person, output.id, { mailsMonthly: false });
      await makeDue();
      await look();
      expect(await mailsTo(person.email)).toHaveLength(2);
    }),
  );

  test('arrives at six on the morning of the first in the person’s time zone', async () => {
    const person = await newClient(app);
    const { output } = await save(person, { mailsMonthly: true, timeZone: 'Asia/Kathmandu' });
    const { rows } = await query<{ at: string }>`
      select to_char(mail_at at time zone 'Asia/Kathmandu', 'DD HH24:MI') as at from bookkeeping.export_profile where id = ${output.id}
    `.execute(app.database.sql);
    expect(rows).toEqual([{ at: '01 06:00' }]);
  });

  test('is sent after a server’s start if its job was given up', async () => {
    const person = await newClient(app);
    await save(person, { mailsMonthly: true });
    await query`delete from graphile_worker._private_jobs where key = ${exportMailsTask}`.execute(
      app.database.sql,
    );
    await (await startBeside(app)).close();
    const { rows } = await query`select from graphile_worker.jobs where key = ${exportMailsTask}`.execute(
      app.database.sql,
    );
    expect(rows).toHaveLength(1);
  });
});
