/**
 * A server that only runs jobs, for tests that kill it.
 * node job-server.ts <database url> [<changes of the tests' configuration, as JSON>]
 */

import { openDatabase } from '@calmly/platform/database.ts';
import { startJobs } from '@calmly/platform/jobs/jobs.ts';
import pino from 'pino';
import { createModules } from '../../src/composition.ts';
import { testConfig } from '../support/app.ts';

const [url = '', changes = '{}'] = process.argv.slice(2);
const log = pino({ level: 'silent' });
const database = openDatabase(url, { poolSize: 4 });
const { modules } = createModules({ config: { ...testConfig, ...JSON.parse(changes) }, database, log });
const handlers = Object.assign({}, ...modules.map(({ jobs }) => jobs ?? {}));
await startJobs({ url, database, handlers, log });
