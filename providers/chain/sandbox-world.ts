/**
 * The world of the sandbox's chains: blocks are mined by time while something waits for them, or by hand; what was mined may be replaced; anyone may send to any
 * address. The desk and the demo act here, the bank only through `Chain`.
 */
import { randomBytes } from 'node:crypto';
import { type CryptoAsset, type Network, networkOf } from '@calmly/domain';
import { addJobs, type JobHandler } from '@calmly/platform/jobs/jobs.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { blockHashOf, networkHash } from './sandbox-ids.ts';
import * as store from './sandbox-store.ts';

export const sandboxBlocksTask = 'chain_sandbox_blocks';

/** Blocks are mined until the newest transaction has as many above it. */
const quietAfter = 15;

export interface SandboxWorldOptions {
  /** Those that are not real. */
  readonly networks: readonly Network[];
  /** Between two blocks; 0: blocks are mined by hand only. */
  readonly blockMs: number;
  /** A chain has changed: the bank may read it. */
  readonly onBlock: (sql: Sql, network: Network) => Promise<void>;
}

export interface DeskChain {
  readonly network: Network;
  readonly height: number;
  readonly hash: string;
  readonly pending: number;
}

export interface SandboxWorld {
  readonly networks: readonly Network[];
  readonly jobs: Readonly<Record<string, JobHandler>>;
  /** Lets the miner work while something waits. */
  scheduleBlocks(sql: Sql, network: Network): Promise<void>;
  mine(work: Work, network: Network, blocks: number): Promise<void>;
  /** Replaces the newest blocks by one more of others. */
  reorganise(
    work: Work,
    network: Network,
    change: { readonly blocks: number; readonly isDropping: boolean },
  ): Promise<void>;
  /** Every transaction of the bank that waits will fail. */
  failPending(work: Work, network: Network): Promise<void>;
  /** Sends from outside; the same id sends once. */
  deposit(
    work: Pick<Work, 'sql'>,
    deposit: {
      readonly id: string;
      readonly asset: CryptoAsset;
      readonly address: string;
      readonly amountMinor: bigint;
    },
  ): Promise<{ readonly txId: string }>;
  list(sql: Sql): Promise<DeskChain[]>;
}

/**
 * Methods act in the caller's transaction. `mine` and `reorganise` lock the network; a reorganisation never
 * removes the first block, and the new chain is one block longer than the old one.
 */
export function createSandboxWorld({ networks, blockMs, onBlock }: SandboxWorldOptions): SandboxWorld {
  async function scheduleBlocks(sql: Sql, network: Network): Promise<void> {
    if (blockMs === 0) return;
    const { waiting, lastUsed } = await store.countWaiting(sql, network);
    const { height } = await store.findTip(sql, network);
    if (waiting === 0 && (lastUsed === null || lastUsed + quietAfter <= height)) return;
    const runAt = new Date(Date.now() + blockMs);
    await addJobs(sql, [
      { task: sandboxBlocksTask, payload: { network }, runAt, key: `${sandboxBlocksTask}:${network}` },
    ]);
  }

  async function mine(
    { sql, now }: Pick<Work, 'sql' | 'now'>,
    network: Network,
    blocks: number,
  ): Promise<void> {
    await store.lockNetwork(sql, network);
    let { height, hash } = await store.findTip(sql, network);
    for (let mined = 0; mined < blocks; mined += 1) {
      height += 1;
      hash = blockHashOf(network, hash, randomBytes(16).toString('hex'));
      await store.insertBlock(sql, { network, height, hash, minedAt: now });
      await store.includeWaiting(sql, network, height);
    }
    await onBlock(sql, network);
  }

  return {
    networks,
    scheduleBlocks,
    mine,
    jobs: {
      [sandboxBlocksTask]: async (work, payload) => {
        const { network } = payload as { readonly network: Network };
        await mine(work, network, 1);
        await scheduleBlocks(work.sql, network);
      },
    },
    async reorganise(work, network, { blocks, isDropping }) {
      const { sql, now } = work;
      await store.lockNetwork(sql, network);
      const tip = await store.findTip(sql, network);
      const above = Math.max(tip.height - blocks, await store.findFirstHeight(sql, network));
      const parent = await store.findBlockHash(sql, network, above);
      if (parent === undefined) throw new Error(`the chain has no block ${above}`);
      await store.removeBlocks(sql, { network, above, isDropping });
      let hash = parent;
      for (let height = above + 1; height <= tip.height + 1; height += 1) {
        hash = blockHashOf(network, hash, randomBytes(16).toString('hex'));
        await store.insertBlock(sql, { network, height, hash, minedAt: now });
      }
      await onBlock(sql, network);
      await scheduleBlocks(sql, network);
    },
    failPending: (work, network) => store.failWaiting(work.sql, network),
    async deposit({ sql }, { id, asset, address, amountMinor }) {
      const network = networkOf(asset);
      const txId = networkHash(network, `deposit ${id}`);
      await store.insertTransaction(sql, {
        network,
        txId,
        isOurs: false,
        feeMinor: 0n,
        movements: [{ index: 0, asset, address, amountMinor }],
      });
      await scheduleBlocks(sql, network);
      return { txId };
    },
    list: (sql) =>
      Promise.all(
        networks.map(async (network) => {
          const [tip, { waiting }] = await Promise.all([
            store.findTip(sql, network),
            store.countWaiting(sql, network),
          ]);
          return { network, ...tip, pending: waiting };
        }),
      ),
  };
}
