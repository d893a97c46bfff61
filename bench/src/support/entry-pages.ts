/** The two pages that P10 and P15 compare: our sign-in page, and a peer with the same libraries and nothing else. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { build, preview } from 'vite';
import { findBrowser, launchFlags } from '../../../scripts/browser.mjs';
import { startServer } from './server-process.ts';

interface EntryPages {
  readonly browser: Browser;
  /** The directory of the peer's build. */
  readonly peerDirectory: string;
  readonly peerUrl: string;
  readonly portalUrl: string;
}

/** Builds the peer, starts Calmly and a browser, and stops them all afterwards. */
export async function withEntryPages<T>(measure: (pages: EntryPages) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'calmly-bench-'));
  const peerDirectory = await mkdtemp(join(tmpdir(), 'calmly-peer-'));
  const peer = {
    root: fileURLToPath(new URL('../../peer', import.meta.url)),
    configFile: false as const,
    logLevel: 'error' as const,
    build: { outDir: peerDirectory, emptyOutDir: true },
  };
  await build(peer);
  const peerServer = await preview({ ...peer, preview: { port: 0, host: '127.0.0.1' } });
  const server = await startServer(directory);
  const found = await findBrowser();
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    args: launchFlags,
    env: { ...process.env, ...found.env } as Record<string, string>,
  });
  try {
    const address = peerServer.httpServer.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return await measure({
      browser,
      peerDirectory,
      peerUrl: `http://127.0.0.1:${port}/`,
      portalUrl: `${server.url}/login`,
    });
  } finally {
    await browser.close();
    await peerServer.close();
    await server.stop();
    await rm(directory, { recursive: true, force: true });
    await rm(peerDirectory, { recursive: true, force: true });
  }
}
