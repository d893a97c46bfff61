/** The signer as the server meets it: a separate process that is down, dies, restarts and refuses. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { makeSignerDirectory, type SignerDirectory } from '@calmly/server/test/support/chains/signer.ts';
import { isAlive, until } from '@calmly/server/test/support/processes/process.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OutgoingTransfer } from './chain.ts';
import { evmAddressOf, publicKeysOf } from './own-keys.ts';
import { createSignerClient, SignerRefused, SignerUnavailable } from './signer-client.ts';
import { type SignerProcess, startSigner } from './signer-process.ts';

const outside = '0x00000000000000000000000000000000000000aa';

let directory: SignerDirectory;
let signer: SignerProcess | undefined;

beforeEach(async () => {
  directory = await makeSignerDirectory();
});
afterEach(async () => {
  await signer?.stop();
  signer = undefined;
  await directory.remove();
});

async function start(): Promise<SignerProcess> {
  signer = await startSigner({ directory: directory.path });
  return signer;
}

const transferOf = (withdrawalId: string): OutgoingTransfer => ({
  withdrawalId,
  asset: 'ETH',
  address: outside,
  amountMinor: 5n,
  rate: '',
});

/** A payment of five wei from the bank's own account. */
function unsignedBy(process: SignerProcess, change: object = {}): string {
  const publicKey = publicKeysOf(process.xpubs.evm)({ branch: 1, index: 0 });
  return JSON.stringify({
    type: 'eip1559',
    chainId: '31337',
    nonce: '0',
    maxPriorityFeePerGas: '1',
    maxFeePerGas: '2',
    gas: '21000',
    from: evmAddressOf(publicKey),
    branch: 1,
    index: 0,
    to: outside,
    value: '5',
    data: '0x',
    ...change,
  });
}

describe('a signer', () => {
  it('that is down makes a withdrawal wait; nothing is lost once it is back', async () => {
    await directory.remove();
    directory = await makeSignerDirectory({}, { isEmpty: true });
    const first = await start();
    const unsigned = unsignedBy(first);
    const client = createSignerClient({ socket: first.socket });
    await first.stop();
    await expect(client.sign(transferOf('w-1'), unsigned)).rejects.toThrow(SignerUnavailable);
    const again = await start();
    expect(again.xpubs).toEqual(first.xpubs);
    expect((await client.sign(transferOf('w-1'), unsigned)).txId).toMatch(/^0x[0-9a-f]{64}$/);
  });

  it('that is killed while it signs comes back, and every withdrawal has one signature', async () => {
    const process = await start();
    const client = createSignerClient({ socket: process.socket });
    const signed = new Map<string, Set<string>>();
    let kills = 0;
    const callUntilSigned = async (id: string, nonce: number) => {
      const unsigned = unsignedBy(process, { nonce: String(nonce) });
      const answers = new Set<string>();
      signed.set(id, answers);
      await until(async () => {
        const answer = await client.sign(transferOf(id), unsigned).catch((error: unknown) => {
          if (error instanceof SignerRefused) throw error;
        });
        if (answer) answers.add(answer.raw);
        return answer !== undefined;
      });
      // It dies in the middle of the others.
      if (nonce % 12 === 3) {
        const pid = process.pid();
        if (pid) globalThis.process.kill(pid, 'SIGKILL');
        kills += 1;
      }
      await until(async () => {
        const answer = await client.sign(transferOf(id), unsigned).catch(() => undefined);
        if (answer) answers.add(answer.raw);
        return answer !== undefined;
      });
    };
    await Promise.all(Array.from({ length: 24 }, (_, nonce) => callUntilSigned(`w-${nonce}`, nonce)));
    expect(kills).toBe(2);
    expect([...signed.values()].map(({ size }) => size)).toEqual(Array.from({ length: 24 }, () => 1));
    // The journal is whole: it opens again, and a different transaction is still refused.
    await process.stop();
    const again = await start();
    const other = createSignerClient({ socket: again.socket }).sign(
      transferOf('w-3'),
      unsignedBy(again, { nonce: '99' }),
    );
    await expect(other).rejects.toMatchObject({ code: 'other_transaction' });
  });

  it('refuses with a code that the server can act on', async () => {
    const process = await start();
    const client = createSignerClient({ socket: process.socket });
    for (const [change, code] of [
      [{ value: '6' }, 'payment_differs'],
      [{ chainId: '1' }, 'wrong_network'],
      [{ maxFeePerGas: String(10n ** 12n) }, 'fee_limit'],
    ] as const)
      await expect(client.sign(transferOf('w-1'), unsignedBy(process, change))).rejects.toMatchObject({
        constructor: SignerRefused,
        code,
      });
    // Refusals are answers: they do not stop the calls of others.
    for (let refused = 0; refused < 6; refused += 1)
      await expect(client.sign(transferOf('w-1'), 'x')).rejects.toThrow(SignerRefused);
    await client.sign(transferOf('w-1'), unsignedBy(process));
  });

  it('serves a directory once, and ends with its server', async () => {
    const process = await start();
    await expect(startSigner({ directory: directory.path })).rejects.toThrow('Another signer is running');
    const pid = process.pid() ?? 0;
    await process.stop();
    expect(isAlive(pid)).toBe(false);
    expect(process.pid()).toBeUndefined();
  });

  it('ends when its server is killed', async () => {
    const module = new URL('./signer-process.ts', import.meta.url).href;
    const code = `const { startSigner } = await import('${module}');
      const signer = await startSigner({ directory: process.argv[1] });
      process.stdout.write(String(signer.pid()));`;
    const server = spawn(process.execPath, ['--input-type=module', '-e', code, directory.path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [text] = await once(server.stdout, 'data');
    const pid = Number(text);
    expect(isAlive(pid)).toBe(true);
    server.kill('SIGKILL');
    await until(() => !isAlive(pid));
  });

  it('says why it cannot start', async () => {
    await directory.setPolicy({ limits: { BTC: { perTransaction: 'much', perDay: '1' } } });
    await expect(start()).rejects.toThrow('much is no amount of BTC');
  });

  it.each([
    ['no answer', undefined],
    ['nonsense', '<html>'],
    ['a signature without an id', '{"raw":"00"}'],
  ])('that answers badly counts as down: %s', async (_, text) => {
    const socket = join(directory.path, 'bad.sock');
    const server = createServer((_request, response) => {
      if (text !== undefined) response.end(text);
    });
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    const client = createSignerClient({ socket, timeoutMs: 100 });
    await expect(client.sign(transferOf('w-1'), '{}')).rejects.toThrow(SignerUnavailable);
    server.closeAllConnections();
    server.close();
  });
});
