/**
 * The server's build: its 1,200 source files, and packages of many small files, in a few files. Node reads and links each file
 * separately, so a start from the build takes half the processor time of one from the sources. Nothing is minified, so that stacks keep their names.
 * A build is in a folder named after the hash of its inputs (`apps/server/dist/<hash>`) and never changes: a running server finds its
 * files while the next one is built. The previous build is kept for it.
 */
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { hashOfSources, root } from './sources.mjs';

/** The entry points. They share their modules. */
const entries = { main: 'apps/server/src/main.ts', ops: 'apps/server/src/ops/ops.ts' };
const inputs = [
  'apps/server/src',
  'packages/{contract,contract-kit,domain,help,matching}',
  'platform',
  'products/{*.ts,*/product.ts,*/contract,*/server}',
  'providers',
  'package-lock.json',
  'scripts/build/server.mjs',
];
const unfinished = 'unfinished-';
/** All of our packages, and those others that consist of small modules only. The rest is loaded from node_modules as usual. */
const bundled = /^(?:@calmly|kysely|zod|intl-messageformat|@formatjs|@noble|@scure)(?:\/|$)/;

/**
 * Builds the server if need be; concurrent builds end with the same result.
 * @param {string} dist the folder that holds the builds
 * @returns the build's `main.js`: run directly it is the server; imported it exports `main`. `ops.js` next to it is the desk's command
 * @throws if the sources cannot be built
 */
export async function buildServer(dist = join(root, 'apps/server/dist')) {
  const place = join(dist, hashOfSources(inputs).slice(0, 16));
  const main = join(place, 'main.js');
  if (existsSync(main)) return main;
  console.error('Building the server (once)…');
  const fresh = join(dist, `${unfinished}${process.pid}-${Date.now()}`);
  try {
    // An older Node, already refused by the caller, could not read it.
    const { rolldown } = await import('rolldown');
    const bundle = await rolldown({
      input: entries,
      cwd: root,
      platform: 'node',
      external: (id) => isPackage(id) && !bundled.test(id),
      plugins: [filesBesideSources(place)],
    });
    await bundle.write({ dir: fresh, format: 'esm', sourcemap: true, sourcemapExcludeSources: true });
    await bundle.close();
    takePlace(fresh, place);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  removeOlder(dist, place);
  return main;
}

/** Neither a path nor a virtual module of the bundler. */
const isPackage = (id) => !/^[./\0]|^[a-z]:[\\/]/i.test(id);

/** Sources name neighbouring files (workers, migrations, pictures) relative to their own address, which stays that of the source. */
function filesBesideSources(place) {
  return {
    name: 'files-beside-sources',
    transform: {
      filter: { code: 'import.meta.url' },
      handler(code, id) {
        const path = JSON.stringify(relative(place, id).replaceAll('\\', '/'));
        // No line moves, so the file's source map stays correct.
        return {
          code: code.replaceAll('import.meta.url', `new URL(${path}, import.meta.url).href`),
          map: null,
        };
      },
    },
  };
}

function takePlace(fresh, place) {
  try {
    renameSync(fresh, place);
  } catch (error) {
    // Another process has built the same in the meantime.
    if (!existsSync(join(place, 'main.js'))) throw error;
  }
}

/** Removes all builds except this one and the newest of the others, which a server may still run. */
function removeOlder(dist, place) {
  const others = readdirSync(dist)
    .map((name) => join(dist, name))
    .filter((path) => path !== place && !path.includes(unfinished))
    .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
  for (const path of others.slice(1)) rmSync(path, { recursive: true, force: true });
}
