/**
 * Crypto wallets: addresses, deposits, withdrawals, transfers from and to accounts. Owns the schema `wallets`; the money is in the ledger, on
 * accounts of the kind
 * `wallet` with the wallets' ids, and `custody` is the balance that the chains hold for the bank. Reasons: products/crypto/README.md.
 */
import type { CryptoAsset, Network } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { purgeOf } from '@calmly/platform/jobs/purge.ts';
import type { Module } from '@calmly/platform/module.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import type { ClientAddress } from '@calmly/providers/chain/own-keys.ts';
import { activity } from './activity.ts';
import { listAddressesOn } from './addresses/address-store.ts';
import { collectAll, collectTask } from './collecting/collect.ts';
import { setConfirmations } from './deposits/deposit-store.ts';
import { readChains, readTask, scheduleReading } from './deposits/read-chain.ts';
import { incidentQueue } from './incidents/desk.ts';
import { openTreasury, requireSameKey } from './opening/open-wallet.ts';
import { openAddress } from './opening/own-clients.ts';
import { waitingQueue } from './raising/desk.ts';
import { raiseFees, raiseTask } from './raising/raise.ts';
import { walletRoutes } from './routes.ts';
import type { WalletTools } from './tools.ts';
import { reviewQueue } from './withdrawals/review-desk.ts';
import { sendTask } from './withdrawals/schedule.ts';
import { sendWithdrawals } from './withdrawals/send.ts';

export type { PublicKeys } from './addresses/derive.ts';
export { scheduleReading } from './deposits/read-chain.ts';
export { type WalletLocked, walletLockedTask } from './incidents/book.ts';
export { openAddress as openWalletAddress } from './opening/own-clients.ts';
export { buyEpiInPast, readPast, withdrawInPast } from './past.ts';
export { listWalletAccounts } from './reading/accounts.ts';
export { proveReserves, type Reserve, reserveFaults } from './reserves.ts';
export type { WalletNetwork, WalletTools } from './tools.ts';
export { findLocked, findWallets, listAllWallets, listLocked, type StoredWallet } from './wallet-store.ts';
export { withdrawalApprovals } from './withdrawals/approval.ts';
export { withCryptoPayees } from './withdrawals/payee-approval.ts';
export { resumeSending } from './withdrawals/schedule.ts';
export { findWithdrawalHolds } from './withdrawals/withdrawal-store.ts';

export interface WalletsOptions extends WalletTools {
  /** Called when the bank has its own address on a network; a sandbox deposits something there. */
  readonly onTreasury?: (sql: Sql, network: Network, address: string) => Promise<void>;
}

/** Clients' deposit addresses on a network, with their index below the extended key. */
export const clientAddresses = async (sql: Sql, network: Network): Promise<ClientAddress[]> =>
  (await listAddressesOn(sql, network))
    .filter(({ clientId }) => clientId !== null)
    .map(({ address, index }) => ({ address, index }));

/** The bank's addresses on a network. */
export const ourAddresses = async (sql: Sql, network: Network): Promise<string[]> =>
  (await listAddressesOn(sql, network)).map(({ address }) => address);

export interface WalletsModule extends Module {
  /** An address of a wallet of one of the bank's own clients; the wallet is opened if there is none. */
  openAddress(work: Work, key: { readonly clientId: string; readonly asset: CryptoAsset }): Promise<string>;
}

/**
 * At start, opens the bank's own address on each network. Fails to start if a real network's public key is
 * not the one that its addresses came from.
 */
export function createWalletsModule({ onTreasury, ...tools }: WalletsOptions): WalletsModule {
  return {
    name: 'wallets',
    activity,
    openAddress: (work, key) => openAddress(work, tools, key),
    routes: (router) => walletRoutes(router, tools),
    jobs: {
      [readTask]: readChains(tools),
      [sendTask]: sendWithdrawals(tools),
      [raiseTask]: raiseFees(tools),
      [collectTask]: collectAll(tools),
    },
    desk: [incidentQueue, reviewQueue, waitingQueue(tools)],
    purges: [purgeOf('wallets.quote', "expires_at < now() - interval '1 day'")],
    start: () =>
      tools.database.inTransaction(async (sql) => {
        for (const [network, { confirmations, isReal }] of tools.networks) {
          await setConfirmations(sql, network, confirmations);
          const address = await openTreasury({ sql, now: new Date(), newId }, tools, network);
          if (address !== undefined) await onTreasury?.(sql, network, address);
          if (isReal) await requireSameKey(sql, tools, network);
          await scheduleReading(sql, network);
        }
      }),
  };
}
