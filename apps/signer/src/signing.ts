/**
 * Handles one request after the other: known, readable, within the limits, signed, recorded. Only then is it answered.
 * A withdrawal has one transaction. It may be replaced by one with a higher fee that spends exactly the same coins, or the same nonce, and pays the
 * same amount to the same
 * address: the network confirms one of the two. Together they count once towards the limits, with the higher fee.
 */
import { networkOf } from '@calmly/domain';
import { readBitcoin } from './bitcoin.ts';
import { readEvm } from './evm.ts';
import type { Journal } from './journal.ts';
import { evmAddressOf, type Keys } from './keys.ts';
import { overLimit, type Policy } from './policy.ts';
import { SigningRefused } from './refusal.ts';
import { digestOf, type ReadTransaction, type Signed, type SigningRequest } from './request.ts';

export interface SigningOptions {
  readonly keys: Keys;
  readonly policy: Policy;
  readonly journal: Journal;
  readonly clock: () => Date;
}

const dayMs = 24 * 60 * 60 * 1000;

export interface Signing {
  /** Returns the signed transaction. Throws SigningRefused; any other error means that the journal may lack the line. */
  sign(request: SigningRequest): Promise<Signed>;
  /** Throws SigningRefused if the request would be refused now. Signs and writes nothing. */
  check(request: SigningRequest): Promise<void>;
}

export function createSigning({ keys, policy, journal, clock }: SigningOptions): Signing {
  let last: Promise<unknown> = Promise.resolve();

  /** Judges a request: its earlier signature, or the transaction and its line for the journal. */
  async function judge(request: SigningRequest) {
    const digest = digestOf(request);
    const { asset, address, withdrawalId, replaces } = request;
    const signedBefore = await journal.find(withdrawalId);
    const known = signedBefore.find((entry) => entry.request === digest);
    if (known) return { known: { txId: known.txId, raw: known.raw } };
    const newest = signedBefore.at(-1);
    if (newest && replaces === undefined) throw new SigningRefused('other_transaction');

    const transaction = read(request, policy, keys);
    if (replaces !== undefined) {
      const replaced = { ...request, unsigned: replaces };
      if (newest?.request !== digestOf(replaced)) throw new SigningRefused('not_replaceable');
      checkReplacement(transaction, read(replaced, policy, keys));
    }
    // Money that stays with the bank counts towards no limit; its fee does.
    const amountMinor = isOwn(request, keys) ? 0n : request.amountMinor;
    const { feeAsset, feeMinor } = transaction;
    const at = new Date(Math.max(clock().getTime(), journal.newest().getTime()));
    const since = new Date(at.getTime() - dayMs);
    const refusal = overLimit(policy, { asset, amountMinor, feeAsset, feeMinor }, (spent) =>
      journal.spentSince(spent, since, withdrawalId),
    );
    if (refusal) throw new SigningRefused(refusal);
    const entry = { at, withdrawalId, asset, address, amountMinor, feeAsset, feeMinor, request: digest };
    return { transaction, entry };
  }

  const inTurn = <Answer>(run: () => Promise<Answer>): Promise<Answer> => {
    const turn = last.then(run);
    last = turn.catch(() => undefined);
    return turn;
  };

  return {
    sign: (request) =>
      inTurn(async () => {
        const { known, transaction, entry } = await judge(request);
        if (known) return known;
        const signed = transaction.sign();
        await journal.append({ ...entry, ...signed });
        return signed;
      }),
    check: (request) =>
      inTurn(async () => {
        await judge(request);
      }),
  };
}

/** Whether the address is the seed's own. Throws SigningRefused if the request claims this wrongly. */
function isOwn({ asset, address, own }: SigningRequest, keys: Keys): boolean {
  if (own === undefined) return false;
  if (networkOf(asset) !== 'evm' || evmAddressOf(keys.evm(own).publicKey) !== address.toLowerCase())
    throw new SigningRefused('not_own');
  return true;
}

/** The network can take only one of the two, and prefers the new one. Address and amount are checked as in any request. */
function checkReplacement(next: ReadTransaction, replaced: ReadTransaction): void {
  if (next.spends.join() !== replaced.spends.join()) throw new SigningRefused('other_inputs');
  const isHigher = (rate: bigint, place: number) => rate * 10n >= (replaced.rates[place] ?? 0n) * 11n;
  if (next.feeMinor <= replaced.feeMinor || !next.rates.every(isHigher))
    throw new SigningRefused('fee_not_higher');
}

/** TON exists only on the sandbox's chain, which needs no signer. */
function read(request: SigningRequest, policy: Policy, keys: Keys): ReadTransaction {
  const network = networkOf(request.asset);
  if (network === 'bitcoin') return readBitcoin(request, policy, keys);
  if (network === 'evm') return readEvm(request, policy, keys);
  throw new SigningRefused('wrong_network');
}
