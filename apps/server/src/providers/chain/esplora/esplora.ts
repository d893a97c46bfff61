/** Bitcoin, read from and sent to through Esplora's API. All our addresses are P2WPKH (BIP-84). */
import { NETWORK, p2wpkh, TEST_NETWORK } from '@scure/btc-signer';
import { PartnerUnavailable, partsOf } from '../../ask.ts';
import type { Chain, ChainTransfer, SignedTransaction, TransactionState } from '../chain.ts';
import { type ClientAddress, type OwnAddress, ownersOf, publicKeysOf } from '../own-keys.ts';
import { createEsploraApi, type EsploraTransaction } from './esplora-api.ts';
import { preparePsbt } from './outgoing.ts';
import { raisePsbt } from './raise.ts';

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
const pageSize = 25;
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
      if ((await api.tipHeight()) < to) throw new PartnerUnavailable(`Esplora does not have block ${to} yet`);
      const found: ChainTransfer[] = [];
      for (const part of partsOf(addresses, addressesAtOnce))
        for (const paid of await Promise.all(part.map((address) => paidTo(address, from, to))))
          found.push(...paid);
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

  /** Pages back from the newest until the range is passed. */
  async function paidTo(address: string, from: number, to: number): Promise<ChainTransfer[]> {
    const found: ChainTransfer[] = [];
    let last: string | undefined;
    for (;;) {
      const page = await api.transactionsOf(address, last);
      for (const transaction of page) found.push(...outputsTo(address, transaction, from, to));
      const oldest = page.at(-1);
      if (page.length < pageSize || !oldest?.status.confirmed || oldest.status.block_height < from)
        return found;
      if (oldest.txid === last) throw new PartnerUnavailable('Esplora repeats a page');
      last = oldest.txid;
    }
  }
}

function outputsTo(
  address: string,
  { txid, status, vin, vout }: EsploraTransaction,
  from: number,
  to: number,
): ChainTransfer[] {
  if (!status.confirmed || status.block_height < from || status.block_height > to) return [];
  // What a block's miner receives cannot be spent for a hundred blocks; no client is paid so.
  if (vin.some(({ is_coinbase: isCoinbase }) => isCoinbase)) return [];
  const { block_height: height, block_hash: blockHash } = status;
  return vout.flatMap(({ scriptpubkey_address: paid, value }, index) =>
    paid === address && value > 0n
      ? [{ txId: txid, index, asset: 'BTC' as const, address, amountMinor: value, height, blockHash }]
      : [],
  );
}
