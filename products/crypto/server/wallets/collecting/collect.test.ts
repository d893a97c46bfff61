/**
 * Clients' deposits are collected from their addresses, on a real EVM node with the signer in its own process. At each block the addresses together
 * hold what the
 * books say, and the bank bears the fees.
 * Controls, each tried once: taking gas that arrives for a deposit, leaving collections out of `listUnsigned`, and asking only for settled
 * transactions above the fork,
 * which failed in about every second run.
 */
import { getWithdrawal } from '@calmly/contract';
import type { Chain, Signer } from '@calmly/providers/chain/chain.ts';
import { SignerRefused } from '@calmly/providers/chain/signer-client.ts';
import { type SignerProcess, startSigner } from '@calmly/providers/chain/signer-process.ts';
import { createChains } from '@calmly/server/src/chains.ts';
import { startTestApp, type TestApp, testConfig } from '@calmly/server/test/support/app.ts';
import { type Anvil, anvilChainId, startAnvil } from '@calmly/server/test/support/chains/anvil.ts';
import { makeSignerDirectory, type SignerDirectory } from '@calmly/server/test/support/chains/signer.ts';
import { deployToken, tokenTransfer } from '@calmly/server/test/support/chains/test-token.ts';
import type { Payer } from '@calmly/server/test/support/clients/payments.ts';
import { until } from '@calmly/server/test/support/processes/process.ts';
import {
  createHolder,
  openAddress,
  outside,
  walletOf,
  withdraw,
} from '@calmly/server/test/support/wallets.ts';
import { systemWork } from '@calmly/server/test/support/work.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bankBalances, verifyBooks } from '../../../../ledger/server/index.ts';
import { deriveAddress } from '../addresses/derive.ts';
import { proveReserves, reserveFaults } from '../reserves.ts';
import type { WalletTools } from '../tools.ts';
import { collectAll } from './collect.ts';

const ether = 10n ** 18n;
const token1 = 10n ** 8n;
let anvil: Anvil;
let directory: SignerDirectory;
let signer: SignerProcess;
let config: typeof testConfig;
let bank: TestApp;
let token: string;
let own: string;

beforeAll(async () => {
  anvil = await startAnvil();
  token = await anvil.deploy(deployToken(8, 1_000_000n * token1));
  directory = await makeSignerDirectory({ evm: { chainId: anvilChainId, tokens: { EPI: token } } });
  signer = await startSigner({ directory: directory.path });
  config = {
    ...testConfig,
    crypto: {
      ...testConfig.crypto,
      confirmations: { ...testConfig.crypto.confirmations, evm: 2 },
      collectAfterMs: 0,
    },
    chains: {
      bitcoin: undefined,
      evm: {
        url: anvil.url,
        chainId: anvilChainId,
        xpub: signer.xpubs.evm,
        tokens: [{ asset: 'EPI', contract: token, feeMinor: 150_000_000n }],
      },
      signerSocket: signer.socket,
      pollMs: 25,
    },
  };
  bank = await startTestApp({ config, jobs: true, pollMs: 25 });
  own = deriveAddress(tools().keys, 'evm', 0).toLowerCase();
  await anvil.send({ to: own, value: ether });
});
afterAll(async () => {
  await bank.close();
  await signer.stop();
  await anvil.stop();
  await directory.remove();
});

const tools = () => createChains(config, bank.database).wallets;
const nativeOf = async (address: string) => BigInt(await anvil.rpc('eth_getBalance', address, 'latest'));
const tokensOf = async (address: string) =>
  BigInt(
    await anvil.rpc(
      'eth_call',
      { to: token, data: `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}` },
      'latest',
    ),
  );
async function collections(address: string) {
  const { rows } = await query<{
    kind: string;
    asset: string;
    state: string;
    amount: bigint;
    fee: bigint;
    tx: string;
  }>`
    select kind, asset, state, amount_minor::text as amount, chain_fee_minor::text as fee, tx_id as tx from wallets.collection
    where address = ${address} order by id`.execute(bank.database.sql);
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount), fee: BigInt(row.fee) }));
}
const isDone = async (address: string, kinds: readonly string[]) => {
  const found = await collections(address);
  return (
    found.length === kinds.length &&
    found.every(({ kind, state }, at) => kind === kinds[at] && state === 'CONFIRMED')
  );
};
/** Mines blocks until a condition holds; at each block nothing is missing, in the books and on the chain. */
const mineUntil = (isSo: () => Promise<boolean>) =>
  until(async () => {
    await anvil.mine();
    await checkBooks();
    return isSo();
  });
