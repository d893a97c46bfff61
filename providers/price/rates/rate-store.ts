/** SQL of the rates of real sources. */
import type { CurrencyCode } from '@calmly/domain';
import type { Database } from '@calmly/platform/database.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { HeldRate, Judged, KnownRate } from './judge.ts';

export type SourceName = 'reference' | 'market';
export type KeptRates = Readonly<Record<SourceName, ReadonlyMap<CurrencyCode, KnownRate>>>;

/** Whether this server asks the source now; until the lease is over no other one does. */
export async function claimPoll(sql: Sql, source: SourceName, leaseMs: number): Promise<boolean> {
  const { rows } = await query`
    update price.source set next_at = now() + ${leaseMs} * interval '1 millisecond'
    where name = ${source} and next_at <= now() returning name`.execute(sql);
  return rows.length > 0;
}

/** Ends the lease of `claimPoll` early or late: the source is asked again after `inMs`, by any server. */
export async function setNextPoll(sql: Sql, source: SourceName, inMs: number): Promise<void> {
  await query`
    update price.source set next_at = now() + ${inMs} * interval '1 millisecond' where name = ${source}`.execute(
    sql,
  );
}

/** Locks the rates of a source until the transaction ends. */
export async function lockSource(sql: Sql, source: SourceName): Promise<void> {
  await query`select from price.source where name = ${source} for no key update`.execute(sql);
}

type RateRow = KnownRate & { readonly source: SourceName; readonly currency: CurrencyCode };
const everyRate = 'select source, currency, rate::text, as_of as "asOf" from price.rate';
const readingMs = 5_000;

/** All rates of both sources, however old. Rates are decimal text. */
export async function readRates(sql: Sql): Promise<KeptRates> {
  return keptOf((await query<RateRow>`${query.raw(everyRate)}`.execute(sql)).rows);
}

/**
 * The same over a connection of its own. Callers ask within their transactions: were all connections of the pool theirs, a reading through the pool would wait for them
 * while they wait for it.
 */
export async function readRatesApart(database: Pick<Database, 'openConnection'>): Promise<KeptRates> {
  const client = await database.openConnection('rates');
  try {
    await client.query(`set statement_timeout = ${readingMs}`);
    return keptOf((await client.query<RateRow>(everyRate)).rows);
  } finally {
    await client.end();
  }
}

function keptOf(rows: readonly RateRow[]): KeptRates {
  const of = (name: SourceName) =>
    new Map(
      rows
        .filter(({ source }) => source === name)
        .map(({ currency, rate, asOf }) => [currency, { rate, asOf }]),
    );
  return { reference: of('reference'), market: of('market') };
}

/** A held rate and the one that is used in its place. */
export interface HeldItem extends HeldRate {
  readonly source: SourceName;
  readonly currency: CurrencyCode;
  /** Null: there was none of this source. */
  readonly before: string | null;
}

/** Oldest hold first, without a limit. */
export async function listHeld(
  sql: Sql,
  by: { readonly source?: SourceName; readonly id?: string; readonly after?: string | undefined } = {},
): Promise<HeldItem[]> {
  const { rows } = await query<HeldItem>`
    select held.id, held.source, held.currency, held.rate::text, held.as_of as "asOf", held.since, rate.rate::text as before
    from price.held_rate held left join price.rate rate on rate.source = held.source and rate.currency = held.currency
    where ${by.source ? query`held.source = ${by.source}` : query`true`} and ${by.id ? query`held.id = ${by.id}` : query`true`}
      and ${by.after ? query`held.id > ${by.after}` : query`true`}
    order by held.id`.execute(sql);
  return rows;
}

/** Over both sources. */
export async function countHeld(sql: Sql): Promise<number> {
  const { rows } = await query<{ count: number }>`select count(*)::int as count from price.held_rate`.execute(
    sql,
  );
  return rows[0]?.count ?? 0;
}

/** Writes a verdict. An accepted rate ends the hold of its currency. */
export async function writeJudged(sql: Sql, source: SourceName, { accepted, held }: Judged): Promise<void> {
  for (const [currency, { rate, asOf }] of accepted) {
    await query`
      insert into price.rate (source, currency, rate, as_of) values (${source}, ${currency}, ${rate}::numeric, ${asOf})
      on conflict (source, currency) do update set rate = excluded.rate, as_of = excluded.as_of`.execute(sql);
    await query`delete from price.held_rate where source = ${source} and currency = ${currency}`.execute(sql);
  }
  for (const [currency, { id, rate, asOf, since }] of held)
    await query`
      insert into price.held_rate (id, source, currency, rate, as_of, since)
      values (${id}, ${source}, ${currency}, ${rate}::numeric, ${asOf}, ${since})
      on conflict (source, currency) do update
        set id = excluded.id, rate = excluded.rate, as_of = excluded.as_of, since = excluded.since`.execute(
      sql,
    );
}
