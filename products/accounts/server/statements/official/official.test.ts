/**
 * Official statements over HTTP: made once for each account and month, by several servers, stored unchanged, restated when the ledger gets late
 * entries or staff correct them.
 */
import { createHash } from 'node:crypto';
import {
  downloadOfficialStatement,
  listActivity,
  listNotifications,
  listOfficialStatements,
  type OfficialStatement,
  verifyCode,
  verifyFile,
} from '@calmly/contract';
import { readDocumentCode } from '@calmly/domain';
import { addJobs, type JobRunner } from '@calmly/platform/jobs/jobs.ts';
import { firstOfMonth } from '@calmly/platform/time/zoned-days.ts';
import { startTestApp, startTestJobs, type TestApp } from '@calmly/server/test/support/app.ts';
import { createFirm, type Firm } from '@calmly/server/test/support/clients/firm.ts';
import {
  beginMonths,
  bookAt,
  dayOf,
  endMonth,
  isAllMade,
  monthAgo,
  openLongAgo,
} from '@calmly/server/test/support/clients/past/past-books.ts';
import { createPayer, type Payer, systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { pdfText } from '@calmly/server/test/support/files/pdf-text.ts';
import { ops } from '@calmly/server/test/support/processes/ops.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql as query } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveClient } from '../../../../identity/server/index.ts';
import { verifyStatements } from './verify.ts';
import { watchTask } from './watch.ts';

let app: TestApp;
let payer: Payer;
/** Has only one entry, three months ago. */
let quiet: Payer;
const runners: JobRunner[] = [];

beforeAll(async () => {
  app = await startTestApp();
  payer = await createPayer(app, { fundedMinor: 0n, firstName: 'Анна', lastName: 'Тамм' });
  quiet = await createPayer(app, { fundedMinor: 0n });
  for (const { account } of [payer, quiet]) await openLongAgo(app.database, account);
  const months = [3, 2, 1].map(monthAgo);
  await bookAt(app.database, quiet.account, [dayOf(months[0] ?? '', 4)]);
  await bookAt(
    app.database,
    payer.account,
    months.flatMap((month) => [2, 9, 20].map((day) => dayOf(month, day))),
  );
  // Two servers at once.
  const { connectionString: url = '' } = app.database.pool.options;
  for (const log of [pino({ level: 'silent' }), pino({ level: 'silent' })])
    runners.push(await startTestJobs({ url, database: app.database, handlers: app.app.jobs, log }));
  await until(() => isAllMade(app.database), Boolean);
});
afterAll(async () => {
  for (const runner of runners) await runner.stop();
  await app.close();
});

const statementsOf = async (id: string, token: string): Promise<readonly OfficialStatement[]> =>
  (await app.call(listOfficialStatements, { params: { id } }, { token })).output.statements;
const ofPayer = () => statementsOf(payer.account.id, payer.token);

async function download(
  id: string,
  token: string,
): Promise<{ status: number; bytes: Uint8Array; name: string }> {
  const path = downloadOfficialStatement.path.replace('{id}', id);
  const answer = await fetch(`${app.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  const name = answer.headers.get('content-disposition') ?? '';
  return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()), name };
}
const codeOn = (text: string): string => /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/.exec(text)?.[0] ?? '';
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The public verification result of a document. */
async function verdictOf(bytes: Uint8Array): Promise<readonly unknown[]> {
  const code = readDocumentCode(codeOn(await pdfText(bytes))) ?? '';
  const byCode = await app.call(verifyCode, { params: { code } });
  const byFile = await app.call(verifyFile, { params: { sha256: hashOf(bytes) } });
  return [byCode.body, byFile.body];
}

test('each month that has ended has one statement, numbered by year, with the balances of the ledger', async () => {
  const statements = await ofPayer();
  expect(
    statements.map(({ from, version, openingBalance, closingBalance }) => [
      from,
      version,
      openingBalance,
      closingBalance,
    ]),
  ).toEqual([
    [monthAgo(1), 1, '3.94', '6.00'],
    [monthAgo(2), 1, '1.94', '3.94'],
    [monthAgo(3), 1, '0.00', '1.94'],
  ]);
  const numbers = statements.map(({ number }) => number).reverse();
  const serials = new Map<string, number>();
  for (const number of numbers) {
    const [year = '', serial] = number.split('/');
    serials.set(year, (serials.get(year) ?? 0) + 1);
    expect(Number(serial)).toBe(serials.get(year));
  }
  expect(await verifyStatements(app.database.sql)).toEqual([]);
});

test('the file is kept as it was made, carries its number, and is known by its code and its bytes', async () => {
  const [statement] = await ofPayer();
  if (!statement) throw new Error('there is no statement');
  const { status, bytes, name } = await download(statement.id, payer.token);
  expect(status).toBe(200);
  expect(name).toMatch(new RegExp(`official-statement-LT\\w+-${statement.from.slice(0, 7)}-v1\\.pdf`));
  expect(hashOf(bytes)).toBe(statement.sha256);
  expect(hashOf((await download(statement.id, payer.token)).bytes)).toBe(statement.sha256);
  const text = await pdfText(bytes);
  expect(text).toContain(`No. ${statement.number}, version 1`);
  expect(text).toContain('Анна Тамм');
  expect(await verdictOf(bytes)).toEqual([
    { IsIssued: true, IsReplaced: false },
    { IsIssued: true, IsReplaced: false },
  ]);
});

test('what is kept is sealed, and a part that was changed does not open', async () => {
  const [statement] = await ofPayer();
  const parts = await query<{ content: Buffer }>`
    select p.content from statements.official o join documents.kept_part p on p.file_id = o.file_id where o.id = ${statement?.id ?? ''}
  `.execute(app.database.sql);
  expect(parts.rows).toHaveLength(1);
  expect(parts.rows[0]?.content.includes('%PDF')).toBe(false);
  const other = (await statementsOf(quiet.account.id, quiet.token))[0]?.id ?? '';
  // Replaced by the bytes of another file.
  await query`
    update documents.kept_part p set content = ${parts.rows[0]?.content} from statements.official o
    where o.id = ${other} and p.file_id = o.file_id
  `.execute(app.database.sql);
  expect((await download(other, quiet.token)).status).toBe(500);
});

test('a further run makes nothing again', async () => {
  const count = async () =>
    (
      await query<{ all: number }>`select count(*)::int as all from statements.official`.execute(
        app.database.sql,
      )
    ).rows[0]?.all;
  const before = await count();
  await query`
    insert into statements.due (client_id, month) select distinct client_id, month from statements.official
  `.execute(app.database.sql);
  await beginMonths(app.database);
  await addJobs(app.database.sql, [
    { task: 'statements_issue', payload: {} },
    { task: 'statements_issue', payload: {} },
  ]);
  await until(() => isAllMade(app.database), Boolean);
  expect(await count()).toBe(before);
  const issued = await query<{ all: number; unkept: number }>`
    select (select count(*)::int from documents.issued) as all,
      (select count(*)::int from documents.kept_file where kept_until is not null) as unkept
  `.execute(app.database.sql);
  expect(issued.rows).toEqual([{ all: before, unkept: 0 }]);
});

test('the statement of another client does not exist, neither in the list nor by its id', async () => {
  const [statement] = await ofPayer();
  const listed = await app.call(
    listOfficialStatements,
    { params: { id: payer.account.id } },
    { token: quiet.token },
  );
  expect(listed.status).toBe(404);
  expect((await download(statement?.id ?? '', quiet.token)).status).toBe(404);
});

test('the database refuses to change or delete a statement', async () => {
  const refused = (statement: string) =>
    expect(query.raw(statement).execute(app.database.sql)).rejects.toThrow('never changed');
  await refused('update statements.official set closing_minor = closing_minor + 1, in_minor = in_minor + 1');
  await refused('delete from statements.official');
  await refused('truncate statements.official');
});

test('staff restate with a reason: both versions stay, and the code of the first says so', async () => {
  const [first] = await ofPayer();
  if (!first) throw new Error('there is no statement');
  const before = await download(first.id, payer.token);
  const reason = 'The address of the holder was <wrong>; $& it is corrected.';
  const restated = await ops(app, 'restate-statement', first.id, '--as', 'Maija', '--reason', reason);
  expect(restated).toMatchObject({ code: 0, error: '' });
  const [second, replaced] = await ofPayer();
  expect(second).toMatchObject({
    number: first.number,
    version: 2,
    isReplaced: false,
    cause: 'CORRECTION',
    reason,
  });
  expect(replaced).toEqual({ ...first, isReplaced: true });
  const [old, now] = [await download(first.id, payer.token), await download(second?.id ?? '', payer.token)];
  expect(hashOf(old.bytes)).toBe(hashOf(before.bytes));
  const text = (await pdfText(now.bytes)).replaceAll(/\s+/g, ' ');
  expect(text).toContain(`No. ${first.number}, version 2`);
  expect(text).toContain('Replaces version 1 of');
  expect(text).toContain(reason);
  expect(await verdictOf(old.bytes)).toEqual(Array(2).fill({ IsIssued: true, IsReplaced: true }));
  expect(await verdictOf(now.bytes)).toEqual(Array(2).fill({ IsIssued: true, IsReplaced: false }));
  const { Items } = (await app.call(listActivity, { query: { limit: 50 } }, { token: payer.token })).output;
  expect(Items.map(({ text: line }) => line)).toContain(
    `Official statement for ${first.from.slice(0, 7)} corrected: version 2`,
  );
  const again = await ops(app, 'restate-statement', first.id, '--as', 'Maija', '--reason', 'Again');
  expect(again.code).toBe(1);
  expect(again.error).toContain('Restate the newest version');
  expect((await ops(app, 'restate-statement', first.id, '--as', 'Maija')).code).toBe(2);
});

test('late entries of a month are found, and every statement that they change is restated', async () => {
  // The account has no newer entry, so a backdated transfer is booked in the past month.
  await bookAt(app.database, quiet.account, [dayOf(monthAgo(2), 15)]);
  expect(await verifyStatements(app.database.sql)).toHaveLength(2);
  await addJobs(app.database.sql, [{ task: watchTask, payload: {} }]);
  await until(
    () => statementsOf(quiet.account.id, quiet.token),
    (statements) => statements.length === 5,
  );
  const statements = await statementsOf(quiet.account.id, quiet.token);
  expect(
    statements.map(({ from, version, isReplaced, cause, closingBalance }) => [
      from,
      version,
      isReplaced,
      cause,
      closingBalance,
    ]),
  ).toEqual([
    [monthAgo(1), 2, false, 'ENTRIES', '2.00'],
    [monthAgo(1), 1, true, null, '1.00'],
    [monthAgo(2), 2, false, 'ENTRIES', '2.00'],
    [monthAgo(2), 1, true, null, '1.00'],
    [monthAgo(3), 1, false, null, '1.00'],
  ]);
  expect(await verifyStatements(app.database.sql)).toEqual([]);
  await until(
    async () => {
      const { output } = await app.call(listNotifications, { query: { limit: 20 } }, { token: quiet.token });
      return output.Items.filter(({ kind }) => kind === 'statement_restated');
    },
    ({ length }) => length === 2,
  );
});

test('once an account has a later entry, its statements are watched no longer', async () => {
  const watched = async () =>
    (
      await query<{ id: string }>`
        select account_id as id from statements.official where watched and account_id = ${quiet.account.id}
      `.execute(app.database.sql)
    ).rows.length;
  expect(await watched()).toBe(1);
  await bookAt(app.database, quiet.account, [new Date()]);
  await addJobs(app.database.sql, [{ task: watchTask, payload: {} }]);
  await until(watched, (count) => count === 0);
});

test('people who may see statements are notified once when the month has ended, and no one else', async () => {
  const firm: Firm = await createFirm(app);
  await query`
    update identity.membership set can_view_statements = false where client_id = ${firm.companyId} and person_id = ${firm.clara.personId}
  `.execute(app.database.sql);
  const blocked = await createPayer(app);
  await systemWork(app.database, (work) => moveClient(work, blocked.clientId, 'block'));
  await endMonth(app);
  await until(() => isAllMade(app.database), Boolean);
  const told = async (token: string) => {
    const { output } = await app.call(listNotifications, { query: { limit: 20 } }, { token });
    return output.Items.filter(({ kind }) => kind === 'statements_ready').map(({ params }) => params);
  };
  await until(
    () => told(firm.boris.companyToken),
    (found) => found.length > 0,
  );
  expect(await told(firm.boris.companyToken)).toEqual([{ month: monthAgo(0).slice(0, 7) }]);
  expect(await told(firm.clara.companyToken)).toEqual([]);
  // The three months before were issued when the bank first made statements, without a notification.
  await until(
    () => told(payer.token),
    (found) => found.length > 0,
  );
  expect(await told(payer.token)).toEqual([{ month: monthAgo(0).slice(0, 7) }]);
  await systemWork(app.database, (work) => moveClient(work, blocked.clientId, 'unblock'));
  expect(await told(blocked.token)).toEqual([]);
  const emails = await query<{ subject: string }>`
    select subject from outbox.message where recipient = ${firm.boris.email} and subject like 'Your statement for%'
  `.execute(app.database.sql);
  expect(emails.rows).toHaveLength(1);
});

test('the numbers begin again each year, and an account has none of a month before it was opened', async () => {
  const [old, young] = [
    await createPayer(app, { fundedMinor: 0n }),
    await createPayer(app, { fundedMinor: 0n }),
  ];
  const year = Number(monthAgo(0).slice(0, 4)) - 1;
  await query`update accounts.account set created_at = ${`${year - 1}-11-05`}::date where id = ${old.account.id}`.execute(
    app.database.sql,
  );
  const months = [`${year - 1}-11-01`, `${year - 1}-12-01`, `${year}-01-01`];
  for (const month of months)
    await query`
      insert into statements.sweep (month, begins, ends, time_zone, announced)
      values (${month}::date, ${dayOf(month, 1)}, ${dayOf(firstOfMonth(month, 1), 1)}, 'UTC', false)
    `.execute(app.database.sql);
  await beginMonths(app.database);
  await until(() => isAllMade(app.database), Boolean);
  const numbers = (await statementsOf(old.account.id, old.token)).map(({ number }) => number);
  expect(numbers).toEqual([`${year}/1`, `${year - 1}/2`, `${year - 1}/1`]);
  expect(await statementsOf(young.account.id, young.token)).toEqual([]);
});
