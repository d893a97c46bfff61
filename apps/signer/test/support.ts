/** A signer in a temporary directory, and requests that it accepts. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OutScript, p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer';
import { createJournal, openJournal } from '../src/journal.ts';
import { deriveKeys, evmAddressOf, type Keys } from '../src/keys.ts';
import { createPolicy, readPolicy } from '../src/policy.ts';
import { SigningRefused } from '../src/refusal.ts';
import { readRequest, type Signed } from '../src/request.ts';
import { createSeed, readSeed } from '../src/seed.ts';
import { createSigning } from '../src/signing.ts';

export const regtest = { ...TEST_NETWORK, bech32: 'bcrt' };
export const outside = {
  evm: '0x00000000000000000000000000000000000000aA',
  bitcoin: p2wpkh(
    Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex'),
    regtest,
  ).address as string,
};
export const contract = '0x00000000000000000000000000000000000000cc';

export const testPolicy = {
  bitcoin: { network: 'regtest' },
  evm: { chainId: 31_337, tokens: { EPI: contract } },
  limits: {
    BTC: { perTransaction: '0.5', perDay: '1', fee: '0.0002' },
    ETH: { perTransaction: '5', perDay: '6', fee: '0.01' },
    EPI: { perTransaction: '1000', perDay: '1500' },
  },
};

export interface WireRequest {
  readonly withdrawalId: string;
  readonly asset: string;
  readonly address: string;
  readonly amountMinor: string;
  readonly unsigned: string;
  readonly replaces?: string;
  readonly own?: { readonly branch: number; readonly index: number } | undefined;
}

/** Removed by `remove`. */
export async function makeDirectory() {
  const path = await mkdtemp(join(tmpdir(), 'calmly-signer-'));
  await createSeed(path);
  await createJournal(path);
  await createPolicy(path);
  await writeFile(join(path, 'policy.json'), JSON.stringify(testPolicy));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Everything but the socket. `clock` is the signer's own. */
export async function openSigner(directory: string, clock: () => Date = () => new Date()) {
  const policy = await readPolicy(directory);
  const keys = deriveKeys(await readSeed(directory), { isMainnet: false });
  const journal = await openJournal(directory, keys.journalKey);
  const signing = createSigning({ keys, policy, journal, clock });
  const sign = async (request: WireRequest): Promise<Signed> =>
    signing.sign(readRequest(JSON.stringify(request)));
  const verdictOf = (answer: Promise<unknown>, accepted: string) =>
    answer.then(
      () => accepted,
      (error: unknown) => {
        if (error instanceof SigningRefused) return error.code;
        throw error;
      },
    );
  return {
    keys,
    sign,
    /** The code of the refusal, or `signed`. */
    verdict: (request: WireRequest) => verdictOf(sign(request), 'signed'),
    /** The same for a check: `accepted`. */
    check: (request: WireRequest) =>
      verdictOf(signing.check(readRequest(JSON.stringify(request))), 'accepted'),
    close: journal.close,
  };
}

export function etherRequest(keys: Keys, change: object = {}, withdrawalId = 'w-1'): WireRequest {
  const unsigned = {
    type: 'eip1559',
    chainId: '31337',
    nonce: '7',
    maxPriorityFeePerGas: '1000000000',
    maxFeePerGas: '30000000000',
    gas: '21000',
    from: evmAddressOf(keys.evm({ branch: 1, index: 0 }).publicKey),
    branch: 1,
    index: 0,
    to: outside.evm.toLowerCase(),
    value: '1000000000000000000',
    data: '0x',
    ...change,
  };
  const amountMinor = '1000000000000000000';
  return {
    withdrawalId,
    asset: 'ETH',
    address: outside.evm,
    amountMinor,
    unsigned: JSON.stringify(unsigned),
  };
}

const word = (hex: string) => hex.padStart(64, '0');

export function tokenRequest(keys: Keys, change: object = {}, withdrawalId = 'w-2'): WireRequest {
  const amountMinor = 12_345n;
  const data = `0xa9059cbb${word(outside.evm.slice(2).toLowerCase())}${word(amountMinor.toString(16))}`;
  const call = { to: contract, value: '0', data, gas: '120000', ...change };
  const request = etherRequest(keys, call, withdrawalId);
  return { ...request, asset: 'EPI', amountMinor: String(amountMinor) };
}

const hardened = 0x8000_0000;
const account = [84 + hardened, 1 + hardened, hardened];

export interface PsbtChange {
  readonly paid?: bigint;
  readonly change?: bigint;
  /** Path of the change; none: the change has no derivation. */
  readonly changePath?: readonly number[] | undefined;
  readonly changeScript?: Uint8Array;
  readonly inputPath?: readonly number[];
  /** The owner's script of the coin. */
  readonly coinScript?: Uint8Array;
  readonly withPrevious?: boolean;
  readonly sighashType?: number;
  /** Another coin of the same owner. */
  readonly coin?: number;
}

/** Spends a coin of 1 000 000 satoshi. */
export function bitcoinRequest(keys: Keys, options: PsbtChange = {}, withdrawalId = 'w-3'): WireRequest {
  const { paid = 600_000n, change = 390_000n, withPrevious = true } = options;
  const owner = keys.bitcoin({ branch: 0, index: 4 });
  const bank = keys.bitcoin({ branch: 1, index: 0 });
  const script = options.coinScript ?? p2wpkh(owner.publicKey).script;
  const payer = new Transaction({ allowUnknownInputs: true });
  payer.addInput({ txid: new Uint8Array(32), index: options.coin ?? 0 });
  payer.addOutput({ script, amount: 1_000_000n });
  const previous = payer.unsignedTx;
  const psbt = new Transaction({ allowUnknownOutputs: true });
  psbt.addInput({
    txid: idOf(previous),
    index: 0,
    ...(withPrevious ? { nonWitnessUtxo: previous } : {}),
    witnessUtxo: { script, amount: 1_000_000n },
    ...(options.sighashType === undefined ? {} : { sighashType: options.sighashType }),
    bip32Derivation: [
      [owner.publicKey, { fingerprint: 0, path: [...(options.inputPath ?? [...account, 0, 4])] }],
    ],
  });
  psbt.addOutputAddress(outside.bitcoin, paid, regtest);
  const path = 'changePath' in options ? options.changePath : [...account, 1, 0];
  psbt.addOutput({
    script: options.changeScript ?? p2wpkh(bank.publicKey).script,
    amount: change,
    ...(path ? { bip32Derivation: [[bank.publicKey, { fingerprint: 0, path: [...path] }]] } : {}),
  });
  return {
    withdrawalId,
    asset: 'BTC',
    address: outside.bitcoin,
    amountMinor: '600000',
    unsigned: Buffer.from(psbt.toPSBT()).toString('base64'),
  };
}

export const foreignScript = OutScript.encode({ type: 'wpkh', hash: new Uint8Array(20).fill(7) });

function idOf(bytes: Uint8Array): string {
  const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest();
  return sha256(sha256(bytes)).reverse().toString('hex');
}
