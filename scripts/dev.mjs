/**
 * `npm run dev`: the server, started again on every change, and the portal from Vite with hot reload. The portal's address is
 * Vite's; what is not the portal's is passed on to the server.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { requireNode24 } from './node-version.mjs';

requireNode24();
const root = fileURLToPath(new URL('..', import.meta.url));
const serverPort = process.env.PORT ?? '3000';
const target = `http://localhost:${serverPort}`;

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
  cwd: root,
  stdio: 'inherit',
});

const portal = await createServer({
  root: fileURLToPath(new URL('../apps/web', import.meta.url)),
  server: {
    port: Number(process.env.PORTAL_PORT ?? 5173),
    proxy: { '/api': { target, ws: true }, '/sandbox': { target } },
  },
});
await portal.listen();
portal.printUrls();

function stop(signal) {
  server.kill(signal);
  void portal.close();
}
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
