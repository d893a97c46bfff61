/** The Bitcoin adapter on a local Esplora with its own chain, and a real signer process. */

import { regtest } from '@calmly/server/test/support/chains/bitcoin-chain.ts';
import { type EsploraServer, startEsploraServer } from '@calmly/server/test/support/chains/esplora-server.ts';
import { makeSignerDirectory, type SignerDirectory } from '@calmly/server/test/support/chains/signer.ts';
import { p2wpkh, Transaction } from '@scure/btc-signer';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PartnerUnavailable } from '../../ask.ts';
import type { Chain, OutgoingTransfer, Signer } from '../chain.ts';
import { publicKeysOf } from '../own-keys.ts';
import { createSignerClient } from '../signer-client.ts';
import { type SignerProcess, startSigner } from '../signer-process.ts';
import { createEsplora } from './esplora.ts';

/** Of BIP-173, on the test network. */
const outside = p2wpkh(
  Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex'),
  regtest,
).address as string;

let directory: SignerDirectory;
let process: SignerProcess;
let signer: Signer;
let esplora: EsploraServer;
let bitcoin: Chain;
let clients: { address: string; index: number }[];
let bank: string;
let addressOf: (branch: 0 | 1, index: number) => string;

beforeAll(async () => {
  directory = await makeSignerDirectory({
    limits: { BTC: { perTransaction: '100', perDay: '10000', fee: '0.01' } },
  });
  process = await startSigner({ directory: directory.path });
  signer = createSignerClient({ socket: process.socket });
  const publicKey = publicKeysOf(process.xpubs.bitcoin);
  addressOf = (branch, index) => p2wpkh(publicKey({ branch, index }), regtest).address as string;
  clients = Array.from({ length: 12 }, (_, index) => ({ index, address: addressOf(0, index) }));
  bank = addressOf(1, 0);
});
afterAll(async () => {
  await process.stop();
  await directory.remove();
});
beforeEach(async () => {
  await esplora?.close();
  esplora = await startEsploraServer();
  bitcoin = createEsplora({
    url: esplora.url,
    bitcoin: 'regtest',
    xpub: process.xpubs.bitcoin,
    clientAddresses: async () => clients,
  });
});
afterAll(() => esplora.close());

const client = (index: number) => clients[index]?.address ?? '';
const addresses = () => clients.map(({ address }) => address);
let last = 0;
function withdrawal(change: Partial<OutgoingTransfer> = {}): OutgoingTransfer {
  last += 1;
  const usual = { asset: 'BTC', address: outside, amountMinor: 50_000n, rate: '10' } as const;
  return { withdrawalId: `w-${last}`, ...usual, ...change };
}
const balanceOf = (address: string) => bitcoin.holdings('BTC', [address]);
const psbtOf = (unsigned: string) => Transaction.fromPSBT(Buffer.from(unsigned, 'base64'));

