/** A further version of the bank, as installed in a folder of its own: this build with further migrations. */
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { root } from '../../../../../scripts/build/sources.mjs';
import { builtServer, temporaryDirectory } from './process.ts';

export interface OtherVersion {
  readonly main: string;
  remove(): Promise<void>;
}

export async function installVersion(migrations: Readonly<Record<string, string>>): Promise<OtherVersion> {
  const { path, remove } = await temporaryDirectory();
  const link = (name: string) => symlink(join(root, name), join(path, name));
  const server = join(path, 'apps/server');
  const build = join(server, 'dist', basename(dirname(builtServer)));
  await mkdir(build, { recursive: true });
  await cp(dirname(builtServer), build, { recursive: true });
  await cp(join(root, 'apps/server/migrations'), join(server, 'migrations'), { recursive: true });
  for (const [name, text] of Object.entries(migrations))
    await writeFile(join(server, 'migrations', name), text);
  for (const name of ['node_modules', 'package.json', 'packages', 'platform', 'products', 'providers'])
    await link(name);
  for (const name of ['apps/web', 'apps/server/src', 'apps/server/package.json']) await link(name);
  return { main: join(build, 'main.js'), remove };
}
