/**
 * Bitcoin: reads a PSBT (BIP-174) whose inputs are all ours (P2WPKH, BIP-84), checks it against the request and signs it.
 * Every input contains its whole previous transaction, because a signature of a segwit input does not prove the amounts of the others: two
 * half-true PSBTs could be combined into one that pays a huge fee. The library checks its hash (`strictPrevoutValidation`).
 */
import { Address, NETWORK, OutScript, p2wpkh, SigHash, TEST_NETWORK, Transaction } from '@scure/btc-signer';
import type { KeyPair, Keys } from './keys.ts';
import type { Policy } from './policy.ts';
import { SigningRefused } from './refusal.ts';
import type { ReadTransaction, SigningRequest } from './request.ts';

const mostInputs = 500;
const networks = {
  mainnet: NETWORK,
  testnet: TEST_NETWORK,
  regtest: { ...TEST_NETWORK, bech32: 'bcrt' },
};

type Derivations = ReadonlyArray<readonly [Uint8Array, { readonly path: readonly number[] }]> | undefined;

/** Throws SigningRefused. */
export function readBitcoin(request: SigningRequest, policy: Policy, keys: Keys): ReadTransaction {
  const network = networks[policy.bitcoin];
  if (request.asset !== 'BTC') throw new SigningRefused('wrong_network');
  const transaction = parse(request.unsigned);
  const owners = inputOwners(transaction, keys);
  checkOutputs(transaction, { ...request, script: scriptOf(request.address, network) }, keys);
  return {
    feeMinor: transaction.fee,
    feeAsset: 'BTC',
    spends: coinsOf(transaction),
    rates: [transaction.fee],
    sign() {
      for (const [place, { privateKey }] of owners.entries())
        transaction.signIdx(privateKey, place, [SigHash.ALL]);
      transaction.finalize();
      return { txId: transaction.id, raw: transaction.hex };
    },
  };
}

function parse(unsigned: string): Transaction {
  try {
    return Transaction.fromPSBT(Buffer.from(unsigned, 'base64'), { strictPrevoutValidation: true });
  } catch {
    throw new SigningRefused('malformed');
  }
}

function scriptOf(address: string, network: typeof NETWORK): Uint8Array {
  try {
    return OutScript.encode(Address(network).decode(address));
  } catch {
    throw new SigningRefused('wrong_network');
  }
}

/** Sorted by name. */
const coinsOf = (transaction: Transaction): string[] =>
  Array.from({ length: transaction.inputsLength }, (_, place) => {
    const { txid, index } = transaction.getInput(place);
    return `${Buffer.from(txid ?? []).toString('hex')}:${index}`;
  }).sort();

/** The key of each input, in the order of the inputs. */
function inputOwners(transaction: Transaction, keys: Keys): KeyPair[] {
  if (transaction.inputsLength === 0 || transaction.inputsLength > mostInputs)
    throw new SigningRefused('malformed');
  return Array.from({ length: transaction.inputsLength }, (_, place) => {
    const { nonWitnessUtxo, index = -1, bip32Derivation, sighashType } = transaction.getInput(place);
    const previous = nonWitnessUtxo?.outputs[index];
    const owner = ownerOf(bip32Derivation, keys);
    const isAll = sighashType === undefined || sighashType === SigHash.ALL;
    if (!previous || !owner || !isAll || !isPaidTo(previous.script, owner))
      throw new SigningRefused('foreign_input');
    return owner;
  });
}

/** One output pays the request, the others go to addresses of this seed. */
function checkOutputs(
  transaction: Transaction,
  { script, amountMinor }: { readonly script: Uint8Array; readonly amountMinor: bigint },
  keys: Keys,
): void {
  const outputs = Array.from({ length: transaction.outputsLength }, (_, place) =>
    transaction.getOutput(place),
  );
  const payment = outputs.findIndex(
    (output) => output.amount === amountMinor && sameBytes(output.script, script),
  );
  if (payment < 0) throw new SigningRefused('payment_differs');
  const isOwn = (output: (typeof outputs)[number]) => {
    const owner = ownerOf(output.bip32Derivation, keys);
    return owner !== undefined && output.script !== undefined && isPaidTo(output.script, owner);
  };
  if (!outputs.every((output, place) => place === payment || isOwn(output)))
    throw new SigningRefused('foreign_output');
}

function ownerOf(derivations: Derivations, keys: Keys): KeyPair | undefined {
  const [only, ...others] = derivations ?? [];
  if (!only || others.length > 0) return undefined;
  const [publicKey, { path }] = only;
  const [branch = -1, index = -1, ...rest] = path.slice(3);
  const isOurs =
    keys.bitcoinAccount.every((step, place) => path[place] === step) && rest.length === 0 && branch <= 1;
  if (!isOurs || branch < 0 || index < 0 || index >= 0x8000_0000) return undefined;
  const owner = keys.bitcoin({ branch, index });
  return sameBytes(owner.publicKey, publicKey) ? owner : undefined;
}

const isPaidTo = (script: Uint8Array, { publicKey }: KeyPair) => sameBytes(script, p2wpkh(publicKey).script);

const sameBytes = (one: Uint8Array | undefined, other: Uint8Array) =>
  one !== undefined && Buffer.compare(one, other) === 0;
