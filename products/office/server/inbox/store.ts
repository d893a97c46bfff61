/** SQL of claims: who works on which item. */
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface Claim {
  readonly itemId: string;
  readonly personId: string;
  readonly name: string;
}

export async function findClaims(
  sql: Sql,
  queue: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Claim>> {
  const { rows } = await query<Claim>`
    select item_id as "itemId", person_id as "personId", name
    from staff.claim join staff.person on person.id = person_id
    where queue = ${queue} and item_id = any(${[...ids]}::uuid[])`.execute(sql);
  return new Map(rows.map((claim) => [claim.itemId, claim]));
}

/** The items that the person has taken, last taken first. */
export async function listClaims(
  sql: Sql,
  personId: string,
  limit: number,
): Promise<ReadonlyArray<{ readonly queue: string; readonly itemId: string }>> {
  const { rows } = await query<{ queue: string; itemId: string }>`
    select queue, item_id as "itemId" from staff.claim where person_id = ${personId} order by at desc limit ${limit}`.execute(
    sql,
  );
  return rows;
}

/** How many items of each queue the person has taken. */
export async function countClaims(sql: Sql, personId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await query<{ queue: string; count: number }>`
    select queue, count(*)::integer as count from staff.claim where person_id = ${personId} group by queue`.execute(
    sql,
  );
  return new Map(rows.map(({ queue, count }) => [queue, count]));
}

/** Gives the item to a person, whoever had it. */
export async function saveClaim(
  sql: Sql,
  claim: { queue: string; itemId: string; personId: string; at: Date },
): Promise<void> {
  await query`
    insert into staff.claim (queue, item_id, person_id, at)
    values (${claim.queue}, ${claim.itemId}, ${claim.personId}, ${claim.at})
    on conflict (queue, item_id) do update set person_id = excluded.person_id, at = excluded.at`.execute(sql);
}

export async function deleteClaim(sql: Sql, queue: string, itemId: string): Promise<boolean> {
  const { rows } = await query`
    delete from staff.claim where queue = ${queue} and item_id = ${itemId} returning person_id`.execute(sql);
  return rows.length > 0;
}

/** Gives back what the person had taken. */
export async function deleteClaims(sql: Sql, personId: string): Promise<void> {
  await query`delete from staff.claim where person_id = ${personId}`.execute(sql);
}

/** Serialises decisions about one item with each other. */
export async function lockItem(sql: Sql, queue: string, itemId: string): Promise<void> {
  await query`select pg_advisory_xact_lock(hashtextextended(${`staff item ${queue} ${itemId}`}, 0))`.execute(
    sql,
  );
}
