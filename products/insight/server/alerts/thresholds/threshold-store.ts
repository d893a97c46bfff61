/** SQL of thresholds. No decisions here. */
import type { ThresholdKind } from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

/** The owner of thresholds: a person in one client. */
export interface Keeper {
  readonly clientId: string;
  readonly personId: string;
}

export interface StoredThreshold extends Keeper {
  readonly id: string;
  readonly accountId: string;
  readonly kind: ThresholdKind;
  readonly amountMinor: bigint;
  /** The last evaluated entry of the account. */
  readonly judgedSeq: bigint;
  /** Since when the balance has been below the amount, so that it is not reported again. */
  readonly lowSince: Date | null;
}

type Row = Omit<StoredThreshold, 'amountMinor' | 'judgedSeq'> & { amount: string; judged: string };

const columns = query`
  id, client_id as "clientId", person_id as "personId", account_id as "accountId", kind, amount_minor::text as amount,
  judged_seq::text as judged, low_since as "lowSince"`;

const toThreshold = ({ amount, judged, ...row }: Row): StoredThreshold => ({
  ...row,
  amountMinor: BigInt(amount),
  judgedSeq: BigInt(judged),
});

/** Serialises changes of a person's thresholds. */
export async function lockThresholds(sql: Sql, { clientId, personId }: Keeper): Promise<void> {
  await query`select pg_advisory_xact_lock(hashtextextended(${`thresholds:${clientId}:${personId}`}, 0))`.execute(
    sql,
  );
}

/** All of a person in one client, oldest first. */
export async function listOfKeeper(sql: Sql, { clientId, personId }: Keeper): Promise<StoredThreshold[]> {
  const { rows } = await query<Row>`
    select ${columns} from alerts.threshold where client_id = ${clientId} and person_id = ${personId} order by id
  `.execute(sql);
  return rows.map(toThreshold);
}

/** Writes a threshold over the one of its account and kind, or as a new one; returns its id. */
export async function writeThreshold(sql: Sql, threshold: StoredThreshold): Promise<string> {
  const { id, clientId, personId, accountId, kind, amountMinor, judgedSeq, lowSince } = threshold;
  const { rows } = await query<{ id: string }>`
    insert into alerts.threshold (id, client_id, person_id, account_id, kind, amount_minor, judged_seq, low_since)
    values (${id}, ${clientId}, ${personId}, ${accountId}, ${kind}, ${String(amountMinor)}::numeric,
      ${String(judgedSeq)}::bigint, ${lowSince})
    on conflict (client_id, person_id, account_id, kind) do update
      set amount_minor = excluded.amount_minor, low_since = excluded.low_since
    returning id
  `.execute(sql);
  return rows[0]?.id ?? id;
}

/** Returns whether there was such a threshold. */
export async function removeOf(sql: Sql, { clientId, personId }: Keeper, id: string): Promise<boolean> {
  const { numAffectedRows } = await query`
    delete from alerts.threshold where id = ${id} and client_id = ${clientId} and person_id = ${personId}
  `.execute(sql);
  return numAffectedRows === 1n;
}

export async function removeThresholds(
  sql: Sql,
  list: ReadonlyArray<{ readonly id: string }>,
): Promise<void> {
  if (list.length === 0) return;
  await query`delete from alerts.threshold where id = any(${list.map(({ id }) => id)}::uuid[])`.execute(sql);
}

/** Whether anyone has one; without any, the job does not run. */
export async function hasAny(sql: Sql): Promise<boolean> {
  const { rows } = await query`select from alerts.threshold limit 1`.execute(sql);
  return rows.length > 0;
}

/** The next page by id. Not locked, because a lock writes to the row, and most thresholds have nothing new. */
export async function listPage(
  sql: Sql,
  after: string | undefined,
  limit: number,
): Promise<StoredThreshold[]> {
  const { rows } = await query<Row>`
    select ${columns} from alerts.threshold where ${after === undefined ? query`true` : query`id > ${after}`}
    order by id limit ${limit}
  `.execute(sql);
  return rows.map(toThreshold);
}

/** Their current state, locked; those being changed are left to the next sweep. */
export async function lockSome(
  sql: Sql,
  list: ReadonlyArray<{ readonly id: string }>,
): Promise<StoredThreshold[]> {
  if (list.length === 0) return [];
  const { rows } = await query<Row>`
    select ${columns} from alerts.threshold where id = any(${list.map(({ id }) => id)}::uuid[])
    order by id for update skip locked
  `.execute(sql);
  return rows.map(toThreshold);
}

type Judged = Pick<StoredThreshold, 'id' | 'judgedSeq' | 'lowSince'>;

/** Skips thresholds that were removed meanwhile. */
export async function writeJudged(sql: Sql, list: readonly Judged[]): Promise<void> {
  if (list.length === 0) return;
  await query`
    update alerts.threshold t set judged_seq = j.seq, low_since = j.low
    from unnest(${list.map(({ id }) => id)}::uuid[], ${list.map(({ judgedSeq }) => String(judgedSeq))}::bigint[],
      ${list.map(({ lowSince }) => lowSince?.toISOString() ?? null)}::timestamptz[]) as j (id, seq, low)
    where t.id = j.id
  `.execute(sql);
}
