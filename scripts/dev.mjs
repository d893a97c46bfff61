/**
 * `npm run dev`: the portal from Vite with hot reload, and the server, started again on every change. Vite passes on what is not the
 * portal's (`apps/web/vite.config.ts`), and the server is told where the portal is: what it prints and mails leads there.
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
  // Another port is taken where this one is in use.
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
// Vite listens too: it would end this process, with a code of its own, while the server is still stopping.
process.removeAllListeners('SIGTERM');
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => stop(signal === 'SIGHUP' ? 'SIGTERM' : signal));
// On a terminal the end of npm is ours: a `kill -9` of it leaves no other sign.
const parent = process.ppid;
if (process.stdin.isTTY && process.env.npm_lifecycle_event)
  setInterval(() => process.ppid !== parent && stop('SIGTERM'), 500).unref();
server.once('exit', async (code) => {
  await portal.close();
  process.exit(code ?? 1);
});
