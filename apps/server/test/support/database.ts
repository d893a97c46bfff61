/**
 * Real databases for tests: every test file gets its own, copied from a template that is migrated once per run.
 */
import { randomUUID } from 'node:crypto';
import { type Database, openDatabase } from '@calmly/platform/database.ts';
import pg from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The cluster of this run, database `template_calmly` is the migrated one. */
    clusterUrl: string;
  }
}

export interface TestDatabase {
  readonly url: string;
  readonly database: Database;
  /** Closes the pool and drops the database. */
  close(): Promise<void>;
}

export const templateName = 'template_calmly';

/** A fresh, migrated database. Close it in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const clusterUrl = inject('clusterUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await execute(clusterUrl, `create database ${name} template ${templateName} strategy file_copy`);
  const url = urlOfDatabase(clusterUrl, name);
  const database = openDatabase(url, { poolSize: 10, refusesNestedUse: true });
  return {
    url,
    database,
    async close() {
      await database.close();
      await execute(clusterUrl, `drop database ${name} with (force)`);
    },
  };
}

export function urlOfDatabase(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
