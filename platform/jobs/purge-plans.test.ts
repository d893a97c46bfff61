/**
 * Each purge must find due rows by an index on what its condition compares. Without one, a batch reads all kept rows before the first due one, and
 * takes longer each year. Control, tried once: without its index on `used_at`, the purge of challenges is named here.
 * A plan does not tell how much is read. A block range index (BRIN) answers a condition too, but its ranges never shrink: once new rows fill the
 * pages of old ones, it no longer narrows anything down. So each purge also runs on a table with history, and its pages are counted. Controls, tried
 * once: with a BRIN, as it had, the purge of idempotency keys is named, and so is that of refresh tokens if it looks for the tokens of every ended
 * session.
 */

import { createModules } from '@calmly/server/src/composition.ts';
import { testConfig } from '@calmly/server/test/support/app.ts';
import { sized } from '@calmly/server/test/support/campaign.ts';
import { createTestDatabase, type TestDatabase } from '@calmly/server/test/support/database.ts';
import { explaining, pagesRead } from '@calmly/server/test/support/plans.ts';
import { sql as query } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../database.ts';

let fixture: TestDatabase;
beforeAll(async () => {
  fixture = await createTestDatabase();
});
afterAll(() => fixture.close());

/**
 * Tables that hardly contain more than live rows, which end within hours or are deleted by their users. An index of documents contains only unused
 * ones.
 */
const small = new Set([
  'identity.access_token',
  'identity.live_ticket',
  'identity.spent_challenge',
  'identity.factor_enrolment',
  'identity.throttle',
  'documents.document',
  // Members' own settings: a few rows per member.
  'alerts.threshold',
  'alerts.digest',
  'transactions.saved_view',
  'bookkeeping.export_profile',
  // Found by an index of clients whose application is unfinished.
  'onboarding.application',
]);

test('every purge of a table that grows looks up what is due', async () => {
  const { database } = fixture;
  const { modules } = createModules({ database, config: testConfig, log: pino({ level: 'silent' }) });
  // Clears all statistics: the plan for a table known to be empty says nothing.
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
    // The inner select's reads of its own table; the outer one goes by ctid.
    const isLookUp = plans.every((plan) => lookUpOn(name, plan));
    if (!isLookUp) found.push(name);
  }
  expect(purges.length).toBeGreaterThan(20);
  expect(found.filter((name) => !small.has(name))).toEqual([]);
});

/** Whether the first table scan of a plan, that of the select, has a condition that its index answers. */
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

/** Minimum number of rows per table, on some hundred full pages. */
const kept = sized(1_500, 3_000);

/**
 * Fills a table like years of use: every page has rows that ended long ago beside rows that ended recently and rows that end later. Its constraints
 * are dropped, since the values are made up.
 */
async function fill(database: Database, table: string): Promise<void> {
  const { rows: columns } = await query<{ name: string; type: string; nullable: boolean }>`
    select quote_ident(attname) as name, format_type(atttypid, null) as type, not attnotnull as nullable from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`.execute(
    database.sql,
  );
  const madeUp = ({ name, type, nullable }: (typeof columns)[number]): string => {
    if (/^timestamp|^date/.test(type)) return nullable ? `case when n % 2 = 0 then at end` : 'at';
    if (name === 'state') return `case when n % 2 = 0 then 'WITHDRAWN' else 'DRAFT' end`;
    if (type === 'uuid')
      return nullable ? 'case when n % 2 = 0 then gen_random_uuid() end' : 'gen_random_uuid()';
    if (type === 'bytea') return `decode(md5(n::text), 'hex')`;
    if (type === 'boolean') return 'false';
    if (type === 'text')
      return nullable ? 'case when n % 2 = 0 then repeat(md5(n::text), 4) end' : 'repeat(md5(n::text), 4)';
    if (type === 'integer' || type === 'bigint' || type === 'numeric') return 'n';
    if (type.endsWith('[]')) return `'{}'`;
    if (type.startsWith('json')) return `'{}'`;
    if (type === 'smallint') return '1';
    throw new Error(`no value for ${table}.${name} ${type}`);
  };
  const { rows: checks } = await query<{ name: string }>`
    select quote_ident(conname) as name from pg_constraint where conrelid = ${table}::regclass and contype = 'c'`.execute(
    database.sql,
  );
  for (const { name } of checks)
    await query.raw(`alter table ${table} drop constraint ${name}`).execute(database.sql);
  await database.inTransaction(async (sql) => {
    await query`set local session_replication_role = replica`.execute(sql);
    await query
      .raw(
        `insert into ${table} (${columns.map(({ name }) => name).join()})
         select ${columns.map(madeUp).join()} from generate_series(1, ${4 * kept}) as n, lateral (
           select now() + case when n % 8 in (0, 1) then '1 year' when n % 8 in (2, 3) then '-3 days' else '-20 years' end::interval) as t (at)`,
      )
      .execute(sql);
  });
}

test('a purge of a table with history reads only what is due', async () => {
  const { database, close } = await createTestDatabase();
  const { modules } = createModules({ database, config: testConfig, log: pino({ level: 'silent' }) });
  const purges = modules.flatMap((module) => module.purges ?? []).filter(({ name }) => !small.has(name));
  for (const { name } of purges) await fill(database, name);
  // Due rows are deleted, and their space is free for others.
  for (const { name, deleteSome } of purges) {
    while ((await deleteSome(database.sql, 50_000)) > 0);
    await query.raw(`vacuum (analyze) ${name}`).execute(database.sql);
  }
  const read = new Map<string, number>();
  const left = new Map<string, number>();
  for (const { name, deleteSome } of purges) {
    const pages = await pagesRead(database.pool, (sql) => deleteSome(sql, 100));
    read.set(name, Math.max(...pages));
    const { rows } = await query<{ count: number }>`
      select count(*)::int as count from ${query.raw(name)}`.execute(database.sql);
    left.set(name, rows[0]?.count ?? 0);
  }
  await close();
  expect([...left].filter(([, count]) => count < kept)).toEqual([]);
  expect([...read].filter(([, pages]) => pages > 20)).toEqual([]);
}, 120_000);
