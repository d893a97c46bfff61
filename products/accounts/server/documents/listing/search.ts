/** Documents for the search: by words of the file's name and of its subject, among the newest that the reader may see. */

import { beginsWords } from '@calmly/platform/postgres/search.ts';
import type { SearchSource } from '@calmly/platform/search-source.ts';
import { sql as query } from 'kysely';
import { readerOf } from '../reader.ts';
import { isSeenBy } from './list-store.ts';

/** How many of the newest documents are searched. */
const lookBack = 3_000;

interface Row {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly createdAt: Date;
}

export const documentSearch: SearchSource = {
  kind: 'document',
  right: 'can_view_documents',
  async find({ sql, actor }, text, limit) {
    const { clientId, rights } = readerOf(actor);
    const { rows } = await query<Row>`
      select id, file_name as title, about, created_at as "createdAt" from (
        select * from documents.document
        where client_id = ${clientId} and kind is not null and ${isSeenBy(rights)} order by id desc limit ${lookBack}
      ) as looked
      where ${beginsWords(query`search`, text)} order by id desc limit ${limit}`.execute(sql);
    return {
      hits: rows.map(({ about, createdAt, ...row }) => ({
        ...row,
        detail: about || null,
        at: createdAt.toISOString(),
      })),
    };
  },
};
