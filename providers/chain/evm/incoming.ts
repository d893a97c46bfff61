/**
 * What reached addresses in a range of blocks: plain payments, and `Transfer` events of the configured tokens. ETH that a contract sends
 * on (an internal call) leaves no trace in blocks or events and is not found; wallets and exchanges pay directly.
 */
import type { CryptoAsset } from '@calmly/domain';
import { z } from 'zod';
import { PartnerUnavailable, partsOf } from '../../ask.ts';
import type { ChainTransfer } from '../chain.ts';
import { hexOf, type Rpc, zAddress, zHash, zHeight, zQuantity, zWord } from './json-rpc.ts';
import { addressWord, transferTopic } from './tokens.ts';

export interface IncomingQuery {
  readonly addresses: readonly string[];
  readonly from: number;
  readonly to: number;
  /** Asset by contract in lower case. */
  readonly tokens: ReadonlyMap<string, CryptoAsset>;
}

const blocksAtOnce = 10;
const addressesAtOnce = 200;

const zBlock = z.object({
  number: zHeight,
  hash: zHash,
  parentHash: zHash,
  transactions: z.array(z.object({ hash: zHash, to: zAddress.nullish(), value: zQuantity })),
});
type Block = z.output<typeof zBlock>;

const zReceipt = z.object({
  transactionHash: zHash,
  blockHash: zHash,
  status: zQuantity,
  logs: z.array(z.object({ logIndex: zQuantity })),
});

const zLogs = z.array(
  z.object({
    address: zAddress,
    topics: z.tuple([zHash, zHash, zHash]),
    data: zWord,
    blockNumber: zHeight,
    blockHash: zHash,
    transactionHash: zHash,
    logIndex: zQuantity,
  }),
);

/** Throws PartnerUnavailable if blocks are missing or replaced while they are read. */
export async function readIncoming(rpc: Rpc, query: IncomingQuery): Promise<ChainTransfer[]> {
  const found: ChainTransfer[] = [];
  let parent: string | undefined;
  for (let from = query.from; from <= query.to; from += blocksAtOnce) {
    const to = Math.min(from + blocksAtOnce - 1, query.to);
    const blocks = await readBlocks(rpc, from, to, parent);
    parent = blocks.at(-1)?.hash;
    found.push(...(await paymentsIn(rpc, blocks, query)), ...(await tokensIn(rpc, blocks, query)));
  }
  return found;
}

/** A chain of blocks: each names the one before. */
async function readBlocks(rpc: Rpc, from: number, to: number, parent: string | undefined): Promise<Block[]> {
  const heights = Array.from({ length: to - from + 1 }, (_, place) => from + place);
  const blocks = await rpc.all(
    heights.map((height) => ({
      method: 'eth_getBlockByNumber',
      params: [hexOf(height), true],
      schema: zBlock.nullable(),
    })),
  );
  let previous = parent;
  return blocks.map((block, place) => {
    if (!block || block.number !== heights[place])
      throw new PartnerUnavailable(`the EVM node does not have block ${heights[place]} yet`);
    if (previous !== undefined && block.parentHash !== previous)
      throw new PartnerUnavailable('blocks were replaced while they were read');
    previous = block.hash;
    return block;
  });
}

async function paymentsIn(rpc: Rpc, blocks: readonly Block[], { addresses }: IncomingQuery) {
  const ours = new Map(addresses.map((address) => [address.toLowerCase(), address]));
  const paid = blocks.flatMap(({ number, hash, transactions }) =>
    transactions.flatMap((transaction) => {
      const address = ours.get(transaction.to?.toLowerCase() ?? '');
      if (address === undefined || transaction.value === 0n) return [];
      return {
        txId: transaction.hash,
        amountMinor: transaction.value,
        address,
        height: number,
        blockHash: hash,
      };
    }),
  );
  const receipts = await readReceipts(rpc, paid);
  return paid
    .filter(({ txId }) => receipts.get(txId)?.status === 1n)
    .map((payment): ChainTransfer => ({ ...payment, index: 0, asset: 'ETH' }));
}

async function tokensIn(rpc: Rpc, blocks: readonly Block[], { addresses, tokens }: IncomingQuery) {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (tokens.size === 0 || !first || !last) return [];
  const ours = new Map(addresses.map((address) => [addressWord(address), address]));
  const logs = await rpc.all(
    partsOf([...ours.keys()], addressesAtOnce).map((part) => ({
      method: 'eth_getLogs',
      params: [
        {
          fromBlock: hexOf(first.number),
          toBlock: hexOf(last.number),
          address: [...tokens.keys()],
          topics: [transferTopic, null, part],
        },
      ],
      schema: zLogs,
    })),
  );
  const moved = logs.flat().map((log) => {
    const asset = tokens.get(log.address.toLowerCase());
    const address = ours.get(log.topics[2]);
    const block = blocks.find(({ number }) => number === log.blockNumber);
    if (!asset || !address || log.topics[0] !== transferTopic || block?.hash !== log.blockHash)
      throw new PartnerUnavailable('the EVM node answered events that were not asked for');
    return { log, asset, address, txId: log.transactionHash, blockHash: log.blockHash };
  });
  const receipts = await readReceipts(rpc, moved);
  return moved
    .filter(({ log }) => log.data > 0n)
    .map(({ log, asset, address, txId, blockHash }): ChainTransfer => {
      const [firstLog] = receipts.get(txId)?.logs ?? [];
      if (!firstLog) throw new PartnerUnavailable('the EVM node has no receipt of an event');
      // Counted within the transaction: the number within the block changes when a block is replaced. 0 is the plain payment.
      const index = Number(log.logIndex - firstLog.logIndex) + 1;
      return { txId, index, asset, address, amountMinor: log.data, height: log.blockNumber, blockHash };
    });
}

/** Receipts by transaction, of the blocks that were read. */
async function readReceipts(
  rpc: Rpc,
  wanted: ReadonlyArray<{ readonly txId: string; readonly blockHash: string }>,
) {
  const blockHashes = new Map(wanted.map(({ txId, blockHash }) => [txId, blockHash]));
  const receipts = await rpc.all(
    [...blockHashes.keys()].map((txId) => ({
      method: 'eth_getTransactionReceipt',
      params: [txId],
      schema: zReceipt.nullable(),
    })),
  );
  return new Map(
    receipts.map((receipt) => {
      if (!receipt || blockHashes.get(receipt.transactionHash) !== receipt.blockHash)
        throw new PartnerUnavailable('blocks were replaced while they were read');
      return [receipt.transactionHash, receipt];
    }),
  );
}
