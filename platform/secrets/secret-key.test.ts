/** The source of the sealing keys, and the guarantees of sealing. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withoutSandbox } from '@calmly/server/test/support/processes/process.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { loadSecretKeys } from './secret-key.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'calmly-keys-'));
});
afterAll(() => rm(directory, { recursive: true }));

const keysOf = (env: Record<string, string>) => loadSecretKeys(loadConfig({ DATA_DIR: directory, ...env }));
const newKey = () => randomBytes(32).toString('base64');

test('without a variable a key is created once, for its owner only, also under concurrent starts', async () => {
  const starts = await Promise.all(Array.from({ length: 8 }, () => keysOf({})));
  expect(new Set(starts.map(([key]) => key?.toString('hex'))).size).toBe(1);
  const file = join(directory, 'secret.key');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(Buffer.from(await readFile(file, 'utf8'), 'base64')).toEqual(starts[0]?.[0]);
});

test('SECRET_KEY and SECRET_KEY_FILE hold one key or several', async () => {
  const [old, fresh] = [newKey(), newKey()];
  expect((await keysOf({ SECRET_KEY: `${fresh},${old}` })).map((key) => key.toString('base64'))).toEqual([
    fresh,
    old,
  ]);
  const file = join(directory, 'keys');
  await writeFile(file, `${fresh}\n${old}\n`);
  expect(await keysOf({ SECRET_KEY_FILE: file })).toHaveLength(2);
});

test.each([
  ['a short key', { SECRET_KEY: 'c2hvcnQ=' }],
  ['no key', { SECRET_KEY: ' , ' }],
  ['a missing file', { SECRET_KEY_FILE: '/nonexistent/keys' }],
  [
    "another server's database, without the sandbox and without a key",
    { DATABASE_URL: 'postgres://a@b/c', ...withoutSandbox('data') },
  ],
])('%s is refused with an explanation', async (_what, env) => {
  await expect(keysOf(env as Record<string, string>)).rejects.toMatchObject({ name: 'Refusal' });
});
