/** The EVM adapter on a real node (anvil) with a real signer process. */

import { type Anvil, anvilChainId, startAnvil } from '@calmly/server/test/support/chains/anvil.ts';
import { makeSignerDirectory, type SignerDirectory } from '@calmly/server/test/support/chains/signer.ts';
import {
  deployToken,
  tokenTransfer,
  tokenTransferTwice,
} from '@calmly/server/test/support/chains/test-token.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Chain, OutgoingTransfer, Signer } from '../chain.ts';
import { evmAddressOf, publicKeysOf } from '../own-keys.ts';
import { createSignerClient } from '../signer-client.ts';
import { type SignerProcess, startSigner } from '../signer-process.ts';
import { createEvm, type EvmOptions } from './evm.ts';

const ether = 10n ** 18n;
const outside = '0x00000000000000000000000000000000000000aA';

let anvil: Anvil;
let directory: SignerDirectory;
let process: SignerProcess;
let signer: Signer;
let token: string;
let options: EvmOptions;
let evm: Chain;
/** Deposit addresses of two clients, and the account from which the bank pays. */
let clients: { address: string; index: number }[];
let bank: string;

beforeAll(async () => {
  anvil = await startAnvil();
  token = await anvil.deploy(deployToken(8, 1_000_000n * 10n ** 8n));
  directory = await makeSignerDirectory({ evm: { chainId: anvilChainId, tokens: { EPI: token } } });
  process = await startSigner({ directory: directory.path });
  signer = createSignerClient({ socket: process.socket });
  const publicKey = publicKeysOf(process.xpubs.evm);
  clients = [0, 1].map((index) => ({ index, address: evmAddressOf(publicKey({ branch: 0, index })) }));
  bank = evmAddressOf(publicKey({ branch: 1, index: 0 }));
  options = {
    url: anvil.url,
    chainId: anvilChainId,
    xpub: process.xpubs.evm,
    tokens: [{ asset: 'EPI', contract: token, feeMinor: 150_000_000n }],
    clientAddresses: async () => clients,
  };
  evm = createEvm(options);
});
afterAll(async () => {
  await process.stop();
  await anvil.stop();
  await directory.remove();
});

const addresses = () => clients.map(({ address }) => address);
const client = (index: number) => clients[index]?.address ?? '';
const height = async () => (await evm.tip()).height;
let last = 0;
async function withdrawal(change: Partial<OutgoingTransfer>): Promise<OutgoingTransfer> {
  const asset = change.asset ?? 'ETH';
  const { rate } = await evm.feeQuote(asset);
  last += 1;
  return { withdrawalId: `w-${last}`, asset, address: outside, amountMinor: ether / 10n, rate, ...change };
}
const balance = async (address: string) => BigInt(await anvil.rpc('eth_getBalance', address, 'latest'));

