/** Reports that contradict what is booked, in the database. */
import { createHash } from 'node:crypto';
import type { RailReason } from '@calmly/contract';
import { isCurrency } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import type { IncomingCredit, RailException } from '@calmly/providers/rail/rail.ts';
import { sql } from 'kysely';

export interface StoredException extends Pick<RailException, 'kind' | 'paymentId' | 'facts' | 'unbooked'> {
  readonly id: string;
  readonly clientId: string | null;
  readonly since: Date;
  /** A credit that may have to be booked. */
  readonly credit: IncomingCredit | null;
  /** Why the other bank returned the money of `paymentId`, which the credit brings back; null for any other credit. */
  readonly returnReason: RailReason | null;
}

interface Row extends Omit<StoredException, 'unbooked' | 'credit'> {
  readonly currency: string | null;
  readonly unbookedMinor: string | null;
  readonly credit: (Omit<IncomingCredit, 'amountMinor' | 'at'> & { amountMinor: string; at: string }) | null;
}

const columns = sql`
  id, kind, payment_id as "paymentId", client_id as "clientId", facts, since, credit, currency,
  unbooked_minor::text as "unbookedMinor", return_reason as "returnReason"
`;

function stored({ currency, unbookedMinor, credit, ...row }: Row): StoredException {
  return {
    ...row,
    unbooked:
      currency !== null && isCurrency(currency) && unbookedMinor !== null
        ? { currency, amountMinor: BigInt(unbookedMinor) }
        : null,
    credit: credit && { ...credit, amountMinor: BigInt(credit.amountMinor), at: new Date(credit.at) },
  };
}

/** Lists one; false: it is known, waiting or decided. */
export async function insertException(
  db: Sql,
  { fingerprint, ...item }: StoredException & Pick<RailException, 'fingerprint' | 'entryKey'>,
): Promise<boolean> {
  const hash = createHash('sha256')
    .update(JSON.stringify([item.kind, ...fingerprint]))
    .digest();
  const credit = item.credit && JSON.stringify({ ...item.credit, amountMinor: `${item.credit.amountMinor}` });
  const { numAffectedRows } = await sql`
    insert into clearing.exception (id, kind, fingerprint, payment_id, client_id, facts, currency, unbooked_minor, credit,
      return_reason, since, entry_key)
    values (${item.id}, ${item.kind}, ${hash}, ${item.paymentId}, ${item.clientId}, ${JSON.stringify(item.facts)}::jsonb,
      ${item.unbooked?.currency ?? null}, ${item.unbooked ? `${item.unbooked.amountMinor}` : null}, ${credit}::jsonb,
      ${item.returnReason}, ${item.since}, ${item.entryKey ?? item.credit?.entry?.key ?? null})
    on conflict (fingerprint) do nothing
  `.execute(db);
  return numAffectedRows === 1n;
}

/** Waiting items, oldest first, after an id. */
export async function listExceptions(
  db: Sql,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<StoredException[]> {
  const { rows } = await sql<Row>`
    select ${columns} from clearing.exception
    where state = 'waiting' and id > ${after ?? '00000000-0000-0000-0000-000000000000'} order by id limit ${limit}
  `.execute(db);
  return rows.map(stored);
}

/** One that waits. */
export async function findException(db: Sql, id: string): Promise<StoredException | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from clearing.exception where id = ${id} and state = 'waiting'
  `.execute(db);
  return rows[0] && stored(rows[0]);
}

/** Ends one that waits; undefined when it was decided meanwhile. */
export async function endException(
  db: Sql,
  id: string,
  { state, at }: { readonly state: 'approved' | 'rejected'; readonly at: Date },
): Promise<StoredException | undefined> {
  const { rows } = await sql<Row>`
    update clearing.exception set state = ${state}, decided_at = ${at} where id = ${id} and state = 'waiting' returning ${columns}
  `.execute(db);
  return rows[0] && stored(rows[0]);
}

/** How many wait. */
export async function countExceptions(db: Sql): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from clearing.exception where state = 'waiting'
  `.execute(db);
  return rows[0]?.count ?? 0;
}
