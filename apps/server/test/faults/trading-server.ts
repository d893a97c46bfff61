/**
 * A server of the exchange in a separate process, for the test that kills it.
 * node trading-server.ts <database url>
 * Prints its address.
 */

import { openDatabase } from '@calmly/platform/database.ts';
import pino from 'pino';
import { createApp } from '../../src/app.ts';
import { testConfig } from '../support/app.ts';

const [url = ''] = process.argv.slice(2);
const app = await createApp({
  database: openDatabase(url, { poolSize: 6 }),
  config: testConfig,
  log: pino({ level: 'silent' }),
});
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