async function checkBooks(): Promise<void> {
  expect((await verifyBooks(bank.database.sql)).breaches).toEqual([]);
  const faults = async () => reserveFaults(await proveReserves(bank.database.sql, tools().networks));
  await until(async () => (await faults()).length === 0);
}
const bookedOf = async (payer: Payer, asset: 'ETH' | 'EPI') =>
  (await walletOf(bank, payer, asset).catch(() => undefined))?.booked;

test('tokens get ETH for their fee and go to the bank, which can then pay them out', async () => {
  const anna = await createHolder(bank);
  const address = await openAddress(bank, anna, 'EPI');
  const feesBefore = (await bankBalances(bank.database.sql, 'fees')).get('ETH') ?? 0n;
  // More than the signer's daily limit: none of it leaves.
  await anvil.send({ to: token, data: tokenTransfer(address, 4_000n * token1) });
  await mineUntil(async () => (await bookedOf(anna, 'EPI')) === '4000.00000000');
  await mineUntil(() => isDone(address, ['GAS', 'COLLECT']));
  expect([await tokensOf(address), await tokensOf(own)]).toEqual([0n, 4_000n * token1]);
  expect(await bookedOf(anna, 'ETH')).toBeUndefined();
  const found = await collections(address);
  expect(found.every(({ fee }) => fee > 0n)).toBe(true);
  const paid = found.reduce((sum, { fee }) => sum + fee, 0n);
  expect(((await bankBalances(bank.database.sql, 'fees')).get('ETH') ?? 0n) - feesBefore).toBe(-paid);
  const { id } = (await withdraw(bank, anna, { asset: 'EPI', amount: '900', address: outside.evm })).output;
  await mineUntil(
    async () => (await bank.call(getWithdrawal, { params: { id } }, anna)).output.status === 'CONFIRMED',
  );
  expect(await tokensOf(outside.evm)).toBe(900n * token1);
});

test('ETH is collected, less than it is worth stays, and both count for the client', async () => {
  const boris = await createHolder(bank);
  const [rich, poor] = [await openAddress(bank, boris, 'ETH'), await openAddress(bank, boris, 'ETH')];
  await anvil.send({ to: rich, value: 3n * ether });
  await anvil.send({ to: poor, value: ether / 1_000n });
  await anvil.send({ to: token, data: tokenTransfer(poor, 9n * token1) });
  await mineUntil(() => isDone(rich, ['COLLECT']));
  await mineUntil(async () => {
    const { rows } = await query`select from wallets.uncollected where address = ${poor}`.execute(
      bank.database.sql,
    );
    return rows.length === 0;
  });
  expect(await collections(poor)).toEqual([]);
  expect(await nativeOf(rich)).toBeLessThan(ether / 100n);
  expect([await nativeOf(poor), await tokensOf(poor)]).toEqual([ether / 1_000n, 9n * token1]);
  expect(await bookedOf(boris, 'ETH')).toBe('3.001000000000000000');
});

test('tokens stay while the fees would take more than a tenth of them, and follow when the network asks for less', async () => {
  const { sql } = bank.database;
  // 2,000 EPI for one ETH, from an external service.
  await query`
    insert into trading.reference_price (instrument, price, at, usable_until) values ('ETHEPI', 40000, now(), now() + interval '1 hour')`.execute(
    sql,
  );
  const emil = await createHolder(bank);
  const address = await openAddress(bank, emil, 'EPI');
  const baseFee = (gwei: number) =>
    anvil.rpc('anvil_setNextBlockBaseFeePerGas', `0x${(BigInt(gwei) * 10n ** 9n).toString(16)}`);
  const postponed = async () => {
    const { rows } =
      await query`select from wallets.uncollected where address = ${address} and since > now()`.execute(sql);
    return rows.length > 0;
  };
  await anvil.send({ to: token, data: tokenTransfer(address, 20n * token1) });
  await anvil.mine();
  await until(async () => {
    // 21,000 and 120,000 units of gas at 41 gwei: 11.6 EPI.
    await baseFee(20);
    await anvil.mine();
    return (await postponed()) || (await collections(address)).length > 0;
  });
  expect([await bookedOf(emil, 'EPI'), await collections(address)]).toEqual(['20.00000000', []]);
  await baseFee(1);
  await anvil.mine();
  await query`update wallets.uncollected set since = now() - interval '1 hour' where address = ${address}`.execute(
    sql,
  );
  await mineUntil(() => isDone(address, ['GAS', 'COLLECT']));
  await query`delete from trading.reference_price`.execute(sql);
});

