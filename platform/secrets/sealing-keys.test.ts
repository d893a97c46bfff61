/** A server starts only with the keys that its database was sealed with. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@calmly/server/test/support/database.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { findKeyFault, findLost, forgetSealed, openSecretKeys, sealedIn } from './sealing-keys.ts';
import { createSecretBox, keyIdOf } from './secret-box.ts';

let directory: string;
let db: TestDatabase;
const secrets = [
  sealedIn({
    what: 'secrets',
    table: 'public.secret',
    column: 'value',
    key: ['value'],
    placeOf: () => 'here',
  }),
];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'calmly-keys-'));
  db = await createTestDatabase();
  await sql`create table public.secret (value bytea not null)`.execute(db.database.sql);
});
afterEach(async () => {
  await db.close();
  await rm(directory, { recursive: true });
});

const newKey = () => randomBytes(32).toString('base64');
const configOf = (env: Record<string, string>) => loadConfig({ DATA_DIR: directory, ...env });
const open = (env: Record<string, string> = {}) => openSecretKeys(configOf(env), db.database.sql, secrets);
const fault = (env: Record<string, string> = {}) => findKeyFault(configOf(env), db.database.sql, secrets);

async function seal(keys: readonly Buffer[]): Promise<void> {
  const value = createSecretBox(keys).seal(Buffer.from('secret'), 'here');
  await sql`insert into public.secret values (${value})`.execute(db.database.sql);
}
const idOf = (key: string) => keyIdOf(Buffer.from(key, 'base64')).toString('hex');
const forgetProofs = () => sql`delete from platform.sealing_key`.execute(db.database.sql);

test('a lost key file is not replaced by a new one', async () => {
  await seal(await open());
  await rm(join(directory, 'secret.key'));
  await expect(open()).rejects.toMatchObject({
    name: 'Refusal',
    message: expect.stringContaining('secrets (1)'),
  });
  expect(await readdir(directory)).toEqual([]);
});

test('a lost key file is not replaced even if only the sealed values of an older version reveal the loss', async () => {
  await seal(await open());
  await forgetProofs();
  await rm(join(directory, 'secret.key'));
  await expect(open()).rejects.toMatchObject({ name: 'Refusal' });
  expect(await readdir(directory)).toEqual([]);
});

test.each(['SECRET_KEY', 'own file'])(
  'another key is refused (%s), and the right one works again',
  async (source) => {
    const [right, wrong] = [newKey(), newKey()];
    await seal(await open({ SECRET_KEY: right }));
    const other = source === 'own file' ? {} : { SECRET_KEY: wrong };
    await expect(open(other)).rejects.toMatchObject({ name: 'Refusal' });
    expect(await fault({ SECRET_KEY: wrong })).toContain('Restore the key');
    expect(await fault({ SECRET_KEY: right })).toBeUndefined();
    expect(await open({ SECRET_KEY: right })).toHaveLength(1);
  },
);

test('a new key is listed before the old one, which may be removed once it seals nothing', async () => {
  const [old, fresh] = [newKey(), newKey()];
  await seal(await open({ SECRET_KEY: old }));
  await seal(await open({ SECRET_KEY: `${fresh},${old}` }));
  await expect(open({ SECRET_KEY: fresh })).rejects.toMatchObject({
    message: expect.stringContaining('Not opened by SECRET_KEY: secrets (1).'),
  });
  await sql`delete from public.secret`.execute(db.database.sql);
  expect(await open({ SECRET_KEY: fresh })).toHaveLength(1);
  expect(await fault({ SECRET_KEY: fresh })).toBeUndefined();
});

test('a database from before the proofs gets one once its secrets can be opened', async () => {
  const key = newKey();
  await seal([Buffer.from(key, 'base64')]);
  await open({ SECRET_KEY: key });
  const { rows } = await sql`select from platform.sealing_key`.execute(db.database.sql);
  expect(rows).toHaveLength(1);
});

test('values sealed with a lost key can be deleted, and nothing else', async () => {
  const [lost, fresh] = [newKey(), newKey()];
  await seal(await open({ SECRET_KEY: lost }));
  await seal([Buffer.from(fresh, 'base64')]);
  const [lostId, freshId] = [idOf(lost), idOf(fresh)];
  expect(await fault({ SECRET_KEY: fresh })).toContain(
    `(key id ${lostId}). Not opened by SECRET_KEY: secrets (1).`,
  );
  const find = (keyIds: string[], env: Record<string, string> = { SECRET_KEY: fresh }) =>
    findLost(configOf(env), db.database.sql, secrets, keyIds);
  expect(await find([lostId])).toEqual({ total: 1, list: 'secrets (1)' });
  await expect(find([lostId, freshId])).rejects.toMatchObject({
    message: expect.stringContaining('not lost'),
  });
  await expect(find(['00000000'])).rejects.toMatchObject({ message: expect.stringContaining('Nothing') });
  await forgetSealed(db.database.sql, secrets, []);
  expect((await find([lostId])).total).toBe(1);
  await forgetSealed(db.database.sql, secrets, [lostId]);
  expect(await open({ SECRET_KEY: fresh })).toHaveLength(1);
  expect(await find([freshId], {})).toEqual({ total: 1, list: 'secrets (1)' });
});

test('control: a start that compares nothing accepts any key', async () => {
  await seal(await openSecretKeys(configOf({ SECRET_KEY: newKey() }), db.database.sql, secrets));
  await forgetProofs();
  await expect(openSecretKeys(configOf({ SECRET_KEY: newKey() }), db.database.sql, [])).resolves.toHaveLength(
    1,
  );
});
