/** Opens wallets and addresses. A wallet is opened on request, or when something arrives for it. */
import type { CryptoAsset, Network } from '@calmly/domain';
import { networkOf } from '@calmly/domain';
import { Problem } from '@calmly/platform/problem.ts';
import { Refusal } from '@calmly/platform/refusal.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { openAccounts } from '../../../../ledger/server/index.ts';
import { findAddress, hasAddressAt, insertAddress } from '../addresses/address-store.ts';
import { deriveAddress } from '../addresses/derive.ts';
import { networkName } from '../rows.ts';
import type { WalletTools } from '../tools.ts';
import { insertWallet, isUser, lockClient, lockWallet, type StoredWallet } from '../wallet-store.ts';

/** Index of the bank's own address on a network. */
const treasuryIndex = 0;

interface WalletKey {
  readonly clientId: string;
  readonly asset: CryptoAsset;
}

/** The client's wallet of the asset, locked; it is opened if there is none. */
export async function ensureWallet(
  { sql, now, newId }: Pick<Work, 'sql' | 'now' | 'newId'>,
  { clientId, asset }: WalletKey,
): Promise<StoredWallet> {
  await lockClient(sql, clientId);
  const found = await lockWallet(sql, { clientId, asset });
  if (found) return found;
  const id = newId();
  await openAccounts(sql, [{ id, kind: 'wallet', currency: asset, clientId, allowNegative: false }]);
  await insertWallet(sql, { id, clientId, asset, createdAt: now });
  return { id, clientId, asset, createdAt: now, isLocked: false };
}

/**
 * The client's wallet of the asset, locked until the transaction ends, for taking money out of it. Errors: `crypto_user_missing`,
 * `crypto_wallet_locked`.
 */
export async function requireOpenWallet(
  work: Pick<Work, 'sql' | 'now' | 'newId'>,
  { clientId, asset }: WalletKey,
): Promise<StoredWallet> {
  await requireUser(work, clientId);
  const wallet = await ensureWallet(work, { clientId, asset });
  if (wallet.isLocked) throw new Problem('crypto_wallet_locked');
  return wallet;
}

/** Refuses (`crypto_user_missing`) clients who have not started to use crypto. */
export async function requireUser({ sql }: Pick<Work, 'sql'>, clientId: string): Promise<void> {
  if (!(await isUser(sql, clientId))) throw new Problem('crypto_user_missing');
}

/** Stores the address of a reserved index. */
export async function addAddress(
  { sql, now, newId }: Pick<Work, 'sql' | 'now' | 'newId'>,
  { keys }: Pick<WalletTools, 'keys'>,
  { wallet, index }: { readonly wallet: StoredWallet; readonly index: number },
): Promise<void> {
  const network = networkOf(wallet.asset);
  const { id: walletId, clientId } = wallet;
  await insertAddress(sql, {
    id: newId(),
    network,
    index,
    address: deriveAddress(keys, network, index),
    walletId,
    clientId,
    createdAt: now,
  });
}

/** Refuses to start on a real chain with a database whose addresses belong to another key, such as the sandbox's. */
export async function requireSameKey(
  sql: Sql,
  { keys }: Pick<WalletTools, 'keys'>,
  network: Network,
): Promise<void> {
  if (!(await findAddress(sql, network, deriveAddress(keys, network, treasuryIndex))))
    throw new Refusal(
      `The database has ${networkName[network]} addresses of another key than the configured one. Set the key that they were derived from, or use another database.`,
    );
}

/** The bank's own address on a network, for its own funds. Undefined if it exists already, so that a start derives no key again. */
export async function openTreasury(
  { sql, now, newId }: Pick<Work, 'sql' | 'now' | 'newId'>,
  { keys }: Pick<WalletTools, 'keys'>,
  network: Network,
): Promise<string | undefined> {
  if (await hasAddressAt(sql, network, treasuryIndex)) return undefined;
  const address = deriveAddress(keys, network, treasuryIndex);
  const treasury = {
    id: newId(),
    network,
    index: treasuryIndex,
    address,
    walletId: null,
    clientId: null,
    createdAt: now,
  };
  return (await insertAddress(sql, treasury)) ? address : undefined;
}
