/** The endpoints of a server, from its own table of routes, not from the contract that describes them. */
import { type EndpointSpec, endpoints } from '@calmly/contract';
import type { Database } from '@calmly/platform/database.ts';
import { sql } from 'kysely';
import type { App } from '../../../src/app.ts';

/** A method on an address, as registered: `GET /api/transactions/:id`. */
export type Door = `${string} ${string}`;

/** Every route, read from the router's own printed tree; a line names a part of the address and the methods that end there. */
export function listDoors(server: App['server']): Door[] {
  const doors: Door[] = [];
  const parents: string[] = [];
  for (const line of server.printRoutes({ commonPrefix: false }).split('\n')) {
    const drawn = /^([│ ]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?/.exec(line);
    if (!drawn) continue;
    const [, indent = '', part = '', methods = ''] = drawn;
    const depth = indent.length / 4;
    const path = (parents[depth - 1] ?? '') + part;
    parents[depth] = path;
    for (const method of methods.split(', ').filter(Boolean)) doors.push(`${method} ${path}`);
  }
  return doors;
}

/** The door of a call of the contract. */
export const doorOf = ({ method, path }: Pick<EndpointSpec, 'method' | 'path'>): Door =>
  `${method} /api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;

/** Methods of routes; each is a row of a sweep. */
export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** The routes of a method that are not calls of the contract: pages, machines' calls, and disallowed methods. */
export function doorsBeside(server: App['server'], method: (typeof methods)[number]): Door[] {
  const known = new Set(Object.values(endpoints).map(doorOf));
  return listDoors(server).filter((door) => door.startsWith(`${method} `) && !known.has(door));
}

const anyId = '018f0000-0000-7000-8000-000000000000';

/** An address behind the door, with ids of nothing. */
export const addressOf = (door: Door): [method: string, path: string] => {
  const [method = '', path = ''] = door.split(' ');
  return [method, path.replaceAll(/:\w+/g, anyId)];
};

/** The content of each table as a number: equal numbers mean equal rows. */
export async function imprint(
  database: Pick<Database, 'inTransaction'>,
): Promise<ReadonlyMap<string, string>> {
  return database.inTransaction(async (db) => {
    const { rows: tables } = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`.execute(db);
    const figureOf = ({ name }: { name: string }) => sql`
      select ${name} as name, count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as figure
      from ${sql.raw(name)} t`;
    const { rows } = await sql<{ name: string; figure: string }>`
      ${sql.join(tables.map(figureOf), sql` union all `)}`.execute(db);
    return new Map(rows.map(({ name, figure }) => [name, figure]));
  });
}

/** The tables whose rows differ. */
export const changedTables = (
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] => [...after].filter(([table, figure]) => before.get(table) !== figure).map(([table]) => table);
