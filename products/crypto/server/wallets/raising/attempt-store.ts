/** SQL of withdrawals and transfers between the bank's own addresses that wait for a block, and of their replacement transactions. */
import type { Network } from '@calmly/domain';
import { andIf } from '@calmly/platform/postgres/and-if.ts';
import type { Sql } from '@calmly/platform/work.ts';
import type { SignedTransaction, UnsignedTransaction } from '@calmly/providers/chain/chain.ts';
import { sql as query } from 'kysely';

/** A sent item whose transaction may be replaced. */
export type Parent = 'withdrawal' | 'collection';

const tables = {
  withdrawal: {
    parent: query`wallets.withdrawal`,
    attempt: query`wallets.attempt`,
    key: query`withdrawal_id`,
  },
  collection: {
    parent: query`wallets.collection`,
    attempt: query`wallets.collection_attempt`,
    key: query`collection_id`,
  },
} as const;

/** One of several transactions of a withdrawal; 0 is the first. */
export interface Attempt {
  readonly number: number;
  readonly unsigned: UnsignedTransaction;
  readonly signed: string | null;
  readonly txId: string | null;
  readonly sentAt: Date | null;
}

/** A withdrawal that its network has had for a while without including it in a block. */
export interface WaitingWithdrawal {
  readonly id: string;
  readonly clientId: string;
  /** When its newest transaction was sent, or fell out of a block. */
  readonly since: Date;
  readonly raiseAskedAt: Date | null;
  readonly raiseRefusal: string | null;
  readonly attempts: number;
}

const waiting = query`w.state = 'BROADCAST' and w.height is null`;
const columns = query`w.id, w.client_id as "clientId", w.updated_at as since, w.raise_asked_at as "raiseAskedAt", w.raise_refusal as "raiseRefusal",
  (select greatest(count(*), 1)::int from wallets.attempt a where a.withdrawal_id = w.id) as attempts`;

/** Withdrawals that have waited since before `before`, that staff want raised, or whose replacement is not sent yet; oldest first. */
export async function listToRaise(sql: Sql, network: Network, before: Date): Promise<WaitingWithdrawal[]> {
  const { rows } = await query<WaitingWithdrawal>`
    select ${columns} from wallets.withdrawal w
    where w.network = ${network} and ${waiting} and (w.updated_at <= ${before} or w.raise_asked_at is not null
      or exists (select from wallets.attempt a where a.withdrawal_id = w.id and a.sent_at is null))
    order by w.id`.execute(sql);
  return rows;
}

/** For staff, longest wait first: all withdrawals that have waited on these networks since before a time. */
export async function listWaiting(
  sql: Sql,
  by: {
    readonly networks: readonly Network[];
    readonly before: Date;
    readonly id?: string;
    readonly after?: string | undefined;
    readonly limit: number;
  },
): Promise<WaitingWithdrawal[]> {
  const { rows } = await query<WaitingWithdrawal>`
    select ${columns} from wallets.withdrawal w
    where w.network = any(${by.networks}::text[]) and ${waiting} and w.updated_at <= ${by.before}
      ${andIf(by.id, (id) => query`w.id = ${id}`)}
      ${andIf(by.after, (id) => query`(w.updated_at, w.id) > (select updated_at, id from wallets.withdrawal where id = ${id})`)}
    order by w.updated_at, w.id limit ${by.limit}`.execute(sql);
  return rows;
}

/** In their order; empty if the first was not replaced. */
export async function listAttempts(sql: Sql, id: string, parent: Parent = 'withdrawal'): Promise<Attempt[]> {
  return (await attemptsOf(sql, [id], parent)).get(id) ?? [];
}

/** Of several withdrawals, or of several collections, by id. */
export async function attemptsOf(
  sql: Sql,
  ids: readonly string[],
  of: Parent = 'withdrawal',
): Promise<ReadonlyMap<string, Attempt[]>> {
  const { attempt, key } = tables[of];
  const { rows } = await query<Attempt & { readonly parentId: string }>`
    select ${key} as "parentId", number, unsigned, signed, tx_id as "txId", sent_at as "sentAt"
    from ${attempt} where ${key} = any(${ids}::uuid[]) order by ${key}, number`.execute(sql);
  return Map.groupBy(rows, ({ parentId }) => parentId);
}

