/**
 * How each purge finds what is due: by an index on what its condition compares. Without one a batch reads all rows that are kept before the first that goes, and takes longer
 * with each year. Control, tried once: without its index on `used_at` the purge of challenges is named here.
 */
import { sql as query } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testConfig } from '../../../test/support/app.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { createModules } from '../../composition.ts';
import type { Sql } from '../work.ts';

let fixture: TestDatabase;
beforeAll(async () => {
  fixture = await createTestDatabase();
});
afterAll(() => fixture.close());

/** Tables that hold what is alive and hardly more: their rows end within hours or are deleted by who uses them. Of documents an index has those alone that are not used yet. */
const small = new Set([
  'identity.access_token',
  'identity.live_ticket',
  'identity.spent_challenge',
  'identity.factor_enrolment',
  'identity.throttle',
  'documents.document',
  // What members have set for themselves: as many rows as there are members, and a few each.
  'alerts.threshold',
  'alerts.digest',
  'transactions.saved_view',
  'bookkeeping.export_profile',
  // Found by an index of the clients that have only begun.
  'onboarding.application',
]);

/** Explains statements instead of running them; `plans` grows by the plan of each. */
function explaining(sql: Sql, plans: string[]): Sql {
  return sql.withPlugin({
    transformQuery({ node }) {
      if (node.kind !== 'RawNode') throw new Error('a purge is written as text');
      const [first = '', ...rest] = node.sqlFragments;
      return { ...node, sqlFragments: [`explain ${first}`, ...rest] };
    },
    transformResult({ result }) {
      plans.push(result.rows.map((row) => String(row['QUERY PLAN'])).join('\n'));
      // No row of a plan is a row of the table.
      return Promise.resolve({ ...result, rows: [] });
    },
  });
}

test('every purge of a table that grows looks up what is due', async () => {
  const { database } = fixture;
  const { modules } = createModules({ database, config: testConfig, log: pino({ level: 'silent' }) });
  // As if nothing was known of any table: a plan for one that is known to be empty says nothing.
  await query`
    update pg_class set reltuples = -1, relpages = 0
    where relkind in ('r', 'i') and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'`.execute(
    database.sql,
  );
  const purges = modules.flatMap((module) => module.purges ?? []);
  const found: string[] = [];
  for (const { name, deleteSome } of purges) {
    const plans: string[] = [];
    await deleteSome(explaining(database.sql, plans), 100);
    // What the inner select reads of its own table; the outer one goes by ctid.
    const isLookUp = plans.every((plan) => lookUpOn(name, plan));
    if (!isLookUp) found.push(name);
  }
  expect(purges.length).toBeGreaterThan(20);
  expect(found.filter((name) => !small.has(name))).toEqual([]);
});

/** Whether the first scan of a table in a plan, that of the select, has a condition that its index answers. */
function lookUpOn(table: string, plan: string): boolean {
  const lines = plan.split('\n');
  const bare = table.split('.').at(-1) ?? '';
  const first = lines.findIndex(
    (line) => /Scan/.test(line) && line.includes(` on ${bare} `) && !line.includes('Tid Scan'),
  );
  const after = lines.slice(first + 1);
  const next = after.findIndex((line) => /->/.test(line) && !/Bitmap Index Scan/.test(line));
  const own = after.slice(0, next === -1 ? undefined : next);
  return (
    first !== -1 &&
    !lines[first]?.includes('Seq Scan') &&
    own.some((line) => /(Index|Recheck) Cond/.test(line))
  );
}
