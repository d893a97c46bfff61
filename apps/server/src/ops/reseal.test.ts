/** `npm run ops reseal`: afterwards a server with only the new key opens everything, and nothing is sealed with the old one. */
import { randomBytes } from 'node:crypto';
import { createPayLink, listPayLinks, revealCard, setPin, showPin } from '@calmly/contract';
import { loadConfig } from '@calmly/platform/config/config.ts';
import type { Database } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import { findLost, forgetSealed, openSecretKeys } from '@calmly/platform/secrets/sealing-keys.ts';
import { createSecretBox, keyIdOf } from '@calmly/platform/secrets/secret-box.ts';
import { verifyFiles } from '@calmly/products/accounts/server/documents/index.ts';
import { createKeptFiles } from '@calmly/products/accounts/server/documents/kept/kept.ts';
import { createCardSecrets } from '@calmly/products/cards/server/secrets/card-secrets.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createCall,
  startTestApp,
  type TestApp,
  testConfig,
  testSecretKeys,
} from '../../test/support/app.ts';
import { callWithCode, problemOf } from '../../test/support/clients/colleagues.ts';
import { handInPaper } from '../../test/support/clients/companies.ts';
import { createPayer } from '../../test/support/clients/payments.ts';
import { createCardholder } from '../../test/support/issued-cards.ts';
import { type App, createApp } from '../app.ts';
import { sealedSecrets } from '../composition.ts';
import { resealOlder } from './sealed.ts';

const newKeys = [randomBytes(32)];
const bothKeys = [...newKeys, ...testSecretKeys];
const old = createSecretBox(testSecretKeys);

let bank: TestApp;
let rotated: App;
let url: string;
let anna: Awaited<ReturnType<typeof createCardholder>>;
let personId: string;

beforeAll(async () => {
  bank = await startTestApp();
  const { sql } = bank.database;
  anna = await createCardholder(bank);
  const { token, clientId, account } = anna;
  await callWithCode(bank, anna, setPin, { params: { id: anna.card.id }, body: { pin: '4829' } });
  expect((await bank.call(createPayLink, { body: { accountId: account.id } }, { token })).status).toBe(200);
  await handInPaper(bank, anna);
  // More parts than one transaction of a run handles.
  const content = async function* () {
    for (let part = 0; part < 25; part += 1) yield Buffer.alloc(512 * 1024, `${part}`);
  };
  await createKeptFiles(old).write({ sql, newId }, { clientId, mostBytes: 2 ** 30 }, content());
  const boris = await createPayer(bank);
  const { rows } = await query<{ id: string }>`
    select person_id as id from identity.membership where client_id = ${boris.clientId}`.execute(sql);
  personId = rows[0]?.id ?? '';
  const secret = old.seal(Buffer.from('app'), `totp ${personId}`);
  await query`
    insert into identity.totp (id, person_id, name, secret, last_step, created_at)
    values (${newId()}, ${personId}, 'Phone', ${secret}, 0, now())`.execute(sql);
  await sealStaff(sql);
  for (const [table, place] of [
    ['connections.keys', 'connections keys'],
    ['notifications.push_key', 'push key'],
  ] as const) {
    await query`delete from ${query.table(table)}`.execute(sql);
    await query`insert into ${query.table(table)} (sealed) values (${old.seal(Buffer.from(table), place)})`.execute(
      sql,
    );
  }
});
afterAll(async () => {
  await rotated?.close();
  await bank.close();
});

/** A staff member with an authenticator app and an unopened invitation. */
async function sealStaff(sql: TestApp['database']['sql']): Promise<void> {
  const id = newId();
  await query`
    insert into staff.person (id, name, email, email_key, state, created_at)
    values (${id}, 'Otto', 'otto@bank.test', 'otto@bank.test', 'INVITED', now())`.execute(sql);
  await query`
    insert into staff.totp (id, person_id, secret, last_step)
    values (${newId()}, ${id}, ${old.seal(Buffer.from('app'), `staff totp ${id}`)}, 0)`.execute(sql);
  await query`
    insert into staff.invitation (id, person_id, token_hash, secret, until)
    values (${newId()}, ${id}, sha256('link'), ${old.seal(Buffer.from('app'), `staff invitation ${id}`)}, now())`.execute(
    sql,
  );
}

const configOf = (keys: readonly Buffer[]) => ({
  ...loadConfig({ SECRET_KEY: keys.map((key) => key.toString('base64')).join(',') }),
});
const startServerWith = (keys: readonly Buffer[]) =>
  openSecretKeys(configOf(keys), bank.database.sql, sealedSecrets);

/** The first ids of keys with the number of values sealed by each, by kind. */
async function counts() {
  const found: Record<string, Record<string, number>> = {};
  for (const { what, counts } of sealedSecrets)
    found[what] = Object.fromEntries(await counts(bank.database.sql));
  return found;
}
const idOf = (keys: readonly Buffer[]) => keyIdOf(keys[0] ?? Buffer.of()).toString('hex');
const expected = (keys: readonly Buffer[]) => ({
  'authenticator apps': { [idOf(keys)]: 1 },
  cards: { [idOf(keys)]: 1 },
  'keys for connected applications': { [idOf(keys)]: 1 },
  documents: { [idOf(keys)]: 1 },
  'parts of kept files': { [idOf(keys)]: 25 },
  'payment links': { [idOf(keys)]: 1 },
  'card PINs': { [idOf(keys)]: 1 },
  'keys of browser notifications': { [idOf(keys)]: 1 },
  'authenticator apps of staff': { [idOf(keys)]: 1 },
  'invitations of staff': { [idOf(keys)]: 1 },
});