describe('deposits', () => {
  it('are payments of ETH and events of the configured token, with exact amounts', async () => {
    const odd = 1_234_567_890_123_456_789n;
    const native = await anvil.send({ to: client(0), value: odd });
    const tokens = await anvil.send({ to: token, data: tokenTransfer(client(1), 1n) });
    await anvil.send({ to: outside, value: 1n });
    await anvil.mine();
    const { height: top, hash } = await evm.tip();
    const common = { height: top, blockHash: hash };
    expect(await evm.incoming(addresses(), top, top)).toEqual([
      { txId: native, index: 0, asset: 'ETH', address: client(0), amountMinor: odd, ...common },
      { txId: tokens, index: 1, asset: 'EPI', address: client(1), amountMinor: 1n, ...common },
    ]);
    expect(await evm.incoming([outside], top, top)).toMatchObject([{ amountMinor: 1n }]);
  });

  it('of one transaction have different numbers, which stay the same in another block', async () => {
    const before = await anvil.rpc('evm_snapshot');
    const twice = { to: token, data: tokenTransferTwice(client(0), 5n) };
    const first = await anvil.send(twice);
    await anvil.mine();
    const found = await evm.incoming(addresses(), await height(), await height());
    expect(found.map(({ txId, index }) => [txId, index])).toEqual([
      [first, 1],
      [first, 2],
    ]);
    const raw = await anvil.rpc<string>('debug_getRawTransaction', first).catch(() => undefined);
    expect(raw).toBeDefined();
    await anvil.rpc('evm_revert', before);
    // Now the same transaction comes second in its block: its events have other numbers there.
    const [, other] = await anvil.rpc<string[]>('eth_accounts');
    await anvil.rpc('eth_sendTransaction', {
      from: other,
      to: token,
      data: tokenTransfer(outside, 0n),
      gas: '0x1e8480',
      maxFeePerGas: '0x174876e800',
      maxPriorityFeePerGas: '0x174876e800',
    });
    await anvil.rpc('eth_sendRawTransaction', raw);
    await anvil.mine();
    const again = await evm.incoming(addresses(), await height(), await height());
    expect(again.map(({ txId, index }) => [txId, index])).toEqual([
      [first, 1],
      [first, 2],
    ]);
  });

  it('that the network rejected do not count', async () => {
    // Its code always fails: the value stays with the sender.
    await anvil.rpc('anvil_setCode', client(1), '0x60006000fd');
    await anvil.send({ to: client(1), value: ether });
    await anvil.mine();
    expect(await evm.incoming(addresses(), await height(), await height())).toEqual([]);
    await anvil.rpc('anvil_setCode', client(1), '0x');
  });

  it('vanish with their block in a reorganisation, and the height has another hash', async () => {
    const from = (await height()) + 1;
    const snapshot = await anvil.rpc('evm_snapshot');
    await anvil.send({ to: client(0), value: 7n });
    await anvil.mine(2);
    const hash = await evm.blockHash(from);
    expect(await evm.incoming(addresses(), from, from + 1)).toMatchObject([
      { amountMinor: 7n, blockHash: hash },
    ]);
    await anvil.rpc('evm_revert', snapshot);
    await anvil.rpc('evm_increaseTime', 100);
    await anvil.mine(3);
    expect(await evm.blockHash(from)).not.toBe(hash);
    expect(await evm.incoming(addresses(), from, from + 1)).toEqual([]);
  });

  it('are not read from a node that is behind, which is no reorganisation', async () => {
    const top = await height();
    expect(await evm.blockHash(top + 1)).toBeUndefined();
    await expect(evm.incoming(addresses(), top, top + 1)).rejects.toThrow(`does not have block ${top + 1}`);
  });

  it('are found across many blocks', async () => {
    const from = (await height()) + 1;
    await anvil.mine(24);
    await anvil.send({ to: client(0), value: 9n });
    await anvil.mine(2);
    expect(await evm.incoming(addresses(), from, from + 25)).toMatchObject([{ amountMinor: 9n }]);
  });
});

