/** The connections of one process, `DATABASE_CONNECTIONS`: how they are divided, and whether the database server has so many. */
import type pg from 'pg';
import { Refusal } from '../../refusal.ts';

/** Those that listen, hold the lease of the jobs, hold the right to match orders and read exchange rates. */
const single = 4;
/** One more watches the writable host. */
const watching = 1;
/** Four lanes of jobs listen on one each; at least one more fetches and records. */
const fewestForJobs = 5;
const mostForJobs = 8;
/** With one, a transaction and a check of the server's health would wait for each other. */
const fewestInPool = 2;
const usualInPool = 16;

export interface ConnectionBudget {
  readonly total: number;
  /** For calls, and for the work of jobs. */
  readonly pool: number;
  /** For fetching and recording jobs. */
  readonly jobs: number;
}

interface Fleet {
  readonly hasSeveralHosts?: boolean;
}

/** The fewest connections with which a process works. */
export const fewestConnections = ({ hasSeveralHosts = false }: Fleet = {}): number =>
  single + (hasSeveralHosts ? watching : 0) + fewestForJobs + fewestInPool;

/** Divides the connections of a process. Without a number, the pool has 16. */
export function splitConnections(total?: number, { hasSeveralHosts = false }: Fleet = {}): ConnectionBudget {
  const kept = single + (hasSeveralHosts ? watching : 0);
  const all = total ?? kept + mostForJobs + usualInPool;
  const jobs = Math.min(mostForJobs, Math.max(fewestForJobs, Math.floor((all - kept) / 3)));
  return { total: all, jobs, pool: all - kept - jobs };
}

export interface Allowance {
  /** Connections that the server has for this user in this database. */
  readonly allowed: number;
  /** What sets the limit. */
  readonly limit: string;
  /** Of those, the ones that others have open now. */
  readonly used: number;
}

/** Every limit that applies: of the server, the user and the database. */
export async function readAllowances(client: pg.Client): Promise<readonly Allowance[]> {
  const { rows } = await client.query<{
    server: number;
    reserved: number;
    role: number;
    database: number;
    ofServer: number;
    ofRole: number;
    ofDatabase: number;
  }>(
    `select current_setting('max_connections')::int as server,
       case when rolsuper then 0
         else current_setting('superuser_reserved_connections')::int
           + coalesce(current_setting('reserved_connections', true), '0')::int end as reserved,
       case when rolsuper then -1 else rolconnlimit end as role,
       case when rolsuper then -1 else datconnlimit end as database,
       others.*
     from (select count(*)::int as "ofServer", (count(*) filter (where usename = session_user))::int as "ofRole",
         (count(*) filter (where datname = current_database()))::int as "ofDatabase"
       from pg_stat_activity where datname is not null and pid <> pg_backend_pid()) as others, pg_roles, pg_database where rolname = session_user and datname = current_database()`,
  );
  const [row] = rows;
  if (!row) throw new Error('the database has no row about this session');
  return [
    {
      allowed: row.server - row.reserved,
      limit: 'max_connections, without those reserved',
      used: row.ofServer,
    },
    { allowed: row.role, limit: 'the limit of this user', used: row.ofRole },
    { allowed: row.database, limit: 'the limit of this database', used: row.ofDatabase },
  ].filter(({ allowed }) => allowed >= 0);
}

/** Refuses a process that could open more connections than the server allows. `isSet`: whether the number was configured. */
export function requireAllowed(
  { total }: ConnectionBudget,
  allowances: readonly Allowance[],
  fleet: Fleet & { readonly isSet: boolean },
): void {
  const { allowed, limit } = allowances.reduce((one, other) => (other.allowed < one.allowed ? other : one));
  if (total <= allowed) return;
  const fewest = fewestConnections(fleet);
  const has = `the database server allows ${allowed} (${limit})`;
  throw new Refusal(
    allowed < fewest
      ? `Calmly needs at least ${fewest} database connections, but ${has}. Raise that limit.`
      : `${fleet.isSet ? `DATABASE_CONNECTIONS is ${total}` : `Calmly takes up to ${total} database connections`}, but ${has}. ` +
          `Set DATABASE_CONNECTIONS to a number from ${fewest} to ${allowed}, or raise that limit.`,
  );
}
