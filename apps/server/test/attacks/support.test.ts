/**
 * Conversations of a company: a member reads only their own, administrators read all, and the subject of a conversation reveals nothing to a member
 * that
 * their rights hide: confidential payments and payees, cards.
 */
import {
  closeConversation,
  getConversation,
  getDocument,
  getSupportDocument,
  getSupportSubject,
  listConversations,
  listMessages,
  readConversation,
  type SupportSubject,
  sendMessage,
  startConversation,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { addCard } from '../support/cards.ts';
import { handInPaper } from '../support/clients/companies.ts';
import { type Confidential, createConfidential, secretsIn } from '../support/clients/confidential.ts';

let app: TestApp;
let world: Confidential;
let boss: string;
let otto: string;
/** By kind: an id that Otto may not see. */
let hidden: Readonly<Record<string, string>>;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  world = await createConfidential(app);
  boss = world.boris.companyToken;
  otto = world.otto.companyToken;
  const { companyId: clientId } = world;
  const { card } = await addCard(app.database, { clientId, holderId: world.boris.personId });
  await sql`
    update identity.membership set can_plast_view = false, can_plast_perform = false where person_id = ${world.otto.personId}
      and client_id = ${clientId}`.execute(app.database.sql);
  const { rows } = await sql<{ kind: string; id: string }>`
    select 'payment' as kind, id from transactions.transaction where client_id = ${clientId} and audience = 'CONFIDENTIAL'
    union all select 'payee', id from beneficiaries.beneficiary where client_id = ${clientId} and confidential
  `.execute(app.database.sql);
  hidden = { ...Object.fromEntries(rows.map(({ kind, id }) => [kind, id])), card: card.id };
});
afterAll(() => app.close());

const tryToAsk = (token: string, change: object = {}) =>
  app.call(
    startConversation,
    { body: { text: 'A question', documents: [], ...change } },
    { token, idempotencyKey: newId() },
  );
const ask = async (token: string, change: object = {}) => (await tryToAsk(token, change)).output;
const subjectCall = (kind: string, id = hidden[kind] ?? '') => ({
  params: { id },
  query: { kind: kind as SupportSubject },
});
const subject = (kind: string, id = hidden[kind] ?? '') => ({ kind: kind as SupportSubject, id });

describe.each(['payment', 'payee', 'card'])('a %s that a member may not see', (kind) => {
  test('cannot be asked about, and shows nothing', async () => {
    expect((await tryToAsk(otto, { subject: subject(kind) })).status).toBe(404);
    const { output, body } = await app.call(getSupportSubject, subjectCall(kind), { token: otto });
    expect(output.facts).toBeNull();
    const unknown = await app.call(getSupportSubject, subjectCall(kind, newId()), { token: otto });
    expect({ ...output, id: '' }).toEqual({ ...unknown.output, id: '' });
    expect(secretsIn(JSON.stringify(body))).toEqual([]);
    const seen = await app.call(getSupportSubject, subjectCall(kind), { token: boss });
    expect(seen.output.facts?.name).toBeTruthy();
  });

  test('disappears from their conversation with the right', async () => {
    const { id } = await ask(boss, { subject: subject(kind) });
    // As if Otto had started it while she had the right.
    await sql`update support.conversation set person_id = ${world.otto.personId} where id = ${id}`.execute(
      app.database.sql,
    );
    const { output } = await app.call(getConversation, { params: { id } }, { token: otto });
    expect(output.subject).toEqual({ ...subject(kind), facts: null });
    const { output: whole } = await app.call(getConversation, { params: { id } }, { token: boss });
    expect(whole.subject?.facts).not.toBeNull();
  });
});

test('a payout that is confidential shows its number and state only', async () => {
  const { rows } = await sql<{ id: string }>`
    select id from payouts.payout where client_id = ${world.companyId} and confidential limit 1`.execute(
    app.database.sql,
  );
  const { output } = await app.call(getSupportSubject, subjectCall('payout', rows[0]?.id), { token: otto });
  expect(output.facts).toMatchObject({ name: '', amount: null });
});

test('the line of a confidential payout in the account shows the payout’s number in place of the payees', async () => {
  const { rows } = await sql<{ id: string }>`
    select id from transactions.transaction where client_id = ${world.companyId} and audience = 'MASK' limit 1`.execute(
    app.database.sql,
  );
  const line = subjectCall('payment', rows[0]?.id);
  const { output, body } = await app.call(getSupportSubject, line, { token: otto });
  expect(output.facts?.name).toBe(`Confidential payout ${world.payout.number}`);
  const inRussian = { token: otto, headers: { 'accept-language': 'ru' } };
  const russian = await app.call(getSupportSubject, line, inRussian);
  expect(russian.output.facts?.name).toBe(`Конфиденциальная выплата ${world.payout.number}`);
  expect(secretsIn(JSON.stringify(body))).toEqual([]);
});

test('a member reads their own conversations, an administrator all of the company’s', async () => {
  const documentId = await handInPaper(app, { token: boss });
  const { id } = await ask(boss, { text: 'About the salaries', documents: [documentId] });
  const own = await ask(otto, { text: 'About an invoice' });
  const params = { id };
  const token = otto;
  for (const refused of [
    app.call(getConversation, { params }, { token }),
    app.call(listMessages, { params }, { token }),
    app.call(closeConversation, { params }, { token }),
    app.call(readConversation, { params, body: { upTo: newId() } }, { token }),
    app.call(getSupportDocument, { params: { id, documentId } }, { token }),
    // Not through his own conversation, and not as a document of the company either.
    app.call(getSupportDocument, { params: { id: own.id, documentId } }, { token }),
    app.call(getDocument, { params: { id: documentId } }, { token }),
    app.call(
      sendMessage,
      { params, body: { text: 'Hello', documents: [] } },
      { token, idempotencyKey: newId() },
    ),
  ])
    expect((await refused).status).toBe(404);
  const listed = (await app.call(listConversations, {}, { token })).output.Items;
  expect(listed.every(({ writer }) => writer?.startsWith('Otto'))).toBe(true);
  expect(listed.map((each) => each.id)).not.toContain(id);
  const all = (await app.call(listConversations, {}, { token: boss })).output.Items.map((each) => each.id);
  expect(all).toEqual(expect.arrayContaining([id, own.id]));
});