describe('deposits', () => {
  it('are outputs to the addresses, each with its number', async () => {
    const { chain } = esplora;
    const txId = chain.pay([
      { address: outside, amount: 5_000n },
      { address: client(0), amount: 123_456_789n },
      { address: client(1), amount: 1_000n },
      { address: client(0), amount: 2_000n },
    ]);
    expect(await bitcoin.incoming(addresses(), 0, 0)).toEqual([]);
    chain.mine();
    const { height, hash } = await bitcoin.tip();
    const common = { txId, asset: 'BTC', height, blockHash: hash };
    expect(await bitcoin.incoming(addresses(), 0, height)).toEqual([
      { ...common, index: 1, address: client(0), amountMinor: 123_456_789n },
      { ...common, index: 2, address: client(1), amountMinor: 1_000n },
      { ...common, index: 3, address: client(0), amountMinor: 2_000n },
    ]);
    expect(await bitcoin.incoming(addresses(), 0, height - 1)).toEqual([]);
  });

  it.each([10, 200])('cost the same two calls for each block with %i addresses', async (count) => {
    const { chain } = esplora;
    const many = Array.from({ length: count }, (_, index) => addressOf(0, index));
    const paid = [many[0] ?? '', many[7] ?? '', many.at(-1) ?? '', bank];
    for (const address of paid) {
      chain.pay([{ address, amount: 1_000n }]);
      // What others pay is most of a block.
      for (let others = 0; others < 100; others += 1) chain.pay([{ address: outside, amount: 5_000n }]);
      chain.mine();
    }
    esplora.paths.length = 0;
    const found = await bitcoin.incoming([...many, bank], 1, 4);
    expect(found.map(({ address, height }) => [address, height])).toEqual(
      paid.map((address, place) => [address, place + 1]),
    );
    expect(esplora.paths).toHaveLength(8);
  });

  it('are found in transactions with witnesses, under the ids that these are sent with', async () => {
    const { chain } = esplora;
    chain.pay([{ address: client(3), amount: 80_000n }]);
    chain.mine();
    const transfer = withdrawal();
    const signed = await signer.sign(transfer, await bitcoin.prepare(transfer, []));
    await bitcoin.broadcast(signed);
    chain.mine();
    const found = await bitcoin.incoming([outside, bank], 2, 2);
    expect(found.map(({ txId }) => txId)).toEqual([signed.txId, signed.txId]);
    expect(found.map(({ address }) => address).sort()).toEqual([outside, bank].sort());
    expect(found.find(({ address }) => address === outside)?.amountMinor).toBe(50_000n);
  });

  it.each([
    ['of another height', () => esplora.chain.blocks[0]?.raw],
    ['that is cut', () => esplora.chain.blocks[1]?.raw.subarray(0, -1)],
    ['that is none', () => Buffer.from('{}')],
  ])('are not read from a block %s', async (_, answer) => {
    esplora.chain.pay([{ address: client(0), amount: 1_000n }]);
    esplora.chain.mine();
    esplora.fault = (path, response) => {
      if (!path.endsWith('/raw')) return false;
      response.end(answer());
      return true;
    };
    await expect(bitcoin.incoming(addresses(), 1, 1)).rejects.toThrow(PartnerUnavailable);
  });

  it('are not read across a reorganisation', async () => {
    const { chain } = esplora;
    chain.mine(3);
    const old = chain.blocks.at(-2);
    chain.reorganise(3);
    esplora.fault = (path, response) => {
      if (path !== '/block-height/2' && path !== `/block/${old?.hash}/raw`) return false;
      response.end(path.endsWith('/raw') ? old?.raw : old?.hash);
      return true;
    };
    await expect(bitcoin.incoming(addresses(), 1, 3)).rejects.toThrow('blocks were replaced');
  });

  it('move or vanish in a reorganisation, and the height has another hash', async () => {
    const { chain } = esplora;
    const kept = chain.pay([{ address: client(0), amount: 1_000n }]);
    const dropped = chain.pay([{ address: client(1), amount: 2_000n }]);
    chain.mine();
    const { height, hash } = await bitcoin.tip();
    chain.reorganise(1, { drop: [dropped] });
    expect(await bitcoin.blockHash(height)).not.toBe(hash);
    expect(await bitcoin.incoming(addresses(), height, height + 1)).toMatchObject([
      { txId: kept, height: height + 1, blockHash: (await bitcoin.tip()).hash },
    ]);
  });

  it('are not a miner’s reward', async () => {
    esplora.chain.pay([{ address: client(0), amount: 1_000n }], { isCoinbase: true });
    esplora.chain.mine();
    expect(await bitcoin.incoming(addresses(), 1, 1)).toEqual([]);
  });

  it('are not read from a server that is behind, which is no reorganisation', async () => {
    const { height } = await bitcoin.tip();
    expect(await bitcoin.blockHash(height + 1)).toBeUndefined();
    await expect(bitcoin.incoming(addresses(), 0, height + 1)).rejects.toThrow('does not have block');
  });
});

