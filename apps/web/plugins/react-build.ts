/** What the builds of the portal and of the office have in common: React with its compiler, files with hashed names, each also compressed. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import babel from '@rolldown/plugin-babel';
import { reactCompilerPreset } from '@vitejs/plugin-react';
import type { BuildOptions, Plugin, UserConfig } from 'vite';

/** The server replaces it in each answer. */
export const cspNonce = '__CSP_NONCE__';

export const output: BuildOptions = {
  target: 'baseline-widely-available',
  sourcemap: true,
  // Small images and fonts as files: data: addresses would widen the content security policy.
  assetsInlineLimit: 0,
  reportCompressedSize: false,
};

export const resolving: NonNullable<UserConfig['resolve']> = {
  alias: [
    // React has long had `useSyncExternalStore`, so the router's store needs no polyfill.
    {
      find: /^use-sync-external-store\/shim\/with-selector$/,
      replacement: 'use-sync-external-store/with-selector',
    },
  ],
};

/** On all cores, because it is two thirds of the build. */
export const compiled = () =>
  babel({
    include:
      /\/(?:apps\/(?:web|office)|packages\/(?:ui|portal-kit))\/src\/.*\.tsx?$|\/products\/\w+\/(?:portal|office)\/.*\.tsx?$/,
    presets: [reactCompilerPreset()],
    parallel: true,
  });

/** OpenAPI's descriptions of calls are for programs; no screen shows them. */
export const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  enforce: 'pre',
  transform: {
    filter: { id: /\/products\/\w+\/contract\// },
    handler: (code) => ({ code: code.replace(/^(\s*summary:\s*)(['"`]).*\2,$/gm, "$1'',"), map: null }),
  },
});

/** Adds `.br` and `.gz` for every text file. */
export function precompress(): Plugin {
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
