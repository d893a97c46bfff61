/** Wallets for the portal: balances from the ledger, addresses, arriving amounts. */
import { mostCryptoAddresses, type Wallet } from '@calmly/contract';
import { type CryptoAsset, formatDecimal, networkOf } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { balances } from '../../../../ledger/server/index.ts';
import { listAddressesOf } from '../addresses/address-store.ts';
import { sumArriving } from '../deposits/deposit-store.ts';
import { sumLost } from '../incidents/incident-store.ts';
import { listWallets } from '../wallet-store.ts';

/** Wallets and their addresses oldest first, amounts decimal. `AddressesLeft` counts all wallets together. */
export async function presentWallets(
  sql: Sql,
  clientId: string,
): Promise<{ readonly Items: Wallet[]; readonly AddressesLeft: number }> {
  const [wallets, addresses, arriving, lost] = await Promise.all([
    listWallets(sql, clientId),
    listAddressesOf(sql, clientId),
    sumArriving(sql, clientId),
    sumLost(sql, clientId),
  ]);
  const balanceOf = await balances(
    sql,
    wallets.map(({ id }) => id),
  );
  const Items = wallets.map(({ id, asset, isLocked, createdAt }): Wallet => {
    const balance = balanceOf.get(id);
    if (!balance) throw new Error(`wallet ${id} is not in the ledger`);
    return {
      id,
      asset,
      network: networkOf(asset),
      available: formatDecimal(balance.availableMinor, asset),
      booked: formatDecimal(balance.postedMinor, asset),
      reserved: formatDecimal(balance.reservedMinor, asset),
      arriving: formatDecimal(arriving.get(asset) ?? 0n, asset),
      inReview: formatDecimal(lost.get(id) ?? 0n, asset),
      isLocked,
      addresses: addresses
        .filter(({ walletId }) => walletId === id)
        .map((each) => ({ id: each.id, address: each.address, createdAt: each.createdAt.toISOString() })),
      createdAt: createdAt.toISOString(),
    };
  });
  return { Items, AddressesLeft: Math.max(mostCryptoAddresses - addresses.length, 0) };
}

/** A single wallet. */
export async function presentWallet(sql: Sql, clientId: string, asset: CryptoAsset): Promise<Wallet> {
  const { Items } = await presentWallets(sql, clientId);
  const wallet = Items.find((each) => each.asset === asset);
  if (!wallet) throw new Error(`the client has no wallet for ${asset}`);
  return wallet;
}
