/** Conversations over HTTP, answered by the ops command as staff run it. */
import {
  allRights,
  closeConversation,
  countUnreadConversations,
  getConversation,
  getDocument,
  getSupportDocument,
  listActivity,
  listConversations,
  listMessages,
  listNotifications,
  readConversation,
  sendMessage,
  startConversation,
  supportTextLength,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { handInPaper } from '@calmly/server/test/support/clients/companies.ts';
import { createFirm } from '@calmly/server/test/support/clients/firm.ts';
import { wordsTo } from '@calmly/server/test/support/clients/letters.ts';
import { openPage } from '@calmly/server/test/support/clients/live.ts';
import {
  addPayee,
  createPayer,
  type Payer,
  systemWork,
} from '@calmly/server/test/support/clients/payments.ts';
import { ops } from '@calmly/server/test/support/processes/ops.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeMember } from '../../identity/server/index.ts';
import { previewOf, transitions } from './rules.ts';

let app: TestApp;
let anna: Payer;
let boris: Payer;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  anna = await createPayer(app);
  boris = await createPayer(app, { firstName: 'Boris' });
});
afterAll(() => app.close());

const ask = (change: object = {}, { token } = anna, idempotencyKey = newId()) =>
  app.call(
    startConversation,
    { body: { text: 'Where is my money?', documents: [], ...change } },
    { token, idempotencyKey },
  );
const write = (id: string, change: object = {}, { token } = anna) =>
  app.call(
    sendMessage,
    { params: { id }, body: { text: 'And when?', documents: [], ...change } },
    { token, idempotencyKey: newId() },
  );
const read = async (id: string, { token } = anna) =>
  (await app.call(getConversation, { params: { id } }, { token })).output;
const messagesOf = async (id: string, { token } = anna) =>
  (await app.call(listMessages, { params: { id } }, { token })).output.Items;
const unread = async ({ token } = anna) =>
  (await app.call(countUnreadConversations, {}, { token })).output.count;
const staff = (verb: string, id: string, ...more: string[]) =>
  ops(app, verb, id, '--as', 'Maija Berg', ...more);

test('every message opens a conversation again, and closing ends it once', () => {
  expect(transitions).toEqual({
    OPEN: { CLIENT_WRITES: 'OPEN', BANK_WRITES: 'ANSWERED', CLOSE: 'CLOSED' },
    ANSWERED: { CLIENT_WRITES: 'OPEN', BANK_WRITES: 'ANSWERED', CLOSE: 'CLOSED' },
    CLOSED: { CLIENT_WRITES: 'OPEN', BANK_WRITES: 'ANSWERED' },
  });
  expect([...previewOf('😀 '.repeat(200))]).toHaveLength(140);
});

test('what happens to a conversation shows on the client’s open pages at once', async () => {
  const page = await openPage(app, anna);
  const { token } = anna;
  let id = '';
  const begin = async () => {
    ({ id } = (await ask()).output);
  };
  const readAll = async () => {
    const [newest] = await messagesOf(id);
    await app.call(readConversation, { params: { id }, body: { upTo: newest?.id ?? '' } }, { token });
  };
  const acts = [
    begin,
    () => write(id),
    () => staff('answer', id, '--text', 'Tomorrow.'),
    readAll,
    () => app.call(closeConversation, { params: { id } }, { token }),
  ];
  for (const act of acts) expect(await page.heardDuring(act)).toContain('support');
  page.close();
});

