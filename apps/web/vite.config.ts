/**
 * Build of the portal: React with its compiler, one chunk per screen, hashed files that never change, every file also left
 * compressed (.br, .gz) for the server to send as it is. `__CSP_NONCE__` is replaced by the server in each answer.
 */
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { directIcons } from './plugins/direct-icons.ts';
import { frames } from './plugins/frames.ts';
import { compiledMessages } from './plugins/messages.ts';
import {
  compiled,
  cspNonce,
  output,
  precompress,
  resolving,
  withoutSummaries,
} from './plugins/react-build.ts';
import { sharedFiles } from './plugins/shared-files.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const apiPort = process.env.PORT ?? '3000';

export default defineConfig({
  root: here,
  plugins: [
    withoutOfficeTexts(),
    react(),
    compiled(),
    compiledMessages(),
    directIcons(),
    withoutSummaries(),
    sharedFiles(() => ({ plugins: [react(), directIcons()] })),
    typeface(),
    identityWidget(),
    serviceWorker(),
    frames(() => ({ plugins: [react(), compiled(), compiledMessages(), directIcons()], build: output })),
    precompress(),
  ],
  html: { cspNonce },
  resolve: resolving,
  build: output,
  server: {
    proxy: {
      '/api': { target: `http://127.0.0.1:${apiPort}`, ws: true },
      // Connected applications: the protocol, its metadata, and the sandbox's pages.
      '^/(connect|\\.well-known|sandbox/(app|outbox))/?': `http://127.0.0.1:${apiPort}`,
    },
  },
});

/**
 * Leaves `/typeface.css` at an address that never changes: the portal's font faces alone, for pages that are not built with the
 * portal (terms, the printed confirmation, the sandbox's outbox).
 */
function typeface(): Plugin {
  return {
    name: 'calmly-typeface',
    apply: 'build',
    generateBundle(_, bundle) {
      const faces = Object.values(bundle).flatMap((file) =>
        file.type === 'asset' && file.fileName.endsWith('.css')
          ? (file.source.toString().match(/@font-face\{[^}]*\}/g) ?? [])
          : [],
      );
      if (faces.length === 0) this.error('the portal has no font faces');
      this.emitFile({ type: 'asset', fileName: 'typeface.css', source: faces.join('\n') });
    },
  };
}

/**
 * Builds the sandbox's identity widget after the portal, by itself: it shares no chunk with the portal, so no one who signs in
 * loads a byte of it.
 */
function identityWidget(): Plugin {
  return {
    name: 'calmly-identity-widget',
    apply: 'build',
    async writeBundle({ dir: outDir }) {
      await build({
        configFile: false,
        root: here,
        logLevel: 'warn',
        publicDir: false,
        plugins: [react(), compiled(), directIcons()],
        html: { cspNonce },
        build: {
          ...output,
          ...(outDir && { outDir }),
          emptyOutDir: false,
          rolldownOptions: { input: join(here, 'websdk/websdk.html') },
        },
      });
    },
  };
}

/** Builds `sw.ts` after the portal, with the list of hashed files it may keep. */
function serviceWorker(): Plugin {
  let outDir = '';
  return {
    name: 'calmly-service-worker',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async writeBundle(_, bundle) {
      const assets = Object.keys(bundle)
        .filter((name) => name.startsWith('assets/') && /\.(js|css|woff2)$/.test(name))
        .map((name) => `/${name}`);
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        define: { __ASSETS__: JSON.stringify(assets) },
        build: {
          outDir,
          emptyOutDir: false,
          rolldownOptions: {
            input: join(here, 'src/sw.ts'),
            output: { entryFileNames: 'sw.js', format: 'es' },
          },
        },
      });
    },
  };
}

/** Leaves the texts of the bank's own people out of what the portal publishes. */
function withoutOfficeTexts() {
  return {
    name: 'without-office-texts',
    enforce: 'pre' as const,
    transform(code: string, id: string) {
      if (!id.endsWith('/packages/texts/src/parts.ts')) return undefined;
      const rest = code.replace(/\n {2}office: \{[^}]*\},/, '');
      if (rest === code) throw new Error('the texts of the office are not where they were');
      return { code: rest, map: null };
    },
  };
}
