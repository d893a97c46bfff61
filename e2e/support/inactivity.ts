/** Idle time on the server: moves the session's times, so that a person seems to have been away. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ownBank } from './banks.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Makes every session of the worker's bank inactive for this long. */
export async function letSessionsRest(seconds: number): Promise<void> {
  await run(process.execPath, ['apps/server/test/support/processes/leave-sessions.ts', String(seconds)], {
    cwd: root,
    env: { ...process.env, DATA_DIR: ownBank().directory },
  });
}
