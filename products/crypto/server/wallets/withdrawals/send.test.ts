/**
 * A freed nonce never blocks a later transaction of its account, on a real EVM node with the signer in its own process: while a transaction of an
 * account is prepared
 * and not signed, no other one is prepared.
 */

import type { OutsideJobHandler } from '@calmly/platform/jobs/jobs.ts';
import type { Signer } from '@calmly/providers/chain/chain.ts';
import { SignerRefused, SignerUnavailable } from '@calmly/providers/chain/signer-client.ts';
import { type SignerProcess, startSigner } from '@calmly/providers/chain/signer-process.ts';
import { createChains } from '@calmly/server/src/chains.ts';
import { startTestApp, type TestApp, testConfig } from '@calmly/server/test/support/app.ts';
import { type Anvil, anvilChainId, startAnvil } from '@calmly/server/test/support/chains/anvil.ts';
import { makeSignerDirectory, type SignerDirectory } from '@calmly/server/test/support/chains/signer.ts';
import { deployToken, tokenTransfer } from '@calmly/server/test/support/chains/test-token.ts';
import type { Payer } from '@calmly/server/test/support/clients/payments.ts';
import { createHolder, openAddress, outside, withdraw } from '@calmly/server/test/support/wallets.ts';
import { systemWork } from '@calmly/server/test/support/work.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deriveAddress } from '../addresses/derive.ts';
import { collectAll } from '../collecting/collect.ts';
import type { WalletTools } from '../tools.ts';
import { reviewQueue } from './review-desk.ts';
import { sendWithdrawals } from './send.ts';
import { findWithdrawal } from './withdrawal-store.ts';

const ether = 10n ** 18n;
const token1 = 10n ** 8n;
let anvil: Anvil;
let directory: SignerDirectory;
let signer: SignerProcess;
let bank: TestApp;
let tools: WalletTools;
let token: string;
let anna: Payer;

beforeAll(async () => {
  anvil = await startAnvil();
  token = await anvil.deploy(deployToken(8, 1_000_000n * token1));
  directory = await makeSignerDirectory({ evm: { chainId: anvilChainId, tokens: { EPI: token } } });
  signer = await startSigner({ directory: directory.path });
  const config = {
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
  } as const;
  bank = await startTestApp({ config });
  tools = createChains(config, bank.database).wallets;
  await readChain();
  await anvil.send({ to: deriveAddress(tools.keys, 'evm', 0), value: 9n * ether });
  anna = await createHolder(bank);
  await anvil.send({ to: await openAddress(bank, anna, 'ETH'), value: 3n * ether });
  await mine();
  await query`delete from wallets.uncollected`.execute(bank.database.sql);
});
afterAll(async () => {
  await bank.close();
  await signer.stop();
  await anvil.stop();
  await directory.remove();
});

const run = (job: OutsideJobHandler) => job.outside(systemWork(bank.database.sql), { network: 'evm' });
async function readChain(): Promise<void> {
  const job = bank.app.jobs.wallets_read;
  if (!job || typeof job === 'function' || !('outside' in job)) throw new Error('no such job');
  await run(job);
}
async function mine(): Promise<void> {
  await anvil.mine(3);
  await readChain();
}
/** The real signer, optionally with another implementation of `sign`. */
const signing = (sign?: Signer['sign']): WalletTools => ({
  ...tools,
  signerOf: (network) => ({ ...tools.signerOf(network), ...(sign && { sign }) }),
});
const away = () => Promise.reject(new SignerUnavailable('away'));
const refuses = () => Promise.reject(new SignerRefused('day_limit'));
/** Down for one call, back for the next. */
const backAfterOne = (): Signer['sign'] => {
  let calls = 0;
  return (...asked) => (++calls === 1 ? away() : tools.signerOf('evm').sign(...asked));
};
const order = async () =>
  (await withdraw(bank, anna, { asset: 'ETH', amount: '0.1', address: outside.evm })).output.id;
