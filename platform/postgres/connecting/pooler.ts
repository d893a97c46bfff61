/**
 * A connection pooler in front of PostgreSQL, such as PgBouncer. One that shares sessions between its clients (transaction or statement mode) would
 * take away what Calmly keeps in a session: locks of jobs and of the market's writer, LISTEN, prepared statements, planner settings.
 */
import type pg from 'pg';
import { Refusal } from '../../refusal.ts';

const advice =
  'Give DATABASE_URL the address of PostgreSQL itself; DATABASE_CONNECTIONS limits how many connections a process takes.';

/** Two sessions alternate so often; a pooler gives out the session used last, or each in turn. */
const rounds = 5;

/** Refuses a pooler that shares sessions, or drops the settings of a session. `open` opens another connection like `client`. */
export async function refusePooler(client: pg.Client, open: () => Promise<pg.Client>): Promise<void> {
  // A pooler makes up the process id with which a client could cancel its statements.
  const { processID } = client as pg.Client & { readonly processID?: number };
  if ((await processOf(client)) === processID) return;
  const second = await open();
  try {
    const [ofFirst, ofSecond] = [new Set<number>(), new Set<number>()];
    for (let round = 0; round < rounds; round += 1) {
      ofFirst.add(await processOf(client));
      ofSecond.add(await processOf(second));
    }
    if (ofFirst.size > 1 || [...ofSecond].some((process) => ofFirst.has(process)))
      throw new Refusal(
        'DATABASE_URL leads to a connection pooler, such as PgBouncer in transaction mode, that shares sessions between its clients. ' +
          `Calmly keeps locks, notifications and prepared statements in its sessions. ${advice}`,
      );
  } finally {
    await second.end();
  }
}

/** Refuses a pooler that ignores the settings which each connection of ours begins with, as PgBouncer's `ignore_startup_parameters = options` does. */
export async function requireOwnSettings(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ plan: string }>(`select current_setting('plan_cache_mode') as plan`);
  if (rows[0]?.plan !== 'force_generic_plan')
    throw new Refusal(
      `The settings of a session do not reach the database: a connection pooler drops them. Without them, statements have other plans and dead servers keep their locks. ${advice}`,
    );
}

/** PgBouncer refuses settings that it is not told to ignore, before there is a session. */
export const isRefusedByPooler = (error: unknown): boolean =>
  error instanceof Error && /unsupported startup parameter/.test(error.message);

export const refusedByPooler = () =>
  new Refusal(
    `DATABASE_URL leads to a connection pooler, such as PgBouncer, that refuses the settings of a session. ${advice}`,
  );

async function processOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}
