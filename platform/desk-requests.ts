/**
 * Clients' requests to the bank's desk, with documents. A client has one open request at a time; it is decided once and kept as history.
 * Each module keeps its requests in its own table with a column for each field here, and writes them itself. A unique index on that table ensures
 * that only one request is open.
 */
import type { Document } from '@calmly/contract';
import { sql as query, type RawBuilder } from 'kysely';
import type { Sql } from './work.ts';

export interface DeskRequest {
  readonly id: string;
  readonly clientId: string;
  /** The person who made the request for the client. */
  readonly personId: string;
  readonly reason: string | null;
  readonly documentIds: readonly string[];
  readonly state: 'WAITING' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN';
  /** The reason for the decision; the client reads it. */
  readonly comment: string | null;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
}

/** A new request, not yet decided. */
export type NewRequest<Request extends DeskRequest> = Omit<Request, 'state' | 'comment' | 'decidedAt'>;

/** Queries on a table of requests. `client` is its client column, `about` the columns with the request's content. */
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
    /** Columns returned by statements that write a request. */
    columns,
    find: async (sql: Sql, id: string): Promise<Request | undefined> =>
      (await select(sql, query`id = ${id}`))[0],
    /** Reads and locks a request, so that of two concurrent decisions the second sees the first. */
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
    /** Up to `limit` requests withdrawn before a moment, given as SQL (never from a caller). */
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
    /** Requests waiting for the bank, oldest first. */
    listWaiting(
      sql: Sql,
      by: { readonly after: string | undefined; readonly limit: number },
    ): Promise<Request[]> {
      const later = by.after === undefined ? query`` : query`and id > ${by.after}`;
      return select(sql, query`state = 'WAITING' ${later} order by id limit ${by.limit}`);
    },
  };
}

/** A request as the API returns it: with its documents, selected from `documents`, and times as text. */
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
