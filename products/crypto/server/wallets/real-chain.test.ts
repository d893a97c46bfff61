/** A bank on a real EVM node with the signer in its own process: a deposit arrives and a withdrawal is paid, over HTTP and with the bank's own jobs. */
import { cancelWithdrawal, getWithdrawal, quoteWithdrawal } from '@calmly/contract';
import { publicKeysOf } from '@calmly/providers/chain/own-keys.ts';
import { type SignerProcess, startSigner } from '@calmly/providers/chain/signer-process.ts';
import { createApp } from '@calmly/server/src/app.ts';
import { createChains } from '@calmly/server/src/chains.ts';
import { startTestApp, type TestApp, testConfig } from '@calmly/server/test/support/app.ts';
import { type Anvil, anvilChainId, startAnvil } from '@calmly/server/test/support/chains/anvil.ts';
import { startEsploraServer } from '@calmly/server/test/support/chains/esplora-server.ts';
import { makeSignerDirectory, type SignerDirectory } from '@calmly/server/test/support/chains/signer.ts';
import { deployToken, tokenTransfer } from '@calmly/server/test/support/chains/test-token.ts';
import { createTestDatabase } from '@calmly/server/test/support/database.ts';
import { until } from '@calmly/server/test/support/processes/process.ts';
import {
  createHolder,
  openAddress,
  outside,
  walletOf,
  withdraw,
} from '@calmly/server/test/support/wallets.ts';
import { systemWork } from '@calmly/server/test/support/work.ts';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyBooks } from '../../../ledger/server/index.ts';
import { segwitAddress } from './addresses/bitcoin.ts';
import { deriveAddress } from './addresses/derive.ts';
import { proveReserves, reserveFaults } from './index.ts';
import { reviewQueue } from './withdrawals/review-desk.ts';

const ether = 10n ** 18n;
let anvil: Anvil;
let directory: SignerDirectory;
let signer: SignerProcess;
let config: typeof testConfig;
let bank: TestApp;
let token: string;

beforeAll(async () => {
  anvil = await startAnvil();
  token = await anvil.deploy(deployToken(8, 1_000_000n * 10n ** 8n));
  directory = await makeSignerDirectory({ evm: { chainId: anvilChainId, tokens: { EPI: token } } });
  signer = await startSigner({ directory: directory.path });
  const { evm: xpub } = signer.xpubs;
  config = {
    ...testConfig,
    crypto: { ...testConfig.crypto, confirmations: { ...testConfig.crypto.confirmations, evm: 2 } },
    chains: {
      bitcoin: undefined,
      evm: {
        url: anvil.url,
        chainId: anvilChainId,
        xpub,
        tokens: [{ asset: 'EPI', contract: token, feeMinor: 150_000_000n }],
      },
      signerSocket: signer.socket,
      pollMs: 25,
    },
  };
  bank = await startTestApp({ config, jobs: true, pollMs: 25 });
});
afterAll(async () => {
  await bank.close();
  await signer.stop();
  await anvil.stop();
  await directory.remove();
});

/** Mines blocks until a condition holds; the bank reads them itself. */
const mineUntil = (isSo: () => Promise<boolean>) =>
  until(async () => {
    await anvil.mine();
    return isSo();
  });
const networks = () => createChains(config, bank.database).wallets.networks;

test('deposits of ETH and a token are credited, withdrawals signed and confirmed, and custody equals the chain’s holdings', async () => {
  const anna = await createHolder(bank);
  const address = await openAddress(bank, anna, 'ETH');
  const own = deriveAddress(createChains(config, bank.database).wallets.keys, 'evm', 0);
  await anvil.send({ to: own, value: ether });
  await anvil.send({ to: token, data: tokenTransfer(own, 50_000_000_000n) });
  await anvil.send({ to: address, value: 2n * ether });
  await anvil.send({ to: token, data: tokenTransfer(address, 10_000_000_000n) });
  const has = async (asset: 'ETH' | 'EPI', booked: string) =>
    (await walletOf(bank, anna, asset).catch(() => undefined))?.booked === booked;
  await mineUntil(
    async () => (await has('ETH', '2.000000000000000000')) && (await has('EPI', '100.00000000')),
  );
  const orders = [
    { asset: 'ETH', amount: '0.5', address: outside.evm },
    { asset: 'EPI', amount: '40', address: outside.evm },
  ] as const;
  for (const order of orders) {
    const before = BigInt(await anvil.rpc('eth_getBalance', outside.evm, 'latest'));
    const { id } = (await withdraw(bank, anna, order)).output;
    const read = async () => (await bank.call(getWithdrawal, { params: { id } }, anna)).output;
    await mineUntil(async () => (await read()).status === 'CONFIRMED');
    expect((await read()).txId).toMatch(/^0x[0-9a-f]{64}$/);
    const after = BigInt(await anvil.rpc('eth_getBalance', outside.evm, 'latest'));
    expect(after - before).toBe(order.asset === 'ETH' ? ether / 2n : 0n);
  }
  const data = `0x70a08231${outside.evm.slice(2).toLowerCase().padStart(64, '0')}`;
  expect(BigInt(await anvil.rpc('eth_call', { to: token, data }, 'latest'))).toBe(4_000_000_000n);
  expect(await walletOf(bank, anna, 'EPI')).toMatchObject({ booked: '58.50000000', reserved: '0.00000000' });
  const reserves = await proveReserves(bank.database.sql, networks());
  expect(reserveFaults(reserves)).toEqual([]);
  expect(reserves.find(({ asset }) => asset === 'EPI')).toMatchObject({ holdings: 56_000_000_000n });
  expect((await verifyBooks(bank.database.sql)).breaches).toEqual([]);
});

