/**
 * A withdrawal as a PSBT: coins of the bank's and its clients' addresses, the payment, and change to the bank's own address. Each input
 * brings its previous transaction and each input and the change their derivation, so that the signer can check everything by itself.
 */
import { type NETWORK, p2wpkh, selectUTXO, Transaction } from '@scure/btc-signer';
import { partsOf } from '../../ask.ts';
import type { OutgoingTransfer, UnsignedTransaction } from '../chain.ts';
import type { OwnAddress } from '../own-keys.ts';
import type { EsploraApi } from './esplora-api.ts';

export interface OutgoingOptions {
  readonly api: EsploraApi;
  readonly network: typeof NETWORK;
  /** First steps of each path: purpose, coin, account. */
  readonly account: readonly number[];
  readonly publicKey: (place: Omit<OwnAddress, 'address'>) => Uint8Array;
  /** The bank's own first; change goes there. */
  readonly owners: () => Promise<readonly OwnAddress[]>;
}

interface Coin {
  readonly txid: string;
  readonly index: number;
  readonly amount: bigint;
  readonly owner: OwnAddress;
}

const addressesAtOnce = 8;
/** Lets the transaction be replaced by one with a higher fee (BIP-125). */
const replaceable = 0xffff_fffd;
/** Nodes do not relay outputs below this. */
export const dustMinor = 546n;

/** Throws if the coins do not suffice, PartnerUnavailable or CircuitOpen. */
export async function preparePsbt(
  options: OutgoingOptions,
  transfer: OutgoingTransfer & { readonly feePerByte: bigint },
  unconfirmed: readonly UnsignedTransaction[],
): Promise<UnsignedTransaction> {
  const { api, network } = options;
  if (transfer.amountMinor < dustMinor) throw new Error('the network does not carry so small an amount');
  const spent = new Set(unconfirmed.flatMap(coinsOf));
  const owners = await options.owners();
  const [bank] = owners;
  if (!bank) throw new Error('there is no address for the change');
  const coins: Coin[] = [];
  for (const part of partsOf(owners, addressesAtOnce)) {
    for (const found of await Promise.all(part.map((owner) => freeCoins(api, owner, spent))))
      coins.push(...found);
    const selected = select(options, { coins, transfer, change: bank });
    if (selected) return assemble(options, selected, bank);
  }
  throw new Error(`the confirmed coins of the bank on ${network.bech32} do not suffice for this withdrawal`);
}

const coinName = (txid: string, index: number) => `${txid}:${index}`;

/** Coins that a prepared withdrawal spends. */
function coinsOf(unsigned: UnsignedTransaction): string[] {
  const psbt = Transaction.fromPSBT(Buffer.from(unsigned, 'base64'));
  return Array.from({ length: psbt.inputsLength }, (_, place) => {
    const { txid, index } = psbt.getInput(place);
    return coinName(Buffer.from(txid ?? []).toString('hex'), index ?? -1);
  });
}

/** Confirmed ones only: an unconfirmed coin can vanish, and the withdrawal with it. */
async function freeCoins(api: EsploraApi, owner: OwnAddress, spent: ReadonlySet<string>): Promise<Coin[]> {
  return (await api.unspentOf(owner.address))
    .filter(({ txid, vout, status }) => status.confirmed && !spent.has(coinName(txid, vout)))
    .map(({ txid, vout, value }) => ({ txid, index: vout, amount: value, owner }));
}

interface Selection {
  readonly coins: readonly Coin[];
  readonly outputs: ReadonlyArray<{ readonly address: string; readonly amount: bigint }>;
}

/** The library chooses: few coins, no change that is dust. Undefined when the coins do not suffice. */
function select(
  { publicKey, network }: OutgoingOptions,
  {
    coins,
    transfer,
    change,
  }: {
    readonly coins: readonly Coin[];
    readonly transfer: OutgoingTransfer & { readonly feePerByte: bigint };
    readonly change: OwnAddress;
  },
): Selection | undefined {
  if (coins.length === 0) return undefined;
  const inputs = coins.map(({ txid, index, amount, owner }) => ({
    txid,
    index,
    witnessUtxo: { script: p2wpkh(publicKey(owner)).script, amount },
  }));
  const result = selectUTXO(
    inputs,
    [{ address: transfer.address, amount: transfer.amountMinor }],
    'default',
    {
      changeAddress: change.address,
      feePerByte: transfer.feePerByte,
      bip69: true,
      network,
      dust: dustMinor,
    },
  );
  if (!result) return undefined;
  const chosen = new Map(coins.map((coin) => [coinName(coin.txid, coin.index), coin]));
  return {
    coins: result.inputs.map(({ txid, index }) => {
      const coin = chosen.get(coinName(hexOf(txid), index ?? -1));
      if (!coin) throw new Error('a coin was chosen that was not offered');
      return coin;
    }),
    outputs: result.outputs.map((output) => {
      if (!('address' in output)) throw new Error('an output has no address');
      return output;
    }),
  };
}

const hexOf = (bytes: Uint8Array | string | undefined) =>
  typeof bytes === 'string' ? bytes : Buffer.from(bytes ?? []).toString('hex');

async function assemble(
  { api, publicKey, account, network }: OutgoingOptions,
  { coins, outputs }: Selection,
  change: OwnAddress,
): Promise<UnsignedTransaction> {
  const psbt = new Transaction();
  const derivation = (owner: OwnAddress): [Uint8Array, { fingerprint: number; path: number[] }] => [
    publicKey(owner),
    { fingerprint: 0, path: [...account, owner.branch, owner.index] },
  ];
  for (const { txid, index, amount, owner } of coins)
    psbt.addInput({
      txid,
      index,
      sequence: replaceable,
      // The library refuses one that does not hash to the txid.
      nonWitnessUtxo: await api.rawTransaction(txid),
      witnessUtxo: { script: p2wpkh(publicKey(owner)).script, amount },
      bip32Derivation: [derivation(owner)],
    });
  for (const { address, amount } of outputs) {
    const place = psbt.addOutputAddress(address, amount, network);
    if (address === change.address) psbt.updateOutput(place, { bip32Derivation: [derivation(change)] });
  }
  return Buffer.from(psbt.toPSBT()).toString('base64');
}