describe('a conversation', () => {
  test('is begun about a payee with a file, answered by staff, continued and closed', async () => {
    const payee = await addPayee(app, anna.clientId);
    const file = await handInPaper(app, anna, 'invoice.pdf');
    const { output: begun } = await ask({
      text: '  The name is wrong.\r\n\r\n\r\nPlease \u202Echeck.\t ',
      documents: [file],
      subject: { kind: 'payee', id: payee.id },
    });
    expect(begun).toMatchObject({
      status: 'OPEN',
      writer: null,
      isUnread: false,
      isFromBank: false,
      subject: { kind: 'payee', id: payee.id, facts: { name: payee.name, status: 'ACTIVE' } },
    });
    const [first] = await messagesOf(begun.id);
    expect(first).toMatchObject({
      text: 'The name is wrong.\n\nPlease check.',
      isMine: true,
      documents: [{ id: file, fileName: 'invoice.pdf' }],
    });

    const listed = await ops(app, 'conversations');
    expect(listed.out).toMatch(new RegExp(`${begun.id}  waits 0 min  Anna .*payee.*The name is wrong`));
    const shown = await ops(app, 'show', begun.id);
    expect(shown.out).toContain(`About: payee ${payee.id}, ACTIVE`);
    expect(shown.out).toContain('Document: invoice.pdf');

    expect((await staff('assign', begun.id, '--to', 'Jaan Kuusk')).out).toContain('Assigned to Jaan Kuusk.');
    expect((await staff('answer', begun.id, '--text', 'It is right now.')).out).toContain(
      'Answered by Maija Berg.',
    );
    expect(await read(begun.id)).toMatchObject({ status: 'ANSWERED', isUnread: true, isFromBank: true });
    expect(await unread()).toBe(1);
    const [answer] = await messagesOf(begun.id);
    expect(answer).toMatchObject({ text: 'It is right now.', author: null, isMine: false });
    expect(JSON.stringify(answer)).not.toContain('Maija');

    const { token } = anna;
    await app.call(
      readConversation,
      { params: { id: begun.id }, body: { upTo: answer?.id ?? '' } },
      { token },
    );
    expect(await unread()).toBe(0);
    expect((await write(begun.id)).output).toMatchObject({ status: 'OPEN', preview: 'And when?' });
    const closed = await app.call(closeConversation, { params: { id: begun.id } }, { token });
    expect(closed.output.status).toBe('CLOSED');
    const again = await app.call(closeConversation, { params: { id: begun.id } }, { token });
    expect(again.output).toEqual(closed.output);
    expect(await staff('close-conversation', begun.id)).toMatchObject({
      code: 1,
      error: expect.stringContaining('is closed'),
    });
    expect((await write(begun.id)).output.status).toBe('OPEN');

    const sentences = (await app.call(listActivity, { query: {} }, { token })).output.Items.map(
      ({ text }) => text,
    );
    expect(sentences.slice(0, 5)).toEqual([
      'Conversation with support reopened',
      'Conversation with support closed',
      'Another message to support',
      'Support answered',
      'Wrote to support',
    ]);
  });

  test('notifies the client of an answer; the mail has a link and no text', async () => {
    const { output } = await ask({}, boris);
    await staff('answer', output.id, '--text', 'Only for the portal: 4711');
    const { token } = boris;
    const notification = await until(
      async () =>
        (await app.call(listNotifications, { query: {} }, { token })).output.Items.find(
          ({ kind }) => kind === 'support_answered',
        ),
      (found) => found !== undefined,
    );
    expect(notification).toMatchObject({ subjectId: output.id, params: {} });
    const { rows } = await sql<{ subject: string; text: string }>`
      select subject, text from outbox.message where text like ${`%/support?conversation=${output.id}%`}`.execute(
      app.database.sql,
    );
    expect(rows.map(({ subject }) => subject)).toEqual(['We’ve answered your message']);
    expect(JSON.stringify(rows)).not.toContain('4711');
  });

  test('notifies only people who still have access', async () => {
    const { companyId, clara, maria } = await createFirm(app);
    const [writer, boss] = [clara, maria].map(({ companyToken }) => ({ ...anna, token: companyToken }));
    const { id } = (await ask({}, writer)).output;
    expect((await write(id, {}, boss)).status).toBe(201);
    await staff('answer', id, '--text', 'One');
    expect([await unread(writer), await unread(boss)]).toEqual([1, 1]);
    const rights = { ...allRights, is_boss: false };
    const demoted = { clientId: companyId, personId: maria.personId, rights, validUntil: null };
    await systemWork(app.database, async (work) => void (await changeMember(work, demoted)));
    expect([await unread(writer), await unread(boss)]).toEqual([1, 0]);
    await staff('answer', id, '--text', 'Two');
    const answersFor = async (email: string) =>
      (await wordsTo(app.database.sql, email)).split(`/support?conversation=${id}`).length - 1;
    await until(
      () => answersFor(clara.email),
      (count) => count === 2,
    );
    expect(await answersFor(maria.email)).toBe(1);
  });

  test('of another client does not exist, nor do its files', async () => {
    const file = await handInPaper(app, anna);
    const { output } = await ask({ documents: [file] });
    const params = { id: output.id };
    const { token } = boris;
    for (const refused of [
      app.call(getConversation, { params }, { token }),
      app.call(listMessages, { params }, { token }),
      app.call(closeConversation, { params }, { token }),
      app.call(readConversation, { params, body: { upTo: newId() } }, { token }),
      app.call(getSupportDocument, { params: { ...params, documentId: file } }, { token }),
      write(output.id, {}, boris),
    ])
      expect((await refused).status).toBe(404);
    const mine = { token: anna.token };
    const own = await app.call(getSupportDocument, { params: { ...params, documentId: file } }, mine);
    expect(own.output.mediaType).toBe('application/pdf');
    // The file belongs only to the conversation.
    expect((await app.call(getDocument, { params: { id: file } }, mine)).status).toBe(404);
    expect((await ask({ documents: [file] })).body).toMatchObject({ code: 'invalid_request' });
  });

  test('an answer that arrives while the client reads stays unread', async () => {
    const { output } = await ask();
    await staff('answer', output.id, '--text', 'One');
    const [one] = await messagesOf(output.id);
    await staff('answer', output.id, '--text', 'Two');
    await app.call(
      readConversation,
      { params: { id: output.id }, body: { upTo: one?.id ?? '' } },
      { token: anna.token },
    );
    expect((await read(output.id)).isUnread).toBe(true);
  });

  test('must be about something the client has', async () => {
    const payee = await addPayee(app, boris.clientId);
    expect((await ask({ subject: { kind: 'payee', id: payee.id } })).status).toBe(404);
  });

  test.each([
    ['no text', ' \n\t '],
    ['a control character', 'a\u0007b'],
    ['too much text', 'a'.repeat(supportTextLength + 1)],
  ])('with %s is refused', async (_what, text) => {
    const answer = await fetch(`${app.url}/api/support/conversations`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${anna.token}`,
        'content-type': 'application/json',
        'idempotency-key': newId(),
      },
      body: JSON.stringify({ Text: text, Documents: [] }),
    });
    expect(answer.status).toBe(400);
  });
});

describe('limits', () => {
  test('hold for messages that are sent at once', async () => {
    const writer = await createPayer(app, { firstName: 'Clara' });
    const { output } = await ask({}, writer);
    const sent = await Promise.all(Array.from({ length: 40 }, () => write(output.id, {}, writer)));
    const refused = sent.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(11);
    for (const { body } of refused) expect(body).toMatchObject({ code: 'support_messages_full' });
    expect(await messagesOf(output.id, writer)).toHaveLength(30);
  });

  test('hold for open conversations; a closed one makes room', async () => {
    const writer = await createPayer(app, { firstName: 'Dora' });
    const begun = await Promise.all(Array.from({ length: 20 }, () => ask({}, writer)));
    expect((await ask({}, writer)).body).toMatchObject({ code: 'support_conversations_full' });
    const id = begun[0]?.output.id ?? '';
    await app.call(closeConversation, { params: { id } }, { token: writer.token });
    await ask({}, writer);
    expect((await write(id, {}, writer)).body).toMatchObject({ code: 'support_conversations_full' });
    const pages = await app.call(listConversations, { query: { limit: 15 } }, { token: writer.token });
    const cursor = pages.output.NextCursor ?? '';
    const rest = await app.call(listConversations, { query: { limit: 15, cursor } }, { token: writer.token });
    const ids = [...pages.output.Items, ...rest.output.Items].map((each) => each.id);
    expect(new Set(ids).size).toBe(21);
    expect(rest.output.NextCursor).toBeNull();
  });
});
