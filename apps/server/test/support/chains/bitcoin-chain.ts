/**
 * A Bitcoin chain in memory, for the local Esplora: blocks, a mempool and reorganisations. It accepts transactions like a node:
 * existing unspent coins, valid signatures, a fee, no dust. A waiting one is replaced by the rules of BIP-125: it signals replaceability, and the
 * other pays
 * more, and for its own bytes in addition.
 */
import { createHash, randomBytes } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { Address, OutScript, RawTx, Script, TEST_NETWORK, Transaction } from '@scure/btc-signer';

export const regtest = { ...TEST_NETWORK, bech32: 'bcrt' };

export interface ChainTransaction {
  readonly txid: string;
  readonly hex: string;
  readonly isCoinbase: boolean;
  readonly fee: bigint;
  readonly inputs: ReadonlyArray<{ readonly txid: string; readonly index: number }>;
  readonly outputs: ReadonlyArray<{ readonly script: Uint8Array; readonly amount: bigint }>;
}

export interface Block {
  readonly hash: string;
  /** In the format of nodes. */
  readonly raw: Buffer;
  readonly transactions: readonly ChainTransaction[];
}

const dust = 294n;

export function createBitcoinChain() {
  const blocks: Block[] = [];
  const mempool = new Map<string, ChainTransaction>();
  /** Transactions replaced in the mempool; a miner may still have them. */
  const replaced = new Map<string, ChainTransaction>();

  const confirmed = () => blocks.flatMap(({ transactions }) => transactions);
  const all = () => [...confirmed(), ...mempool.values()];
  const isSpent = (txid: string, index: number, by = all()) =>
    by.some(({ inputs }) => inputs.some((input) => input.txid === txid && input.index === index));

  const spendsSameAs = (one: ChainTransaction, other: ChainTransaction) =>
    one.inputs.some((coin) =>
      other.inputs.some(({ txid, index }) => txid === coin.txid && index === coin.index),
    );
  /** A miner that has not seen the replacement mines this one. */
  function bringBack(txid: string): void {
    const found = replaced.get(txid) ?? mempool.get(txid);
    if (!found) throw new Error('there is no such transaction');
    for (const other of [...mempool.values()]) if (spendsSameAs(found, other)) remove(other);
    replaced.delete(txid);
    mempool.set(txid, found);
  }
  function remove(transaction: ChainTransaction): void {
    mempool.delete(transaction.txid);
    replaced.set(transaction.txid, transaction);
  }

  function mine(count = 1): void {
    for (let mined = 0; mined < count; mined += 1) {
      blocks.push(blockOf(blocks.at(-1), [...mempool.values()]));
      mempool.clear();
    }
  }
  mine();

  return {
    blocks,
    mempool,
    mine,
    bringBack,
    /** Replaces the newest blocks by one more; their transactions wait again, unless they are dropped. */
    reorganise(
      depth: number,
      { drop = [], instead }: { readonly drop?: readonly string[]; readonly instead?: string } = {},
    ): void {
      for (const { transactions } of blocks.splice(-depth))
        for (const transaction of transactions)
          if (!drop.includes(transaction.txid)) mempool.set(transaction.txid, transaction);
      const waiting = [...mempool.values()];
      mempool.clear();
      for (let replacing = depth; replacing > 0; replacing -= 1) blocks.push(blockOf(blocks.at(-1), []));
      for (const transaction of waiting) mempool.set(transaction.txid, transaction);
      if (instead !== undefined) bringBack(instead);
      mine();
    },
    /** An external payer pays these addresses in one transaction; returns its id. It waits for the next block. */
    pay(
      outputs: ReadonlyArray<{ readonly address: string; readonly amount: bigint }>,
      { isCoinbase = false } = {},
    ): string {
      const built = new Transaction({ allowUnknownInputs: true });
      built.addInput(
        isCoinbase ? { txid: Buffer.alloc(32), index: 0xffff_ffff } : { txid: randomBytes(32), index: 0 },
      );
      for (const { address, amount } of outputs) built.addOutputAddress(address, amount, regtest);
      const bytes = Buffer.from(built.unsignedTx);
      const txid = idOf(bytes);
      const paid = outputs.map(({ address, amount }) => ({
        script: OutScript.encode(Address(regtest).decode(address)),
        amount,
      }));
      const inputs = [{ txid: randomBytes(32).toString('hex'), index: 0 }];
      mempool.set(txid, { txid, hex: bytes.toString('hex'), isCoinbase, fee: 1_000n, inputs, outputs: paid });
      return txid;
    },
    find: (txid: string) => all().find((transaction) => transaction.txid === txid),
    heightOf: (txid: string) =>
      blocks.findIndex(({ transactions }) => transactions.some((transaction) => transaction.txid === txid)),
    paidTo: (script: Uint8Array) =>
      all().flatMap((transaction) =>
        transaction.outputs.flatMap(({ script: paid, amount }, index) =>
          Buffer.compare(paid, script) === 0
            ? [
                {
                  transaction,
                  index,
                  amount,
                  isSpent: isSpent(transaction.txid, index),
                  isGone: isSpent(transaction.txid, index, confirmed()),
                },
              ]
            : [],
        ),
      ),
    /** Accepts a signed transaction into the mempool. Throws with a node's reason. */
    accept(hex: string): string {
      const transaction = Transaction.fromRaw(Buffer.from(hex, 'hex'), { allowUnknownOutputs: true });
      const txid = transaction.id;
      if (all().some((known) => known.txid === txid)) throw new Error('txn-already-known');
      const coins = Array.from({ length: transaction.inputsLength }, (_, place) => {
        const input = transaction.getInput(place);
        const coin = { txid: Buffer.from(input.txid ?? []).toString('hex'), index: input.index ?? -1 };
        const output = all().find((known) => known.txid === coin.txid)?.outputs[coin.index];
        if (!output || isSpent(coin.txid, coin.index, confirmed()))
          throw new Error('bad-txns-inputs-missingorspent');
        if (!isSigned(transaction, place, output)) throw new Error('mandatory-script-verify-flag-failed');
        return { ...coin, amount: output.amount };
      });
      const { outputs } = RawTx.decode(Buffer.from(hex, 'hex'));
      const total = (amounts: ReadonlyArray<{ readonly amount: bigint }>) =>
        amounts.reduce((sum, { amount }) => sum + amount, 0n);
      const fee = total(coins) - total(outputs);
      if (fee < BigInt(transaction.vsize)) throw new Error('min relay fee not met');
      if (outputs.some(({ amount }) => amount < dust)) throw new Error('dust');
      const accepted = { txid, hex, isCoinbase: false, fee, inputs: coins, outputs };
      const conflicts = [...mempool.values()].filter((other) => spendsSameAs(accepted, other));
      if (conflicts.some((other) => !isReplaceable(other))) throw new Error('txn-mempool-conflict');
      if (
        fee <
        conflicts.reduce((sum, other) => sum + other.fee, 0n) + BigInt(conflicts.length && transaction.vsize)
      )
        throw new Error('insufficient fee, rejecting replacement');
      conflicts.forEach(remove);
      mempool.set(txid, accepted);
      return txid;
    },
  };
}

