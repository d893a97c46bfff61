/**
 * `kill -9` of the server between the steps of a raised fee: the unsigned transaction is stored, the signer has signed it, the signature is stored,
 * the network has it. The next server
 * repeats the same step: one replacement is signed, and the payee is paid once.
 * Negative control, tried once: a server that returns late, needs no higher fee and does not send the signed transaction leaves the third case
 * waiting.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getWithdrawal } from '@calmly/contract';
import { releaseDeadJobs } from '@calmly/platform/jobs/job-leases.ts';
import { segwitAddress } from '@calmly/products/crypto/server/wallets/addresses/bitcoin.ts';
import { proveReserves, reserveFaults } from '@calmly/products/crypto/server/wallets/index.ts';
import { listAttempts } from '@calmly/products/crypto/server/wallets/raising/attempt-store.ts';
import { verifyBooks } from '@calmly/products/ledger/server/index.ts';
import { publicKeysOf } from '@calmly/providers/chain/own-keys.ts';
import { type SignerProcess, startSigner } from '@calmly/providers/chain/signer-process.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createChains } from '../../src/chains.ts';
import { startTestApp, type TestApp, testConfig } from '../support/app.ts';
import { type EsploraServer, startEsploraServer } from '../support/chains/esplora-server.ts';
import { makeSignerDirectory, type SignerDirectory } from '../support/chains/signer.ts';
import type { Payer } from '../support/clients/payments.ts';
import { until } from '../support/processes/process.ts';
import { createHolder, openAddress, walletOf, withdraw } from '../support/wallets.ts';

/** The point at which the server is killed. */
type Moment = 'before signing' | 'after signing' | 'before sending' | 'after sending';

let esplora: EsploraServer;
let directory: SignerDirectory;
let signer: SignerProcess;
let relay: SignerRelay;
let bank: TestApp;
let anna: Payer;
let payee: string;
let config: typeof testConfig;
let server: ChildProcess | undefined;
let stop: { readonly at: Moment; readonly reached: () => void } | undefined;

beforeAll(async () => {
  esplora = await startEsploraServer();
  directory = await makeSignerDirectory();
  signer = await startSigner({ directory: directory.path });
  relay = await startRelay(signer.socket);
  const { bitcoin } = signer.xpubs;
  config = {
    ...testConfig,
    crypto: { ...testConfig.crypto, raise: { afterMs: 3_000, mostTimes: 100 } },
    chains: {
      bitcoin: { url: esplora.url, bitcoin: 'regtest', xpub: bitcoin },
      evm: undefined,
      signerSocket: relay.socket,
      pollMs: 100,
    },
  };
  bank = await startTestApp({ config });
  payee = segwitAddress(publicKeysOf(bitcoin)({ branch: 1, index: 7 }), 'bcrt');
  anna = await createHolder(bank);
  const address = await openAddress(bank, anna, 'BTC');
  for (let coin = 0; coin < 4; coin += 1) esplora.chain.pay([{ address, amount: 50_000_000n }]);
  startJobServer();
  // A chain that grows during a read is read again later.
  esplora.chain.mine(3);
  await until(async () => (await walletOf(bank, anna, 'BTC')).booked === '2.00000000');
});
afterEach(() => {
  esplora.fault = undefined;
  stop = undefined;
});
afterAll(async () => {
  server?.kill('SIGKILL');
  await bank.close();
  await relay.close();
  await signer.stop();
  await esplora.close();
  await directory.remove();
});

