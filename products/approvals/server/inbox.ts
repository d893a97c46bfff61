/**
 * Reading requests: a person's inbox over all companies and the own profile, and the requests of one profile. Who may decide depends on
 * current people, substitutes and dates, so it is evaluated on read, and pages are filled from candidates.
 */
import type { Approval, EndpointInput, InboxView, listApprovals } from '@calmly/contract';
import { cursorId, pageOf } from '@calmly/platform/page.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { findPlaces, requireClientActor } from '../../identity/server/index.ts';
import { readCompanies } from './companies.ts';
import { mayKnow } from './decide.ts';
import {
  findLatest,
  findRequests,
  listRequests,
  type RequestFilter,
  type RequestRecord,
} from './request-store.ts';
import { toApproval } from './view.ts';

interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** The count stops here. */
const countedAtMost = 100;
const batch = 200;

/** `GET /inbox`. */
export async function listInbox(work: Work, { view, ...page }: PageQuery & { readonly view: InboxView }) {
  const { personId } = requireClientActor(work);
  return pageOf(await collect(work.sql, personId, view, page), page.limit);
}

/** `GET /inbox/count`. */
export async function countInbox(work: Work): Promise<{ waiting: number; requested: number }> {
  const { personId } = requireClientActor(work);
  const page = { limit: countedAtMost - 1 };
  const [waiting, requested] = await Promise.all([
    collect(work.sql, personId, 'WAITING', page),
    collect(work.sql, personId, 'REQUESTED', page),
  ]);
  return { waiting: waiting.length, requested: requested.length };
}

/** One more than a page of a view, newest first. */
async function collect(
  sql: Sql,
  personId: string,
  view: InboxView,
  { limit, cursor }: PageQuery,
): Promise<Approval[]> {
  const filter = await filterOf(sql, personId, view);
  const found: Approval[] = [];
  let before = cursorId(cursor);
  while (found.length <= limit) {
    const rows = await listRequests(sql, filter, { before, limit: batch });
    const shown = await toApprovals(sql, rows, personId);
    found.push(...shown.filter((approval) => view !== 'WAITING' || approval.canDecide));
    before = rows.at(-1)?.id;
    if (rows.length < batch) break;
  }
  return found.slice(0, limit + 1);
}

async function filterOf(sql: Sql, personId: string, view: InboxView): Promise<RequestFilter> {
  if (view === 'REQUESTED') return { requestedBy: personId, open: true };
  const places = await findPlaces(sql, [personId]);
  const clientIds = places.filter(({ canApprove }) => canApprove).map(({ clientId }) => clientId);
  if (view === 'WAITING') return { clientIds, open: true };
  return { clientIds, requestedBy: personId, decidedBy: personId, open: false };
}

/** `GET /approvals`: for the current profile. */
export async function listOfClient(work: Work, query: EndpointInput<typeof listApprovals>['query']) {
  const { personId, clientId } = requireClientActor(work);
  const { limit, cursor, state, kind, subjectId } = query;
  const waits = state === 'WAITING' || state === 'BLOCKED';
  const filter: RequestFilter = {
    clientIds: [clientId],
    ...(state && { state: waits ? 'WAITING' : state }),
    ...(kind && { kind }),
    ...(subjectId && { subjectId }),
  };
  const found: Approval[] = [];
  let before = cursorId(cursor);
  while (found.length <= limit) {
    const rows = await listRequests(work.sql, filter, { before, limit: batch });
    const shown = await toApprovals(work.sql, rows, personId);
    found.push(...shown.filter((approval) => state === undefined || approval.state === state));
    before = rows.at(-1)?.id;
    if (rows.length < batch) break;
  }
  return pageOf(found, limit);
}

/** `GET /approvals/{id}`. */
export async function readApproval(work: Work, id: string): Promise<Approval> {
  const { personId } = requireClientActor(work);
  const [request] = await findRequests(work.sql, [id]);
  return showTo(work, personId, request);
}

/** The newest request about a payment of the current profile. */
export async function requirePaymentRequest(work: Work, paymentId: string): Promise<RequestRecord> {
  const { clientId } = requireClientActor(work);
  const request = await findLatest(work.sql, { kind: 'payment', subjectId: paymentId });
  if (request?.clientId !== clientId) throw new Problem('not_found');
  return request;
}

/** Requests as the person sees them, by id. */
export async function approvalsById(
  work: Work,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Approval>> {
  const { personId } = requireClientActor(work);
  const shown = await toApprovals(work.sql, await findRequests(work.sql, ids), personId);
  return new Map(shown.map((approval) => [approval.id, approval]));
}

async function showTo(work: Work, personId: string, request: RequestRecord | undefined): Promise<Approval> {
  if (!request) throw new Problem('not_found');
  const company = (await readCompanies(work.sql, [request.clientId]))(request.clientId);
  if (!mayKnow(personId, request, company)) throw new Problem('not_found');
  return toApproval(request, company, personId);
}

/** The requests that the person may see, in order. */
async function toApprovals(
  sql: Sql,
  requests: readonly RequestRecord[],
  personId: string,
): Promise<Approval[]> {
  if (requests.length === 0) return [];
  const companyOf = await readCompanies(
    sql,
    requests.map(({ clientId }) => clientId),
  );
  return requests.flatMap((request) => {
    const company = companyOf(request.clientId);
    return mayKnow(personId, request, company) ? [toApproval(request, company, personId)] : [];
  });
}
