/**
 * P10: what the login page makes a browser load (brotli, JavaScript and CSS), against a peer with React, router, server
 * state and i18n but no UI kit, built in the same run.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { build } from 'vite';
import { findBrowser, launchFlags } from '../../scripts/browser.mjs';
import type { BenchResult } from './result.ts';
import { startServer } from './server-process.ts';

export async function benchBundle(): Promise<BenchResult[]> {
  const peer = await peerKilobytes();
  const login = await loginKilobytes();
  return [
    {
      id: 'P10',
      what: 'login page, brotli JS+CSS, against React + router + query + i18n',
      value: login / peer,
      unit: '×',
      must: 1.35,
      aim: 1,
      better: 'lower',
      details: { loginKilobytes: login, peerKilobytes: peer },
    },
  ];
}

async function peerKilobytes(): Promise<number> {
  const outDir = await mkdtemp(join(tmpdir(), 'calmly-peer-'));
  try {
    await build({
      root: fileURLToPath(new URL('../peer', import.meta.url)),
      configFile: false,
      logLevel: 'error',
      build: { outDir, emptyOutDir: true },
    });
    const files = (await readdir(outDir, { recursive: true })).filter((name) => /\.(js|css)$/.test(name));
    const bodies = await Promise.all(files.map((name) => readFile(join(outDir, name))));
    return kilobytes(bodies);
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/** Everything the browser asks for until the page is idle, the service worker's precache apart. */
async function loginKilobytes(): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'calmly-bench-'));
  const server = await startServer(directory);
  const found = await findBrowser();
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    args: launchFlags,
    env: { ...process.env, ...found.env } as Record<string, string>,
  });
  try {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const page = await context.newPage();
    const bodies: Promise<Buffer>[] = [];
    page.on('response', (response) => {
      if (/\.(js|css)(\?|$)/.test(response.url())) bodies.push(response.body());
    });
    await page.goto(`${server.url}/login`, { waitUntil: 'networkidle' });
    return kilobytes(await Promise.all(bodies));
  } finally {
    await browser.close();
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

function kilobytes(bodies: readonly Buffer[]): number {
  const bytes = bodies.reduce((sum, body) => sum + brotliCompressSync(body).length, 0);
  return Math.round(bytes / 100) / 10;
}