describe('a withdrawal', () => {
  const fund = (...amounts: Array<[string, bigint]>) => {
    for (const [address, amount] of amounts) esplora.chain.pay([{ address, amount }]);
    esplora.chain.mine();
  };

  it('pays exactly its amount, gives the change to the bank, and can be sent twice', async () => {
    fund([client(3), 80_000n], [client(9), 70_000n]);
    const transfer = withdrawal({ amountMinor: 100_000n });
    const signed = await signer.sign(transfer, await bitcoin.prepare(transfer, []));
    expect(await bitcoin.transaction(signed.txId)).toEqual({ state: 'unknown' });
    await bitcoin.broadcast(signed);
    await bitcoin.broadcast(signed);
    expect(await bitcoin.transaction(signed.txId)).toEqual({ state: 'pending' });
    esplora.chain.mine();
    await bitcoin.broadcast(signed);
    const { height, hash } = await bitcoin.tip();
    const state = await bitcoin.transaction(signed.txId);
    const feeMinor = 'feeMinor' in state ? state.feeMinor : 0n;
    expect(state).toEqual({ state: 'confirmed', height, blockHash: hash, feeMinor });
    expect(await bitcoin.holdings('BTC', addresses())).toBe(150_000n - 100_000n - feeMinor);
    expect(await balanceOf(bank)).toBe(50_000n - feeMinor);
    // Two inputs and two outputs at ten satoshi a byte.
    expect(feeMinor).toBeGreaterThanOrEqual(2_080n);
    expect(feeMinor).toBeLessThanOrEqual(2_110n);
  });

  it('can be replaced, and says how each key is derived', async () => {
    fund([client(3), 80_000n]);
    const psbt = psbtOf(await bitcoin.prepare(withdrawal(), []));
    const { sequence, bip32Derivation, nonWitnessUtxo } = psbt.getInput(0);
    const hardened = 0x8000_0000;
    expect(sequence).toBe(0xffff_fffd);
    expect(nonWitnessUtxo).toBeDefined();
    expect(bip32Derivation?.[0]?.[1].path).toEqual([84 + hardened, 1 + hardened, hardened, 0, 3]);
  });

  it('makes no change that is dust', async () => {
    fund([bank, 51_600n]);
    const psbt = psbtOf(await bitcoin.prepare(withdrawal(), []));
    expect(psbt.outputsLength).toBe(1);
    expect(psbt.fee).toBe(1_600n);
  });

  it('uses no coin of another withdrawal, and none that is unconfirmed', async () => {
    fund([bank, 80_000n], [client(0), 90_000n]);
    esplora.chain.pay([{ address: client(1), amount: 90_000n }]);
    const first = await bitcoin.prepare(withdrawal(), []);
    const second = await bitcoin.prepare(withdrawal(), [first]);
    await expect(bitcoin.prepare(withdrawal(), [first, second])).rejects.toThrow('do not suffice');
    const coin = (unsigned: string) => Buffer.from(psbtOf(unsigned).getInput(0).txid ?? []).toString('hex');
    expect(coin(first)).not.toBe(coin(second));
  });

  it.each([
    ['dust', { amountMinor: 545n }, 'so small'],
    ['a rate above the limit', { rate: '501' }, 'no rate'],
    ['no rate', { rate: '0' }, 'no rate'],
  ])('is not prepared: %s', async (_, change, reason) => {
    fund([bank, 80_000n]);
    await expect(bitcoin.prepare(withdrawal(change), [])).rejects.toThrow(reason);
  });

  it('is not prepared from a previous transaction that is not the one named', async () => {
    fund([bank, 80_000n]);
    const other = esplora.chain.pay([{ address: bank, amount: 900_000n }]);
    esplora.fault = (path, response) => {
      if (!path.endsWith('/hex')) return false;
      response.end(esplora.chain.find(other)?.hex);
      return true;
    };
    await expect(bitcoin.prepare(withdrawal(), [])).rejects.toThrow('nonWitnessUtxo');
  });

  it('that the network refuses is an error, with nothing sent', async () => {
    fund([bank, 80_000n]);
    const transfer = withdrawal();
    const signed = await signer.sign(transfer, await bitcoin.prepare(transfer, []));
    esplora.chain.reorganise(1, {
      drop: esplora.chain.blocks.at(-1)?.transactions.map(({ txid }) => txid) ?? [],
    });
    await expect(bitcoin.broadcast(signed)).rejects.toThrow('refuses the transaction');
    expect(await bitcoin.transaction(signed.txId)).toEqual({ state: 'unknown' });
  });

  it('costs the estimated rate, rounded up and within limits', async () => {
    const quotes = [];
    for (const rate of [10.1, 0.3, 100_000]) {
      esplora.estimates = { '3': rate };
      quotes.push((await bitcoin.feeQuote('BTC')).rate);
    }
    expect(quotes).toEqual(['11', '1', '500']);
  });
});
