/** An empty database and a folder for migrations, of one test. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { execute, urlOfDatabase } from './database.ts';

export interface Migrating {
  readonly url: string;
  readonly directory: string;
  /** A further connection. */
  readonly client: pg.Client;
  /** Adds a file to the folder. */
  write(file: string, text: string): Promise<void>;
  close(): Promise<void>;
}

export async function startMigrating(): Promise<Migrating> {
  const clusterUrl = inject('clusterUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await execute(clusterUrl, `create database ${name}`);
  const url = urlOfDatabase(clusterUrl, name);
  const directory = await mkdtemp(join(tmpdir(), 'calmly-migrations-'));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    url,
    directory,
    client,
    write: (file, text) => writeFile(join(directory, file), text),
    async close() {
      await client.end();
      await execute(clusterUrl, `drop database ${name} with (force)`);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
