/**
 * P21: bytes of a whole payment: in tables with their indexes and TOAST, and in the write-ahead log. Through HTTP, from accounts
 * that have paid before, screened, and settled by the sandbox's rail in the meantime.
 * Tables are measured after VACUUM, so that dead rows do not count; their size before it, and the size of the payments when the
 * tables are rewritten without free space, are printed as well. Page images depend on the timing of checkpoints and are shown separately. The
 * table of bytes goes to stderr, like progress.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '@calmly/platform/database.ts';
import { startEmbeddedPostgres } from '@calmly/platform/postgres/cluster/embedded-postgres.ts';
import { send } from '../support/load.ts';
import { preparePayers } from '../support/payments-fixture.ts';
import type { BenchResult } from '../support/result.ts';
import { bankUnderLoad, benchPort, type RunningServer, startServer } from '../support/server-process.ts';
import { requestsOf, settled } from './payments-bench.ts';

const connections = 128;
/** The accounts' history: tables and indexes have their usual depth, and pages with room for further versions. */
const historySeconds = 5;
const loadSeconds = 5;
const railDelayMs = 1_000;

/** A table or an index, by name. */
type Sizes = ReadonlyMap<string, number>;

/** P21a and P21b. Starts its own PostgreSQL and server. */
export async function benchBytes(): Promise<BenchResult[]> {
  const directory = await mkdtemp(join(tmpdir(), 'calmly-bench-'));
  await chmod(directory, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory });
  const rail = { SANDBOX_RAIL_DELAY_MS: String(railDelayMs) };
  let server: RunningServer | undefined;
  const database = openDatabase(postgres.url, { poolSize: 1 });
  try {
    server = await startServer(directory, { ...bankUnderLoad, ...rail, DATABASE_URL: postgres.url });
    const payers = await preparePayers(postgres.url, server.url, { payers: 32, accountsEach: 32 });
    const requests = payers.flatMap(requestsOf);
    const pay = async (seconds: number) => {
      await send({ port: benchPort, connections, seconds, requests });
      await settled(postgres.url);
    };
    await query(database, 'create extension if not exists pg_walinspect');
    await query(database, 'vacuum full');
    const empty = await sizes(database);
    await pay(historySeconds);
    await query(database, 'vacuum');
    await query(database, 'checkpoint');

    const before = { sizes: await sizes(database), payments: await countPayments(database) };
    const from = await walPosition(database);
    await pay(loadSeconds);
    const to = await walPosition(database);
    const grown = await sizes(database);
    await query(database, 'vacuum');
    const after = await sizes(database);
    const payments = await countPayments(database);
    const log = await walBetween(database, from, to);
    await query(database, 'vacuum full');
    const packed = await sizes(database);

    const written = payments - before.payments;
    print(written, {
      grown: perPayment(before.sizes, grown, written),
      vacuumed: perPayment(before.sizes, after, written),
      packed: perPayment(empty, packed, payments),
    });
    printLog(written, log);
    return [
      {
        id: 'P21a',
        what: 'tables and indexes of a whole payment, after VACUUM',
        value: sum(perPayment(before.sizes, after, written)) / 1000,
        unit: 'kB',
        must: 4,
        aim: 2.5,
        better: 'lower',
        details: {
          payments: written,
          withoutVacuum: Math.round(sum(perPayment(before.sizes, grown, written))),
          packed: Math.round(sum(perPayment(empty, packed, payments))),
        },
      },
      {
        id: 'P21b',
        what: 'write-ahead log of a whole payment, without page images',
        value: log.records.reduce((total, { bytes }) => total + bytes, 0) / written / 1000,
        unit: 'kB',
        must: 5,
        aim: 3.5,
        better: 'lower',
        details: { payments: written, withImages: Math.round(log.position / written) },
      },
    ];
  } finally {
    await database.close();
    await server?.stop();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function query(database: Database, text: string, values: unknown[] = []) {
  const client = await database.pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    const { rows } = await client.query(text, values);
    return rows;
  } finally {
    client.release(true);
  }
}

