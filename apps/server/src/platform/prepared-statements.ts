/**
 * Prepared statements: each text with parameters is parsed once per connection and, once PostgreSQL finds that it pays, planned
 * once; for most of ours that costs more than running them. The texts of the house are few, for values travel as parameters;
 * beyond the limit, texts are sent as they are.
 */
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

const mostStatements = 500;

/** The pool as the query builder sees it: what it sends is prepared under a name of its own. */
export function preparing(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined || names.size >= mostStatements) return known;
    const name = `s${names.size}`;
    names.set(text, name);
    return name;
  }

  function wrap(client: pg.PoolClient): PostgresPoolClient {
    // Any value may be a parameter; the builder's type also knows cursors, which nobody here opens.
    const query: (...call: never[]) => unknown = (text: string, values: readonly unknown[]) => {
      const name = values.length > 0 ? nameOf(text) : undefined;
      const written = values.map((value) => (Array.isArray(value) ? toArrayLiteral(value) : value));
      return client.query(name === undefined ? { text, values: written } : { name, text, values: written });
    };
    return {
      query: query as PostgresPoolClient['query'],
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

/**
 * A list of texts and whole numbers as PostgreSQL reads it. JSON's writer is several times faster than the driver's and writes the
 * same but for its escapes; those, and what only the driver can write (dates, bytes, lists of lists), are left to the driver.
 */
function toArrayLiteral(values: readonly unknown[]): unknown {
  if (!values.every(isPlain)) return values;
  const json = JSON.stringify(values);
  return json.includes('\\') ? values : `{${json.slice(1, -1)}}`;
}

const isPlain = (value: unknown) => typeof value === 'string' || value === null || Number.isInteger(value);
