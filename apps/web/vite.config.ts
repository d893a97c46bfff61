/**
 * Build of the portal: React with its compiler, one chunk per screen, hashed files that never change, every file also left
 * compressed (.br, .gz) for the server to send as it is. `__CSP_NONCE__` is replaced by the server in each answer.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import { type BuildOptions, build, defineConfig, type Plugin } from 'vite';
import { directIcons } from './plugins/direct-icons.ts';
import { frames } from './plugins/frames.ts';
import { compiledMessages } from './plugins/messages.ts';
import { sharedFiles } from './plugins/shared-files.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const apiPort = process.env.PORT ?? '3000';

const cspNonce = '__CSP_NONCE__';
const output: BuildOptions = {
  target: 'baseline-widely-available',
  sourcemap: true,
  // Small images and fonts as files: data: addresses would widen the content security policy.
  assetsInlineLimit: 0,
  reportCompressedSize: false,
};
/** On all cores, because it is two thirds of the build. */
const compiled = () =>
  babel({
    include: /\/(?:apps\/web|packages\/(?:ui|portal-kit))\/src\/.*\.tsx?$|\/products\/\w+\/portal\/.*\.tsx?$/,
    presets: [reactCompilerPreset()],
    parallel: true,
  });

/** OpenAPI's descriptions of calls are for programs; no screen shows them. */
const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  enforce: 'pre',
  transform: {
    filter: { id: /\/products\/\w+\/contract\// },
    handler: (code) => ({ code: code.replace(/^(\s*summary:\s*)(['"`]).*\2,$/gm, "$1'',"), map: null }),
  },
});

export default defineConfig({
  root: here,
  plugins: [
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
  resolve: {
    alias: [
      // React has long had `useSyncExternalStore`, so the router's store needs no polyfill.
      {
        find: /^use-sync-external-store\/shim\/with-selector$/,
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
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

/** Adds `.br` and `.gz` for every text file. */
function precompress(): Plugin {
  let outDir = '';
  return {
    name: 'calmly-precompress',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const found = await readdir(outDir, { recursive: true });
      const texts = found.filter((name) => /\.(js|css|svg|webmanifest|json)$/.test(extname(name)));
      await Promise.all(
        texts.map(async (name) => {
          const path = join(outDir, name);
          const body = await readFile(path);
          await writeFile(`${path}.br`, await promisify(brotliCompress)(body));
          await writeFile(`${path}.gz`, await promisify(gzip)(body));
        }),
      );
    },
  };
}