async function reseal(database: Pick<Database, 'sql' | 'inTransaction'> = bank.database, keys = bothKeys) {
  const lines: string[] = [];
  await resealOlder(database as Database, keys, sealedSecrets, {
    staff: 'Maija',
    say: (line) => void lines.push(line),
  });
  return lines;
}

test('a key that no server has started with seals nothing', async () => {
  await startServerWith(testSecretKeys);
  await expect(reseal()).rejects.toThrow(
    `No server has started with this key yet (key id ${idOf(newKeys)}).`,
  );
  expect(await counts()).toEqual(expected(testSecretKeys));
});

test('an interrupted run continues where it ended, and then nothing is sealed with the old key', async () => {
  await startServerWith(bothKeys);
  let left = 6;
  const dying: Database = {
    ...bank.database,
    inTransaction: ((run, options) => {
      left -= 1;
      if (left < 0) throw new Error('the process is gone');
      return bank.database.inTransaction(run, options);
    }) as Database['inTransaction'],
  };
  await expect(reseal(dying)).rejects.toThrow('the process is gone');
  const half = (await counts())['parts of kept files'];
  expect(half).toEqual({ [idOf(newKeys)]: 20, [idOf(testSecretKeys)]: 5 });

  const lines = await reseal();
  expect(lines).toContain('Sealed with the newest key: parts of kept files (5).');
  expect(lines.at(-1)).toBe('Nothing is sealed with an older key any more: older keys can be removed.');
  expect(await counts()).toEqual(expected(newKeys));
  expect(await reseal()).toEqual(['Nothing is sealed with an older key.']);
});

test('a server with the new key alone shows cards, PINs, links, files and keys', async () => {
  const { sql } = bank.database;
  rotated = await createApp({
    database: bank.database,
    log: bank.log,
    config: { ...testConfig, secretKeys: newKeys },
  });
  url = await rotated.listen({ host: '127.0.0.1', port: 0 });
  const there = { ...bank, url, call: createCall(url) };
  const params = { id: anna.card.id };
  const shown = await callWithCode(there, anna, revealCard, { params });
  expect(shown.output.number.slice(-4)).toBe(anna.card.lastFour);
  expect(shown.output.securityCode).toMatch(/^\d{3}$/);
  expect((await callWithCode(there, anna, showPin, { params })).output.pin).toBe('4829');
  const links = await there.call(listPayLinks, { query: {} }, { token: anna.token });
  expect(links.output.Items[0]?.url).toMatch(/\/get-paid\/.+/);
  expect(await verifyFiles(sql, newKeys)).toEqual([]);

  const box = createSecretBox(newKeys);
  const contentOf = async (table: string, column: string, place: string) => {
    const { rows } = await query<{ sealed: Buffer }>`
      select ${query.ref(column)} as sealed from ${query.table(table)}`.execute(sql);
    return box.open(rows[0]?.sealed ?? Buffer.of(), place).toString();
  };
  expect(await contentOf('identity.totp', 'secret', `totp ${personId}`)).toBe('app');
  expect(await contentOf('connections.keys', 'sealed', 'connections keys')).toBe('connections.keys');
  expect(await contentOf('notifications.push_key', 'sealed', 'push key')).toBe('notifications.push_key');
});

test('a card is found by its number with the new key alone', async () => {
  const { rows } = await query<{ number: Buffer; digest: Buffer }>`
    select number, number_digest as digest from cards.secret`.execute(bank.database.sql);
  const secrets = createCardSecrets(newKeys);
  const number = createSecretBox(newKeys).open(rows[0]?.number ?? Buffer.of(), `card number ${anna.card.id}`);
  expect(secrets.digestsOf(number.toString())).toEqual([rows[0]?.digest]);
});

test('without the old key nothing is resealed', async () => {
  const third = [randomBytes(32)];
  await query`delete from platform.sealing_key`.execute(bank.database.sql);
  await query`insert into platform.sealing_key (id, proof) values (${keyIdOf(third[0] ?? Buffer.of())}, '')`.execute(
    bank.database.sql,
  );
  await expect(reseal(bank.database, third)).rejects.toThrow('no key opens a secret');
  expect(await counts()).toEqual(expected(newKeys));
});

test('only a PIN whose key is lost is deleted: the card keeps its number, and a new PIN can be set', async () => {
  const lost = [randomBytes(32)];
  const pin = createCardSecrets(lost).sealPin(anna.card.id, '4829');
  await query`update cards.secret set pin = ${pin}`.execute(bank.database.sql);
  const { sql } = bank.database;
  const keyIds = [idOf(lost)];
  expect(await findLost(configOf(newKeys), sql, sealedSecrets, keyIds)).toEqual({
    total: 1,
    list: 'card PINs (1)',
  });
  await forgetSealed(sql, sealedSecrets, keyIds);
  const { 'card PINs': _, ...others } = expected(newKeys);
  expect(await counts()).toEqual({ ...others, 'card PINs': {} });

  const there = { ...bank, url, call: createCall(url) };
  const params = { id: anna.card.id };
  expect((await callWithCode(there, anna, revealCard, { params })).output.number.slice(-4)).toBe(
    anna.card.lastFour,
  );
  expect(problemOf(await callWithCode(there, anna, showPin, { params }))).toBe('card_pin_unset');
  expect((await callWithCode(there, anna, setPin, { params, body: { pin: '4830' } })).status).toBe(204);
  expect((await callWithCode(there, anna, showPin, { params })).output.pin).toBe('4830');
});
