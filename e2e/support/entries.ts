/** An account with more entries than a story could pay. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ownBank } from './banks.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Books this many entries on the account now, with equal debits and credits. */
export async function bookEntries(accountId: string, count: number): Promise<void> {
  const script = 'apps/server/test/support/processes/book-entries.ts';
  await run(process.execPath, [script, accountId, String(count)], {
    cwd: root,
    env: { ...process.env, DATA_DIR: ownBank().directory },
  });
}
