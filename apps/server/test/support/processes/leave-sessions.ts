/** Makes every live session idle for the given number of seconds: `DATA_DIR=... node leave-sessions.ts 301`. For browser stories. */
import { resolve } from 'node:path';
import { findRunningPostgres } from '@calmly/platform/postgres/cluster/embedded-postgres.ts';
import pg from 'pg';

const url = await findRunningPostgres(resolve(process.env.DATA_DIR ?? 'data'));
const client = new pg.Client({ connectionString: url });
await client.connect();
await client.query(
  `update identity.session set last_seen_at = now() - $1 * interval '1 second' where ended_at is null`,
  [Number(process.argv[2])],
);
await client.end();