describe('a withdrawal', () => {
  it('of ETH pays exactly its amount, and can be sent twice', async () => {
    await anvil.send({ to: bank, value: ether });
    await anvil.mine();
    const before = [await balance(outside), await balance(bank)] as const;
    const transfer = await withdrawal({ amountMinor: 123_456_789n });
    const unsigned = await evm.prepare(transfer, []);
    const signed = await signer.sign(transfer, unsigned);
    expect(await evm.transaction(signed.txId)).toEqual({ state: 'unknown' });
    await evm.broadcast(signed);
    await evm.broadcast(signed);
    expect(await evm.transaction(signed.txId)).toEqual({ state: 'pending' });
    await anvil.mine();
    await evm.broadcast(signed);
    const { height: top, hash } = await evm.tip();
    const state = await evm.transaction(signed.txId);
    expect(state).toMatchObject({ state: 'confirmed', height: top, blockHash: hash });
    const feeMinor = 'feeMinor' in state ? state.feeMinor : 0n;
    expect(await balance(outside)).toBe(before[0] + 123_456_789n);
    expect(await balance(bank)).toBe(before[1] - 123_456_789n - feeMinor);
    expect(feeMinor).toBeLessThanOrEqual((await evm.feeQuote('ETH')).feeMinor * 2n);
  });

  it('takes the next nonce while others wait, and fills the gap of one that was dropped', async () => {
    const nonceOf = (unsigned: string) => Number(JSON.parse(unsigned).nonce);
    const prepare = async (others: readonly string[]) =>
      evm.prepare(await withdrawal({ amountMinor: 1n }), others);
    const first = await prepare([]);
    const second = await prepare([first]);
    const third = await prepare([first, second]);
    expect([second, third].map(nonceOf)).toEqual([nonceOf(first) + 1, nonceOf(first) + 2]);
    expect(nonceOf(await prepare([first, third]))).toBe(nonceOf(second));
    // One that the node has, but the caller no longer names.
    const transfer = await withdrawal({ amountMinor: 1n });
    await evm.broadcast(await signer.sign(transfer, await evm.prepare(transfer, [])));
    expect(nonceOf(await prepare([]))).toBe(nonceOf(first) + 1);
    await anvil.mine();
  });

  it('of a token moves the token and costs ETH', async () => {
    await anvil.send({ to: token, data: tokenTransfer(bank, 500n * 10n ** 8n) });
    await anvil.mine();
    const transfer = await withdrawal({ asset: 'EPI', amountMinor: 12_345_678_901n });
    expect((await evm.feeQuote('EPI')).feeMinor).toBe(150_000_000n);
    const signed = await signer.sign(transfer, await evm.prepare(transfer, []));
    await evm.broadcast(signed);
    await anvil.mine();
    expect(await evm.transaction(signed.txId)).toMatchObject({ state: 'confirmed' });
    const top = await height();
    expect(await evm.incoming([outside], top, top)).toMatchObject([
      { asset: 'EPI', amountMinor: 12_345_678_901n, txId: signed.txId },
    ]);
    expect(await evm.holdings('EPI', [])).toBe(50_000_000_000n - 12_345_678_901n);
  });

  it('that the contract rejects has failed, and only the fee is gone', async () => {
    const transfer = await withdrawal({ asset: 'EPI', amountMinor: 10n ** 8n });
    const signed = await signer.sign(transfer, await evm.prepare(transfer, []));
    await anvil.rpc('anvil_setCode', token, '0x60006000fd');
    await evm.broadcast(signed);
    await anvil.mine();
    expect(await evm.transaction(signed.txId)).toMatchObject({
      state: 'failed',
      feeMinor: expect.any(BigInt),
    });
    expect(await evm.incoming([outside], await height(), await height())).toEqual([]);
  });

  it('is paid from a client’s deposit address if the bank’s own account has too little', async () => {
    await anvil.send({ to: client(0), value: 3n * ether });
    await anvil.mine();
    const transfer = await withdrawal({ amountMinor: 2n * ether });
    const unsigned = await evm.prepare(transfer, []);
    expect(JSON.parse(unsigned)).toMatchObject({ from: client(0), branch: 0, index: 0 });
    const other = await withdrawal({ amountMinor: 3n * ether });
    await expect(evm.prepare(other, [unsigned])).rejects.toThrow('has enough');
    const signed = await signer.sign(transfer, unsigned);
    const before = await balance(outside);
    await evm.broadcast(signed);
    await anvil.mine();
    expect(await balance(outside)).toBe(before + 2n * ether);
  });
});

describe('holdings', () => {
  it('are what the addresses and the bank’s own account have, each counted once', async () => {
    const held = (await balance(bank)) + (await balance(client(0))) + (await balance(client(1)));
    expect(
      await evm.holdings('ETH', [...addresses(), client(0).toUpperCase().replace('0X', '0x'), bank]),
    ).toBe(held);
  });
});

describe('a configuration that does not fit the node', () => {
  it.each([
    ['another chain', () => ({ chainId: 1 }), 'another chain than 1'],
    [
      'no contract',
      () => ({ tokens: [{ asset: 'EPI' as const, contract: outside, feeMinor: 1n }] }),
      'nonsense',
    ],
  ])('is refused: %s', async (_, change, reason) => {
    await expect(createEvm({ ...options, ...change() }).tip()).rejects.toThrow(reason);
  });

  it('is refused: a token with other decimals than its amounts', async () => {
    const contract = await anvil.deploy(deployToken(18, 1n));
    const tokens = [{ asset: 'EPI' as const, contract, feeMinor: 1n }];
    await expect(createEvm({ ...options, tokens }).tip()).rejects.toThrow('other decimals');
  });

  it('is refused: a deposit address of another key', async () => {
    const other = createEvm({
      ...options,
      tokens: [],
      clientAddresses: async () => [{ address: outside, index: 0 }],
    });
    await expect(other.prepare(await withdrawal({}), [])).rejects.toThrow('was not derived');
  });
});
