/**
 * Proof of reserves: for each asset, clients' holdings match the chains' holdings in the bank's books (`custody`), and the chains do hold them. Known
 * but unbooked differences
 * are listed: deposits without enough blocks, unread blocks, withdrawals in a block that is not final.
 */
import {
  type CryptoAsset,
  cryptoAssets,
  formatDecimal,
  type Network,
  nativeAsset,
  networkOf,
} from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { balances, bankBalances } from '../../../ledger/server/index.ts';
import { listAddressesOn } from './addresses/address-store.ts';
import { comparable } from './addresses/check.ts';
import { listUnsettledCollections } from './collecting/collection-store.ts';
import { findCursor, findDeposits, listUncertain } from './deposits/deposit-store.ts';
import { firstFork, readTransfers } from './deposits/read-chain.ts';
import { keyOf } from './deposits/reading.ts';
import { findWhereabouts } from './raising/whereabouts.ts';
import type { WalletNetwork } from './tools.ts';
import { listAllWallets } from './wallet-store.ts';
import { listUnsettled } from './withdrawals/withdrawal-store.ts';

/** Minor units of one asset. */
export interface Reserve {
  readonly asset: CryptoAsset;
  /** Owned by clients. */
  readonly wallets: bigint;
  /** The bank's own part: fees, tokens behind EPI, less its losses from undone deposits. */
  readonly own: bigint;
  /** The chain's holding by the books. */
  readonly custody: bigint;
  /** The chain's actual holding. */
  readonly holdings: bigint;
  /** On the chain and not booked: deposits less withdrawals. */
  readonly unbooked: bigint;
}

/** A reorganisation does not reach further back. */
const lookBack = 200;

/**
 * Asks the chains, and reads the books in several statements: only meaningful while nothing moves. Assets of
 * disabled networks are left out.
 */
export async function proveReserves(
  sql: Sql,
  networks: ReadonlyMap<Network, WalletNetwork>,
): Promise<Reserve[]> {
  const [custody, fees, fx, receivable] = await Promise.all(
    (['custody', 'fees', 'fx', 'receivable'] as const).map((kind) => bankBalances(sql, kind)),
  );
  const owned = await sumWallets(sql);
  const unbooked = new Map<CryptoAsset, bigint>();
  for (const [network, { chain }] of networks) await addUnbooked(sql, network, chain, unbooked);
  const of = (map: ReadonlyMap<string, bigint> | undefined, asset: string) => map?.get(asset) ?? 0n;
  const reserves: Reserve[] = [];
  for (const asset of cryptoAssets) {
    const found = networks.get(networkOf(asset));
    if (!found?.assets.includes(asset)) continue;
    const addresses = await listAddressesOn(sql, networkOf(asset));
    reserves.push({
      asset,
      wallets: of(owned, asset),
      own: of(fees, asset) + of(fx, asset) + of(receivable, asset),
      custody: -of(custody, asset),
      holdings: await found.chain.holdings(
        asset,
        addresses.map(({ address }) => address),
      ),
      unbooked: of(unbooked, asset),
    });
  }
  return reserves;
}

/** Faults, in words; empty if every asset is there. */
export const reserveFaults = (reserves: readonly Reserve[]): string[] =>
  reserves.flatMap(({ asset, wallets, own, custody, holdings, unbooked }) => {
    const text = (minor: bigint) => formatDecimal(minor, asset);
    return [
      ...(wallets + own === custody
        ? []
        : [
            `${asset}: clients own ${text(wallets)}, the bank ${text(own)}, together not the ${text(custody)} in custody`,
          ]),
      ...(custody + unbooked === holdings
        ? []
        : [
            `${asset}: the books say ${text(custody)} and ${text(unbooked)} not booked yet, the chain holds ${text(holdings)}`,
          ]),
    ];
  });

async function sumWallets(sql: Sql): Promise<ReadonlyMap<string, bigint>> {
  const wallets = await listAllWallets(sql);
  const balanceOf = await balances(
    sql,
    wallets.map(({ id }) => id),
  );
  const sums = new Map<string, bigint>();
  for (const { id, asset } of wallets)
    sums.set(asset, (sums.get(asset) ?? 0n) + (balanceOf.get(id)?.postedMinor ?? 0n));
  return sums;
}

async function addUnbooked(
  sql: Sql,
  network: Network,
  chain: WalletNetwork['chain'],
  sums: Map<CryptoAsset, bigint>,
): Promise<void> {
  const add = (asset: CryptoAsset, amount: bigint) => sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  const native = nativeAsset[network];
  const { height } = await findCursor(sql, network);
  const since = (height ?? 0) - lookBack;
  for (const { txId, asset, amountMinor, state } of await listUncertain(sql, network, since)) {
    const isThere = (await chain.transaction(txId)).state === 'confirmed';
    // Credited and set back to waiting by a reorganisation, it is booked and not there.
    if (isThere === (state === 'DETECTED')) add(asset, isThere ? amountMinor : -amountMinor);
  }
  const ours = await listAddressesOn(sql, network);
  const tip = await chain.tip();
  const from = (height ?? firstFork(tip)) + 1;
  const unread = from > tip.height ? [] : await readTransfers(sql, chain, ours, from, tip.height);
  const known = new Set(
    (
      await findDeposits(
        sql,
        network,
        unread.map(({ txId }) => txId),
      )
    ).map(keyOf),
  );
  const own = new Set(ours.map(({ address }) => comparable(network, address)));
  for (const transfer of unread)
    if (!known.has(keyOf(transfer)) && own.has(comparable(network, transfer.address)))
      add(transfer.asset, transfer.amountMinor);
  const moved = await findWhereabouts(
    sql,
    chain,
    await listUnsettledCollections(sql, network, since),
    'collection',
  );
  for (const { withdrawal: collection, state: found } of moved)
    add(native, collection.chainFeeMinor - ('feeMinor' in found ? found.feeMinor : 0n));
  const sent = await findWhereabouts(sql, chain, await listUnsettled(sql, network, since));
  for (const { withdrawal, state: found } of sent) {
    const { asset, amountMinor, chainOutcome, chainFeeMinor } = withdrawal;
    const isThere = found.state === 'confirmed' || found.state === 'failed';
    const paid = (isPaid: boolean) => (isPaid ? amountMinor : 0n);
    add(asset, paid(chainOutcome === 'PAID') - paid(found.state === 'confirmed'));
    add(native, (chainFeeMinor ?? 0n) - (isThere ? found.feeMinor : 0n));
  }
}
