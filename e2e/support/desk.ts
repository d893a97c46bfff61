/** The bank's staff at their desk: their command, while the server runs. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ownBank } from './banks.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** Runs `npm run ops` with these parameters; returns its output, rejects with it if it refuses. */
export async function ops(...parameters: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ['scripts/ops.mjs', ...parameters], {
    cwd: root,
    env: { ...process.env, DATA_DIR: ownBank().directory },
  });
  return stdout;
}

/** The id of the waiting item whose line contains this text. */
export async function waiting(words: string): Promise<string> {
  const line = (await ops()).split('\n').find((text) => text.includes(words));
  const [id] = line?.split(' ') ?? [];
  if (!id) throw new Error(`nothing waits that says: ${words}`);
  return id;
}
