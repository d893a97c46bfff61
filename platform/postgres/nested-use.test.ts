/** Asking the pool for a connection inside a transaction fails in every test, wherever the code is. */

import { createTestDatabase, type TestDatabase } from '@calmly/server/test/support/database.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

const refusal = 'this code is in a transaction and asks the pool for another connection';

test('a statement or a transaction of the pool is refused inside a transaction, however deep', async () => {
  const { database } = db;
  const statement = () => query`select 1`.execute(database.sql);
  const later = () => new Promise((resolve) => setImmediate(resolve)).then(statement);
  const another = () => database.inTransaction((sql) => query`select 1`.execute(sql));
  for (const use of [statement, later, another])
    for (const beginsWithReads of [false, true])
      await expect(database.inTransaction(use, { beginsWithReads })).rejects.toThrow(refusal);
});

test('outside it is allowed: after its end, in what it left running, and beside it', async () => {
  const { database } = db;
  let left: Promise<unknown> = Promise.resolve();
  const ended = Promise.withResolvers<void>();
  await database.inTransaction(async (sql) => {
    await query`select 1`.execute(sql);
    left = ended.promise.then(() => query`select 1`.execute(database.sql));
  });
  ended.resolve();
  await left;
  await Promise.all([
    database.inTransaction((sql) => query`select pg_sleep(0.01)`.execute(sql)),
    query`select 1`.execute(database.sql),
  ]);
});

test('a production server does not pay for the check', async () => {
  const database = openDatabase(db.url, { poolSize: 2 });
  await database.inTransaction(() => query`select 1`.execute(database.sql));
  await database.close();
});