/** Every table's rows (with TOAST) and every index of it, in bytes. */
async function sizes(database: Database): Promise<Sizes> {
  const rows = await query(
    database,
    `select namespace.nspname || '.' || owner.relname || case when index.indexrelid is null then '' else ' ' || relation.relname end as name,
       case when index.indexrelid is null then pg_table_size(relation.oid) else pg_relation_size(relation.oid) end as bytes
     from pg_class as relation
     left join pg_index as index on index.indexrelid = relation.oid
     join pg_class as owner on owner.oid = coalesce(index.indrelid, relation.oid)
     join pg_namespace as namespace on namespace.oid = owner.relnamespace
     where owner.relkind = 'r' and relation.relkind in ('r', 'i') and namespace.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

function perPayment(before: Sizes, after: Sizes, payments: number): Sizes {
  return new Map([...after].map(([name, bytes]) => [name, (bytes - (before.get(name) ?? 0)) / payments]));
}

const sum = (bytes: Sizes) => [...bytes.values()].reduce((total, each) => total + each, 0);

async function countPayments(database: Database): Promise<number> {
  const [row] = await query(database, 'select count(*)::integer as count from transactions.transaction');
  return row.count;
}

async function walPosition(database: Database): Promise<string> {
  const [row] = await query(database, 'select pg_current_wal_insert_lsn()::text as position');
  return row.position;
}

interface LogPart {
  readonly name: string;
  readonly bytes: number;
  readonly images: number;
}

/** The log between two positions: its length, and its records by the table or index they change, page images separately. */
async function walBetween(database: Database, from: string, to: string) {
  const [length] = await query(database, 'select pg_wal_lsn_diff($2, $1)::float8 as bytes', [from, to]);
  const records: LogPart[] = await query(
    database,
    `select coalesce(name, resource_manager) as name, sum(bytes)::float8 as bytes, sum(images)::float8 as images from (
       select record.resource_manager, record.record_length - record.fpi_length as bytes, record.fpi_length as images,
         (select namespace.nspname || '.' || coalesce(owner.relname || ' ', '') || relation.relname
          from pg_class as relation
          left join pg_index as index on index.indexrelid = relation.oid
          left join pg_class as owner on owner.oid = index.indrelid
          join pg_namespace as namespace on namespace.oid = relation.relnamespace
          where relation.oid = pg_filenode_relation(0, substring(record.block_ref from 'blkref #0: rel \\d+/\\d+/(\\d+)')::oid)) as name
       from pg_get_wal_records_info($1, $2) as record
     ) as part group by 1 order by 2 desc`,
    [from, to],
  );
  return { position: Number(length.bytes), records };
}

function print(
  payments: number,
  { grown, vacuumed, packed }: Readonly<Record<'grown' | 'vacuumed' | 'packed', Sizes>>,
): void {
  const names = [...vacuumed.keys()].filter(
    (name) => Math.abs(grown.get(name) ?? 0) >= 1 || (packed.get(name) ?? 0) >= 1,
  );
  names.sort((some, other) => (vacuumed.get(other) ?? 0) - (vacuumed.get(some) ?? 0));
  tell(`bytes a payment, ${payments} payments`);
  tell(line('table or index', 'vacuumed', 'before it', 'packed'));
  for (const name of names)
    tell(line(name, ...[vacuumed, grown, packed].map((bytes) => Math.round(bytes.get(name) ?? 0))));
  tell(line('all', ...[vacuumed, grown, packed].map((bytes) => Math.round(sum(bytes)))));
}

function printLog(payments: number, { records }: { readonly records: readonly LogPart[] }): void {
  tell(line('write-ahead log', 'records', 'images', ''));
  for (const { name, bytes, images } of records)
    if (bytes + images >= payments)
      tell(line(name, Math.round(bytes / payments), Math.round(images / payments), ''));
}

const line = (name: string, ...cells: ReadonlyArray<string | number>) =>
  `${name.padEnd(72)}${cells.map((cell) => String(cell).padStart(10)).join('')}`.trimEnd();

function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}
