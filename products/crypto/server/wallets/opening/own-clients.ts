/** Wallets of the bank's own clients, such as the sandbox's market maker. */
import { type CryptoAsset, networkOf } from '@calmly/domain';
import type { Work } from '@calmly/platform/work.ts';
import { listAddressesOf, takeIndex } from '../addresses/address-store.ts';
import type { WalletTools } from '../tools.ts';
import { findWallets, insertUser, lockClient } from '../wallet-store.ts';
import { addAddress, ensureWallet } from './open-wallet.ts';

/** The newest address of a client's wallet; user, wallet and address are created if missing. */
export async function openAddress(
  work: Work,
  tools: WalletTools,
  { clientId, asset }: { readonly clientId: string; readonly asset: CryptoAsset },
): Promise<string> {
  const { sql } = work;
  const find = async (): Promise<string | undefined> => {
    const { wallets } = await findWallets(sql, [clientId]);
    const wallet = wallets.find((each) => each.asset === asset);
    const addresses = await listAddressesOf(sql, clientId);
    return addresses.findLast(({ walletId }) => walletId === wallet?.id)?.address;
  };
  const known = await find();
  if (known !== undefined) return known;
  await insertUser(sql, clientId, work.now);
  // Locks the network before the client, like the reader of deposits.
  const index = await takeIndex(sql, networkOf(asset));
  await lockClient(sql, clientId);
  await addAddress(work, tools, { wallet: await ensureWallet(work, { clientId, asset }), index });
  const added = await find();
  if (added === undefined) throw new Error('an address was not written');
  return added;
}