test('a withdrawal that the signer refuses waits for staff and keeps no later one waiting', async () => {
  const anna = await createHolder(bank);
  await anvil.send({ to: await openAddress(bank, anna, 'ETH'), value: 8n * ether });
  const booked = async () => (await walletOf(bank, anna, 'ETH')).booked;
  await mineUntil(async () => (await booked()) === '8.000000000000000000');
  const statusOf = async (id: string) =>
    (await bank.call(getWithdrawal, { params: { id } }, anna)).output.status;
  // The signer's limit for one transaction is five.
  const large = (await withdraw(bank, anna, { asset: 'ETH', amount: '5.5', address: outside.evm })).output;
  await until(async () => (await statusOf(large.id)) === 'REVIEW');
  const small = (await withdraw(bank, anna, { asset: 'ETH', amount: '0.1', address: outside.evm })).output;
  await mineUntil(async () => (await statusOf(small.id)) === 'CONFIRMED');

  const { sql } = bank.database;
  const sheet = await reviewQueue.find(sql, large.id);
  expect(sheet?.facts).toContainEqual(['Found', 'the signer refuses: transaction_limit']);
  await bank.database.inTransaction((inside) =>
    reviewQueue.decide(systemWork(inside), large.id, 'approve', {}),
  );
  await until(async () => (await reviewQueue.find(sql, large.id)) === undefined);
  await until(async () => (await statusOf(large.id)) === 'REVIEW');
  const canceled = await bank.call(cancelWithdrawal, { params: { id: large.id } }, anna);
  expect(canceled.output.status).toBe('CANCELED');
  expect(await walletOf(bank, anna, 'ETH')).toMatchObject({ reserved: '0.000000000000000000' });
});

test('change of a Bitcoin withdrawal is no deposit', async () => {
  const esplora = await startEsploraServer();
  const withBitcoin = {
    ...config,
    chains: {
      bitcoin: { url: esplora.url, bitcoin: 'regtest', xpub: signer.xpubs.bitcoin },
      evm: undefined,
      signerSocket: signer.socket,
      pollMs: 25,
    },
  } as const;
  const other = await startTestApp({ config: withBitcoin, jobs: true, pollMs: 25 });
  const mineTill = (isSo: () => Promise<boolean>) =>
    until(async () => {
      esplora.chain.mine();
      return isSo();
    });
  const anna = await createHolder(other);
  const address = await openAddress(other, anna, 'BTC');
  expect(address).toMatch(/^bcrt1/);
  esplora.chain.pay([{ address, amount: 90_000_000n }]);
  const booked = async () => (await walletOf(other, anna, 'BTC')).booked;
  await mineTill(async () => (await booked()) === '0.90000000');
  const main = await withdraw(other, anna, { asset: 'BTC', amount: '0.2', address: outside.bitcoin });
  expect(main.text).toContain('test network');
  const key = publicKeysOf(signer.xpubs.bitcoin)({ branch: 1, index: 7 });
  const order = { asset: 'BTC', amount: '0.2', address: segwitAddress(key, 'bcrt') } as const;
  const { id } = (await withdraw(other, anna, order)).output;
  const read = async () => (await other.call(getWithdrawal, { params: { id } }, anna)).output.status;
  await mineTill(async () => (await read()) === 'CONFIRMED');
  const { networks: found } = createChains(withBitcoin, other.database).wallets;
  const [reserve, ...others] = await proveReserves(other.database.sql, found);
  expect(reserveFaults(reserve ? [reserve, ...others] : [])).toEqual([]);
  expect(reserve?.holdings).toBeLessThan(70_000_000n);
  await other.close();
  await esplora.close();
});

test('assets without a contract are not offered', () => {
  expect(networks().get('evm')?.assets).toEqual(['ETH', 'EPI']);
});

test('the server refuses a public test key, in either form, and a database of another key', async () => {
  const evm = config.chains?.evm;
  const { chains } = config;
  if (!evm || !chains) throw new Error('the chain is not real');
  const { keys } = testConfig.crypto;
  for (const xpub of [keys.evm, keys.bitcoin]) {
    const withTestKey = { ...config, chains: { ...chains, evm: { ...evm, xpub } } };
    expect(() => createChains(withTestKey, bank.database)).toThrow('public test key');
  }
  const other = await createTestDatabase();
  const { database } = other;
  const log = pino({ level: 'silent' });
  const sandbox = await createApp({ config: testConfig, database, log });
  await sandbox.close();
  await expect(createApp({ config, database, log })).rejects.toThrow('addresses of another key');
  await other.close();
});

test('while the node is down a fee quote is refused in plain words, and the rest works', async () => {
  const { chains } = config;
  if (!chains?.evm) throw new Error('the configuration has a real chain');
  const away = await startTestApp({
    config: { ...config, chains: { ...chains, evm: { ...chains.evm, url: 'http://127.0.0.1:9' } } },
  });
  const anna = await createHolder(away);
  const refused = await away.call(quoteWithdrawal, { body: { asset: 'ETH' } }, anna);
  expect([refused.status, refused.body]).toEqual([
    503,
    expect.objectContaining({ code: 'crypto_network_down' }),
  ]);
  expect((await away.call(quoteWithdrawal, { body: { asset: 'BTC' } }, anna)).status).toBe(201);
  expect(await openAddress(away, anna, 'ETH')).toMatch(/^0x/);
  await away.close();
});
