/**
 * Withdrawals that wait too long are replaced by transactions with a higher fee, on a real EVM node, a local Esplora whose mempool follows BIP-125,
 * and the signer in its own
 * process. The network decides which transaction is confirmed: exactly one is settled, and the books match the chain.
 * Controls, each tried once: asking the chain for the newest transaction only, and taking the change of replaced transactions for a deposit.
 */
import { getWithdrawal } from '@calmly/contract';
import { publicKeysOf } from '@calmly/providers/chain/own-keys.ts';
import { type SignerProcess, startSigner } from '@calmly/providers/chain/signer-process.ts';
import { createChains } from '@calmly/server/src/chains.ts';
import { startTestApp, type TestApp, testConfig } from '@calmly/server/test/support/app.ts';
import { type Anvil, anvilChainId, startAnvil } from '@calmly/server/test/support/chains/anvil.ts';
import { type EsploraServer, startEsploraServer } from '@calmly/server/test/support/chains/esplora-server.ts';
import { type Gate, startGate } from '@calmly/server/test/support/chains/gate.ts';
import { makeSignerDirectory, type SignerDirectory } from '@calmly/server/test/support/chains/signer.ts';
import type { Payer } from '@calmly/server/test/support/clients/payments.ts';
import { opsWith } from '@calmly/server/test/support/processes/ops.ts';
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
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyBooks } from '../../../../ledger/server/index.ts';
import { segwitAddress } from '../addresses/bitcoin.ts';
import { deriveAddress } from '../addresses/derive.ts';
import { proveReserves, reserveFaults } from '../reserves.ts';
import { findWithdrawal } from '../withdrawals/withdrawal-store.ts';
import { listAttempts } from './attempt-store.ts';
import { waitingQueue } from './desk.ts';

const ether = 10n ** 18n;
let anvil: Anvil;
/** The bank's connection to it. */
let gate: Gate;
let esplora: EsploraServer;
let directory: SignerDirectory;
let signer: SignerProcess;
let config: typeof testConfig;
let bank: TestApp;
let anna: Payer;
let payee: string;

beforeAll(async () => {
  anvil = await startAnvil();
  gate = await startGate(anvil.url);
  esplora = await startEsploraServer();
  directory = await makeSignerDirectory({ evm: { chainId: anvilChainId, tokens: {} } });
  signer = await startSigner({ directory: directory.path });
  const { bitcoin, evm } = signer.xpubs;
  config = {
    ...testConfig,
    crypto: {
      ...testConfig.crypto,
      confirmations: { ...testConfig.crypto.confirmations, evm: 2 },
      raise: { afterMs: 0, mostTimes: 10 },
    },
    chains: {
      bitcoin: { url: esplora.url, bitcoin: 'regtest', xpub: bitcoin },
      evm: { url: gate.url, chainId: anvilChainId, xpub: evm, tokens: [] },
      signerSocket: signer.socket,
      pollMs: 25,
    },
  };
  bank = await startTestApp({ config, jobs: true, pollMs: 25 });
  payee = segwitAddress(publicKeysOf(bitcoin)({ branch: 1, index: 7 }), 'bcrt');
  anna = await createHolder(bank);
  const own = deriveAddress(tools().keys, 'evm', 0);
  await anvil.send({ to: own, value: ether });
  await anvil.send({ to: await openAddress(bank, anna, 'ETH'), value: 20n * ether });
  esplora.chain.pay([{ address: await openAddress(bank, anna, 'BTC'), amount: 100_000_000n }]);
  await until(async () => {
    await mineBoth();
    const [eth, btc] = await Promise.all([walletOf(bank, anna, 'ETH'), walletOf(bank, anna, 'BTC')]);
    return eth.booked === '20.000000000000000000' && btc.booked === '1.00000000';
  });
});
afterAll(async () => {
  await bank.close();
  await signer.stop();
  await gate.close();
  await anvil.stop();
  await esplora.close();
  await directory.remove();
});

const tools = () => createChains(config, bank.database).wallets;
const mineBoth = async () => {
  await anvil.mine();
  esplora.chain.mine();
};
const read = async (id: string) => (await bank.call(getWithdrawal, { params: { id } }, anna)).output;
const attemptsOf = (id: string) => listAttempts(bank.database.sql, id);
const isSent = (id: string, count: number) =>
  until(async () => {
    const attempts = await attemptsOf(id);
    return attempts.length >= count && attempts.every(({ sentAt }) => sentAt !== null);
  });
