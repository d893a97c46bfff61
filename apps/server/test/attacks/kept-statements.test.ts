/**
 * Kept statements and the right to confidential payouts: neither an official statement nor a prepared file shows a row to a person without the right,
 * even
 * if the right was lost after the file was made.
 * Controls, tried once: with the official file for everyone instead of the masked one, Otto sees the salaries; without the second check of rights at
 * a download,
 * Clara gets her file after she has lost the right.
 */
import {
  downloadOfficialStatement,
  downloadPreparedFile,
  listOfficialStatements,
  listPreparedFiles,
  type PreparedFile,
  prepareStatements,
  verifyFile,
} from '@calmly/contract';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { addCard } from '../support/cards.ts';
import { type Confidential, createConfidential, secretsIn } from '../support/clients/confidential.ts';
import { endMonth, isAllMade } from '../support/clients/past/past-books.ts';
import { dayNow } from '../support/days.ts';
import { pdfText } from '../support/files/pdf-text.ts';
import { until } from '../support/until.ts';

let app: TestApp;
let world: Confidential;
beforeAll(async () => {
  app = await startTestApp({ jobs: true, pollMs: 50 });
  world = await createConfidential(app);
  await endMonth(app);
  await until(() => isAllMade(app.database), Boolean);
});
afterAll(() => app.close());

const begun = dayNow();

async function fetchFile(path: string, token: string) {
  const answer = await fetch(`${app.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

async function officialFor(token: string) {
  const params = { id: world.account.id };
  const [statement] = (await app.call(listOfficialStatements, { params }, { token })).output.statements;
  const { status, bytes } = await fetchFile(
    downloadOfficialStatement.path.replace('{id}', statement?.id ?? ''),
    token,
  );
  return { statement, status, bytes, text: await pdfText(bytes) };
}

test('the official statement has two files, and each reader gets the one that they may see', async () => {
  const [boris, otto] = [
    await officialFor(world.boris.companyToken),
    await officialFor(world.otto.companyToken),
  ];
  expect([boris.status, otto.status]).toEqual([200, 200]);
  // Boris sees everything; nothing of it is in Otto's.
  expect(secretsIn(boris.text).length).toBeGreaterThan(5);
  expect(secretsIn(otto.text)).toEqual([]);
  expect(otto.text).toContain(`Confidential payout ${world.payout.number}`);
  const { sha256: _one, ...seen } = boris.statement ?? {};
  expect({ ...otto.statement, sha256: undefined }).toEqual({ ...seen, sha256: undefined });
  expect(otto.statement?.sha256).not.toBe(boris.statement?.sha256);
  for (const { statement } of [boris, otto])
    expect(
      (await app.call(verifyFile, { params: { sha256: statement?.sha256 ?? '' } })).output.isIssued,
    ).toBe(true);
});

test('an application that the company has connected reads no statements', async () => {
  const answer = await app.call(
    listOfficialStatements,
    { params: { id: world.account.id } },
    { token: world.application },
  );
  expect(answer.status).toBe(403);
});

/** For the company's account; null: for all its accounts and cards. */
const order = (token: string, format: 'csv' | 'pdf' = 'csv', accountId: string | null = world.account.id) =>
  app.call(
    prepareStatements,
    { body: { accountId, from: begun, to: dayNow(), timeZone: 'UTC', format, locale: 'en' } },
    { token },
  );
const filesOf = async (token: string): Promise<readonly PreparedFile[]> =>
  (await app.call(listPreparedFiles, {}, { token })).output.files;
const ready = async (token: string, id: string) =>
  until(
    async () => (await filesOf(token)).find((file) => file.id === id),
    (file) => file?.state === 'READY',
  );
const prepared = (id: string, token: string) =>
  fetchFile(downloadPreparedFile.path.replace('{id}', id), token);

test('a prepared file belongs to its person, and shows what they may see', async () => {
  const [clara, otto] = [world.clara.companyToken, world.otto.companyToken];
  const [mine, others] = [(await order(clara)).output, (await order(otto)).output];
  await ready(clara, mine.id);
  await ready(otto, others.id);
  const text = async (id: string, token: string) => Buffer.from((await prepared(id, token)).bytes).toString();
  expect(secretsIn(await text(mine.id, clara)).length).toBeGreaterThan(5);
  expect(secretsIn(await text(others.id, otto))).toEqual([]);
  expect((await filesOf(otto)).map(({ id }) => id)).not.toContain(mine.id);
  for (const token of [otto, world.boris.companyToken, world.clara.token])
    expect((await prepared(mine.id, token)).status).toBe(404);
});

const setRight = (personId: string, right: string, held: boolean) =>
  query`
    update identity.membership set ${query.ref(right)} = ${held} where client_id = ${world.companyId} and person_id = ${personId}
  `.execute(app.database.sql);

test('a file that was made with a right that is lost since is refused', async () => {
  const { companyToken: token, personId } = world.clara;
  const { id } = (await order(token, 'pdf')).output;
  await ready(token, id);
  expect((await prepared(id, token)).status).toBe(200);
  await setRight(personId, 'can_view_confidential', false);
  const refused = await prepared(id, token);
  expect(refused.status).toBe(403);
  expect(Buffer.from(refused.bytes).toString()).toContain('prepared_file_rights');
  expect(secretsIn((await officialFor(token)).text)).toEqual([]);
  await setRight(personId, 'can_view_statements', false);
  expect((await prepared(id, token)).status).toBe(403);
  await setRight(personId, 'can_view_statements', true);
  await setRight(personId, 'can_view_confidential', true);
  expect((await prepared(id, token)).status).toBe(200);
});

test('a file with the statement of a card is refused once its person may see cards no longer', async () => {
  const { companyToken: token, personId } = world.clara;
  await addCard(app.database, { clientId: world.companyId, holderId: world.boris.personId });
  await setRight(personId, 'can_plast_view', true);
  const { id } = (await order(token, 'csv', null)).output;
  await ready(token, id);
  expect((await prepared(id, token)).status).toBe(200);
  await setRight(personId, 'can_plast_view', false);
  expect((await prepared(id, token)).status).toBe(403);
});

test('a file is not made if its person loses the right to statements before', async () => {
  const { companyToken: token, personId } = world.clara;
  const { id } = (await order(token)).output;
  await ready(token, id);
  await setRight(personId, 'can_view_statements', false);
  // As if the order were still waiting.
  await query`
    update statements.prepared set state = 'WAITING', attempts = 0, ended_at = null, expires_at = null where id = ${id}`.execute(
    app.database.sql,
  );
  await addJobs(app.database.sql, [{ task: 'statements_prepare', payload: id }]);
  const { rows } = await until(
    () =>
      query<{ state: string; fault: string | null }>`
        select state, fault from statements.prepared where id = ${id}`.execute(app.database.sql),
    ({ rows: [file] }) => file?.state !== 'WAITING' && file?.state !== 'RUNNING',
  );
  expect(rows).toEqual([{ state: 'FAILED', fault: 'RIGHTS' }]);
  await setRight(personId, 'can_view_statements', true);
});
