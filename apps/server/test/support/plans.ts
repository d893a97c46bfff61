/** PostgreSQL's execution of our statements: their plans, and the number of pages read. Pages, unlike time, are the same on every machine. */

import type { Sql } from '@calmly/platform/work.ts';
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';

/** The same handle, but statements are explained instead of executed; the plans are added to `plans`. */
export function explaining(sql: Sql, plans: string[], explain = 'explain'): Sql {
  return sql.withPlugin({
    transformQuery({ node }) {
      if (node.kind !== 'RawNode') throw new Error('only statements written as text are explained');
      const [first = '', ...rest] = node.sqlFragments;
      return { ...node, sqlFragments: [`${explain} ${first}`, ...rest] };
    },
    transformResult({ result }) {
      plans.push(
        result.rows
          .map(({ 'QUERY PLAN': plan }) => (typeof plan === 'string' ? plan : JSON.stringify(plan)))
          .join('\n'),
      );
      // A plan's rows are not rows of the table.
      return Promise.resolve({ ...result, rows: [] });
    },
  });
}

/**
 * The pages that each statement of `work` reads, cached or not, by the generic plan of a pooled connection. The statements run; `work` gets none of
 * their rows.
 */
export async function pagesRead(pool: pg.Pool, work: (sql: Sql) => Promise<unknown>): Promise<number[]> {
  const client = await pool.connect();
  const pages: number[] = [];
  let named = 0;
  const explain = async (text: string, values: readonly unknown[] = []) => {
    const name = `explained_${named++}`;
    await client.query(`prepare ${name} as ${text}`);
    const { rows } = await client.query(
      `explain (analyze, buffers, format json) execute ${name}${values.length > 0 ? `(${values.map(literal).join()})` : ''}`,
    );
    const { Plan: root } = rows[0]['QUERY PLAN'][0];
    pages.push(root['Shared Hit Blocks'] + root['Shared Read Blocks']);
    return { command: 'SELECT', rowCount: 0, rows: [] };
  };
  const kept = { query: explain, release: () => undefined } as unknown as PostgresPoolClient;
  const only = { options: {}, connect: () => Promise.resolve(kept), end: () => Promise.resolve() };
  const explained: Sql = new Kysely({ dialect: new PostgresDialect({ pool: only }) });
  try {
    await work(explained);
  } catch (error) {
    // A function that misses its row has already read the pages under test.
    if (pages.length === 0) throw error;
  } finally {
    client.release(true);
  }
  return pages;
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((each) => JSON.stringify(each)).join()}}`);
  return pg.escapeLiteral(String(value));
}