const isIn = (id: string, status: string) => until(async () => (await read(id)).status === status);
/** Nothing of a client's or the bank's money is missing, on the chain and in the books. */
async function checkBooks(): Promise<void> {
  expect((await verifyBooks(bank.database.sql)).breaches).toEqual([]);
  await until(
    async () => reserveFaults(await proveReserves(bank.database.sql, tools().networks)).length === 0,
  );
}
const balanceOf = async (address: string) => BigInt(await anvil.rpc('eth_getBalance', address, 'latest'));
const baseFee = (gwei: number) =>
  anvil.rpc('anvil_setNextBlockBaseFeePerGas', `0x${(BigInt(gwei) * 10n ** 9n).toString(16)}`);

async function order(asset: 'ETH' | 'BTC') {
  const amount = asset === 'ETH' ? '0.5' : '0.2';
  const address = asset === 'ETH' ? outside.evm : payee;
  const { id, fee } = (await withdraw(bank, anna, { asset, amount, address })).output;
  await isIn(id, 'BROADCAST');
  return { id, fee };
}
/** The network asks for more than is paid, and the bank has sent a second transaction. */
async function waitsAndIsRaised() {
  await baseFee(1);
  await anvil.mine();
  const { id, fee } = await order('ETH');
  await baseFee(5);
  await anvil.mine();
  await isSent(id, 2);
  return { id, fee, attempts: await attemptsOf(id) };
}
const feesOf = (unsigned: string | undefined) => {
  const { nonce, from, to, value, maxFeePerGas, maxPriorityFeePerGas } = JSON.parse(unsigned ?? '{}');
  return {
    same: { nonce, from, to, value },
    rates: [BigInt(maxFeePerGas), BigInt(maxPriorityFeePerGas)],
  };
};

describe('on the EVM network', () => {
  test('a higher fee replaces the transaction, and the client pays the quoted fee', async () => {
    const before = await balanceOf(outside.evm);
    const wallet = await walletOf(bank, anna, 'ETH');
    const { id, fee, attempts } = await waitsAndIsRaised();
    const [first, second] = [attempts[0], attempts[1]].map((attempt) => feesOf(attempt?.unsigned));
    expect(second?.same).toEqual(first?.same);
    for (const [place, rate] of (second?.rates ?? []).entries())
      expect(rate * 10n).toBeGreaterThanOrEqual((first?.rates[place] ?? 0n) * 11n);
    expect((await read(id)).txId).toBe(attempts.at(-1)?.txId);
    await checkBooks();
    await until(async () => {
      await anvil.mine();
      return (await read(id)).status === 'CONFIRMED';
    });
    expect(await balanceOf(outside.evm)).toBe(before + ether / 2n);
    const after = await walletOf(bank, anna, 'ETH');
    const minor = (text: string) => BigInt(text.replace('.', ''));
    expect(minor(wallet.booked) - minor(after.booked)).toBe(ether / 2n + minor(fee));
    await checkBooks();
  });

  test('the first is confirmed instead, then a reorganisation confirms the other: one is settled', async () => {
    const before = await balanceOf(outside.evm);
    const { id, attempts } = await waitsAndIsRaised();
    const [first, second] = attempts;
    const snapshot = await anvil.rpc('evm_snapshot');
    /** With the connection closed: the bank resends transactions that a network has forgotten. */
    const confirm = (raw: string | null | undefined, { after }: { readonly after?: string } = {}) =>
      gate.shutWhile(async () => {
        if (after !== undefined) await anvil.rpc('evm_revert', after);
        const taken = await anvil.rpc('evm_snapshot');
        await anvil.rpc('anvil_dropAllTransactions');
        await baseFee(1);
        await anvil.rpc('eth_sendRawTransaction', raw);
        await anvil.mine();
        return taken;
      });
    await confirm(first?.signed);
    await until(async () => (await read(id)).txId === first?.txId);
    expect((await read(id)).status).toBe('BROADCAST');
    await checkBooks();
    const again = await confirm(second?.signed, { after: snapshot });
    await anvil.mine(2);
    await isIn(id, 'CONFIRMED');
    expect((await read(id)).txId).toBe(second?.txId);
    expect(await balanceOf(outside.evm)).toBe(before + ether / 2n);
    await checkBooks();
    // A final block is undone: the first transaction was confirmed after all, at another fee. The bank reads each block separately.
    await confirm(first?.signed, { after: again });
    for (let mined = 0; mined < 6; mined += 1) {
      await anvil.mine();
      await checkBooks();
    }
    await until(async () => (await read(id)).txId === first?.txId);
    expect((await read(id)).status).toBe('CONFIRMED');
    const state = await tools()
      .networks.get('evm')
      ?.chain.transaction(first?.txId ?? '');
    const taken = state && 'feeMinor' in state ? state.feeMinor : 0n;
    const { sql } = bank.database;
    await until(async () => (await findWithdrawal(sql, id))?.chainFeeMinor === taken);
    expect(await balanceOf(outside.evm)).toBe(before + ether / 2n);
    await checkBooks();
  });

  test('staff has the fee raised, up to the limit, although the network asks for no more', async () => {
    await baseFee(1);
    await anvil.mine();
    const { id } = await order('ETH');
    const queue = waitingQueue(tools());
    const { sql } = bank.database;
    const approve = () =>
      bank.database.inTransaction(async (inside) => queue.decide(systemWork(inside), id, 'approve', {}));
    expect((await queue.find(sql, id))?.subject).toContain('no block has it yet');
    let sent = 1;
    for (;;) {
      await approve();
      await until(
        async () =>
          (await attemptsOf(id)).length > sent ||
          (await refusalOf(id)) === 'the fee would be above the limit',
      );
      if ((await attemptsOf(id)).length === sent) break;
      sent = (await attemptsOf(id)).length;
      await isSent(id, sent);
    }
    // A tenth more each time: 24 steps are less than ten times the first.
    expect(sent).toBeGreaterThan(20);
    const attempts = await attemptsOf(id);
    const rate = (at: number) => feesOf(attempts.at(at)?.unsigned).rates[0] ?? 0n;
    expect(rate(-1)).toBeLessThanOrEqual(rate(0) * 10n);
    await anvil.mine(3);
    await isIn(id, 'CONFIRMED');
    await checkBooks();

    async function refusalOf(of: string) {
      return (await queue.find(sql, of))?.facts.find(([label]) => label === 'Fee not raised')?.[1];
    }
  });
});

