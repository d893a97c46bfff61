/** The system's own work context, for tests that call a module's functions without an HTTP call. */

import { newId } from '@calmly/platform/ids.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import pino from 'pino';

export const systemWork = (sql: Sql): Work => ({
  sql,
  now: new Date(),
  actor: { kind: 'system', name: 'test' },
  newId,
  log: pino({ level: 'silent' }),
});
