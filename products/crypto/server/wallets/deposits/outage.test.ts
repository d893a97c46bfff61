/**
 * After an outage a chain is read in steps, on a local Esplora: each is committed before the next, so a failure loses only one step. Controls, each
 * tried once:
 * with one step for all blocks the first forty are read again; if it reads from block 0, a new chain is read completely.
 */

import { createChains } from '@calmly/server/src/chains.ts';
import { startTestApp, type TestApp, testConfig } from '@calmly/server/test/support/app.ts';
import { type EsploraServer, startEsploraServer } from '@calmly/server/test/support/chains/esplora-server.ts';
import { chainsOf, createHolder, openAddress, walletOf } from '@calmly/server/test/support/wallets.ts';
import { HDKey } from '@scure/bip32';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { proveReserves, reserveFaults } from '../reserves.ts';
import { findCursor } from './deposit-store.ts';

const xpub = HDKey.fromMasterSeed(new Uint8Array(32).fill(1)).publicExtendedKey;
let esplora: EsploraServer;
let config: typeof testConfig;
let bank: TestApp;

beforeEach(async () => {
  esplora = await startEsploraServer();
  config = {
    ...testConfig,
    chains: {
      bitcoin: { url: esplora.url, bitcoin: 'regtest', xpub },
      evm: undefined,
      signerSocket: '/nowhere/signer.sock',
      pollMs: 60_000,
    },
  };
  bank = await startTestApp({ config });
});
afterEach(async () => {
  await bank.close();
  await esplora.close();
});

const readBitcoin = () => chainsOf(bank).read('bitcoin');
const cursorHeight = async () => (await findCursor(bank.database.sql, 'bitcoin')).height;
const reserves = () => proveReserves(bank.database.sql, createChains(config, bank.database).wallets.networks);
const tipHeight = () => esplora.chain.blocks.length - 1;
const from = (first: number, count: number) => Array.from({ length: count }, (_, place) => first + place);
/** Heights of the blocks that were read completely. */
const heightsRead = () =>
  esplora.paths
    .filter((path) => path.endsWith('/raw'))
    .map((path) => esplora.chain.blocks.findIndex(({ hash }) => path.includes(hash)))
    .toSorted((one, other) => one - other);

test('of sixty blocks the first forty are kept when the 45th cannot be read', async () => {
  const { chain } = esplora;
  const anna = await createHolder(bank);
  const address = await openAddress(bank, anna, 'BTC');
  await readBitcoin();
  const start = tipHeight();
  expect(await cursorHeight()).toBe(start);
  for (const blocks of [10, 40, 10]) {
    chain.pay([{ address, amount: 10_000_000n }]);
    chain.mine(blocks);
  }
  const failing = chain.blocks[start + 45]?.hash ?? '';
  esplora.fault = (path, response) => {
    if (path !== `/block/${failing}/raw`) return false;
    response.writeHead(503).end();
    return true;
  };
  await expect(readBitcoin()).rejects.toThrow();
  expect(await cursorHeight()).toBe(start + 40);
  // Paid in the first and the eleventh block.
  expect((await walletOf(bank, anna, 'BTC')).booked).toBe('0.20000000');

  esplora.fault = undefined;
  esplora.paths.length = 0;
  await readBitcoin();
  expect(heightsRead()).toEqual(from(start + 41, 20));
  expect((await walletOf(bank, anna, 'BTC')).booked).toBe('0.30000000');
  expect(reserveFaults(await reserves())).toEqual([]);
});

test('of a chain that was never read, reserves read the blocks that the first reading will', async () => {
  esplora.chain.mine(150);
  expect(await cursorHeight()).toBeNull();
  expect(reserveFaults(await reserves())).toEqual([]);
  const read = heightsRead();
  expect(read).toEqual(from(51, 100));
  esplora.paths.length = 0;
  await readBitcoin();
  expect(heightsRead()).toEqual(read);
});