/** `npm run ops` as staff run it, configured like the server. */
const runOps = (...parameters: string[]) =>
  opsWith(
    {
      CHAIN_BITCOIN: 'esplora',
      CHAIN_BITCOIN_URL: esplora.url,
      CHAIN_BITCOIN_NETWORK: 'regtest',
      CRYPTO_BITCOIN_KEY: signer.xpubs.bitcoin,
      CHAIN_EVM: 'rpc',
      CHAIN_EVM_URL: anvil.url,
      CHAIN_EVM_ID: String(anvilChainId),
      CRYPTO_EVM_KEY: signer.xpubs.evm,
      SIGNER_SOCKET: signer.socket,
      CRYPTO_RAISE_AFTER_MINUTES: '1',
    },
    bank,
    ...parameters,
  );

describe('with npm run ops', () => {
  test('staff finds a withdrawal that waits, cannot reject it, and has its fee raised', async () => {
    await baseFee(1);
    await anvil.mine();
    const { id } = await order('ETH');
    expect((await runOps()).out).not.toContain('waiting-withdrawal');
    // As if two minutes had passed; the command's limit is at least one.
    await query`update wallets.withdrawal set updated_at = updated_at - interval '2 minutes' where id = ${id}`.execute(
      bank.database.sql,
    );
    expect((await runOps()).out).toMatch(new RegExp(`${id} {2}waiting-withdrawal .*no block has it yet`));
    expect((await runOps('show', id)).out).toMatch(/Sent: once/);
    const rejected = await runOps('reject', id, '--as', 'Rita', '--reason', 'slow');
    expect([rejected.code, rejected.error]).toEqual([1, expect.stringContaining('cannot be taken back')]);
    expect(await runOps('approve', id, '--as', 'Rita', '--reason', 'urgent')).toMatchObject({ code: 0 });
    const { rows } = await query`
      select details ->> 'reason' as reason from platform.audit
      where action = 'crypto.fee_raise_ordered' and details ->> 'payment' = ${id}`.execute(bank.database.sql);
    expect(rows).toEqual([{ reason: 'urgent' }]);
    await isSent(id, 2);
    await anvil.mine(3);
    await isIn(id, 'CONFIRMED');
    expect((await runOps('approve', id, '--as', 'Rita')).code).toBe(1);
    await checkBooks();
  });
});

describe('on Bitcoin', () => {
  test('less change pays a higher fee; whichever is confirmed is settled, and its change is no deposit', async () => {
    esplora.estimates = { '3': 5 };
    const { id } = await order('BTC');
    esplora.estimates = { '3': 20 };
    await isSent(id, 2);
    const [first, second] = await attemptsOf(id);
    expect([...esplora.chain.mempool.keys()]).toEqual([second?.txId]);
    await checkBooks();
    esplora.chain.bringBack(first?.txId ?? '');
    esplora.chain.mine();
    await until(async () => (await read(id)).txId === first?.txId);
    await checkBooks();
    // The block is replaced by one with the other transaction.
    esplora.chain.reorganise(1, { instead: second?.txId ?? '' });
    await until(async () => (await read(id)).txId === second?.txId);
    expect((await read(id)).status).toBe('BROADCAST');
    esplora.chain.mine(1);
    await isIn(id, 'CONFIRMED');
    await checkBooks();
    const wallet = await walletOf(bank, anna, 'BTC');
    expect([wallet.reserved, wallet.booked]).toEqual(['0.00000000', '0.79998955']);
  });
});
