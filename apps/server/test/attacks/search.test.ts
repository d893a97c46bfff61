/**
 * The search shows only what the caller's screens would show: nothing of another client, of kinds without a right, or of confidential payouts, and
 * nothing
 * to connected applications. Search texts are not logged. Tried once without the filter of rights in the search's module: a member without rights
 * found cards.
 * `confidential-payouts.test.ts` also searches for confidential rows and payees, by all calls.
 */
import { Writable } from 'node:stream';
import { allRights, search } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { createLog } from '@calmly/platform/log.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { addCard } from '../support/cards.ts';
import { newBoss, newColleague, noRights } from '../support/clients/colleagues.ts';
import {
  type Confidential,
  createConfidential,
  secrets,
  secretsIn,
} from '../support/clients/confidential.ts';

let app: TestApp;
let world: Confidential;
const written: string[] = [];

beforeAll(async () => {
  const output = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  app = await startTestApp({ jobs: true, log: createLog('debug', output) });
  world = await createConfidential(app);
  const holder = { clientId: world.companyId, holderId: world.boris.personId };
  await addCard(app.database, holder, { name: 'Hansa trips', fundedMinor: 0n });
});
afterAll(() => app.close());

const ask = (q: string, token: string) => app.call(search, { query: { q } }, { token });
const kindsIn = async (q: string, token: string) =>
  (await ask(q, token)).output.Groups.map(({ kind }) => kind);

test('nothing of a confidential payout is found without the right, by any of its names', async () => {
  const { number, id } = world.payout;
  const typed = [...secrets, number, id, 'salary', 'bonus', 'september', 'confidential', '1888.92'];
  let found = 0;
  for (const q of typed) {
    const toOtto = await ask(q, world.otto.companyToken);
    expect(secretsIn(toOtto.text), q).toEqual([]);
    expect(toOtto.text.includes(number) || toOtto.text.includes(id), q).toBe(false);
    found += secretsIn((await ask(q, world.boris.companyToken)).text).length;
  }
  expect(found).toBeGreaterThan(typed.length);
});

test('the line that replaces a payout is not found by its number either', async () => {
  const { rows } = await query<{ number: string }>`
    select number from transactions.transaction where client_id = ${world.companyId} and audience = 'MASK'`.execute(
    app.database.sql,
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { number } of rows) expect(await kindsIn(number, world.otto.companyToken)).toEqual([]);
});

test('an application finds nothing, whatever it may access', async () => {
  const answer = await ask('hansa', world.application);
  expect([answer.status, answer.body]).toMatchObject([403, { code: 'insufficient_scope' }]);
});

test('another client finds nothing', async () => {
  const stranger = await newBoss(app);
  expect(await kindsIn('hansa', stranger.token)).toEqual([]);
  expect(await kindsIn('september', world.boris.companyToken)).toContain('payout');
  expect(await kindsIn('september', stranger.token)).toEqual([]);
  // Nor the administrator in the own profile.
  expect(await kindsIn('hansa', world.boris.token)).toEqual([]);
  const { rows } = await query<{ number: string }>`
    select number from transactions.transaction where client_id = ${world.companyId}`.execute(
    app.database.sql,
  );
  for (const { number } of rows) expect(await kindsIn(number, stranger.token)).toEqual([]);
});

test('a member finds kinds by the rights of their screens', async () => {
  expect(await kindsIn('hansa', world.boris.companyToken)).toEqual(['payee', 'payment', 'card']);
  const none = await newColleague(app, world, { rights: noRights });
  expect(await kindsIn('hansa', none.token)).toEqual(['payee']);
  const cards = await newColleague(app, world, { rights: { ...noRights, can_plast_view: true } });
  expect(await kindsIn('hansa', cards.token)).toEqual(['payee', 'card']);
  const payouts = await newColleague(app, world, {
    rights: { ...allRights, is_boss: false, can_plast_view: false },
  });
  expect(await kindsIn('september', payouts.token)).toEqual(['payout']);
  const noPayouts = { ...allRights, is_boss: false, can_request_trans: false };
  const approver = await newColleague(app, world, { rights: noPayouts });
  expect(await kindsIn('september', approver.token)).toEqual([]);
});

test('a member finds the listed documents that their rights let them open', async () => {
  const insert = (kind: string | null, needs: string) =>
    query`
      insert into documents.document (id, client_id, person_id, file_name, media_type, size_bytes, content, sealed, purpose, kind, about, needs, search)
      values (${newId()}, ${world.companyId}, ${world.boris.personId}, 'Zeppelin.pdf', 'application/pdf', 1, '', true, 'test', ${kind}, '',
        ${needs}::text[], platform.search_text('Zeppelin.pdf'))`.execute(app.database.sql);
  await insert(null, '{}');
  expect(await kindsIn('zeppelin', world.boris.companyToken)).toEqual([]);
  await insert('PAYEE', '{can_plast_view}');
  const documents = { ...noRights, can_view_documents: true };
  const found = async (rights: typeof noRights) =>
    kindsIn('zeppelin', (await newColleague(app, world, { rights })).token);
  expect(await found({ ...documents, can_plast_view: true })).toEqual(['document']);
  expect(await found(documents)).toEqual([]);
  expect(await found({ ...noRights, can_plast_view: true })).toEqual([]);
});

test('payouts are found while they are open and when they are done', async () => {
  const statuses = ['SCHEDULED', 'DONE'];
  for (const status of statuses) {
    await query`update payouts.payout set status = ${status} where id = ${world.payout.id}`.execute(
      app.database.sql,
    );
    const { Groups } = (await ask('september', world.boris.companyToken)).output;
    expect(
      Groups.flatMap(({ items }) => items.map(({ id }) => id)),
      status,
    ).toContain(world.payout.id);
  }
});

test('no log contains the search text', async () => {
  const typed = 'Quetzalcoatl 4929';
  expect((await ask(typed, world.boris.companyToken)).status).toBe(200);
  expect((await ask(typed.repeat(10), world.boris.companyToken)).status).toBe(400);
  expect((await ask(typed, 'cal_at_wrong')).status).toBe(401);
  // A database error in the middle is logged.
  await query`alter table payouts.payout rename column file_name to file_name_away`.execute(app.database.sql);
  expect((await ask(typed, world.boris.companyToken)).status).toBe(500);
  await query`alter table payouts.payout rename column file_name_away to file_name`.execute(app.database.sql);
  expect(written.join('')).toContain('a call failed');
  expect(written.join('')).not.toMatch(/quetzalcoatl/i);
  const { rows } = await query<{ text: string }>`
    select row_to_json(a)::text as text from platform.audit a`.execute(app.database.sql);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ text }) => /quetzalcoatl/i.test(text))).toEqual([]);
});
