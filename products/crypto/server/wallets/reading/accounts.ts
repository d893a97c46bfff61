/** A client's wallets as accounts of the ledger. */
import { type CryptoAsset, networkOf } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { clientName } from '../../../../identity/server/index.ts';
import { networkName } from '../rows.ts';
import { listWallets } from '../wallet-store.ts';

export interface WalletAccount {
  readonly id: string;
  readonly currency: CryptoAsset;
  readonly networkName: string;
  readonly holder: string;
  readonly createdAt: Date;
}

/** Oldest first; `id` restricts it to one. */
export async function listWalletAccounts(
  sql: Sql,
  { clientId, id }: { readonly clientId: string; readonly id?: string },
): Promise<WalletAccount[]> {
  const wallets = (await listWallets(sql, clientId)).filter((wallet) => id === undefined || wallet.id === id);
  if (wallets.length === 0) return [];
  const holder = await clientName(sql, clientId);
  return wallets.map(({ id: walletId, asset, createdAt }) => ({
    id: walletId,
    currency: asset,
    networkName: networkName[networkOf(asset)],
    holder,
    createdAt,
  }));
}
