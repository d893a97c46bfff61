/**
 * The part of Esplora's API that Calmly calls, on a local port, over a chain in memory. Paths, statuses and texts are those of
 * github.com/Blockstream/esplora (API.md) and of its electrs.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Address, OutScript } from '@scure/btc-signer';
import { type BitcoinChain, type ChainTransaction, createBitcoinChain, regtest } from './bitcoin-chain.ts';

export interface EsploraServer {
  readonly url: string;
  readonly chain: BitcoinChain;
  /** Satoshi per byte by blocks. */
  estimates: Record<string, number>;
  /** Replaces the true answer. */
  fault: ((path: string, response: ServerResponse) => boolean) | undefined;
  readonly paths: string[];
  close(): Promise<void>;
}

class NotFound extends Error {}

export async function startEsploraServer(): Promise<EsploraServer> {
  const chain = createBitcoinChain();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const esplora: EsploraServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    chain,
    estimates: { '1': 20.5, '2': 12.042, '3': 10.1, '6': 4 },
    fault: undefined,
    paths: [],
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').replace(/^\/api/, '');
    esplora.paths.push(path);
    if (esplora.fault?.(path, response)) return;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    try {
      const content = request.method === 'POST' ? send(path, Buffer.concat(chunks).toString()) : read(path);
      const type = typeof content === 'string' ? 'text/plain' : 'application/json';
      response.setHeader('content-type', Buffer.isBuffer(content) ? 'application/octet-stream' : type);
      response.end(
        typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content),
      );
    } catch (error) {
      response.writeHead(error instanceof NotFound ? 404 : 400, { 'content-type': 'text/plain' });
      response.end((error as Error).message);
    }
  }

  function send(path: string, body: string): string {
    if (path !== '/tx') throw new NotFound('endpoint does not exist');
    try {
      return chain.accept(body);
    } catch (error) {
      throw new Error(`sendrawtransaction RPC error: {"code":-25,"message":"${(error as Error).message}"}`);
    }
  }

  function read(path: string): unknown {
    const [, first, second = '', third] = path.split('/');
    if (path === '/blocks/tip/height') return String(chain.blocks.length - 1);
    if (path === '/fee-estimates') return esplora.estimates;
    if (first === 'block-height') {
      const block = chain.blocks[Number(second)];
      if (!block) throw new NotFound('Block not found');
      return block.hash;
    }
    if (first === 'block' && third === 'raw') {
      const block = chain.blocks.find(({ hash }) => hash === second);
      if (!block) throw new NotFound('Block not found');
      return block.raw;
    }
    if (first === 'tx') return readTransaction(second, third);
    if (first === 'address') return readAddress(second, third);
    throw new NotFound('endpoint does not exist');
  }

  function readTransaction(txid: string, part: string | undefined): unknown {
    const found = chain.find(txid);
    if (!found) throw new NotFound('Transaction not found');
    if (part === 'hex') return found.hex;
    if (part === undefined) return shown(found);
    throw new NotFound('endpoint does not exist');
  }

  function readAddress(address: string, part: string | undefined): unknown {
    const coins = chain.paidTo(scriptOf(address));
    const isConfirmed = ({ transaction }: (typeof coins)[number]) => chain.heightOf(transaction.txid) >= 0;
    if (part === undefined) {
      const settled = coins.filter(isConfirmed);
      const sum = (some: typeof coins) => Number(some.reduce((total, { amount }) => total + amount, 0n));
      const spent = settled.filter((coin) => coin.isGone);
      return { address, chain_stats: { funded_txo_sum: sum(settled), spent_txo_sum: sum(spent) } };
    }
    if (part === 'utxo')
      return coins
        .filter((coin) => !coin.isSpent)
        .map(({ transaction: { txid }, index, amount }) => ({
          txid,
          vout: index,
          value: Number(amount),
          status: statusOf(txid),
        }));
    throw new NotFound('endpoint does not exist');
  }

  const statusOf = (txid: string) => {
    const height = chain.heightOf(txid);
    const block = chain.blocks[height];
    return block ? { confirmed: true, block_height: height, block_hash: block.hash } : { confirmed: false };
  };

  const shown = (transaction: ChainTransaction) => ({
    txid: transaction.txid,
    fee: Number(transaction.fee),
    vin: transaction.inputs.map(({ txid, index }) => ({
      txid,
      vout: index,
      is_coinbase: transaction.isCoinbase,
    })),
    vout: transaction.outputs.map(({ script, amount }) => ({
      scriptpubkey_address: Address(regtest).encode(OutScript.decode(script)),
      value: Number(amount),
    })),
    status: statusOf(transaction.txid),
  });

  return esplora;
}

function scriptOf(address: string): Uint8Array {
  try {
    return OutScript.encode(Address(regtest).decode(address));
  } catch {
    throw new Error('Invalid Bitcoin address');
  }
}
