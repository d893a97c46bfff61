/**
 * The signer: the only process that has keys. `init` creates a seed, `xpub` prints the extended public keys for the server, `run` signs.
 * The directory is `--dir` or SIGNER_DIR. If a start cannot succeed, one line says why and the exit code is 1.
 */
import { chmod, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createJournal, openJournal } from './journal.ts';
import { deriveKeys } from './keys.ts';
import { createPolicy, readPolicy } from './policy.ts';
import { CannotStart, createSeed, readSeed } from './seed.ts';
import { listenOn, serve } from './server.ts';
import { createSigning } from './signing.ts';

const usage = `The signer of Calmly. Its directory is --dir, or the variable SIGNER_DIR.

  init                   creates a seed, a journal and cautious limits (policy.json)
  xpub                   prints the extended public keys, as JSON
  run [--socket <path>]  signs until a signal ends it; the socket is signer.sock in the directory
`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      dir: { type: 'string' },
      socket: { type: 'string' },
      'end-with-input': { type: 'boolean', default: false },
    },
  });
  const [command] = positionals;
  const directory = values.dir ?? process.env.SIGNER_DIR;
  if (!directory || positionals.length !== 1 || !['init', 'xpub', 'run'].includes(command ?? ''))
    throw new CannotStart(usage);
  if (process.platform === 'win32') throw new CannotStart('The signer runs on Linux and macOS.');
  process.umask(0o077);
  const at = resolve(directory);
  if (command === 'init') await init(at);
  else if (command === 'xpub') print((await openKeys(at)).keys.xpubs);
  else await run(at, { socket: values.socket, endWithInput: values['end-with-input'] });
}

async function init(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // The seed comes last, so that an interrupted init can be repeated.
  await createPolicy(directory);
  await createJournal(directory);
  await createSeed(directory);
  process.stdout.write(
    `The seed is in ${join(directory, 'seed')}. Copy its words by hand and keep them apart: without them the assets are lost.\n` +
      `The limits are in ${join(directory, 'policy.json')}. Edit them before the first start.\n`,
  );
}

async function openKeys(directory: string) {
  const policy = await readPolicy(directory);
  const keys = deriveKeys(await readSeed(directory), { isMainnet: policy.bitcoin === 'mainnet' });
  return { keys, policy };
}

interface RunOptions {
  readonly socket: string | undefined;
  /** The parent server holds its input open: when that server dies, so does the signer. */
  readonly endWithInput: boolean;
}

async function run(directory: string, { socket, endWithInput }: RunOptions): Promise<void> {
  const path = socket === undefined ? undefined : resolve(socket);
  const opened = await openKeys(directory);
  // Relative paths: a unix socket's path has room for about a hundred bytes.
  process.chdir(directory);
  // One signer per directory, whatever its socket; the lock ends with the process.
  await listenOn(
    'lock.sock',
    createServer((caller) => void caller.destroy()),
  );
  const journal = await openJournal(directory, opened.keys.journalKey);
  const signing = createSigning({ ...opened, journal, clock: () => new Date() });
  const server = await serve({
    socket: path ?? 'signer.sock',
    ...signing,
    tell: print,
    onBroken: () => process.exit(1),
  });
  // The directory of a given socket decides who may connect, so that the server can be another user.
  if (path !== undefined) await chmod(path, 0o660);
  const end = () => {
    void server
      .close()
      .then(() => journal.close())
      .finally(() => process.exit(0));
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  if (endWithInput) process.stdin.once('end', end).resume();
  print({ ready: true, xpubs: opened.keys.xpubs });
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** An unexpected error is reported without its message, which could contain secrets. */
function say(error: unknown): never {
  const text = error instanceof CannotStart ? error.message : `The signer failed: ${nameOf(error)}`;
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error';
  const { code } = error as NodeJS.ErrnoException;
  return [error.name, code].filter(Boolean).join(' ');
}

process.on('uncaughtException', say);
await main().catch(say);
