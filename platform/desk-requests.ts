/**
 * Clients' requests to the bank's desk, with documents: one waits at a time, is decided once, and stays as history.
 *
 * A module keeps its requests in its own table with a column for each field here, and writes them itself. A unique index of that table
 * ensures that only one waits at a time.
 */
import type { Document } from '@calmly/contract';
import { sql as query, type RawBuilder } from 'kysely';
import type { Sql } from './work.ts';

export interface DeskRequest {
  readonly id: string;
  readonly clientId: string;
  /** Who asked for the client. */
  readonly personId: string;
  readonly reason: string | null;
  readonly documentIds: readonly string[];
  readonly state: 'WAITING' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN';
  /** Why it was decided so; the client reads it. */
  readonly comment: string | null;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
}

/** A request as it is written: waiting. */
export type NewRequest<Request extends DeskRequest> = Omit<Request, 'state' | 'comment' | 'decidedAt'>;

/** SQL of the requests in a table. `client` is its column of the client, `about` the columns of what is asked. */
export function deskRequests<Request extends DeskRequest>(table: {
  readonly name: string;
  readonly client: string;
  readonly about: RawBuilder<unknown>;
}) {
  const requests = query.table(table.name);
  const client = query.ref(table.client);
  const columns = query`
    id, ${client} as "clientId", person_id as "personId", ${table.about}, reason, document_ids as "documentIds", state, comment,
    created_at as "createdAt", decided_at as "decidedAt"`;
  const select = async (sql: Sql, which: RawBuilder<unknown>): Promise<Request[]> => {
    const { rows } = await query<Request>`select ${columns} from ${requests} where ${which}`.execute(sql);
    return rows;
  };
  return {
    /** What a statement that writes a request returns. */
    columns,
    find: async (sql: Sql, id: string): Promise<Request | undefined> =>
      (await select(sql, query`id = ${id}`))[0],
    /** Reads a request and locks it: of two decisions at the same moment the second sees the first. */
    lock: async (sql: Sql, id: string): Promise<Request | undefined> =>
      (await select(sql, query`id = ${id} for no key update`))[0],
    async end(
      sql: Sql,
      id: string,
      end: { readonly state: Exclude<Request['state'], 'WAITING'>; readonly comment: string | null },
    ): Promise<void> {
      await query`
        update ${requests} set state = ${end.state}, comment = ${end.comment}, decided_at = now() where id = ${id}
      `.execute(sql);
    },
    /** Requests that were withdrawn before a moment, written as SQL by us; as many as fit. */
    listOver: (sql: Sql, moment: string, limit: number): Promise<Request[]> =>
      select(sql, query`state = 'WITHDRAWN' and decided_at < ${query.raw(moment)} limit ${limit}`),
    /** The client's requests, newest first. */
    list(
      sql: Sql,
      by: { readonly clientId: string; readonly before: string | undefined; readonly limit: number },
    ): Promise<Request[]> {
      const older = by.before === undefined ? query`` : query`and id < ${by.before}`;
      return select(sql, query`${client} = ${by.clientId} ${older} order by id desc limit ${by.limit}`);
    },
    /** What waits for the bank, oldest first. */
    listWaiting(
      sql: Sql,
      by: { readonly after: string | undefined; readonly limit: number },
    ): Promise<Request[]> {
      const later = by.after === undefined ? query`` : query`and id > ${by.after}`;
      return select(sql, query`state = 'WAITING' ${later} order by id limit ${by.limit}`);
    },
  };
}

/** A request as calls show it: with its documents, which are among these, and times as text. */
export function viewOf<Request extends DeskRequest>(
  { clientId, personId, documentIds, createdAt, decidedAt, ...request }: Request,
  documents: readonly Document[],
) {
  return {
    ...request,
    documents: documents.filter(({ id }) => documentIds.includes(id)),
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}
