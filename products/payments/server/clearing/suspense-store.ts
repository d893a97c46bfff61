/** Credits that no account could take, in the database. */
import { isCurrency } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import type { IncomingCredit } from '@calmly/providers/rail/rail.ts';
import { sql } from 'kysely';
import type { Audience } from '../../../accounts/server/transactions/index.ts';

/** Why no account could take it. */
export type SuspenseCause =
  | 'account_unknown'
  | 'account_closed'
  | 'other_currency'
  | 'name_listed'
  /** Sent back again, more than was sent, or for a payment that was not executed. */
  | 'return_unexpected'
  /** It reverses an earlier booking. */
  | 'reversal';

export interface StoredSuspense extends IncomingCredit {
  readonly id: string;
  readonly cause: SuspenseCause;
  readonly returnOf: string | null;
  /** The payment, or the money sent back out of suspense, that it brings back; null: not known. */
  readonly originalId: string | null;
  /** When it left after it was sent back; null: it has not, as far as is known. */
  readonly settledAt: Date | null;
  /** When it came back and was booked as another credit; null: it has not. */
  readonly returnedAt: Date | null;
  /** Who will see it. */
  readonly audience: Audience;
  readonly state: State;
}

type Row = Omit<StoredSuspense, 'amountMinor' | 'currency'> & { amountMinor: string; currency: string };

const columns = sql`
  id, cause, rail_reference as "railReference", scheme, creditor_account as "creditorAccount", currency,
  amount_minor as "amountMinor", debtor_name as "debtorName", debtor_account as "debtorAccount",
  debtor_country as "debtorCountry", reference, end_to_end_id as "endToEndId", return_of as "returnOf", original_id as "originalId", audience, state,
  arrived_at as at, value_on::text as "valueOn", settled_at as "settledAt", returned_at as "returnedAt"
`;

function stored(row: Row): StoredSuspense {
  const { currency } = row;
  if (!isCurrency(currency)) throw new Error(`unknown currency ${currency} in suspense`);
  return { ...row, currency, amountMinor: BigInt(row.amountMinor) };
}

/** They begin as `waiting`. The money is put on the suspense account by the caller. */
export async function insertSuspense(
  db: Sql,
  items: ReadonlyArray<Omit<StoredSuspense, 'state' | 'settledAt' | 'returnedAt'>>,
): Promise<void> {
  for (const item of items)
    await sql`
      insert into clearing.suspense (id, cause, rail_reference, scheme, creditor_account, currency, amount_minor, debtor_name,
        debtor_account, debtor_country, reference, end_to_end_id, return_of, original_id, audience, arrived_at, value_on)
      values (${item.id}, ${item.cause}, ${item.railReference}, ${item.scheme}, ${item.creditorAccount}, ${item.currency},
        ${item.amountMinor.toString()}, ${item.debtorName}, ${item.debtorAccount}, ${item.debtorCountry}, ${item.reference},
        ${item.endToEndId}, ${item.returnOf}, ${item.originalId}, ${item.audience}, ${item.at}, ${item.valueOn ?? null}::date)
    `.execute(db);
}

/** Waiting items, oldest first, after an id. */
export async function listSuspense(
  db: Sql,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<StoredSuspense[]> {
  const { rows } = await sql<Row>`
    select ${columns} from clearing.suspense
    where state = 'waiting' and id > ${after ?? '00000000-0000-0000-0000-000000000000'} order by id limit ${limit}
  `.execute(db);
  return rows.map(stored);
}

/** One that waits. */
export async function findSuspense(db: Sql, id: string): Promise<StoredSuspense | undefined> {
  const { rows } = await sql<Row>`
    select ${columns} from clearing.suspense where id = ${id} and state = 'waiting'
  `.execute(db);
  return rows[0] && stored(rows[0]);
}

/** Those of these ids, wherever they stand. */
export async function findSuspenses(db: Sql, ids: readonly string[]): Promise<Map<string, StoredSuspense>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Row>`
    select ${columns} from clearing.suspense where id = any(${ids}::uuid[])
  `.execute(db);
  return new Map(rows.map((row) => [row.id, stored(row)]));
}

/** Locks those of these ids that there are, in their order. */
export async function lockSuspenses(db: Sql, ids: readonly string[]): Promise<void> {
  await sql`select from clearing.suspense where id = any(${ids}::uuid[]) order by id for no key update`.execute(
    db,
  );
}

/** Notes that money which was sent back has left. The caller has locked it. */
export async function setSettled(
  db: Sql,
  carried: ReadonlyArray<{ readonly paymentId: string; readonly at: Date }>,
): Promise<void> {
  for (const { paymentId, at } of carried)
    await sql`
      update clearing.suspense set settled_at = ${at}
      where id = ${paymentId} and state = 'sent_back' and settled_at is null
    `.execute(db);
}

/** Notes that money which was sent back has come back and is booked as another credit. */
export async function setReturned(
  db: Sql,
  returned: ReadonlyArray<{ readonly id: string; readonly at: Date }>,
): Promise<void> {
  for (const { id, at } of returned)
    await sql`
      update clearing.suspense set returned_at = ${at}
      where id = ${id} and state = 'sent_back' and returned_at is null
    `.execute(db);
}

/** Moves one from one state to another, unless it is in another state or has come back; the locked row, or undefined. */
export async function moveSuspense(
  db: Sql,
  id: string,
  move: { readonly from: State; readonly to: State; readonly at: Date },
): Promise<StoredSuspense | undefined> {
  const { rows } = await sql<Row>`
    update clearing.suspense
    set state = ${move.to}, decided_at = ${move.to === 'waiting' ? null : move.at}, settled_at = null
    where id = ${id} and state = ${move.from} and returned_at is null returning ${columns}
  `.execute(db);
  return rows[0] && stored(rows[0]);
}

type State = 'waiting' | 'assigned' | 'sent_back';

/** How many wait. */
export async function countSuspense(db: Sql): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from clearing.suspense where state = 'waiting'
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** What waits by currency, in minor units: what must lie on the suspense accounts. */
export async function sumSuspense(db: Sql): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ currency: string; sum: string }>`
    select currency, sum(amount_minor)::text as sum from clearing.suspense where state = 'waiting' group by currency
  `.execute(db);
  return new Map(rows.map(({ currency, sum }) => [currency, BigInt(sum)]));
}
