/** SQL of withdrawals, their fee quotes and their states. */
import type { CryptoAsset, Network } from '@calmly/domain';
import { andIf } from '@calmly/platform/postgres/and-if.ts';
import type { Sql } from '@calmly/platform/work.ts';
import type { SignedTransaction, UnsignedTransaction } from '@calmly/providers/chain/chain.ts';
import { sql as query } from 'kysely';
import { listUnsignedCollections } from '../collecting/collection-store.ts';

export type WithdrawalState =
  | 'APPROVAL'
  | 'QUEUED'
  /** Held by the screening of its address, or refused by the signer, until staff have decided. */
  | 'REVIEW'
  | 'SIGNING'
  | 'BROADCAST'
  | 'CONFIRMED'
  | 'CANCELED'
  | 'FAILED';

/** The chain's outcome of a settled withdrawal, by the books. */
export type ChainOutcome = 'PAID' | 'FAILED' | 'GONE';

/** Its id is that of its row and of its reservation. */
export interface StoredWithdrawal {
  readonly id: string;
  readonly clientId: string;
  readonly walletId: string;
  readonly network: Network;
  readonly asset: CryptoAsset;
  readonly address: string;
  readonly payeeId: string | null;
  readonly amountMinor: bigint;
  /** Paid by the client. */
  readonly feeMinor: bigint;
  readonly rate: string;
  readonly state: WithdrawalState;
  /** When its address was found clear, or staff let it pass. */
  readonly screenedAt: Date | null;
  /** For staff only. */
  readonly finding: string | null;
  readonly unsigned: UnsignedTransaction | null;
  readonly signed: string | null;
  readonly txId: string | null;
  readonly height: number | null;
  /** The network's fee, in its native asset. */
  readonly chainFeeMinor: bigint | null;
  /** Null until it is settled. */
  readonly chainOutcome: ChainOutcome | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const columns = query`id, client_id as "clientId", wallet_id as "walletId", network, asset, address, payee_id as "payeeId",
  amount_minor::text as "amountMinor", fee_minor::text as "feeMinor", rate, state, screened_at as "screenedAt", finding, unsigned, signed, tx_id as "txId",
  height::float8 as height, chain_fee_minor::text as "chainFeeMinor", chain_outcome as "chainOutcome", created_at as "createdAt", updated_at as "updatedAt"`;

type Row = Omit<StoredWithdrawal, 'amountMinor' | 'feeMinor' | 'chainFeeMinor'> & {
  readonly amountMinor: string;
  readonly feeMinor: string;
  readonly chainFeeMinor: string | null;
};
const toWithdrawal = (row: Row): StoredWithdrawal => ({
  ...row,
  amountMinor: BigInt(row.amountMinor),
  feeMinor: BigInt(row.feeMinor),
  chainFeeMinor: row.chainFeeMinor === null ? null : BigInt(row.chainFeeMinor),
});

/** Its row of the payments list and its reservation have the same id, and are stored by the caller. */
export async function insertWithdrawal(sql: Sql, it: StoredWithdrawal): Promise<void> {
  await query`
    insert into wallets.withdrawal (id, client_id, wallet_id, network, asset, address, payee_id, amount_minor, fee_minor, rate, state,
      created_at, updated_at)
    values (${it.id}, ${it.clientId}, ${it.walletId}, ${it.network}, ${it.asset}, ${it.address}, ${it.payeeId},
      ${String(it.amountMinor)}::numeric, ${String(it.feeMinor)}::numeric, ${it.rate}, ${it.state}, ${it.createdAt}, ${it.updatedAt})`.execute(
    sql,
  );
}

/** Of any client: the caller checks `clientId`. Takes no lock. */
export async function findWithdrawal(sql: Sql, id: string): Promise<StoredWithdrawal | undefined> {
  const { rows } = await query<Row>`select ${columns} from wallets.withdrawal where id = ${id}`.execute(sql);
  return rows[0] && toWithdrawal(rows[0]);
}

/** Of any client; locked until the transaction ends. */
export async function lockWithdrawal(sql: Sql, id: string): Promise<StoredWithdrawal | undefined> {
  const { rows } = await query<Row>`
    select ${columns} from wallets.withdrawal where id = ${id} for no key update`.execute(sql);
  return rows[0] && toWithdrawal(rows[0]);
}

/** Newest first. `from` is inclusive, `before` is an id. */
export async function listWithdrawals(
  sql: Sql,
  by: {
    readonly clientId: string;
    readonly from: Date | undefined;
    readonly before: string | undefined;
    readonly limit: number;
  },
): Promise<StoredWithdrawal[]> {
  const { rows } = await query<Row>`
    select ${columns} from wallets.withdrawal
    where client_id = ${by.clientId} and ${by.from === undefined ? query`true` : query`created_at >= ${by.from}`}
      and ${by.before === undefined ? query`true` : query`id < ${by.before}`}
    order by id desc limit ${by.limit}`.execute(sql);
  return rows.map(toWithdrawal);
}

const ofOpenWallet = query`not exists (
  select from wallets.incident i where i.wallet_id = withdrawal.wallet_id and i.closed_at is null)`;

/** Withdrawals that a network still has to get: first prepared ones, then the oldest. Nothing new is prepared from a wallet with an open incident. */
export async function listToSend(sql: Sql, network: Network): Promise<StoredWithdrawal[]> {
  const { rows } = await query<Row>`
    select ${columns} from wallets.withdrawal
    where network = ${network} and (state = 'SIGNING' or (state = 'QUEUED' and ${ofOpenWallet}))
    order by state <> 'SIGNING', id`.execute(sql);
  return rows.map(toWithdrawal);
}

/** Withdrawals that the network has and that may change: not final, in a block above a height, or no longer in any block. */
export async function listUnsettled(sql: Sql, network: Network, above: number): Promise<StoredWithdrawal[]> {
  const { rows } = await query<Row>`
    select ${columns} from wallets.withdrawal
    where id = any(array(
      select id from wallets.withdrawal where network = ${network} and state = 'BROADCAST'
      union all select id from wallets.withdrawal where network = ${network} and state in ('CONFIRMED', 'FAILED') and height > ${above}
      union all select id from wallets.withdrawal where network = ${network} and state in ('CONFIRMED', 'FAILED') and height is null
    ))
    order by id`.execute(sql);
  return rows.map(toWithdrawal);
}

/** The transactions among these that are withdrawals. */
export async function findOwnTransactions(
  sql: Sql,
  network: Network,
  txIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await query<{ txId: string }>`
    select tx_id as "txId" from wallets.withdrawal where network = ${network} and tx_id = any(${txIds}::text[])
    union select tx_id from wallets.attempt where tx_id = any(${txIds}::text[])`.execute(sql);
  return new Set(rows.map(({ txId }) => txId));
}

/** Prepared transactions that are not final, and paid ones that are no longer in any block; including transfers between our own addresses. */
export async function listUnsigned(sql: Sql, network: Network): Promise<UnsignedTransaction[]> {
  const { rows } = await query<{ unsigned: string }>`
    select unsigned from wallets.withdrawal
    where id = any(array(
      select id from wallets.withdrawal where network = ${network} and state in ('SIGNING', 'BROADCAST')
      union all select id from wallets.withdrawal where network = ${network} and state = 'CONFIRMED' and height is null
    ))
    order by id`.execute(sql);
  return [...rows.map(({ unsigned }) => unsigned), ...(await listUnsignedCollections(sql, network))];
}

/** Prepared and unsigned transactions, including transfers between our own addresses: the signer may still refuse them. */
export async function listToSign(sql: Sql, network: Network): Promise<UnsignedTransaction[]> {
  const { rows } = await query<{ unsigned: string }>`
    select unsigned from wallets.withdrawal where network = ${network} and state = 'SIGNING' and signed is null
    union all select unsigned from wallets.collection where network = ${network} and state = 'SIGNING' and signed is null`.execute(
    sql,
  );
  return rows.map(({ unsigned }) => unsigned);
}

/** Stores the screening's result for a locked withdrawal. */
export async function keepScreening(
  sql: Sql,
  id: string,
  now: Date,
  { state, finding }: { readonly state: 'QUEUED' | 'REVIEW'; readonly finding: string | null },
): Promise<void> {
  await query`
    update wallets.withdrawal set state = ${state}, finding = ${finding}, updated_at = ${now},
      screened_at = ${state === 'QUEUED' ? now : null}
    where id = ${id}`.execute(sql);
}

/** Withdrawals that staff have to decide on, longest wait first; `id` restricts it to one. */
export async function listInReview(
  sql: Sql,
  { id, after, limit }: { readonly id?: string; readonly after?: string | undefined; readonly limit: number },
): Promise<StoredWithdrawal[]> {
  const { rows } = await query<Row>`
    select ${columns} from wallets.withdrawal
    where state = 'REVIEW' ${andIf(id, (one) => query`id = ${one}`)}
      ${andIf(after, (last) => query`(updated_at, id) > (select updated_at, id from wallets.withdrawal where id = ${last})`)}
    order by updated_at, id limit ${limit}`.execute(sql);
  return rows.map(toWithdrawal);
}

/** Stores the unsigned transaction; false if the withdrawal was cancelled or prepared in the meantime. */
export async function keepUnsigned(
  sql: Sql,
  { id, unsigned, now }: { readonly id: string; readonly unsigned: UnsignedTransaction; readonly now: Date },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await query`
    update wallets.withdrawal set state = 'SIGNING', unsigned = ${unsigned}, updated_at = ${now}
    where id = ${id} and state = 'QUEUED' and screened_at is not null and ${ofOpenWallet}`.execute(sql);
  return numAffectedRows > 0n;
}

/**
 * Passes a withdrawal that the signer refuses to staff. Its inputs and its nonce are free again. `unsigned`: the prepared transaction that was
 * refused, null if none
 * was stored. Returns false, and changes nothing, if something else is prepared by now or it is signed.
 */
export async function holdRefused(
  sql: Sql,
  id: string,
  {
    now,
    finding,
    unsigned,
  }: { readonly now: Date; readonly finding: string; readonly unsigned: UnsignedTransaction | null },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await query`
    update wallets.withdrawal set state = 'REVIEW', finding = ${finding}, unsigned = null, screened_at = null, updated_at = ${now}
    where id = ${id} and state in ('QUEUED', 'SIGNING') and signed is null and unsigned is not distinct from ${unsigned}`.execute(
    sql,
  );
  return numAffectedRows > 0n;
}

/** Stores the first signed transaction, which is the one that counts. Throws if something else is to be signed for the withdrawal by now. */
export async function keepSigned(
  sql: Sql,
  { id, unsigned }: { readonly id: string; readonly unsigned: UnsignedTransaction },
  { txId, raw }: SignedTransaction,
): Promise<SignedTransaction> {
  const { rows } = await query<SignedTransaction>`
    update wallets.withdrawal set signed = coalesce(signed, ${raw}), tx_id = coalesce(tx_id, ${txId})
    where id = ${id} and (signed is not null or unsigned = ${unsigned}) returning tx_id as "txId", signed as raw`.execute(
    sql,
  );
  if (!rows[0]) throw new Error(`what was signed for withdrawal ${id} is not to be sent any more`);
  return rows[0];
}

/** The money of a withdrawal that the network undid is given back: it is never sent again. False if the network has it again. */
export async function markGivenBack(sql: Sql, id: string, now: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await query`
    update wallets.withdrawal set state = 'FAILED', updated_at = ${now}
    where id = ${id} and state = 'CONFIRMED' and chain_outcome <> 'PAID'`.execute(sql);
  return numAffectedRows > 0n;
}

/** Sets a locked withdrawal's state or place in the chain. */
export async function moveWithdrawal(
  sql: Sql,
  id: string,
  now: Date,
  to: Pick<StoredWithdrawal, 'state'> &
    Partial<Pick<StoredWithdrawal, 'height' | 'chainFeeMinor' | 'chainOutcome'>>,
): Promise<void> {
  await query`
    update wallets.withdrawal set state = ${to.state}, updated_at = ${now}, height = ${to.height ?? null},
      chain_fee_minor = ${to.chainFeeMinor == null ? null : String(to.chainFeeMinor)}::numeric, chain_outcome = ${to.chainOutcome ?? null}
    where id = ${id}`.execute(sql);
}

export interface StoredQuote {
  readonly id: string;
  readonly clientId: string;
  readonly asset: CryptoAsset;
  readonly feeMinor: bigint;
  readonly rate: string;
  readonly expiresAt: Date;
}

/** Purged a day after it expires. */
export async function insertQuote(sql: Sql, quote: StoredQuote): Promise<void> {
  await query`
    insert into wallets.quote (id, client_id, asset, fee_minor, rate, expires_at)
    values (${quote.id}, ${quote.clientId}, ${quote.asset}, ${String(quote.feeMinor)}::numeric, ${quote.rate}, ${quote.expiresAt})`.execute(
    sql,
  );
}

/** Undefined for another client's. May have expired: the caller compares `expiresAt`. */
export async function findQuote(
  sql: Sql,
  { id, clientId }: Pick<StoredQuote, 'id' | 'clientId'>,
): Promise<StoredQuote | undefined> {
  const { rows } = await query<Omit<StoredQuote, 'feeMinor'> & { feeMinor: string }>`
    select id, client_id as "clientId", asset, fee_minor::text as "feeMinor", rate, expires_at as "expiresAt"
    from wallets.quote where id = ${id} and client_id = ${clientId}`.execute(sql);
  return rows[0] && { ...rows[0], feeMinor: BigInt(rows[0].feeMinor) };
}

/** The withdrawals among these that have not ended, with the amounts held under their ids. Minor units. */
export async function findWithdrawalHolds(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly accountId: string; readonly minor: bigint }>> {
  const { rows } = await query<{ id: string; accountId: string; minor: string }>`
    select id, wallet_id as "accountId", (amount_minor + fee_minor)::text as minor from wallets.withdrawal
    where id = any(${ids}::uuid[]) and state not in ('CONFIRMED', 'CANCELED', 'FAILED')`.execute(sql);
  return new Map(rows.map(({ id, accountId, minor }) => [id, { accountId, minor: BigInt(minor) }]));
}
