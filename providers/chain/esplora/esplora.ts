/** Bitcoin, read from and sent to through Esplora's API. All our addresses are P2WPKH (BIP-84). */
import { Address, NETWORK, OutScript, p2wpkh, TEST_NETWORK } from '@scure/btc-signer';
import { PartnerUnavailable, partsOf } from '../../ask.ts';
import type { Chain, ChainTransfer, SignedTransaction, TransactionState } from '../chain.ts';
import { type ClientAddress, type OwnAddress, ownersOf, publicKeysOf } from '../own-keys.ts';
import { createEsploraApi } from './esplora-api.ts';
import { preparePsbt } from './outgoing.ts';
import { raisePsbt } from './raise.ts';
import { type RawBlock, readRawBlock } from './raw-block.ts';

export const bitcoinNetworks = {
  mainnet: NETWORK,
  testnet: TEST_NETWORK,
  regtest: { ...TEST_NETWORK, bech32: 'bcrt' },
};
export type BitcoinNetwork = keyof typeof bitcoinNetworks;

export interface EsploraOptions {
  readonly url: string;
  readonly bitcoin: BitcoinNetwork;
  /** Of the account `m/84'/0'/0'` (`m/84'/1'/0'` on a test network). */
  readonly xpub: string;
  readonly clientAddresses: () => Promise<readonly ClientAddress[]>;
  readonly timeoutMs?: number;
}

const hardened = 0x8000_0000;
/** Of P2WPKH: version, length and hash of the key. */
const scriptBytes = 22;
const blocksAtOnce = 4;
const addressesAtOnce = 8;
/** Satoshi per virtual byte. */
const feeRates = { least: 1, most: 500 };
const blocksToWait = ['3', '2', '4', '6'];
/** Two inputs and two outputs: what a client pays for, whatever coins are chosen. */
const usualBytes = 209n;

