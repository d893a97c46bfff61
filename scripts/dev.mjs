/**
 * `npm run dev`: the portal from Vite with hot reload, and the server, restarted on every change. Vite forwards all other
 * requests (`apps/web/vite.config.ts`), and the server gets the portal's address for its output and mails.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { requireNode24 } from './node-version.mjs';

requireNode24();
// An older Node cannot read Vite.
const { createServer } = await import('vite');
const root = fileURLToPath(new URL('..', import.meta.url));

const portal = await createServer({
  root: fileURLToPath(new URL('../apps/web', import.meta.url)),
  // If this port is in use, another is taken.
  server: { port: Number(process.env.PORTAL_PORT ?? 5173) },
});
await portal.listen();
portal.printUrls();
const [address] = portal.resolvedUrls.local;

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { PUBLIC_URL: new URL(address).origin, ...process.env },
});

function stop(signal) {
  server.kill(signal);
  void portal.close();
}
// Vite also handles the signal: it would end this process, with its own exit code, while the server is still stopping.
process.removeAllListeners('SIGTERM');
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => stop(signal === 'SIGHUP' ? 'SIGTERM' : signal));
// On a terminal this process ends with npm: a `kill -9` of npm leaves no other sign.
const parent = process.ppid;
if (process.stdin.isTTY && process.env.npm_lifecycle_event)
  setInterval(() => process.ppid !== parent && stop('SIGTERM'), 500).unref();
server.once('exit', async (code) => {
  await portal.close();
  process.exit(code ?? 1);
});
