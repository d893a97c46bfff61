/** A copy of the repository for tests of `npm run new:product`, with a Git of its own that says what has changed. */
import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../build/sources.mjs';
import { copyTree } from '../test/copied-tree.mjs';
import { withoutProduct } from './product.mjs';

const execute = promisify(execFile);

/** Makes `.cache/<name>` anew. */
export async function copyForProduct(name) {
  // Inside the repository, so that it finds the packages.
  const folder = join(root, '.cache', name);
  const git = async (...parameters) => (await execute('git', parameters, { cwd: folder })).stdout;
  rmSync(folder, { recursive: true, force: true });
  copyTree(root, folder);
  await git('init', '--quiet');
  await git('add', '--all');

  /** Runs a script or a tool in the copy and answers its output. Rejects with all that it printed if it fails. */
  async function run(script, ...parameters) {
    const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024, env: { ...process.env, ...quiet } };
    try {
      return (await execute(process.execPath, [script, ...parameters], options)).stdout;
    } catch (error) {
      throw new Error(`${script} ${parameters.join(' ')} failed:\n${error.stdout}\n${error.stderr}`);
    }
  }

  return {
    folder,
    run,
    newProduct: (...names) => run('scripts/new-product.mjs', ...names),
    /** The paths of files that are new, changed or gone. */
    async changed() {
      const status = await git('status', '--porcelain', '--untracked-files=all');
      return status
        .split('\n')
        .filter((line) => line.trim() !== '' && !/^A {2}/.test(line))
        .map((line) => line.slice(3))
        .sort();
    },
    /** As docs/recipes.md says: the folder, the line, and what is written from them. */
    async removeProduct(product) {
      rmSync(join(folder, 'products', product), { recursive: true });
      const list = join(folder, 'products/list.ts');
      writeFileSync(list, withoutProduct(readFileSync(list, 'utf8'), product));
      await run('scripts/products.mjs');
      await run('apps/server/src/rights.ts');
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Tests that run tests: what one tells the other is not for it. */
const quiet = { VITEST: '', VITEST_WORKER_ID: '', VITEST_POOL_ID: '', NODE_ENV: '', TEST: '' };
