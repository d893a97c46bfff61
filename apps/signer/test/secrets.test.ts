/** The signer's files, output and answers never contain its seed or a private key. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { HDKey } from '@scure/bip32';
import { mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { WIF } from '@scure/btc-signer';
import { afterEach, describe, expect, it } from 'vitest';
import { deriveKeys } from '../src/keys.ts';
import { bitcoinRequest, etherRequest, makeDirectory, tokenRequest } from './support.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const compileCache = fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url));
const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** Runs a command of the signer; both outputs together. */
function start(...parameters: string[]) {
  const child = spawn(process.execPath, [main, ...parameters], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { NODE_COMPILE_CACHE: compileCache },
  });
  running.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const ready = once(createInterface({ input: child.stdout }), 'line');
  return { child, ready, ended: once(child, 'close'), said: () => said };
}

function post(socketPath: string, path: string, body: string): Promise<string> {
  return new Promise((resolve) => {
    const call = request({ socketPath, method: 'POST', path, agent: false }, (response) => {
      let text = `${response.statusCode} `;
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve(text));
    });
    call.on('error', (error) => resolve(String(error)));
    call.end(body);
  });
}

/** Every form in which a key could leak. */
function secretsOf(words: string): string[] {
  const seed = mnemonicToSeedSync(words);
  const keys = deriveKeys(seed, { isMainnet: false });
  const root = HDKey.fromMasterSeed(seed);
  const places = [0, 1].flatMap((branch) => [0, 1, 4].map((index) => ({ branch, index })));
  const privateKeys = [
    ...places.flatMap((place) => [keys.bitcoin(place).privateKey, keys.evm(place).privateKey]),
    root.privateKey ?? new Uint8Array(),
    seed,
    mnemonicToEntropy(words, wordlist),
    keys.journalKey,
  ];
  const three = words.split(' ').map((_, place, all) => all.slice(place, place + 3).join(' '));
  return [
    ...three.slice(0, -2),
    root.privateExtendedKey,
    'xprv',
    ...places.map((place) => WIF().encode(keys.bitcoin(place).privateKey)),
    ...privateKeys.flatMap((key) =>
      (['hex', 'base64', 'base64url', 'latin1'] as const).map((form) => Buffer.from(key).toString(form)),
    ),
  ];
}

describe('keys', () => {
  it('stay in the process, whatever is requested and whatever fails', async () => {
    const { path, remove } = await makeDirectory();
    const words = (await readFile(join(path, 'seed'), 'utf8')).trim();
    const keys = deriveKeys(mnemonicToSeedSync(words), { isMainnet: false });
    const outputs: string[] = [];
    const command = async (...parameters: string[]) => {
      const { ended, said } = start(...parameters, '--dir', path);
      await ended;
      outputs.push(said());
    };
    await Promise.all([command('init'), command('xpub'), command('help')]);

    const signer = start('run', '--dir', path);
    await signer.ready;
    // Another socket does not help: the directory has one signer.
    await command('run', '--socket', join(path, 'other.sock'));
    expect(outputs.at(-1)).toContain('Another signer is running');
    const socket = join(path, 'signer.sock');
    const bodies = [
      ...[etherRequest(keys), tokenRequest(keys), bitcoinRequest(keys)],
      etherRequest(keys, { nonce: '8' }),
      etherRequest(keys, { value: '1' }, 'w-5'),
      etherRequest(keys, { maxFeePerGas: '9'.repeat(60) }, 'w-6'),
      bitcoinRequest(keys, { withPrevious: false }, 'w-7'),
      { ...bitcoinRequest(keys), withdrawalId: 'w-8', unsigned: 'cHNidP8BAA==' },
      { secret: words },
    ].map((body) => JSON.stringify(body));
    for (const body of [...bodies, '', '[', words]) outputs.push(await post(socket, '/sign', body));
    outputs.push(await post(socket, '/seed', ''));
    expect(outputs.filter((text) => text.startsWith('200'))).toHaveLength(3);

    // Its journal is changed while it runs: it answers 503, gives no reason and ends.
    await writeFile(join(path, 'journal'), 'x');
    outputs.push(await post(socket, '/sign', JSON.stringify(etherRequest(keys, {}, 'w-9'))));
    await signer.ended;
    expect(outputs.at(-1)).toMatch(/^503/);
    await command('run');
    expect(outputs.at(-1)).toContain('was changed from outside');
    await writeFile(join(path, 'seed'), `${words} ${words}`);
    await command('xpub');
    outputs.push(signer.said());

    const files = (await readdir(path)).filter((name) => name !== 'seed' && !name.endsWith('.sock'));
    for (const name of files) outputs.push(await readFile(join(path, name), 'latin1'));
    const everything = outputs.join('\n');
    const secrets = secretsOf(words);
    expect(secrets.filter((secret) => everything.includes(secret))).toEqual([]);
    // Control: the search finds existing text.
    expect(everything).toContain(keys.xpubs.bitcoin);
    expect(secretsOf(words).filter((secret) => `${everything}${words}`.includes(secret))).not.toEqual([]);
    await remove();
  });
});
