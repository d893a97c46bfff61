/**
 * Reads a chain to its tip, step by step: new transfers to our addresses, and the fate of earlier ones. If the blocks read before are
 * no longer part of the chain, it goes back to the newest one that still is. The chain is asked before the database transaction begins; `apply.ts`
 * then
 * stores the result, unless another server has read the same in the meantime.
 */
import type { Network } from '@calmly/domain';
import { addJobs, type OutsideJobHandler } from '@calmly/platform/jobs/jobs.ts';
import type { Sql } from '@calmly/platform/work.ts';
import type { Chain, ChainTip, ChainTransfer } from '@calmly/providers/chain/chain.ts';
import { listAddressesOn, type StoredAddress } from '../addresses/address-store.ts';
import { comparable } from '../addresses/check.ts';
import { scheduleCollecting } from '../collecting/collect.ts';
import { findCollectionTransactions, listUnsettledCollections } from '../collecting/collection-store.ts';
import { hasToRaise, scheduleRaising, waitingSince } from '../raising/raise.ts';
import { findWhereabouts } from '../raising/whereabouts.ts';
import type { WalletTools } from '../tools.ts';
import { findOwnTransactions, listUnsettled } from '../withdrawals/withdrawal-store.ts';
import { applyReading } from './apply.ts';
import { findCursor, findDeposits, listCheckpoints, listUncertain } from './deposit-store.ts';
import { keyOf, type Reading } from './reading.ts';

export const readTask = 'wallets_read';

/** Blocks of a step for chains without their own number. */
const mostBlocks = 1_000;
/** A chain that was never read starts this many blocks back: the bank's addresses are newer. */
const firstLookBack = 100;

/** The block before the first one to read of such a chain. */
export const firstFork = (tip: Pick<ChainTip, 'height'>): number => Math.max(tip.height - firstLookBack, 0);

/** Schedules the job that reads a chain; scheduled repeatedly, it runs once. */
export const scheduleReading = (sql: Sql, network: Network, runAt?: Date): Promise<void> =>
  addJobs(sql, [
    { task: readTask, payload: { network }, key: `${readTask}:${network}`, ...(runAt && { runAt }) },
  ]);

/** The job. */
export const readChains = (tools: WalletTools): OutsideJobHandler => ({
  async outside(work, payload) {
    const { network } = payload as { readonly network: Network };
    const found = tools.networks.get(network);
    if (!found) return;
    try {
      for (;;) {
        const reading = await readChain(work.sql, found.chain);
        if (!reading) break;
        const { lost } = await tools.database.inTransaction((sql) =>
          applyReading({ ...work, sql }, tools, reading),
        );
        // Sent again if the network has forgotten them: the same transaction cannot be paid twice.
        for (const signed of lost)
          await found.chain
            .broadcast(signed)
            .catch((err: unknown) =>
              work.log.warn({ err, txId: signed.txId }, 'a withdrawal is not sent again'),
            );
        if (reading.isWhole) break;
      }
      if (found.isReal && (await hasToRaise(work.sql, network, waitingSince(tools, work.now))))
        await scheduleRaising(work.sql, network);
      await scheduleCollecting(work, tools, found.chain);
    } finally {
      if (found.pollMs > 0) await scheduleReading(work.sql, network, new Date(Date.now() + found.pollMs));
    }
  },
});

/** Asks the chain for the next step; undefined if it has nothing new. */
export async function readChain(sql: Sql, chain: Chain): Promise<Reading | undefined> {
  const { network } = chain;
  const cursor = await findCursor(sql, network);
  const tip = await chain.tip();
  if (cursor.height === tip.height && cursor.hash === tip.hash) return undefined;
  const fork =
    cursor.height === null ? firstFork(tip) : await findFork(sql, chain, { tip, height: cursor.height });
  if (fork === undefined) return undefined;
  const height = Math.min(tip.height, fork + (chain.stepBlocks ?? mostBlocks));
  const hash = height === tip.height ? tip.hash : await chain.blockHash(height);
  const ours = await listAddressesOn(sql, network);
  const transfers = height > fork ? await readTransfers(sql, chain, ours, fork + 1, height) : [];
  const known = await findDeposits(sql, network, [...new Set(transfers.map(({ txId }) => txId))]);
  const seen = new Set(transfers.map(keyOf));
  const uncertain = (await listUncertain(sql, network, fork)).filter((deposit) => !seen.has(keyOf(deposit)));
  const missing = await Promise.all(
    uncertain.map(async (deposit) => ({ deposit, state: await chain.transaction(deposit.txId) })),
  );
  // A transaction back in a block was not final at the last reading; it is asked for until it is.
  const notFinal = fork - cursor.confirmations;
  const withdrawals = await findWhereabouts(sql, chain, await listUnsettled(sql, network, notFinal));
  const collections = (
    await findWhereabouts(sql, chain, await listUnsettledCollections(sql, network, notFinal), 'collection')
  ).map(({ withdrawal: collection, ...whereabouts }) => ({ collection, ...whereabouts }));
  // Blocks replaced during the reading would mix two chains.
  if (hash === undefined || (await chain.blockHash(height)) !== hash)
    throw new Error(`the chain ${network} changed while it was read`);
  return {
    network,
    version: cursor.version,
    fork,
    read: { height, hash },
    isWhole: height === tip.height,
    transfers,
    addresses: new Map(ours.map((each) => [comparable(network, each.address), each])),
    known,
    missing,
    collections,
    withdrawals,
  };
}

/** External transfers to our addresses: without change, our own withdrawals, and transfers between our own addresses. */
export async function readTransfers(
  sql: Sql,
  chain: Chain,
  ours: readonly StoredAddress[],
  from: number,
  to: number,
): Promise<readonly ChainTransfer[]> {
  const { network } = chain;
  const transfers = await chain.incoming(
    ours.map(({ address }) => address),
    from,
    to,
  );
  const bank = new Set(
    ours.filter(({ clientId }) => clientId === null).map(({ address }) => comparable(network, address)),
  );
  const isToBank = ({ address }: ChainTransfer) => bank.has(comparable(network, address));
  const own = await findOwnTransactions(
    sql,
    network,
    transfers.filter(isToBank).map(({ txId }) => txId),
  );
  const moved = await findCollectionTransactions(
    sql,
    transfers.map(({ txId }) => txId),
  );
  return transfers.filter(
    (transfer) => !moved.has(transfer.txId) && !(isToBank(transfer) && own.has(transfer.txId)),
  );
}

/** The newest height that was read and is unchanged; undefined if this node only lags behind the one asked before. */
async function findFork(
  sql: Sql,
  chain: Chain,
  { tip, height }: { readonly tip: ChainTip; readonly height: number },
): Promise<number | undefined> {
  const checkpoints = await listCheckpoints(sql, chain.network);
  const reached = checkpoints.filter((each) => each.height <= tip.height);
  for (const [place, checkpoint] of reached.entries()) {
    if ((await chain.blockHash(checkpoint.height)) !== checkpoint.hash) continue;
    return place === 0 && tip.height < height ? undefined : checkpoint.height;
  }
  const oldest = checkpoints.at(-1)?.height ?? height;
  return Math.max(oldest - 1, 0);
}