export type BitcoinChain = ReturnType<typeof createBitcoinChain>;

/** BIP-125, rule 1. */
const isReplaceable = ({ hex }: ChainTransaction) =>
  RawTx.decode(Buffer.from(hex, 'hex')).inputs.some(({ sequence }) => sequence < 0xffff_fffe);

/** The root of its tree and its proof of work are random, because there is no mining here. */
function blockOf(parent: Block | undefined, transactions: readonly ChainTransaction[]): Block {
  const header = Buffer.concat([
    Buffer.from('00000020', 'hex'),
    Buffer.from(parent?.hash ?? '00'.repeat(32), 'hex').reverse(),
    randomBytes(44),
  ]);
  const count = Buffer.alloc(3, 0xfd);
  count.writeUInt16LE(transactions.length, 1);
  const raw = Buffer.concat([
    header,
    transactions.length < 0xfd ? Buffer.from([transactions.length]) : count,
    ...transactions.map(({ hex }) => Buffer.from(hex, 'hex')),
  ]);
  return { hash: idOf(header), raw, transactions };
}

function idOf(bytes: Buffer): string {
  const sha256 = (data: Buffer) => createHash('sha256').update(data).digest();
  return sha256(sha256(bytes)).reverse().toString('hex');
}

/** P2WPKH (BIP-143): the witness is a SIGHASH_ALL signature and the key that the coin names. */
function isSigned(
  transaction: Transaction,
  place: number,
  { script, amount }: ChainTransaction['outputs'][number],
): boolean {
  const [signature, publicKey] = transaction.getInput(place).finalScriptWitness ?? [];
  if (!signature || !publicKey || signature.at(-1) !== 1) return false;
  const sha256 = createHash('sha256').update(publicKey).digest();
  const hash = createHash('ripemd160').update(sha256).digest();
  if (Buffer.compare(Script.encode(['OP_0', hash]), script) !== 0) return false;
  const scriptCode = OutScript.encode({ type: 'pkh', hash });
  const digest = transaction.preimageWitnessV0(place, scriptCode, 1, amount);
  return secp256k1.verify(signature.subarray(0, -1), digest, publicKey, { prehash: false, format: 'der' });
}
