/** Copies of the repository, in which tests change what they like. */
import {
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { basename, join } from 'node:path';

/** What a run makes, or a tool. */
const isMade = (path) =>
  /^(node_modules|\.git|\.cache|\.wireit|data|dist(-.*)?|test-results|playwright-report|.*\.log)$/.test(
    basename(path),
  );

/** Copies the sources. Packages are linked; those of the workspaces lead to the copy. */
export function copyTree(folder, copy) {
  mkdirSync(copy, { recursive: true });
  for (const name of readdirSync(folder).filter((name) => !isMade(name)))
    cpSync(join(folder, name), join(copy, name), { recursive: true, filter: (path) => !isMade(path) });
  for (const owner of ['', ...globSync('{{apps,packages}/*,platform,providers,products}', { cwd: folder })])
    if (existsSync(join(folder, owner, 'node_modules')))
      linkPackages(join(folder, owner, 'node_modules'), join(copy, owner, 'node_modules'));
}

function linkPackages(from, to) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).filter((name) => !/^\.(?!bin$)/.test(name))) {
    const path = join(from, name);
    if (name.startsWith('@')) linkPackages(path, join(to, name));
    else symlinkSync(lstatSync(path).isSymbolicLink() ? readlinkSync(path) : path, join(to, name));
  }
}
