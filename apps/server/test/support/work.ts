/** The work of the system itself, for tests that use a module's verbs without a call. */
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