test('a collection that a reorganisation takes out of its block is sent again, and costs once', async () => {
  const clara = await createHolder(bank);
  const address = await openAddress(bank, clara, 'ETH');
  await anvil.send({ to: address, value: 2n * ether });
  // No more blocks than the deposit needs: none contains the collection yet.
  await anvil.mine(2);
  await until(async () => (await collections(address))[0]?.state === 'BROADCAST');
  const snapshot = await anvil.rpc('evm_snapshot');
  await mineUntil(() => isDone(address, ['COLLECT']));
  await anvil.rpc('evm_revert', snapshot);
  await anvil.rpc('evm_increaseTime', 100);
  await anvil.rpc('anvil_dropAllTransactions');
  // Further than before: a node that lags is no reorganisation.
  await anvil.mine(100);
  await until(async () => (await collections(address))[0]?.fee === 0n);
  await mineUntil(async () => ((await collections(address))[0]?.fee ?? 0n) > 0n);
  expect(await isDone(address, ['COLLECT'])).toBe(true);
  expect(await nativeOf(address)).toBeLessThan(ether / 100n);
});

test('a run that ends anywhere is done again by the next, with one transaction', async () => {
  // A separate node, because both banks have the same keys.
  const other = await startAnvil();
  const { chains } = config;
  if (!chains?.evm) throw new Error('the configuration has a real chain');
  const away = { ...config, chains: { ...chains, evm: { ...chains.evm, url: other.url, tokens: [] } } };
  const quiet = await startTestApp({ config: away });
  const all: WalletTools = createChains(away, quiet.database).wallets;
  const evm = all.networks.get('evm');
  if (!evm) throw new Error('there is no EVM network');
  const read = () => quiet.app.jobs.wallets_read;
  const run = async (job: ReturnType<typeof read>) => {
    if (!job || typeof job === 'function' || !('outside' in job)) throw new Error('no such job');
    await job.outside(systemWork(quiet.database.sql), { network: 'evm' });
  };
  const dora = await createHolder(quiet);
  const address = await openAddress(quiet, dora, 'ETH');
  await run(read());
  await other.send({ to: address, value: 2n * ether });
  await other.mine(3);
  await run(read());
  const failing = (what: Partial<Chain>, signerOf = all.signerOf): WalletTools => ({
    ...all,
    signerOf,
    networks: new Map([['evm', { ...evm, chain: { ...evm.chain, ...what } }]]),
  });
  const dead = () => Promise.reject(new Error('killed'));
  const accepts = () => Promise.resolve();
  const noSigner: Signer = { check: accepts, sign: dead };
  const refuses = () => Promise.reject(new SignerRefused('fee_limit'));
  const states = async () => {
    const { rows } = await query<{ state: string; unsigned: string; tx: string | null }>`
      select state, unsigned, tx_id as tx from wallets.collection`.execute(quiet.database.sql);
    return rows;
  };
  // Refused before anything is stored, or after: no nonce stays taken.
  const note = async () => {
    expect(await states()).toEqual([]);
    await query`update wallets.uncollected set since = now() - interval '1 day'`.execute(quiet.database.sql);
  };
  await run(collectAll(failing({}, () => ({ check: refuses, sign: dead }))));
  await note();
  await run(collectAll(failing({}, () => ({ check: accepts, sign: refuses }))));
  await note();
  await run(collectAll(failing({}, () => noSigner)));
  const [prepared] = await states();
  expect(prepared).toMatchObject({ state: 'SIGNING', tx: null });
  // Prepared transfers are reserved: a withdrawal takes neither their nonce nor their money.
  const { id } = (await withdraw(quiet, dora, { asset: 'ETH', amount: '1', address: outside.evm })).output;
  const send = () => run(quiet.app.jobs.wallets_send);
  await expect(send()).rejects.toThrow('has enough');
  await run(collectAll(failing({ broadcast: dead })));
  const [signed] = await states();
  expect(signed).toMatchObject({ state: 'SIGNING', unsigned: prepared?.unsigned, tx: expect.any(String) });
  await run(collectAll(failing({ broadcast: async (it) => evm.chain.broadcast(it).then(dead) })));
  await run(collectAll(all));
  await run(collectAll(all));
  expect(await states()).toEqual([{ ...signed, state: 'BROADCAST' }]);
  await other.mine(3);
  await run(read());
  expect(await states()).toEqual([{ ...signed, state: 'CONFIRMED' }]);
  await send();
  await other.mine(3);
  await run(read());
  expect((await quiet.call(getWithdrawal, { params: { id } }, dora)).output.status).toBe('CONFIRMED');
  await quiet.close();
  await other.stop();
});