function startJobServer(): void {
  const script = fileURLToPath(new URL('./job-server.ts', import.meta.url));
  const { connectionString = '' } = bank.database.pool.options;
  const { crypto, chains } = config;
  server = spawn(process.execPath, [script, connectionString, JSON.stringify({ crypto, chains })], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function killJobServer(): Promise<void> {
  if (!server) return;
  const gone = once(server, 'exit');
  server.kill('SIGKILL');
  await gone;
  // Another server would do so within some seconds.
  await releaseDeadJobs(bank.database.sql);
}

interface SignerRelay {
  readonly socket: string;
  /** Signed replacement transactions, by withdrawal. */
  readonly signed: Map<string, Set<string>>;
  close(): Promise<void>;
}

/** A relay between server and signer that holds a message if the server is to be killed there. */
async function startRelay(target: string): Promise<SignerRelay> {
  const folder = await mkdtemp(join(tmpdir(), 'calmly-relay-'));
  const socket = join(folder, 'relay.sock');
  const signed = new Map<string, Set<string>>();
  const relaying: Server = createServer(async (incoming, response) => {
    const body = await textOf(incoming);
    const { withdrawalId, replaces } = JSON.parse(body);
    if (replaces !== undefined && reach('before signing')) return;
    const answer = request({
      socketPath: target,
      path: incoming.url,
      method: 'POST',
      headers: incoming.headers,
    });
    answer.end(body);
    const [answered] = (await once(answer, 'response')) as [IncomingMessage];
    const text = await textOf(answered);
    if (replaces !== undefined) {
      const { txId } = JSON.parse(text);
      signed.set(withdrawalId, (signed.get(withdrawalId) ?? new Set()).add(txId));
      if (reach('after signing')) return;
    }
    response.writeHead(answered.statusCode ?? 500, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => relaying.listen(socket, resolve));
  return {
    socket,
    signed,
    async close() {
      relaying.closeAllConnections();
      await new Promise((resolve) => relaying.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
}

async function textOf(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of message.setEncoding('utf8')) text += chunk;
  return text;
}

/** Whether the server is to be killed here. */
function reach(moment: Moment): boolean {
  if (stop?.at !== moment) return false;
  stop.reached();
  return true;
}

/** Holds the call that sends a transaction, or its answer. */
const holdSending: NonNullable<EsploraServer['fault']> = (path, response) => {
  if (path !== '/tx') return false;
  if (reach('before sending')) return true;
  if (stop?.at === 'after sending')
    response.end = () => {
      reach('after sending');
      return response;
    };
  return false;
};

const read = async (id: string) => (await bank.call(getWithdrawal, { params: { id } }, anna)).output;

test.each<Moment>(['before signing', 'after signing', 'before sending', 'after sending'])(
  'a server killed %s of a raised fee is followed by one that repeats the same step',
  async (at) => {
    esplora.estimates = { '3': 5 };
    const { id } = (await withdraw(bank, anna, { asset: 'BTC', amount: '0.1', address: payee })).output;
    await until(async () => (await read(id)).status === 'BROADCAST');
    const reached = new Promise<void>((resolve) => {
      stop = { at, reached: resolve };
    });
    esplora.fault = holdSending;
    esplora.estimates = { '3': 40 };
    await reached;
    await killJobServer();
    const [, kept, more] = await listAttempts(bank.database.sql, id);
    expect([kept?.signed === null, kept?.sentAt, more]).toEqual([at.endsWith('signing'), null, undefined]);
    stop = undefined;
    esplora.fault = undefined;
    startJobServer();
    await until(async () => {
      const newest = (await listAttempts(bank.database.sql, id)).at(-1);
      return newest?.txId !== null && esplora.chain.mempool.has(newest?.txId ?? '');
    });
    expect((await listAttempts(bank.database.sql, id))[1]?.unsigned).toBe(kept?.unsigned);
    expect(relay.signed.get(id)?.size).toBe(1);
    expect(esplora.chain.mempool.size).toBe(1);
    await until(async () => {
      esplora.chain.mine();
      return (await read(id)).status === 'CONFIRMED';
    });
    const { networks } = createChains(config, bank.database).wallets;
    await until(async () => reserveFaults(await proveReserves(bank.database.sql, networks)).length === 0);
    expect((await verifyBooks(bank.database.sql)).breaches).toEqual([]);
  },
);
