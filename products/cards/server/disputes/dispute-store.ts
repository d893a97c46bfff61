/** SQL of disputes. No decisions here. The lock of a dispute is that of its card. */
import type { DisputeReason, DisputeStatus } from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface StoredDispute {
  readonly id: string;
  readonly clientId: string;
  readonly cardId: string;
  /** The payment. */
  readonly authorizationId: string;
  readonly status: DisputeStatus;
  readonly reason: DisputeReason;
  readonly text: string;
  /** In minor units of the card's currency. */
  readonly amountMinor: bigint;
  /** For a won dispute: the part of the credit that was reversed after a refund. */
  readonly reversedMinor: bigint;
  readonly documentIds: readonly string[];
  readonly openedBy: string;
  readonly openedAt: Date;
  readonly closedAt: Date | null;
}

type Row = Omit<StoredDispute, 'amountMinor' | 'reversedMinor'> & {
  readonly amountMinor: string;
  readonly reversedMinor: string;
};

const columns = query`
  id, client_id as "clientId", card_id as "cardId", authorization_id as "authorizationId", status, reason, text,
  amount_minor::text as "amountMinor", reversed_minor::text as "reversedMinor", document_ids as "documentIds", opened_by as "openedBy", opened_at as "openedAt",
  closed_at as "closedAt"`;

const toDispute = (row: Row): StoredDispute => ({
  ...row,
  amountMinor: BigInt(row.amountMinor),
  reversedMinor: BigInt(row.reversedMinor),
});

/** The caller has locked the card. The database refuses a second open dispute of one payment. */
export async function insertDispute(sql: Sql, it: StoredDispute): Promise<void> {
  await query`
    insert into cards.dispute (id, client_id, card_id, authorization_id, status, reason, text, amount_minor, document_ids, opened_by,
      opened_at, closed_at)
    values (${it.id}, ${it.clientId}, ${it.cardId}, ${it.authorizationId}, ${it.status}, ${it.reason}, ${it.text},
      ${String(it.amountMinor)}::numeric, ${it.documentIds}::uuid[], ${it.openedBy}, ${it.openedAt}, ${it.closedAt})`.execute(
    sql,
  );
}

/** Reason, text and documents never change. The caller has locked the card. */
export async function updateDispute(
  sql: Sql,
  { id, status, amountMinor, reversedMinor, closedAt }: StoredDispute,
): Promise<void> {
  await query`
    update cards.dispute set status = ${status}, amount_minor = ${String(amountMinor)}::numeric,
      reversed_minor = ${String(reversedMinor)}::numeric, closed_at = ${closedAt}
    where id = ${id}`.execute(sql);
}

/** Of any client. */
export async function findDispute(sql: Sql, id: string): Promise<StoredDispute | undefined> {
  const { rows } = await query<Row>`select ${columns} from cards.dispute where id = ${id}`.execute(sql);
  return rows[0] && toDispute(rows[0]);
}

/** The last dispute of each of these payments. */
export async function findLastDisputes(
  sql: Sql,
  authorizationIds: readonly string[],
): Promise<ReadonlyMap<string, StoredDispute>> {
  if (authorizationIds.length === 0) return new Map();
  const { rows } = await query<Row>`
    select distinct on (authorization_id) ${columns} from cards.dispute
    where authorization_id = any(${authorizationIds}::uuid[]) order by authorization_id, id desc`.execute(
    sql,
  );
  return new Map(rows.map((row) => [row.authorizationId, toDispute(row)]));
}

/** Credited disputes of a payment, newest first. */
export async function listWon(sql: Sql, authorizationId: string): Promise<StoredDispute[]> {
  const { rows } = await query<Row>`
    select ${columns} from cards.dispute
    where authorization_id = ${authorizationId} and status = 'WON' order by id desc`.execute(sql);
  return rows.map(toDispute);
}

/** Refunds and won disputes of these payments, less reversed credits. */
export async function sumRefunds(
  sql: Sql,
  authorizationIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  if (authorizationIds.length === 0) return new Map();
  const { rows } = await query<{ id: string; sum: string }>`
    select refund_of as id, sum(case when is_refund then cleared_minor else -cleared_minor end)::text as sum from cards.authorization
    where refund_of = any(${authorizationIds}::uuid[]) group by 1`.execute(sql);
  return new Map(rows.map(({ id, sum }) => [id, BigInt(sum)]));
}
