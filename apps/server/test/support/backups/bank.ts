/** A bank of a few transfers on an embedded database of its own, whose log is archived, for tests of `npm run backup` and `npm run restore`. */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '@calmly/platform/postgres/cluster/embedded-postgres.ts';
import { findPostmaster } from '@calmly/platform/postgres/cluster/postmaster-lock.ts';
import { migrate } from '@calmly/platform/postgres/migrate.ts';
import { bankAccount, post } from '@calmly/products/ledger/server/index.ts';
import pg from 'pg';
import { runBackup } from '../../../src/backup/run-backup.ts';
import { runRestore } from '../../../src/backup/run-restore.ts';
import { migrationFolders } from '../../../src/migrations.ts';
import { transferOf } from '../clients/ledger.ts';
import { runHere } from '../processes/commands.ts';
import { temporaryDirectory, until } from '../processes/process.ts';

export const bankKey = Buffer.alloc(32, 'the bank’s own').toString('base64');

export async function startBackedUpBank() {
  const directory = await temporaryDirectory();
  const [data, backups] = [join(directory.path, 'data'), join(directory.path, 'backups')];
  const wal = join(backups, 'wal');
  const start = () => startEmbeddedPostgres({ dataDirectory: data, walDirectory: wal });
  let postgres: EmbeddedPostgres | undefined = await start();
  await migrate(postgres.url, migrationFolders);
  await writeFile(join(data, 'secret.key'), `${bankKey}\n`, { mode: 0o600 });
  const env: Readonly<Record<string, string>> = { DATA_DIR: data, BACKUP_DIR: backups };
  const url = () => postgres?.url ?? '';

  async function ask(question: string): Promise<unknown> {
    const client = new pg.Client({ connectionString: url() });
    await client.connect();
    try {
      const { rows } = await client.query({ text: question, rowMode: 'array' });
      return rows[0]?.[0];
    } finally {
      await client.end();
    }
  }

  /** Moves money; the transfer's id. */
  async function move(): Promise<string> {
    const database = openDatabase(url(), { poolSize: 1 });
    try {
      const { sql } = database;
      const [nostro, fees] = [await bankAccount(sql, 'nostro', 'EUR'), await bankAccount(sql, 'fees', 'EUR')];
      const id = newId();
      await post(sql, [transferOf(nostro, fees, 100n, { id })]);
      return id;
    } finally {
      await database.close();
    }
  }

  /** Ends the present segment of the log and waits until it is archived; its name. */
  async function archive(): Promise<string> {
    const name = String(await ask('select pg_walfile_name(pg_switch_wal())'));
    await until(async () => (await readdir(wal)).includes(`${name}.gz`));
    return name;
  }

  return {
    directory: directory.path,
    data,
    backups,
    wal,
    env,
    url,
    ask,
    move,
    archive,
    backup: (parameters: readonly string[] = [], changed = {}) =>
      runHere(runBackup, parameters, { ...env, ...changed }),
    restore: (parameters: readonly string[], changed = {}) =>
      runHere(runRestore, parameters, { ...env, ...changed }),
    async start() {
      postgres = await start();
    },
    async stop() {
      await postgres?.stop();
      postgres = undefined;
    },
    /** Without archiving what the log's last segment holds. */
    async crash() {
      postgres?.stopAtOnce();
      postgres = undefined;
      const cluster = join(data, 'postgres');
      await until(async () => (await findPostmaster(cluster)) === undefined);
    },
    async close() {
      await postgres?.stop();
      await directory.remove();
    },
  };
}
export type BackedUpBank = Awaited<ReturnType<typeof startBackedUpBank>>;

/** The ids of the transfers in a restored data directory. */
export async function transfersIn(dataDirectory: string): Promise<ReadonlySet<string>> {
  const postgres = await startEmbeddedPostgres({ dataDirectory });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>('select id from ledger.transfers');
    return new Set(rows.map(({ id }) => id));
  } finally {
    await client.end();
    await postgres.stop();
  }
}
