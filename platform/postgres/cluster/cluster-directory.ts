/**
 * The cluster: the directory with PostgreSQL's files, `<DATA_DIR>/postgres`, created once by `initdb` with checksums.
 *
 * It is created under another name and renamed when it is complete and on disk, so an interrupted start leaves nothing that looks like a
 * database. If the database's user cannot enter root's data directory (a project under `/root`), `<DATA_DIR>/postgres` is a link to a
 * directory of that user elsewhere.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, open, readdir, readFile, realpath, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Refusal } from '../../refusal.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { canEnter, chownTo, type PostgresUser } from './postgres-user.ts';

const run = promisify(execFile);

/** The only role. Access is controlled by the socket's directory, which is closed to others. */
export const databaseUser = 'calmly';

/** The existing cluster of a data directory. */
export async function findCluster(dataDirectory: string): Promise<string | undefined> {
  try {
    return await realpath(join(dataDirectory, 'postgres'));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return undefined;
    throw new Refusal(`The data directory ${dataDirectory} cannot be read (${code}).`);
  }
}

/** The major version of PostgreSQL that wrote the cluster. */
export async function majorOfCluster(cluster: string): Promise<number> {
  try {
    return Number.parseInt(await readFile(join(cluster, 'PG_VERSION'), 'utf8'), 10);
  } catch (error) {
    throw new Refusal(`${cluster} is not a readable database (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Makes the data directory if it does not exist. */
export async function makeDataDirectory(dataDirectory: string): Promise<void> {
  await mkdir(dataDirectory, { recursive: true });
  await readdir(dataDirectory);
}

export interface ClusterPlace {
  readonly dataDirectory: string;
  /** For a cluster whose user cannot enter the data directory. */
  readonly sharedDirectory: string;
  readonly user: PostgresUser | undefined;
}

interface NewCluster extends ClusterPlace {
  readonly binaries: PostgresBinaries;
}

/** A new cluster, durable on disk; if another process was faster, that one's. */
export const createCluster = ({ binaries, ...place }: NewCluster): Promise<string> =>
  placeCluster(place, (unfinished) => initialise(unfinished, binaries, place.user));

/** Fills an unfinished directory and gives it its name when `fill` has succeeded; otherwise removes it. An existing cluster stays, or is an error. */
export async function placeCluster(
  { dataDirectory, sharedDirectory, user }: ClusterPlace,
  fill: (unfinished: string) => Promise<void>,
  existing: 'stays' | 'is an error' = 'stays',
): Promise<string> {
  const place = join(dataDirectory, 'postgres');
  const inside = await canEnter(dataDirectory, user);
  if (!inside) await mkdir(sharedDirectory, { recursive: true, mode: 0o755 });
  const unfinished = await mkdtemp(inside ? `${place}.new-` : join(sharedDirectory, 'cluster-'));
  try {
    await fill(unfinished);
    // Atomic for readers: a rename, or a link to the directory elsewhere.
    if (inside) await rename(unfinished, place);
    else await symlink(unfinished, place);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    const code = (error as NodeJS.ErrnoException).code;
    if (existing === 'is an error' || (code !== 'EEXIST' && code !== 'ENOTEMPTY')) throw error;
  }
  await syncDirectory(dirname(place));
  return realpath(place);
}

async function initialise(
  directory: string,
  binaries: PostgresBinaries,
  user: PostgresUser | undefined,
): Promise<void> {
  await chownTo(directory, user);
  // The same text order on every machine; PostgreSQL includes it from version 17.
  const locale =
    binaries.major >= 17
      ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
      : ['--locale=C.UTF-8'];
  const options = ['--data-checksums', '--encoding=UTF8', ...locale, '--auth=trust', '--no-instructions'];
  try {
    await run(join(binaries.directory, 'initdb'), ['-D', directory, '-U', databaseUser, ...options], {
      ...user,
      cwd: '/',
      env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
    });
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    const reason = output.split('\n').find((line) => /error|fatal/i.test(line)) ?? output.split('\n')[0];
    throw new Refusal(`The embedded database could not be created: ${reason}`);
  }
}

/** Makes a rename in the directory durable. */
export async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
