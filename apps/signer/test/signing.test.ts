/** Requests that the signer signs and refuses. The server's tests prove that real nodes accept its transactions. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mnemonicToSeedSync } from '@scure/bip39';
import { Address, OutScript, p2wpkh } from '@scure/btc-signer';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { deriveKeys, evmAddressOf } from '../src/keys.ts';
import {
  bitcoinRequest,
  contract,
  etherRequest,
  foreignScript,
  makeDirectory,
  openSigner,
  outside,
  regtest,
  testPolicy,
  tokenRequest,
  type WireRequest,
} from './support.ts';

type Signer = Awaited<ReturnType<typeof openSigner>>;

let directory: Awaited<ReturnType<typeof makeDirectory>>;
let signer: Signer;
let now: Date;

beforeEach(async () => {
  now = new Date('2026-03-01T12:00:00Z');
  directory = await makeDirectory();
  signer = await openSigner(directory.path, () => now);
});
afterEach(async () => {
  await signer.close();
  await directory.remove();
});

const ether = (change: object = {}, id?: string) => etherRequest(signer.keys, change, id);
const token = (change: object = {}, id?: string) => tokenRequest(signer.keys, change, id);
const bitcoin = (change: Parameters<typeof bitcoinRequest>[1] = {}, id?: string) =>
  bitcoinRequest(signer.keys, change, id);

describe('keys', () => {
  it('are those of BIP-84 and BIP-44', () => {
    const ofBip84 = deriveKeys(mnemonicToSeedSync(`${'abandon '.repeat(11)}about`), { isMainnet: true });
    const { publicKey } = ofBip84.bitcoin({ branch: 0, index: 0 });
    expect(p2wpkh(publicKey).address).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
    expect(p2wpkh(ofBip84.bitcoin({ branch: 1, index: 0 }).publicKey).address).toBe(
      'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el',
    );
    // The first account of every Ethereum developer.
    const ofAnvil = deriveKeys(mnemonicToSeedSync(`${'test '.repeat(11)}junk`), { isMainnet: true });
    expect(evmAddressOf(ofAnvil.evm({ branch: 0, index: 0 }).publicKey)).toBe(
      '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
    );
  });
});

describe('a request that agrees with its transaction', () => {
  it.each([
    ['ETH', () => ether()],
    ['a token', () => token()],
    ['BTC', () => bitcoin()],
  ])('is signed: %s', async (_, request: () => WireRequest) => {
    expect(await signer.verdict(request())).toBe('signed');
  });
});

test('a check gives the same answer as signing, and signs nothing', async () => {
  expect(await signer.check(ether())).toBe('accepted');
  expect(await signer.check(ether({ maxFeePerGas: '1000000000000' }))).toBe('fee_limit');
  // Nothing was written: another transaction for the same withdrawal is signed.
  expect(await signer.verdict(ether({ nonce: '8' }))).toBe('signed');
  expect(await signer.check(ether())).toBe('other_transaction');
});

describe('refused', () => {
  const tokenTo = (address: string, amount: bigint) =>
    `0xa9059cbb${address.slice(2).toLowerCase().padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`;
  const rows: Array<[string, () => WireRequest, string]> = [
    ['ETH of another amount', () => ether({ value: '1000000000000000001' }), 'payment_differs'],
    ['ETH to another address', () => ether({ to: `0x${'b'.repeat(40)}` }), 'payment_differs'],
    ['ETH with data', () => ether({ data: '0x00' }), 'payment_differs'],
    ['a transaction for another chain', () => ether({ chainId: '1' }), 'wrong_network'],
    ['an account that is not ours', () => ether({ from: `0x${'c'.repeat(40)}` }), 'foreign_input'],
    ['an account outside the two branches', () => ether({ branch: 2 }), 'malformed'],
    ['a field that is not known', () => ether({ accessList: [] }), 'malformed'],
    ['a fee above the limit', () => ether({ maxFeePerGas: '1000000000000' }), 'fee_limit'],
    [
      'an address that is none of Ethereum',
      () => ({ ...ether(), address: outside.bitcoin }),
      'wrong_network',
    ],
    ['tokens of another amount', () => token({ data: tokenTo(outside.evm, 12_346n) }), 'payment_differs'],
    ['tokens to another address', () => token({ data: tokenTo(contract, 12_345n) }), 'payment_differs'],
    ['tokens with more data', () => token({ data: `${tokenTo(outside.evm, 12_345n)}00` }), 'malformed'],
    ['tokens and ETH', () => token({ value: '1' }), 'payment_differs'],
    ['another contract', () => token({ to: `0x${'d'.repeat(40)}` }), 'wrong_network'],
    ['a token that has no contract', () => ({ ...token(), asset: 'PFE' }), 'wrong_network'],
    ['TON', () => ({ ...ether(), asset: 'TON' }), 'wrong_network'],
    ['BTC of another amount', () => bitcoin({ paid: 600_001n }), 'payment_differs'],
    ['BTC to another address', () => ({ ...bitcoin(), address: otherBitcoin() }), 'payment_differs'],
    [
      'BTC to an address of the main network',
      () => ({ ...bitcoin(), address: mainBitcoin }),
      'wrong_network',
    ],
    ['change to a stranger', () => bitcoin({ changeScript: foreignScript }), 'foreign_output'],
    ['change without a derivation', () => bitcoin({ changePath: undefined }), 'foreign_output'],
    ['change to another account', () => bitcoin({ changePath: path(49, 1, 0) }), 'foreign_output'],
    ['change to another branch', () => bitcoin({ changePath: path(84, 2, 0) }), 'foreign_output'],
    ['a coin with another path', () => bitcoin({ inputPath: path(84, 0, 5) }), 'foreign_input'],
    ['a coin of a stranger', () => bitcoin({ coinScript: foreignScript }), 'foreign_input'],
    ['a coin without its previous transaction', () => bitcoin({ withPrevious: false }), 'foreign_input'],
    ['a signature that leaves outputs open', () => bitcoin({ sighashType: 2 }), 'foreign_input'],
    ['a BTC fee above the limit', () => bitcoin({ change: 370_000n }), 'fee_limit'],
    ['a PSBT that is none', () => ({ ...bitcoin(), unsigned: 'AAAA' }), 'malformed'],
    ['an EVM transaction as BTC', () => ({ ...bitcoin(), unsigned: ether().unsigned }), 'malformed'],
    ['a PSBT as ETH', () => ({ ...ether(), unsigned: bitcoin().unsigned }), 'malformed'],
    ['an amount of nothing', () => ({ ...ether(), amountMinor: '0' }), 'malformed'],
    ['an id that is a path', () => ether({}, '../w'), 'malformed'],
  ];
  it.each(rows)('%s', async (_, request, code) => {
    expect(await signer.verdict(request())).toBe(code);
  });

  it('a coin whose amount differs from its previous transaction', async () => {
    // The library refuses to build such a PSBT, so the amount is changed in its bytes.
    const request = bitcoin();
    const bytes = Buffer.from(request.unsigned, 'base64');
    const amount = Buffer.alloc(8);
    amount.writeBigUInt64LE(1_000_000n);
    // Once in the previous transaction, once next to it.
    const places = [bytes.indexOf(amount), bytes.lastIndexOf(amount)];
    for (const changed of [places, places.slice(0, 1), places.slice(1)]) {
      const other = Buffer.from(bytes);
      for (const place of changed) other.writeBigUInt64LE(900_000n, place);
      expect(await signer.verdict({ ...request, unsigned: other.toString('base64') })).toBe('malformed');
    }
  });
});

describe('a replacement', () => {
  const higher = { maxFeePerGas: '33000000000', maxPriorityFeePerGas: '1100000000' };
  const replacing = (change: object, of = ether()) => ({
    ...ether({ ...higher, ...change }),
    replaces: of.unsigned,
  });
  const bitcoinReplacing = (options: Parameters<typeof bitcoinRequest>[1]) => ({
    ...bitcoin(options),
    replaces: bitcoin().unsigned,
  });

  it('of the same coins or nonce, to the same payee, is signed; each is answered again', async () => {
    const first = await signer.sign(ether());
    const second = await signer.sign(replacing({}));
    expect(second.txId).not.toBe(first.txId);
    expect(await signer.sign(ether())).toEqual(first);
    expect(await signer.sign(replacing({}))).toEqual(second);
    const coins = await signer.sign(bitcoin());
    const fewer = await signer.sign(bitcoinReplacing({ change: 389_000n }));
    expect(fewer.txId).not.toBe(coins.txId);
    await signer.close();
    signer = await openSigner(directory.path, () => now);
    expect(await signer.sign(replacing({}))).toEqual(second);
  });

  const elsewhere = `0x${'b'.repeat(40)}`;
  const rows: Array<[string, () => WireRequest, string]> = [
    ['that does not say what it replaces', () => ether(higher), 'other_transaction'],
    ['of what was never signed', () => replacing({}, ether({ nonce: '8' })), 'not_replaceable'],
    [
      'that pays somebody else',
      () => ({ ...replacing({ to: elsewhere }), address: elsewhere }),
      'not_replaceable',
    ],
    ['whose transaction pays somebody else', () => replacing({ to: elsewhere }), 'payment_differs'],
    ['of another amount', () => ({ ...replacing({ value: '2' }), amountMinor: '2' }), 'not_replaceable'],
    ['with another nonce: both would be paid', () => replacing({ nonce: '8' }), 'other_inputs'],
    [
      'from another account: both would be paid',
      () => replacing({ index: 1, from: evmAddressOf(signer.keys.evm({ branch: 1, index: 1 }).publicKey) }),
      'other_inputs',
    ],
    ['with less than a tenth more', () => replacing({ maxFeePerGas: '32999999999' }), 'fee_not_higher'],
    ['with the same tip', () => replacing({ maxPriorityFeePerGas: '1000000000' }), 'fee_not_higher'],
    ['with a fee above the limit', () => replacing({ maxFeePerGas: '1000000000000' }), 'fee_limit'],
    ['of BTC with a lower fee', () => bitcoinReplacing({ change: 391_000n }), 'fee_not_higher'],
    ['of BTC with a fee above the limit', () => bitcoinReplacing({ change: 370_000n }), 'fee_limit'],
    [
      'of BTC from another coin: both would be paid',
      () => bitcoinReplacing({ change: 389_000n, coin: 7 }),
      'other_inputs',
    ],
    [
      'of BTC with its change to a stranger',
      () => bitcoinReplacing({ change: 389_000n, changeScript: foreignScript }),
      'foreign_output',
    ],
  ];
  it.each(rows)('is refused: %s', async (_, request, code) => {
    await signer.sign(ether());
    await signer.sign(bitcoin());
    expect(await signer.verdict(request())).toBe(code);
  });

  it('replaces the newest only', async () => {
    await signer.sign(ether());
    await signer.sign(replacing({}));
    const third = { maxFeePerGas: '40000000000', maxPriorityFeePerGas: '2000000000' };
    expect(await signer.verdict(replacing(third))).toBe('not_replaceable');
    expect(await signer.verdict(replacing(third, ether(higher)))).toBe('signed');
  });

  it('counts once towards the limit of a day, with its higher fee', async () => {
    const of = (unsigned: object, id: string, minor: string) => ({
      ...ether({ value: minor, ...unsigned }, id),
      amountMinor: minor,
    });
    const four = '4000000000000000000';
    const first = of({}, 'w-1', four);
    await signer.sign(first);
    expect(await signer.verdict({ ...of(higher, 'w-1', four), replaces: first.unsigned })).toBe('signed');
    // Of six, 2 less both fees of at most 693 000 gwei remain.
    expect(await signer.verdict(of({}, 'w-2', '1998677000000000001'))).toBe('day_limit');
    expect(await signer.verdict(of({}, 'w-2', '1998677000000000000'))).toBe('signed');
  });
});

describe('a transfer to an address of the seed', () => {
  const toOwn = (own: { branch: number; index: number }, change: object = {}, id = 'c-1') => {
    const address = evmAddressOf(signer.keys.evm(own).publicKey);
    const value = '5999000000000000000';
    return { ...ether({ to: address, value, ...change }, id), address, amountMinor: value, own };
  };

  it('counts towards no limit but with its fee', async () => {
    expect(await signer.verdict(toOwn({ branch: 0, index: 4 }))).toBe('signed');
    expect(await signer.verdict(toOwn({ branch: 1, index: 0 }, {}, 'c-2'))).toBe('signed');
    const rest = '4000000000000000000';
    expect(await signer.verdict({ ...ether({ value: rest }, 'w-1'), amountMinor: rest })).toBe('signed');
    await signer.close();
    signer = await openSigner(directory.path, () => now);
    // Of six, four and three fees of 630 000 gwei are used.
    const [tooMuch, left] = ['1997480000000000001', '1997480000000000000'].map((minor) => ({
      ...ether({ value: minor }, 'w-2'),
      amountMinor: minor,
    }));
    expect(await signer.verdict(tooMuch ?? ether())).toBe('day_limit');
    expect(await signer.verdict(left ?? ether())).toBe('signed');
  });

  it.each([
    ['to a stranger', () => ({ ...ether(), own: { branch: 0, index: 4 } }), 'not_own'],
    [
      'to another place',
      () => ({ ...toOwn({ branch: 0, index: 4 }), own: { branch: 0, index: 5 } }),
      'not_own',
    ],
    ['of BTC', () => ({ ...bitcoin(), own: { branch: 1, index: 0 } }), 'not_own'],
    [
      'whose transaction pays a stranger',
      () => toOwn({ branch: 0, index: 4 }, { to: `0x${'b'.repeat(40)}` }),
      'payment_differs',
    ],
    [
      'with a fee above the limit',
      () => toOwn({ branch: 0, index: 4 }, { maxFeePerGas: '1000000000000' }),
      'fee_limit',
    ],
    [
      'that does not say so',
      () => ({ ...toOwn({ branch: 0, index: 4 }), own: undefined }),
      'transaction_limit',
    ],
  ])('is refused: %s', async (_, request: () => WireRequest, code) => {
    expect(await signer.verdict(request())).toBe(code);
  });
});

describe('limits', () => {
  const etherOf = (amount: string, id: string): WireRequest => {
    const minor = `${amount}000000000000000000`;
    return { ...ether({ value: minor }, id), amountMinor: minor };
  };

  it('hold for one transaction', async () => {
    expect(await signer.verdict(etherOf('6', 'w-1'))).toBe('transaction_limit');
    expect(await signer.verdict(etherOf('5', 'w-2'))).toBe('signed');
  });

  it('hold for 24 hours, fees included, and also after a restart', async () => {
    expect(await signer.verdict(etherOf('5', 'w-1'))).toBe('signed');
    await signer.close();
    signer = await openSigner(directory.path, () => now);
    now = new Date(now.getTime() + 23 * 3_600_000);
    // The fee of the first leaves less than one.
    expect(await signer.verdict(etherOf('1', 'w-2'))).toBe('day_limit');
    now = new Date(now.getTime() + 3_600_000);
    expect(await signer.verdict(etherOf('1', 'w-2'))).toBe('signed');
  });

  it('are not escaped by a clock that is set back', async () => {
    expect(await signer.verdict(etherOf('3', 'w-1'))).toBe('signed');
    const noon = now;
    now = new Date(noon.getTime() - 48 * 3_600_000);
    expect(await signer.verdict(etherOf('2', 'w-2'))).toBe('signed');
    now = noon;
    expect(await signer.verdict(etherOf('2', 'w-3'))).toBe('day_limit');
  });

  it('count the fees of tokens as ETH', async () => {
    const before = { ...testPolicy.limits, ETH: { perTransaction: '5', perDay: '0.006', fee: '0.01' } };
    await writeFile(join(directory.path, 'policy.json'), JSON.stringify({ ...testPolicy, limits: before }));
    await signer.close();
    signer = await openSigner(directory.path, () => now);
    expect(await signer.verdict(token({}, 'w-1'))).toBe('signed');
    expect(await signer.verdict(token({}, 'w-2'))).toBe('day_limit');
  });

  it('must exist for an asset', async () => {
    const { BTC: _, ...limits } = testPolicy.limits;
    await writeFile(join(directory.path, 'policy.json'), JSON.stringify({ ...testPolicy, limits }));
    await signer.close();
    signer = await openSigner(directory.path, () => now);
    expect(await signer.verdict(bitcoin())).toBe('no_limits');
  });

  it.each([
    ['no JSON', 'x', 'the file'],
    ['an unknown field', JSON.stringify({ ...testPolicy, limit: {} }), 'Unrecognized'],
    ['too many decimals', JSON.stringify(withFee('0.000000001')), 'no amount of BTC'],
    ['a negative amount', JSON.stringify(withFee('-1')), 'no amount of BTC'],
  ])('that cannot be read stop the start: %s', async (_, text, reason) => {
    await writeFile(join(directory.path, 'policy.json'), text);
    await expect(openSigner(directory.path)).rejects.toThrow(reason);
  });
});

const hardened = 0x8000_0000;
const path = (purpose: number, branch: number, index: number) => [
  purpose + hardened,
  1 + hardened,
  hardened,
  branch,
  index,
];
const mainBitcoin = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const otherBitcoin = () => Address(regtest).encode(OutScript.decode(foreignScript));
function withFee(fee: string) {
  return { ...testPolicy, limits: { BTC: { ...testPolicy.limits.BTC, fee } } };
}
