/** How PostgreSQL runs statements of ours: their plans, and how many pages they read. Pages, unlike time, are the same on every machine. */
import type { Sql } from '../../src/platform/work.ts';

/** The same handle, whose statements are explained instead of answered; `plans` grows by the plan of each. */
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
      // No row of a plan is a row of the table.
      return Promise.resolve({ ...result, rows: [] });
    },
  });
}

/** The pages that each statement of `work` reads, in memory or not. The statements run; `work` sees no row of theirs. */
export async function pagesRead(sql: Sql, work: (sql: Sql) => Promise<unknown>): Promise<number[]> {
  const plans: string[] = [];
  try {
    await work(explaining(sql, plans, 'explain (analyze, buffers, format json)'));
  } catch (error) {
    // A function that misses its row has read what it needs to.
    if (plans.length === 0) throw error;
  }
  return plans.map((plan) => {
    const [{ Plan: root }] = JSON.parse(plan) as [{ Plan: Record<string, number> }];
    return (root['Shared Hit Blocks'] ?? 0) + (root['Shared Read Blocks'] ?? 0);
  });
}
