/**
 * A crash of the database empties the memory of proofs, because its table is not logged. No proof that was accepted before is accepted again, and
 * callers soon continue with new ones. Control: the table was not empty before.
 */
import { openDatabase } from '@calmly/platform/database.ts';
import { findRunningPostgres } from '@calmly/platform/postgres/cluster/embedded-postgres.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newProver, signInWithKey, whoAmI } from '../support/attackers/proofs.ts';
import { newPerson } from '../support/clients/clients.ts';
import { isUp, killDatabase } from '../support/processes/outage.ts';
import { sandbox, startServerProcess, temporaryDirectory, until } from '../support/processes/process.ts';

test('a proof that was used before a crash of the database is not accepted after it, and a new one is', async () => {
  const { path: directory, remove } = await temporaryDirectory();
  const server = startServerProcess({ ...sandbox, SANDBOX_MARKET: 'off', DATA_DIR: directory });
  const address = await server.ready;
  const url = (await findRunningPostgres(directory)) ?? '';
  const database = openDatabase(url, { poolSize: 2 });
  const remembered = async () =>
    (
      await sql<{ count: number }>`select count(*)::int as count from identity.spent_proof`.execute(
        database.sql,
      )
    ).rows[0]?.count;
  const { login } = await newPerson({ database });
  const prove = await newProver(address);
  const browser = await signInWithKey(prove, address, login);
  const newProof = () => prove('POST', '/oauth/test-token', browser.token);
  const used = await newProof();
  expect((await whoAmI(browser, used)).status).toBe(200);
  expect(await remembered()).toBe(1);

  await killDatabase(directory);
  await until(() => isUp(url));
  expect(await remembered()).toBe(0);
  const statuses = new Set<number>();
  await until(async () => {
    statuses.add((await whoAmI(browser, used)).status);
    return (await whoAmI(browser, await newProof())).status === 200;
  });
  statuses.add((await whoAmI(browser, used)).status);
  // 401 if it is too old meanwhile.
  expect([...statuses].filter((status) => status !== 503 && status !== 401)).toEqual([]);

  await database.close();
  server.kill('SIGTERM');
  await server.ended;
  await remove();
});
