/**
 * Prepared statements: each text with parameters is parsed and planned once per connection, which usually costs more than running it. A
 * connection keeps its most recently used texts: filters produce many that are rarely used again, and those must not displace the texts
 * of every payment. A displaced text is prepared again under another name.
 */
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { confirming } from './replication.ts';

/** Statements kept per connection: enough for all that are sent regularly, at some kilobytes of PostgreSQL's memory each. */
const mostStatements = 500;

/** A pool for the query builder that prepares each statement under a name. */
export function preparing(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();

  function wrap(client: pg.PoolClient): PostgresPoolClient {
    const nameOf = namesOn(client);
    // Any value may be a parameter; the builder's type also covers cursors, which we do not open.
    const query: (...call: never[]) => Promise<unknown> = (text: string, values: readonly unknown[]) => {
      const written = values.map((value) => (Array.isArray(value) ? toArrayLiteral(value) : value));
      return client.query(
        values.length > 0 ? { name: nameOf(text), text, values: written } : { text, values: written },
      );
    };
    return {
      query: confirming(client, query) as PostgresPoolClient['query'],
      release: (destroy) => client.release(destroy),
    };
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? wrap(client);
      clients.set(client, known);
      return known;
    },
  };
}

/** Names a connection's statements; the least recently used one is dropped, here and in the database. */
function namesOn(client: pg.PoolClient): (text: string) => string {
  /** Ordered by last use. */
  const names = new Map<string, string>();
  let named = 0;
  return (text) => {
    const known = names.get(text);
    names.delete(text);
    const name = known ?? `s${named++}`;
    names.set(text, name);
    const [oldest] = names;
    if (known === undefined && names.size > mostStatements && oldest) {
      names.delete(oldest[0]);
      // In a failed transaction it stays in the database, under a name that is never used again.
      client.query({ text: `deallocate ${oldest[1]}`, values: [] }).catch(() => undefined);
    }
    return name;
  };
}

/**
 * A list of texts and whole numbers as a PostgreSQL array literal. JSON's writer is several times faster than the driver's and differs only in its
 * escapes; texts with escapes, and types that only the driver can write (dates, bytes, nested lists), are left to the driver.
 */
function toArrayLiteral(values: readonly unknown[]): unknown {
  if (!values.every(isPlain)) return values;
  const json = JSON.stringify(values);
  return json.includes('\\') ? values : `{${json.slice(1, -1)}}`;
}

const isPlain = (value: unknown) => typeof value === 'string' || value === null || Number.isInteger(value);
