/**
 * ETH that a deposit address needs for its tokens' fee, when the network asks for more than was offered: it is replaced like a withdrawal, and
 * whichever transaction is
 * confirmed, the tokens follow. On a real EVM node with the signer in its own process.
 * Controls, each tried once: not raising collections (no second transaction), asking the chain for the newest transaction only, and taking a
 * replaced one for a deposit.
 */

import { type SignerProcess, startSigner } from '@calmly/providers/chain/signer-process.ts';
import { createChains } from '@calmly/server/src/chains.ts';
import { startTestApp, type TestApp, testConfig } from '@calmly/server/test/support/app.ts';
import { type Anvil, anvilChainId, startAnvil } from '@calmly/server/test/support/chains/anvil.ts';
import { type Gate, startGate } from '@calmly/server/test/support/chains/gate.ts';
import { makeSignerDirectory, type SignerDirectory } from '@calmly/server/test/support/chains/signer.ts';
import { deployToken, tokenTransfer } from '@calmly/server/test/support/chains/test-token.ts';
import { until } from '@calmly/server/test/support/processes/process.ts';
import { createHolder, openAddress, walletOf } from '@calmly/server/test/support/wallets.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyBooks } from '../../../../ledger/server/index.ts';
import { deriveAddress } from '../addresses/derive.ts';
import { listAttempts } from '../raising/attempt-store.ts';
import { proveReserves, reserveFaults } from '../reserves.ts';
import { findCollectionTransactions } from './collection-store.ts';

const ether = 10n ** 18n;
const token1 = 10n ** 8n;
let anvil: Anvil;
/** The bank's connection to it. */
let gate: Gate;
let directory: SignerDirectory;
let signer: SignerProcess;
let config: typeof testConfig;
let bank: TestApp;
let token: string;

beforeAll(async () => {
  anvil = await startAnvil();
  gate = await startGate(anvil.url);
  token = await anvil.deploy(deployToken(8, 1_000_000n * token1));
  directory = await makeSignerDirectory({ evm: { chainId: anvilChainId, tokens: { EPI: token } } });
  signer = await startSigner({ directory: directory.path });
  config = {
    ...testConfig,
    crypto: {
      ...testConfig.crypto,
      confirmations: { ...testConfig.crypto.confirmations, evm: 2 },
      collectAfterMs: 0,
      raise: { afterMs: 0, mostTimes: 10 },
    },
    chains: {
      bitcoin: undefined,
      evm: {
        url: gate.url,
        chainId: anvilChainId,
        xpub: signer.xpubs.evm,
        tokens: [{ asset: 'EPI', contract: token, feeMinor: 150_000_000n }],
      },
      signerSocket: signer.socket,
      pollMs: 25,
    },
  };
  bank = await startTestApp({ config, jobs: true, pollMs: 25 });
  await anvil.send({ to: deriveAddress(tools().keys, 'evm', 0).toLowerCase(), value: ether });
});
afterAll(async () => {
  await bank.close();
  await signer.stop();
  await gate.close();
  await anvil.stop();
  await directory.remove();
});

const tools = () => createChains(config, bank.database).wallets;
const baseFee = (gwei: number) =>
  anvil.rpc('anvil_setNextBlockBaseFeePerGas', `0x${(BigInt(gwei) * 10n ** 9n).toString(16)}`);

async function collections(address: string) {
  const { rows } = await query<{ id: string; kind: string; state: string; txId: string | null }>`
    select id, kind, state, tx_id as "txId" from wallets.collection where address = ${address} order by id`.execute(
    bank.database.sql,
  );
  return rows;
}

/** Nothing of a client's or the bank's money is missing, on the chain and in the books. */
async function checkBooks(): Promise<void> {
  expect((await verifyBooks(bank.database.sql)).breaches).toEqual([]);
  await until(
    async () => reserveFaults(await proveReserves(bank.database.sql, tools().networks)).length === 0,
  );
}

const tokensOf = async (address: string) =>
  BigInt(
    await anvil.rpc(
      'eth_call',
      { to: token, data: `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}` },
      'latest',
    ),
  );

/** Tokens on an address whose gas transaction no block includes, so that the bank sends it with a higher fee. */
async function stuckGas() {
  const anna = await createHolder(bank);
  const address = await openAddress(bank, anna, 'EPI');
  await baseFee(1);
  await anvil.send({ to: token, data: tokenTransfer(address, 900n * token1) });
  // No more blocks than the deposit needs.
  await anvil.mine(2);
  await until(async () => (await collections(address))[0]?.state === 'BROADCAST');
  await baseFee(9);
  await anvil.mine();
  const [gas] = await collections(address);
  if (!gas) throw new Error('no gas was sent');
  const attempts = () => listAttempts(bank.database.sql, gas.id, 'collection');
  await until(async () => (await attempts()).length > 1 && (await attempts()).every(({ sentAt }) => sentAt));
  return { anna, address, gas, attempts: await attempts() };
}

async function collectedAfter({
  anna,
  address,
}: Pick<Awaited<ReturnType<typeof stuckGas>>, 'anna' | 'address'>) {
  await until(async () => {
    await anvil.mine();
    await checkBooks();
    const found = await collections(address);
    return found.length === 2 && found.every(({ state }) => state === 'CONFIRMED');
  });
  expect((await collections(address)).map(({ kind }) => kind)).toEqual(['GAS', 'COLLECT']);
  expect(await tokensOf(address)).toBe(0n);
  // The bank's transfer to its own address is no deposit of the client.
  expect(await walletOf(bank, anna, 'ETH').catch(() => undefined)).toBeUndefined();
}

test('gas that no block takes is sent again with a higher fee and the same nonce, and the tokens follow', async () => {
  const stuck = await stuckGas();
  const [first, second] = stuck.attempts.map(({ unsigned }) => JSON.parse(unsigned));
  const { nonce, from, to, value } = first;
  expect(second).toMatchObject({ nonce, from, to, value });
  expect(BigInt(second.maxFeePerGas) * 10n).toBeGreaterThanOrEqual(BigInt(first.maxFeePerGas) * 11n);
  // Otherwise the tokens would need more than was sent for them.
  await baseFee(1);
  await collectedAfter(stuck);
  const newest = (await listAttempts(bank.database.sql, stuck.gas.id, 'collection')).at(-1);
  expect((await collections(stuck.address))[0]?.txId).toBe(newest?.txId);
});

test('gas whose first transaction is confirmed in the end counts once, and the tokens follow', async () => {
  const stuck = await stuckGas();
  const [first] = stuck.attempts;
  // Whichever is found on the chain, it is no deposit.
  const known = stuck.attempts.flatMap(({ txId }) => txId ?? []);
  expect([...(await findCollectionTransactions(bank.database.sql, [...known, '0x00']))].sort()).toEqual(
    known.sort(),
  );
  await gate.shutWhile(async () => {
    await anvil.rpc('anvil_dropAllTransactions');
    await baseFee(1);
    await anvil.rpc('eth_sendRawTransaction', first?.signed);
    await anvil.mine();
  });
  await until(async () => (await collections(stuck.address))[0]?.txId === first?.txId);
  await collectedAfter(stuck);
  expect((await collections(stuck.address))[0]?.txId).toBe(first?.txId);
});
