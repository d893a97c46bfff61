/**
 * One PostgreSQL for the whole test run, with a migrated template; gone when the run ends.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts';
import { migrate } from '../../src/platform/migrate.ts';
import { execute, templateName, urlOfDatabase } from './database.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'calmly-test-'));
  await chmod(dataDirectory, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDirectory });
  await execute(postgres.url, `create database ${templateName}`);
  await migrate(urlOfDatabase(postgres.url, templateName));
  project.provide('clusterUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  };
}
