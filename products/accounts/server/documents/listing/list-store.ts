/** SQL of the list of documents: one index by client, or by client and kind, walked from the newest. */
import type { DocumentType, ListedKind, Right } from '@calmly/contract';
import { matchesText } from '@calmly/platform/postgres/search.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query, type RawBuilder } from 'kysely';
import type { Reader } from '../reader.ts';

export interface ListedRow {
  readonly id: string;
  readonly kind: ListedKind;
  readonly fileName: string;
  readonly mediaType: DocumentType;
  readonly sizeBytes: number;
  readonly createdAt: Date;
  readonly subjectId: string | null;
  readonly about: string;
  readonly personId: string;
}

export interface ListOrder {
  readonly limit: number;
  readonly before: string | undefined;
  readonly kind: ListedKind | undefined;
  readonly subjectId: string | undefined;
  readonly from: Date | undefined;
  /** The first moment after the period. */
  readonly until: Date | undefined;
  readonly text: string | undefined;
}

const columns = query`id, kind, file_name as "fileName", media_type as "mediaType", size_bytes as "sizeBytes", created_at as "createdAt",
  subject_id as "subjectId", about, person_id as "personId"`;

/** The documents that a reader with these rights may see. */
export const isSeenBy = (rights: readonly Right[]): RawBuilder<unknown> => query`needs <@ ${rights}::text[]`;

/** Newest first. Documents without a kind are not listed. `before` is an id, `from` is inclusive. */
export async function listRows(
  sql: Sql,
  { clientId, rights }: Reader,
  order: ListOrder,
): Promise<ListedRow[]> {
  const { limit, before, kind, subjectId, from, until, text } = order;
  const { rows } = await query<ListedRow>`
    select ${columns} from documents.document
    where client_id = ${clientId} and kind is not null and ${isSeenBy(rights)}
      ${kind === undefined ? query`` : query`and kind = ${kind}`}
      ${subjectId === undefined ? query`` : query`and subject_id = ${subjectId}`}
      ${before === undefined ? query`` : query`and id < ${before}`}
      ${from === undefined ? query`` : query`and created_at >= ${from}`}
      ${until === undefined ? query`` : query`and created_at < ${until}`}
      ${text === undefined ? query`` : query`and ${matchesText(query`search`, text)}`}
    order by id desc limit ${limit}
  `.execute(sql);
  return rows;
}