const statesOf = (...ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await findWithdrawal(bank.database.sql, id))?.state));
async function collections() {
  const { rows } = await query<{ kind: string; state: string }>`
    select kind, state from wallets.collection order by id`.execute(bank.database.sql);
  return rows.map(({ kind, state }) => `${kind} ${state}`);
}

test('while a withdrawal is prepared and not signed, none is prepared after it; refused, it leaves no gap', async () => {
  const [first, second] = [await order(), await order()];
  await expect(run(sendWithdrawals(signing(backAfterOne())))).rejects.toThrow();
  expect(await statesOf(first, second)).toEqual(['SIGNING', 'QUEUED']);
  let calls = 0;
  const refusesOnce: Signer['sign'] = (...asked) =>
    ++calls === 1 ? refuses() : tools.signerOf('evm').sign(...asked);
  await run(sendWithdrawals(signing(refusesOnce)));
  expect(await statesOf(first, second)).toEqual(['REVIEW', 'BROADCAST']);
  await mine();
  expect(await statesOf(second)).toEqual(['CONFIRMED']);

  // A prepared transaction is finished first, even before an earlier order.
  const third = await order();
  await expect(run(sendWithdrawals(signing(away)))).rejects.toThrow('away');
  await bank.database.inTransaction((sql) => reviewQueue.decide(systemWork(sql), first, 'approve', {}));
  expect(await statesOf(first, third)).toEqual(['QUEUED', 'SIGNING']);
  await run(sendWithdrawals(tools));
  expect(await statesOf(first, third)).toEqual(['BROADCAST', 'BROADCAST']);
  await mine();
  expect(await statesOf(first, third)).toEqual(['CONFIRMED', 'CONFIRMED']);
});

test('the control: while the signer answers, all that wait are sent in one run', async () => {
  const ids = [await order(), await order(), await order()];
  await run(sendWithdrawals(tools));
  expect(await statesOf(...ids)).toEqual(['BROADCAST', 'BROADCAST', 'BROADCAST']);
  await mine();
  expect(await statesOf(...ids)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED']);
});

test('gas for collecting and withdrawals wait for each other, because the bank’s account pays both', async () => {
  const addresses = [await openAddress(bank, anna, 'EPI'), await openAddress(bank, anna, 'EPI')];
  for (const address of addresses)
    await anvil.send({ to: token, data: tokenTransfer(address, 400n * token1) });
  await mine();
  const withdrawal = await order();
  await expect(run(sendWithdrawals(signing(away)))).rejects.toThrow('away');
  await run(collectAll(tools));
  expect(await collections()).toEqual([]);
  await run(sendWithdrawals(tools));
  expect(await statesOf(withdrawal)).toEqual(['BROADCAST']);

  await run(collectAll(signing(backAfterOne())));
  expect(await collections()).toEqual(['GAS SIGNING']);
  const behind = await order();
  await expect(run(sendWithdrawals(tools))).rejects.toThrow('is not signed');
  expect(await statesOf(behind)).toEqual(['QUEUED']);
  // The first is finished, and the second is prepared and sent in the same run.
  await run(collectAll(tools));
  expect(await collections()).toEqual(['GAS BROADCAST', 'GAS BROADCAST']);
  await run(sendWithdrawals(tools));
  await mine();
  expect(await statesOf(withdrawal, behind)).toEqual(['CONFIRMED', 'CONFIRMED']);
  expect(await collections()).toEqual(['GAS CONFIRMED', 'GAS CONFIRMED']);

  // Tokens leave a deposit address with its own nonce: the bank's account does not wait for them.
  await run(collectAll(signing(away)));
  expect((await collections()).slice(2)).toEqual(['COLLECT SIGNING', 'COLLECT SIGNING']);
  const beside = await order();
  await run(sendWithdrawals(tools));
  expect(await statesOf(beside)).toEqual(['BROADCAST']);
});
