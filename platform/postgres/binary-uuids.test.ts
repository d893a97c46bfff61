/** PostgreSQL reads lists of UUIDs in binary form like their texts; other values are passed on unchanged. */

import { createTestDatabase, type TestDatabase } from '@calmly/server/test/support/database.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { binaryUuids } from './values.ts';

let books: TestDatabase;
beforeAll(async () => {
  books = await createTestDatabase();
});
afterAll(() => books.close());

async function readBack(ids: ReadonlyArray<string | null>): Promise<unknown> {
  const { rows } = await query<{ ids: unknown }>`
    select to_json(${binaryUuids(ids)}::uuid[]) as ids`.execute(books.database.sql);
  return rows[0]?.ids;
}

const random = () => [newId(), crypto.randomUUID(), crypto.randomUUID()];

test.for([
  ['one', [newId()]],
  ['many', Array.from({ length: 300 }, () => crypto.randomUUID())],
  ['all digits', ['01234567-89ab-cdef-fedc-ba9876543210', 'ffffffff-ffff-ffff-ffff-ffffffffffff']],
  ['with nulls', [null, ...random(), null, ...random()]],
  ['only nulls', [null, null]],
])('%s', async ([, ids]) => {
  expect(Buffer.isBuffer(binaryUuids(ids as string[]))).toBe(true);
  expect(await readBack(ids as string[])).toEqual(ids);
});

test('non-lists and other spellings are left to the database', async () => {
  const id = newId();
  expect(await readBack([])).toEqual([]);
  expect(await readBack([id.toUpperCase()])).toEqual([id]);
  expect(await readBack([id.replaceAll('-', ''), `{${id}}`])).toEqual([id, id]);
});

test.for([
  'x',
  '',
  `${newId()} `,
  `g${newId().slice(1)}`,
  newId().replace('-', '0'),
  `${newId().slice(1)}é`,
  `${newId().slice(1)}\u{ff11}`,
])('the database refuses %j', async (text) => {
  await expect(readBack([newId(), text])).rejects.toThrow('invalid input syntax for type uuid');
});
