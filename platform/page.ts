/**
 * Keyset pages: a page contains the rows after an id, so it stays correct while rows are added and costs the same at any depth. The cursor is the
 * last id of the previous page. It is not secret, because every read is limited to the caller's own rows.
 */
import { zId } from '@calmly/contract';
import { badFields } from './problem.ts';

/** The id in a cursor; an invalid cursor is an invalid field. */
export function cursorId(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const id = zId.safeParse(cursor);
  if (!id.success) throw badFields({ field: 'cursor', code: 'invalid' });
  return id.data;
}

/** A page of at most `limit` items; `rows` has one more if there is a next page. */
export function pageOf<Item extends { readonly id: string }>(rows: readonly Item[], limit: number) {
  const items = rows.slice(0, limit);
  return { Items: items, NextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}
