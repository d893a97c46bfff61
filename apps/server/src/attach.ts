/** The database connection of a command that runs with or without a server: `npm run verify`, `npm run ops`. */

import type { Config } from '@calmly/platform/config/config.ts';
import { findCluster } from '@calmly/platform/postgres/cluster/cluster-directory.ts';
import {
  findRunningPostgres,
  startEmbeddedPostgres,
} from '@calmly/platform/postgres/cluster/embedded-postgres.ts';
import { walIn } from '@calmly/platform/postgres/cluster/wal-archive.ts';
import { checkDatabase } from '@calmly/platform/postgres/database-check.ts';
import { Refusal } from '@calmly/platform/refusal.ts';

interface Attached {
  readonly url: string;
  close(): Promise<void>;
}

/** The configured database: an external one, the running embedded one, or the embedded one started for the duration of the command. */
export async function attachDatabase({
  databaseUrl,
  dataDirectory,
  backupDirectory,
}: Pick<Config, 'databaseUrl' | 'dataDirectory' | 'backupDirectory'>): Promise<Attached> {
  const attached = await findDatabase();
  try {
    await checkDatabase(attached.url);
    return attached;
  } catch (error) {
    await attached.close();
    throw error;
  }

  async function findDatabase(): Promise<Attached> {
    const url = databaseUrl ?? (await findRunningPostgres(dataDirectory));
    if (url !== undefined) return { url, close: async () => undefined };
    if ((await findCluster(dataDirectory)) === undefined)
      throw new Refusal(
        `There is no Calmly database in ${dataDirectory}. Set DATA_DIR or DATABASE_URL to yours; "npm start" creates a new one.`,
      );
    const postgres = await startEmbeddedPostgres({
      dataDirectory,
      walDirectory: backupDirectory === undefined ? undefined : walIn(backupDirectory),
    });
    return { url: postgres.url, close: postgres.stop };
  }
}
