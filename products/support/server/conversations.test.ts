/** Conversations over HTTP and by the ops command: which are listed, who is notified, and what is shown of their subjects. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  closeConversation,
  countUnreadConversations,
  getConversation,
  getDocument,
  getSupportDocument,
  getSupportSubject,
  listConversations,
  listMessages,
  listNotifications,
  type SupportSubject,
  sendMessage,
  startConversation,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { createFirm } from '@calmly/server/test/support/clients/firm.ts';
import { auditedActions } from '@calmly/server/test/support/clients/joining/kyc.ts';
import { createPayer, type Payer, systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { pageObjects, pdfOf } from '@calmly/server/test/support/files/files.ts';
import { drainJobs } from '@calmly/server/test/support/jobs.ts';
import { ops } from '@calmly/server/test/support/processes/ops.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeMember } from '../../identity/server/index.ts';
import { listWaitingConversations } from './index.ts';

let app: TestApp;
let anna: Payer;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  anna = await createPayer(app, { fundedMinor: 10_000n });
});
afterAll(() => app.close());

type Writer = { readonly token: string };
const body = { text: 'Where is my money?', documents: [] };
const ask = async ({ token }: Writer) =>
  (await app.call(startConversation, { body }, { token, idempotencyKey: newId() })).output.id;
const write = (id: string, { token }: Writer) =>
  app.call(sendMessage, { params: { id }, body }, { token, idempotencyKey: newId() });
const close = (id: string, { token }: Writer) => app.call(closeConversation, { params: { id } }, { token });
const read = async (id: string, { token }: Writer) =>
  (await app.call(getConversation, { params: { id } }, { token })).output;
const unread = async ({ token }: Writer) =>
  (await app.call(countUnreadConversations, {}, { token })).output.count;
const noticesOf = async ({ token }: Writer) => {
  await drainJobs(app);
  return (await app.call(listNotifications, { query: {} }, { token })).output.Items;
};
const staff = async (verb: string, id: string, ...more: string[]) =>
  expect(await ops(app, verb, id, '--as', 'Maija Berg', ...more)).toMatchObject({ code: 0 });

describe('a client', () => {
  test('lists open conversations, including answered ones, separately from closed ones', async () => {
    const writer = await createPayer(app, { fundedMinor: 0n });
    const [open, answered, closed] = [await ask(writer), await ask(writer), await ask(writer)];
    await staff('answer', answered, '--text', 'On its way.');
    await close(closed, writer);
    const listed = async (state?: 'open' | 'closed') =>
      (await app.call(listConversations, { query: { state } }, writer)).output.Items.map(({ id }) => id);
    expect((await listed('open')).sort()).toEqual([open, answered].sort());
    expect(await listed('closed')).toEqual([closed]);
    expect(await listed()).toHaveLength(3);
  });

  test('reads messages page by page, each once', async () => {
    const id = await ask(anna);
    await write(id, anna);
    await write(id, anna);
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { limit: 1, ...(cursor && { cursor }) };
      const { output } = await app.call(listMessages, { params: { id }, query }, { token: anna.token });
      seen.push(...output.Items.map((message) => message.id));
      cursor = seen.length > 5 ? null : output.NextCursor;
    }
    expect(seen).toEqual([...new Set(seen)].sort().reverse());
    expect(seen).toHaveLength(3);
  });

  test('who writes has read the earlier messages, and the conversation no longer ends with the bank', async () => {
    const writer = await createPayer(app, { fundedMinor: 0n });
    const id = await ask(writer);
    await staff('answer', id, '--text', 'On its way.');
    expect([await unread(writer), (await read(id, writer)).isFromBank]).toEqual([1, true]);
    await write(id, writer);
    expect([await unread(writer), (await read(id, writer)).isFromBank]).toEqual([0, false]);
  });

  test('sees how many answers are unread, up to a hundred', async () => {
    const writer = await createPayer(app, { fundedMinor: 0n });
    for (let asked = 0; asked < 12; asked += 1) await ask(writer);
    await sql`
      update support.participant set unread = true where client_id = ${writer.clientId}`.execute(
      app.database.sql,
    );
    expect(await unread(writer)).toBe(12);
  });

  test('may write thirty messages an hour', async () => {
    const writer = await createPayer(app, { fundedMinor: 0n });
    const id = await ask(writer);
    for (let sent = 1; sent < 30; sent += 1) expect((await write(id, writer)).status).toBe(201);
    const ago = (age: string) =>
      sql`update support.message set created_at = now() - ${age}::interval where conversation_id = ${id}`.execute(
        app.database.sql,
      );
    await ago('55 minutes');
    expect((await write(id, writer)).body).toMatchObject({ code: 'support_messages_full' });
    await ago('61 minutes');
    expect((await write(id, writer)).status).toBe(201);
  });
});

describe('staff', () => {
  test('see the longest wait first: since the first message without an answer', async () => {
    const [first, second] = [await ask(anna), await ask(anna)];
    await staff('answer', first, '--text', 'On its way.');
    await write(first, anna);
    const { out } = await ops(app, 'conversations');
    expect(out.indexOf(second)).toBeGreaterThan(-1);
    expect(out.indexOf(second)).toBeLessThan(out.indexOf(first));
    const page = await listWaitingConversations(app.database.sql, { after: second, limit: 100 });
    expect(page.map(({ id }) => id)).not.toContain(second);
    expect(page.map(({ id }) => id)).toContain(first);
  });

  test('answer in place of the colleague it is assigned to, who stays responsible', async () => {
    const id = await ask(anna);
    await staff('assign', id, '--to', 'Jaan Kuusk');
    await staff('answer', id, '--text', 'On its way.');
    await write(id, anna);
    expect((await ops(app, 'conversations')).out).toMatch(new RegExp(`${id}  waits .*, Jaan Kuusk answers`));
    expect(await auditedActions(app, anna.clientId)).toContain('support.assigned');
  });

  test('close a conversation, which is recorded and reported to the person who started it', async () => {
    const writer = await createPayer(app, { fundedMinor: 0n });
    const id = await ask(writer);
    await staff('close-conversation', id);
    expect((await read(id, writer)).status).toBe('CLOSED');
    expect(await auditedActions(app, writer.clientId)).toContain('support.closed');
    expect(await noticesOf(writer)).toContainEqual(
      expect.objectContaining({ kind: 'support_closed', subjectId: id }),
    );
  });

  test('reach the administrators when everyone who wrote has left the company', async () => {
    const { companyId, clara, boris } = await createFirm(app);
    const id = await ask({ token: clara.companyToken });
    await systemWork(app.database, (work) =>
      removeMember(work, { clientId: companyId, personId: clara.personId }),
    );
    await staff('answer', id, '--text', 'On its way.');
    expect(await noticesOf({ token: boris.companyToken })).toContainEqual(
      expect.objectContaining({ kind: 'support_answered', subjectId: id }),
    );
  });

  test('attach a file, which is the conversation’s alone', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'calmly-support-'));
    const file = join(directory, 'letter.pdf');
    await writeFile(file, pdfOf(pageObjects()));
    const id = await ask(anna);
    await staff('answer', id, '--text', 'See the letter.', '--file', file);
    await rm(directory, { recursive: true });
    const { token } = anna;
    const [answer] = (await app.call(listMessages, { params: { id } }, { token })).output.Items;
    const documentId = answer?.documents[0]?.id ?? '';
    const attached = await app.call(getSupportDocument, { params: { id, documentId } }, { token });
    expect(attached.output.fileName).toBe('letter.pdf');
    expect((await app.call(getDocument, { params: { id: documentId } }, { token })).status).toBe(404);
  });
});

describe('the subject of a conversation', () => {
  const factsOf = async (kind: SupportSubject, id: string, { token }: Writer) =>
    (await app.call(getSupportSubject, { params: { id }, query: { kind } }, { token })).output.facts;

  test('is an account of the client, by its last four characters, and never another client’s', async () => {
    const { account } = anna;
    expect(await factsOf('account', account.id, anna)).toMatchObject({
      name: 'Main',
      number: account.iban?.slice(-4),
    });
    const boris = await createPayer(app, { firstName: 'Boris', fundedMinor: 0n });
    expect(await factsOf('account', account.id, boris)).toBeNull();
  });

  test('is a payment with the name of the other side', async () => {
    const { rows } = await sql<{ id: string; name: string }>`
      select id, debtor_name as name from transactions.transaction
      where client_id = ${anna.clientId} and direction = 'CREDIT' limit 1`.execute(app.database.sql);
    const [credit] = rows;
    expect(credit?.name).not.toBe('Anna Tamm');
    expect(await factsOf('payment', credit?.id ?? '', anna)).toMatchObject({ name: credit?.name });
  });
});