/** Stores an unsigned replacement for the newest transaction of a locked parent; the first transaction is stored beside it. */
export async function insertAttempt(
  sql: Sql,
  id: string,
  { number, unsigned, now }: { readonly number: number; readonly unsigned: string; readonly now: Date },
  of: Parent = 'withdrawal',
): Promise<void> {
  const { attempt, key, parent } = tables[of];
  await query`
    insert into ${attempt} (${key}, number, unsigned, signed, tx_id, sent_at, created_at)
    select id, 0, unsigned, signed, tx_id, ${now}, ${now} from ${parent} where id = ${id}
    on conflict do nothing`.execute(sql);
  await query`
    insert into ${attempt} (${key}, number, unsigned, created_at) values (${id}, ${number}, ${unsigned}, ${now})`.execute(
    sql,
  );
  if (of === 'withdrawal')
    await query`update wallets.withdrawal set raise_asked_at = null, raise_refusal = null where id = ${id}`.execute(
      sql,
    );
}

/** Stores a signature; from now on the network may have the transaction. It counts as the withdrawal's own while waiting. */
export async function keepAttemptSigned(
  sql: Sql,
  id: string,
  { number, signed: { txId, raw }, now }: { number: number; signed: SignedTransaction; now: Date },
  of: Parent = 'withdrawal',
): Promise<void> {
  const { attempt, key, parent } = tables[of];
  await query`
    update ${attempt} set signed = ${raw}, tx_id = ${txId} where ${key} = ${id} and number = ${number}`.execute(
    sql,
  );
  await query`
    update ${parent} w set unsigned = a.unsigned, signed = a.signed, tx_id = a.tx_id, updated_at = ${now}
    from ${attempt} a where w.id = ${id} and ${waiting} and a.${key} = w.id and a.number = ${number}`.execute(
    sql,
  );
}

/** The network has it. Needs no lock, because it only sets the time. */
export async function markAttemptSent(
  sql: Sql,
  id: string,
  { number, now }: { readonly number: number; readonly now: Date },
  of: Parent = 'withdrawal',
): Promise<void> {
  const { attempt, key } = tables[of];
  await query`update ${attempt} set sent_at = ${now} where ${key} = ${id} and number = ${number}`.execute(
    sql,
  );
}

/** Makes the transaction in a block the one that counts. */
export async function countAttempt(
  sql: Sql,
  id: string,
  txId: string,
  of: Parent = 'withdrawal',
): Promise<void> {
  const { attempt, key, parent } = tables[of];
  await query`
    update ${parent} w set unsigned = a.unsigned, signed = a.signed, tx_id = a.tx_id
    from ${attempt} a where w.id = ${id} and a.${key} = w.id and a.tx_id = ${txId}`.execute(sql);
}

/** False if it no longer waits. */
export async function askToRaise(sql: Sql, id: string, now: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await query`
    update wallets.withdrawal w set raise_asked_at = ${now}, raise_refusal = null where id = ${id} and ${waiting}`.execute(
    sql,
  );
  return numAffectedRows > 0n;
}

/** Why the fee stays unchanged, as of the reading of the withdrawal: a later request by staff stays open. */
export async function keepRefusal(
  sql: Sql,
  { id, raiseAskedAt }: Pick<WaitingWithdrawal, 'id' | 'raiseAskedAt'>,
  refusal: string,
): Promise<void> {
  await query`
    update wallets.withdrawal set raise_asked_at = null, raise_refusal = ${refusal}
    where id = ${id} and raise_asked_at is not distinct from ${raiseAskedAt}
      and (raise_asked_at is not null or raise_refusal is distinct from ${refusal})`.execute(sql);
}
