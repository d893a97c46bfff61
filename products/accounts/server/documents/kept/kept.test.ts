/** Files kept by the bank: read as they were written, until they expire, or not at all. */
import { randomBytes } from 'node:crypto';
import { newId } from '@calmly/platform/ids.ts';
import { createSecretBox } from '@calmly/platform/secrets/secret-box.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKeptFiles, FileTooLarge } from './kept.ts';
import { insertFile } from './kept-store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const clientId = newId();
const files = createKeptFiles(createSecretBox([randomBytes(32)]));
/** More than one part. */
const bytes = randomBytes(1_300_000);

async function* pieces() {
  for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000);
}
const write = (mostBytes = bytes.length) =>
  files.write({ sql: app.database.sql, newId }, { clientId, mostBytes }, pieces());
async function read(id: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of await files.read(app.database.sql, id)) parts.push(part);
  return Buffer.concat(parts);
}

test('a file is read as it was written', async () => {
  const { id, sizeBytes } = await write();
  await files.keep(app.database.sql, [id], null);
  expect(sizeBytes).toBe(bytes.length);
  expect((await read(id)).equals(bytes)).toBe(true);
});

test('an incomplete file is never returned as complete', async () => {
  const { id } = await write();
  await query`
    delete from documents.kept_part where file_id = ${id}
      and number = (select max(number) from documents.kept_part where file_id = ${id})`.execute(
    app.database.sql,
  );
  await expect(read(id)).rejects.toThrow('is not as it was written');
});

test('a file is read until its term is over', async () => {
  const { id } = await write();
  const { sql } = app.database;
  await files.keep(sql, [id], new Date(Date.now() + 60_000));
  expect(await read(id)).toHaveLength(bytes.length);
  await files.keep(sql, [id], new Date(Date.now() - 60_000));
  await expect(read(id)).rejects.toMatchObject({ code: 'not_found' });
});

test('an unfinished file can’t be kept', async () => {
  const begun = newId();
  await insertFile(app.database.sql, { id: begun, clientId });
  const { id } = await write();
  await expect(files.keep(app.database.sql, [id, begun], null)).rejects.toThrow('is gone');
});

test('a file that is too large leaves nothing behind', async () => {
  const count = async () =>
    (await query`select from documents.kept_file`.execute(app.database.sql)).rows.length;
  const before = await count();
  await expect(write(bytes.length - 1)).rejects.toThrow(FileTooLarge);
  expect(await count()).toBe(before);
});
