/** A process that takes a session lock and keeps it: `lock-holder.ts <url> lease|market|bare`. It reports when it has the lock. */

import { openDatabase } from '@calmly/platform/database.ts';
import { holdLease } from '@calmly/platform/jobs/job-leases.ts';
import pg from 'pg';

const [url = '', kind] = process.argv.slice(2);
const lock = 'select pg_advisory_lock(hashtextextended($1, 0))';
switch (kind) {
  case 'lease':
    await holdLease(url, [kind], () => undefined);
    break;
  case 'market':
    await (await openDatabase(url).openConnection('matching')).query(lock, [kind]);
    break;
  default: {
    // A connection with the driver's default settings.
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(lock, ['bare']);
  }
}
process.stdout.write('held\n');
