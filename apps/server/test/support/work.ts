/** The system's own work context, for tests that call a module's functions without an HTTP call. */
import pino from 'pino';
import { newId } from '../../src/platform/ids.ts';
import type { Sql, Work } from '../../src/platform/work.ts';

export const systemWork = (sql: Sql): Work => ({
  sql,
  now: new Date(),
  actor: { kind: 'system', name: 'test' },
  newId,
  log: pino({ level: 'silent' }),
});