/** Its functions throw PartnerUnavailable or CircuitOpen. */
export function createEsplora({ url, bitcoin, xpub, clientAddresses, timeoutMs }: EsploraOptions): Chain {
  const api = createEsploraApi({ url, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
  const network = bitcoinNetworks[bitcoin];
  const publicKey = publicKeysOf(xpub);
  const account = [84 + hardened, (bitcoin === 'mainnet' ? 0 : 1) + hardened, hardened];
  const ownAddress = (place: Omit<OwnAddress, 'address'>): OwnAddress => {
    const { address } = p2wpkh(publicKey(place), network);
    if (address === undefined) throw new Error('a key has no address');
    return { ...place, address };
  };
  const bank = ownAddress({ branch: 1, index: 0 });
  const ownerOf = ownersOf((index) => ownAddress({ branch: 0, index }).address);

  const scripts = new Map<string, string>();
  /** Decoded once for each address: every block asks for all of them. */
  function scriptOf(address: string): string {
    const known = scripts.get(address);
    if (known !== undefined) return known;
    const script = Buffer.from(OutScript.encode(Address(network).decode(address))).toString('latin1');
    scripts.set(address, script);
    return script;
  }

  async function owners(): Promise<OwnAddress[]> {
    return [bank, ...(await clientAddresses()).map(ownerOf)];
  }

  return {
    network: 'bitcoin',
    async tip() {
      const height = await api.tipHeight();
      const hash = await api.blockHash(height);
      if (hash === undefined) throw new PartnerUnavailable('Esplora has no block at its tip');
      return { height, hash };
    },
    blockHash: (height) => api.blockHash(height),
    async incoming(addresses, from, to) {
      const byScript = new Map(addresses.map((address) => [scriptOf(address), address]));
      const found: ChainTransfer[] = [];
      for await (const block of blocksOf(from, to)) found.push(...paidIn(block, byScript));
      return found;
    },
    async feeQuote(asset) {
      if (asset !== 'BTC') throw new Error(`${asset} is not on Bitcoin`);
      const rate = await currentRate();
      return { feeMinor: rate * usualBytes, rate: String(rate) };
    },
    prepare(transfer, unconfirmed) {
      const feePerByte = /^[1-9]\d{0,2}$/.test(transfer.rate) ? BigInt(transfer.rate) : 0n;
      if (transfer.asset !== 'BTC' || feePerByte < 1n || feePerByte > BigInt(feeRates.most))
        return Promise.reject(new Error('this is no rate of Bitcoin'));
      const options = { api, network, account, publicKey, owners };
      return preparePsbt(options, { ...transfer, feePerByte }, unconfirmed);
    },
    async raise(unsigned, raise) {
      return raisePsbt(unsigned, raise, { rate: await currentRate(), change: publicKey(bank) });
    },
    async broadcast({ raw, txId }: SignedTransaction) {
      const answered = await api.send(raw);
      if (answered === txId || (await api.transaction(txId))) return;
      throw new PartnerUnavailable('Esplora refuses the transaction');
    },
    async transaction(txId): Promise<TransactionState> {
      const found = await api.transaction(txId);
      if (!found) return { state: 'unknown' };
      const { status, fee } = found;
      if (!status.confirmed) return { state: 'pending' };
      return {
        state: 'confirmed',
        height: status.block_height,
        blockHash: status.block_hash,
        feeMinor: fee,
      };
    },
    async holdings(asset, addresses) {
      if (asset !== 'BTC') throw new Error(`${asset} is not on Bitcoin`);
      let sum = 0n;
      for (const part of partsOf([...new Set([bank.address, ...addresses])], addressesAtOnce))
        for (const balance of await Promise.all(part.map(api.balanceOf))) sum += balance;
      return sum;
    },
  };

  /** Satoshi per virtual byte, rounded up. */
  async function currentRate(): Promise<bigint> {
    const estimates = await api.feeEstimates();
    const estimate = blocksToWait.map((blocks) => estimates[blocks]).find((rate) => rate !== undefined);
    if (estimate === undefined) throw new PartnerUnavailable('Esplora has no estimate of fees');
    return BigInt(Math.ceil(Math.min(Math.max(estimate, feeRates.least), feeRates.most)));
  }

  /** The blocks of these heights, each the next one's parent, read a few at a time. */
  async function* blocksOf(from: number, to: number): AsyncGenerator<RawBlock & { readonly height: number }> {
    const heights = Array.from({ length: Math.max(to - from + 1, 0) }, (_, place) => from + place);
    let parent: string | undefined;
    for (const part of partsOf(heights, blocksAtOnce))
      for (const block of await Promise.all(part.map(blockAt))) {
        if (parent !== undefined && block.previous !== parent)
          throw new PartnerUnavailable('blocks were replaced while they were read');
        parent = block.hash;
        yield block;
      }
  }

  async function blockAt(height: number): Promise<RawBlock & { readonly height: number }> {
    const hash = await api.blockHash(height);
    if (hash === undefined) throw new PartnerUnavailable(`Esplora does not have block ${height} yet`);
    const block = readBlock(await api.rawBlock(hash));
    if (block.hash !== hash) throw new PartnerUnavailable('Esplora answered another block');
    return { ...block, height };
  }
}

function readBlock(bytes: Buffer): RawBlock {
  try {
    return readRawBlock(bytes);
  } catch (error) {
    if (error instanceof RangeError) throw new PartnerUnavailable('Esplora answered no block');
    throw error;
  }
}

/** Outputs of a block to these scripts. What a block's miner receives is left out: it cannot be spent for a hundred blocks, and no client is paid so. */
function paidIn(
  { hash: blockHash, height, transactions }: RawBlock & { readonly height: number },
  byScript: ReadonlyMap<string, string>,
): ChainTransfer[] {
  return transactions.flatMap((transaction) =>
    transaction.isCoinbase
      ? []
      : transaction.outputs.flatMap(({ amount: amountMinor, script }, index) => {
          const address = script.length === scriptBytes ? byScript.get(script.toString('latin1')) : undefined;
          if (address === undefined || amountMinor === 0n) return [];
          return {
            txId: transaction.txId,
            index,
            asset: 'BTC' as const,
            address,
            amountMinor,
            height,
            blockHash,
          };
        }),
  );
}
