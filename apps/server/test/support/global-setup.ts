/** One PostgreSQL for the whole run, with a migrated template; removed when the run ends. Tests without a database start none. */
import { rm } from 'node:fs/promises';
import { startEmbeddedPostgres } from '@calmly/platform/postgres/cluster/embedded-postgres.ts';
import { migrate } from '@calmly/platform/postgres/migrate.ts';
import type { TestProject } from 'vitest/node';
import { migrationFolders } from '../../src/migrations.ts';
import { execute, templateName, urlOfDatabase } from './database.ts';
import { makeFastDirectory } from './processes/fast-directory.ts';

export default async function setup(root: TestProject): Promise<(() => Promise<void>) | undefined> {
  process.stderr.write(`SEED=${process.env.SEED} repeats the random tests of this run\n`);
  if (root.vitest.projects.every(({ name }) => name === 'pure')) return undefined;
  const dataDirectory = await makeFastDirectory('calmly-test-');
  const postgres = await startEmbeddedPostgres({ dataDirectory });
  await execute(postgres.url, `create database ${templateName}`);
  await migrate(urlOfDatabase(postgres.url, templateName), migrationFolders);
  root.provide('clusterUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  };
}
