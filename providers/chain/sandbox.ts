/**
 * The sandbox's chains: blocks, transactions and addresses kept in the bank's own database, without any network. They behave as real ones do where it matters:
 * blocks may be replaced, transactions wait, may fail and may vanish. The world outside (who deposits, when a block is mined) is in `sandbox-world.ts`.
 */
import { randomBytes } from 'node:crypto';
import { type CryptoAsset, type Network, nativeAsset, networkOf } from '@calmly/domain';
import type { Database } from '@calmly/platform/database.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { z } from 'zod';
import type {
  Chain,
  FeeQuote,
  OutgoingTransfer,
  SignedTransaction,
  TransactionState,
  UnsignedTransaction,
} from './chain.ts';
import { sandboxTxId } from './sandbox-ids.ts';
import { isSandboxSigned } from './sandbox-signer.ts';
import * as store from './sandbox-store.ts';

export interface SandboxChainOptions {
  readonly network: Network;
  readonly database: Pick<Database, 'sql' | 'inTransaction'>;
  /** The bank's addresses on the network. */
  readonly ours: (network: Network) => Promise<readonly string[]>;
  /** Something waits for a block. */
  readonly onWaiting: (sql: Sql, network: Network) => Promise<void>;
}

/** What a client pays, in the asset. The chain itself takes less: `chainFees`. */
const quotes: Readonly<Record<CryptoAsset, bigint>> = {
  BTC: 2_000n,
  ETH: 420_000_000_000_000n,
  TON: 10_000_000n,
  EPI: 150_000_000n,
  PFE: 150_000_000n,
};
const chainFees: Readonly<Record<Network, bigint>> = {
  bitcoin: 1_410n,
  evm: 315_000_000_000_000n,
  ton: 5_571_200n,
};

const zMinor = z.string().regex(/^-?\d+$/);
const zUnsigned = z.strictObject({
  network: z.string(),
  withdrawalId: z.string(),
  /** As on real networks, preparing the same transfer again makes another transaction. */
  nonce: z.string(),
  fee: zMinor,
  movements: z.array(
    z.strictObject({ index: z.number().int(), asset: z.string(), address: z.string(), amount: zMinor }),
  ),
});

/**
 * Calls read the database outside the caller's transaction, as a real network would be. `prepare` throws if
 * the bank holds too little of the asset or for the fee; broadcasting the same transaction again changes
 * nothing.
 */
export function createSandboxChain({ network, database, ours, onWaiting }: SandboxChainOptions): Chain {
  const { sql } = database;
  return {
    network,
    tip: () => store.findTip(sql, network),
    blockHash: (height) => store.findBlockHash(sql, network, height),
    incoming: (addresses, from, to) => store.listTransfers(sql, { network, addresses, from, to }),
    feeQuote: (asset): Promise<FeeQuote> =>
      Promise.resolve({ feeMinor: quotes[asset], rate: String(chainFees[networkOf(asset)]) }),
    async prepare(transfer, unconfirmed) {
      const spendable = await spendableBy(sql, network, await ours(network), unconfirmed);
      return JSON.stringify(await movementsOf(network, transfer, spendable));
    },
    // A block of the sandbox has room for everything that waits, whatever its fee.
    raise: () => Promise.resolve({ cannot: 'unsupported' }),
    async broadcast(signed) {
      if (!isSandboxSigned(signed))
        throw new Error('the network refuses a transaction with a wrong signature');
      await database.inTransaction(async (transaction) => {
        const isNew = await store.insertTransaction(transaction, readUnsigned(network, signed));
        if (isNew) await onWaiting(transaction, network);
      });
    },
    async transaction(txId): Promise<TransactionState> {
      const found = await store.findTransaction(sql, network, txId);
      if (!found) return { state: 'unknown' };
      const { height, blockHash, hasFailed, feeMinor } = found;
      if (height === null || blockHash === null) return { state: 'pending' };
      return { state: hasFailed ? 'failed' : 'confirmed', height, blockHash, feeMinor };
    },
    async holdings(asset, addresses) {
      const held = await store.findHoldings(sql, { network, asset, addresses });
      return [...held.values()].reduce((sum, amount) => sum + amount, 0n);
    },
  };
}

type Movement = store.NewTransaction['movements'][number];

function readUnsigned(network: Network, { raw, txId }: SignedTransaction): store.NewTransaction {
  const { unsigned } = z.strictObject({ unsigned: z.string(), signature: z.string() }).parse(JSON.parse(raw));
  const read = zUnsigned.parse(JSON.parse(unsigned));
  return {
    network,
    txId,
    isOurs: true,
    feeMinor: BigInt(read.fee),
    movements: read.movements.map((each) => movementOf(each)),
  };
}

const movementOf = (each: z.output<typeof zUnsigned>['movements'][number]): Movement => ({
  index: each.index,
  asset: each.asset as CryptoAsset,
  address: each.address,
  amountMinor: BigInt(each.amount),
});

/** What of an asset can be spent by address: what is held, less what prepared transactions will take. */
async function spendableBy(
  sql: Sql,
  network: Network,
  addresses: readonly string[],
  unconfirmed: readonly UnsignedTransaction[],
) {
  const waiting: Movement[] = [];
  for (const unsigned of unconfirmed) {
    const known = await store.findTransaction(sql, network, sandboxTxId(network, unsigned));
    if (known?.height == null)
      waiting.push(...zUnsigned.parse(JSON.parse(unsigned)).movements.map(movementOf));
  }
  return async (asset: CryptoAsset): Promise<Map<string, bigint>> => {
    const held = await store.findHoldings(sql, { network, asset, addresses });
    for (const movement of waiting)
      if (movement.asset === asset && movement.amountMinor < 0n)
        held.set(movement.address, (held.get(movement.address) ?? 0n) + movement.amountMinor);
    return held;
  };
}

async function movementsOf(
  network: Network,
  { asset, address, amountMinor, rate, withdrawalId }: OutgoingTransfer,
  spendable: (asset: CryptoAsset) => Promise<Map<string, bigint>>,
) {
  const feeMinor = BigInt(rate);
  const native = nativeAsset[network];
  const funds = await spendable(native);
  const [payer] = [...funds].find(([, held]) => held >= feeMinor) ?? [];
  if (payer === undefined) throw new Error(`the bank holds too little ${native} for the fee`);
  funds.set(payer, (funds.get(payer) ?? 0n) - feeMinor);
  const inputs = take(asset === native ? funds : await spendable(asset), amountMinor);
  if (!inputs) throw new Error(`the bank holds too little ${asset}`);
  const movements = [
    { index: -1, asset: native, address: payer, amount: String(-feeMinor) },
    { index: 0, asset, address, amount: String(amountMinor) },
    ...inputs.map(([from, amount], place) => ({
      index: place + 1,
      asset,
      address: from,
      amount: String(-amount),
    })),
  ];
  return { network, withdrawalId, nonce: randomBytes(8).toString('hex'), fee: String(feeMinor), movements };
}

/** The amount from as many addresses as it takes. */
function take(
  held: ReadonlyMap<string, bigint>,
  amountMinor: bigint,
): Array<readonly [string, bigint]> | undefined {
  const inputs: Array<readonly [string, bigint]> = [];
  let missing = amountMinor;
  for (const [address, amount] of held) {
    if (missing === 0n) break;
    const part = amount < missing ? amount : missing;
    if (part <= 0n) continue;
    inputs.push([address, part]);
    missing -= part;
  }
  return missing === 0n ? inputs : undefined;
}
