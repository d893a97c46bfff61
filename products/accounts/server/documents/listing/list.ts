/** `GET /documents`: the acting client's documents that the reader may see, newest first. Errors: `invalid_request` for an unknown cursor. */
import type { EndpointInput, EndpointOutput, listDocuments } from '@calmly/contract';
import { cursorId, pageOf } from '@calmly/platform/page.ts';
import { addDays, daysIn } from '@calmly/platform/time/zoned-days.ts';
import type { Work } from '@calmly/platform/work.ts';
import { findPersonNames, requireClientActor } from '../../../../identity/server/index.ts';
import { readerOf } from '../reader.ts';
import { listRows } from './list-store.ts';

type Query = EndpointInput<typeof listDocuments>['query'];

/**
 * `from` and `to` are days in `timeZone`, both included. `uploadedBy` is null for a person without a name.
 */
export async function readDocuments(
  work: Work,
  { limit, cursor, kind, subjectId, from, to, timeZone, search }: Query,
): Promise<EndpointOutput<typeof listDocuments>> {
  const zone = daysIn(timeZone);
  const rows = await listRows(work.sql, readerOf(requireClientActor(work)), {
    limit: limit + 1,
    before: cursorId(cursor),
    kind,
    subjectId,
    from: from === undefined ? undefined : zone.startOf(from),
    until: to === undefined ? undefined : zone.startOf(addDays(to, 1)),
    text: search === undefined || search.trim() === '' ? undefined : search.trim(),
  });
  const names = await findPersonNames(work.sql, [...new Set(rows.map(({ personId }) => personId))]);
  return pageOf(
    rows.map(({ personId, createdAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      uploadedBy: names.get(personId) ?? null,
    })),
    limit,
  );
}
