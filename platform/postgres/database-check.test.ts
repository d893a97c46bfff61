import { createTestDatabase, type TestDatabase } from '@calmly/server/test/support/database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkDatabase } from './database-check.ts';

let fixture: TestDatabase;
beforeAll(async () => {
  fixture = await createTestDatabase();
});
afterAll(() => fixture.close());

test('refuses a database whose indexes were sorted by other collation rules than the system’s', async () => {
  await checkDatabase(fixture.url);
  const made = (version: string) =>
    fixture.database.pool.query(
      'update pg_database set datcollversion = $1 where datname = current_database()',
      [version],
    );
  const { rows } = await fixture.database.pool.query<{ version: string }>(
    'select datcollversion as version from pg_database where datname = current_database()',
  );
  await made('0.1');
  await expect(checkDatabase(fixture.url)).rejects.toThrow(/other rules .* \(version 0\.1\)/);
  await made(rows[0]?.version ?? '');
  await checkDatabase(fixture.url);
});
