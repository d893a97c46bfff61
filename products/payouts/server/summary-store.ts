/** SQL that counts the rows of a payout. The stored counts are updated in the transaction that changes the rows, so that they always match. */
import type { PayoutFinding } from '@calmly/contract';
import { type CurrencyCode, formatDecimal } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { type Counted, countChange, type LostPosition, type RowChange, sortFindings } from './counts.ts';

interface CountRow {
  readonly currency: CurrencyCode | null;
  readonly right: number;
  readonly rows: number;
  readonly faulty: number;
  readonly warned: number;
  readonly amount: string | null;
  readonly fees: string | null;
}

/** Counts all rows. Totals cover rows without a fault, by currency; findings include repeats. */
export async function countRows(sql: Sql, payoutId: string): Promise<Counted> {
  const [counts, faults, warnings] = await Promise.all([
    query<CountRow>`
      select currency, count(*)::int as rows, count(*) filter (where not has_fault)::int as right,
        count(*) filter (where has_fault)::int as faulty, count(*) filter (where has_warning)::int as warned,
        (sum(amount_minor) filter (where not has_fault))::text as amount,
        (sum(fee_minor) filter (where not has_fault))::text as fees
      from payouts.row where payout_id = ${payoutId} group by currency order by currency
    `.execute(sql),
    findingsIn(sql, payoutId, 'faults'),
    findingsIn(sql, payoutId, 'warnings'),
  ]);
  const sum = (count: (row: CountRow) => number) => counts.rows.reduce((total, row) => total + count(row), 0);
  return {
    summary: {
      rows: sum(({ rows }) => rows),
      faulty: sum(({ faulty }) => faulty),
      warned: sum(({ warned }) => warned),
      totals: counts.rows.flatMap(({ currency, right, amount, fees }) =>
        currency === null || right === 0
          ? []
          : {
              currency,
              rows: right,
              amount: formatDecimal(BigInt(amount ?? 0), currency),
              fees: formatDecimal(BigInt(fees ?? 0), currency),
            },
      ),
    },
    faults,
    warnings,
  };
}

/** Relations to other rows have separate columns. */
const repeats = {
  faults: query`'endToEndId' as field, 'end_to_end_id_repeated' as code, count(*)::int as rows, min(position) as position
    from payouts.row where same_id_as is not null`,
  warnings: query`'amount' as field, 'duplicate_in_file' as code, count(*)::int as rows, min(position) as position
    from payouts.row where same_payment_as is not null`,
} as const;

async function findingsIn(sql: Sql, payoutId: string, kind: 'faults' | 'warnings'): Promise<PayoutFinding[]> {
  const { rows } = await query<PayoutFinding>`
    select * from (
      select remark ->> 'field' as field, remark ->> 'code' as code, count(*)::int as rows, min(position) as position
      from payouts.row cross join lateral jsonb_array_elements(${query.ref(kind)}) as remark
      where payout_id = ${payoutId} and ${query.ref(kind)} <> '[]' group by 1, 2
      union all
      select ${repeats[kind]} and payout_id = ${payoutId}
    ) as found
    where rows > 0
  `.execute(sql);
  return sortFindings(rows);
}

/** The counts after rows were changed, removed or added, without counting the others. */
export async function countChangedRows(
  sql: Sql,
  payoutId: string,
  before: Counted,
  change: RowChange,
): Promise<Counted> {
  const { counted, lost } = countChange(before, change);
  if (lost.length === 0) return counted;
  const next = new Map<PayoutFinding, number>();
  for (const each of lost) next.set(each.finding, await findNextPosition(sql, payoutId, each));
  const placed = (findings: readonly PayoutFinding[]) =>
    sortFindings(
      findings.map((finding) => ({ ...finding, position: next.get(finding) ?? finding.position })),
    );
  return { ...counted, faults: placed(counted.faults), warnings: placed(counted.warnings) };
}

const remarked = {
  faults: {
    isAny: query`has_fault`,
    field: 'endToEndId',
    code: 'end_to_end_id_repeated',
    column: 'same_id_as',
  },
  warnings: {
    isAny: query`has_warning`,
    field: 'amount',
    code: 'duplicate_in_file',
    column: 'same_payment_as',
  },
} as const;

async function findNextPosition(
  sql: Sql,
  payoutId: string,
  { kind, finding }: LostPosition,
): Promise<number> {
  const { field, code, position } = finding;
  const { isAny, column, ...repeated } = remarked[kind];
  const isRepeated = repeated.field === field && repeated.code === code;
  const { rows } = await query<{ position: number }>`
    select position from payouts.row where payout_id = ${payoutId} and position > ${position} and ${isAny}
      and ${isRepeated ? query`${query.ref(column)} is not null` : query`${query.ref(kind)} @> ${JSON.stringify([{ field, code }])}::jsonb`}
    order by position limit 1
  `.execute(sql);
  const [row] = rows;
  if (!row)
    throw new Error(`no row of payout ${payoutId} has ${field} ${code}, though ${finding.rows} are counted`);
  return row.position;
}
