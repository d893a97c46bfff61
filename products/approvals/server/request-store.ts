/** SQL of approval requests and consents. No decisions here. */
import type { ApprovalKind, ApprovalState, ApprovalWarning } from '@calmly/contract';
import { andIf } from '@calmly/platform/postgres/and-if.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query, type RawBuilder } from 'kysely';
import type { RightsLost } from '../../identity/server/index.ts';
import type { Step, Waiting } from './rules.ts';

/** JSON values. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue | undefined };

/** BLOCKED is not stored: it is a waiting request that no one may decide. */
export type RequestState = Exclude<ApprovalState, 'BLOCKED'>;

export interface ConsentRecord {
  readonly personId: string;
  readonly personName: string;
  readonly onBehalfOf: string | null;
  readonly onBehalfOfName: string | null;
  readonly at: Date;
}

export interface NewRequest {
  readonly id: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly kind: ApprovalKind;
  readonly subjectId: string;
  readonly basedOn: string | null;
  readonly content: JsonValue;
  readonly facts: Readonly<Record<string, string>>;
  readonly warnings: readonly ApprovalWarning[];
  readonly amountMinor: bigint | null;
  readonly currency: string | null;
  readonly steps: readonly Step[];
  readonly version: string;
  readonly requestedBy: string;
  readonly requestedByName: string;
  readonly application: string | null;
  readonly requestedAt: Date;
  readonly expiresAt: Date;
}

export interface RequestRecord extends NewRequest {
  readonly revision: number;
  readonly state: RequestState;
  readonly reason: string | null;
  readonly remindedAt: Date | null;
  /** When steps lapse that only absent people could give; null while a present person can decide. */
  readonly lapsesAt: Date | null;
  /** Whether that time has come, by the database's clock, which the queue uses too. */
  readonly isLapsed: boolean;
  /** The absent people who have been notified. */
  readonly toldAbsent: readonly string[];
  readonly closedAt: Date | null;
  readonly closedBy: string | null;
  readonly closedByName: string | null;
  /** Whether it has expired, even if that is not recorded yet. */
  readonly isOver: boolean;
  /** Consents to the current version, in order. */
  readonly consents: readonly ConsentRecord[];
}

type Row = Omit<RequestRecord, 'amountMinor' | 'consents'> & {
  readonly amountMinor: string | null;
  readonly consents: ReadonlyArray<Omit<ConsentRecord, 'at'> & { readonly at: string }> | null;
};

const columns = query`
  r.id, r.client_id as "clientId", r.client_name as "clientName", r.kind, r.subject_id as "subjectId", r.based_on as "basedOn",
  r.content, r.facts, r.warnings, r.amount_minor as "amountMinor", r.currency, r.steps, r.revision, r.version,
  r.requested_by as "requestedBy", r.requested_by_name as "requestedByName", r.application, r.state, r.reason,
  r.requested_at as "requestedAt", r.expires_at as "expiresAt", r.reminded_at as "remindedAt", r.lapses_at as "lapsesAt", coalesce(r.lapses_at <= clock_timestamp(), false) as "isLapsed", r.told_absent as "toldAbsent", r.closed_at as "closedAt",
  r.closed_by as "closedBy", r.closed_by_name as "closedByName", r.expires_at <= clock_timestamp() as "isOver",
  (select json_agg(json_build_object('personId', c.person_id, 'personName', c.person_name, 'onBehalfOf', c.on_behalf_of,
      'onBehalfOfName', c.on_behalf_of_name, 'at', c.at) order by c.at, c.person_id)
    from approvals.consent c where c.request_id = r.id and c.version = r.version) as consents`;

const toRecord = (row: Row): RequestRecord => ({
  ...row,
  amountMinor: row.amountMinor === null ? null : BigInt(row.amountMinor),
  consents: (row.consents ?? []).map((consent) => ({ ...consent, at: new Date(consent.at) })),
});

/** The request in the engine's form. */
export const waitingOf = (request: RequestRecord): Waiting => ({
  requesterId: request.requestedBy,
  steps: request.steps,
  consents: request.consents.map(({ personId }) => personId),
  open: request.state === 'WAITING' && !request.isOver,
});

/** False, and nothing is written, if one of the same kind about the subject is waiting; waits for a concurrent insert. */
export async function insertRequest(sql: Sql, request: NewRequest): Promise<boolean> {
  const { rows } = await query`
    insert into approvals.request (id, client_id, client_name, kind, subject_id, based_on, content, facts, warnings, amount_minor,
      currency, steps, version, requested_by, requested_by_name, application, requested_at, expires_at)
    values (${request.id}, ${request.clientId}, ${request.clientName}, ${request.kind}, ${request.subjectId}, ${request.basedOn},
      ${JSON.stringify(request.content)}, ${JSON.stringify(request.facts)}, ${request.warnings}::text[],
      ${request.amountMinor?.toString() ?? null}, ${request.currency}, ${JSON.stringify(request.steps)}, ${request.version},
      ${request.requestedBy}, ${request.requestedByName}, ${request.application}, ${request.requestedAt}, ${request.expiresAt})
    on conflict (kind, subject_id) where state = 'WAITING' do nothing
    returning id
  `.execute(sql);
  return rows.length > 0;
}

/**
 * Locks requests in id order, so that decisions are serialised. The consents are read after the locks are held, because a statement that waited for a
 * lock still sees other tables as they were before.
 */
export async function lockRequests(sql: Sql, ids: readonly string[]): Promise<Map<string, RequestRecord>> {
  await query`
    select 1 from approvals.request where id = any(${ids}::uuid[]) order by id for no key update
  `.execute(sql);
  return new Map((await findRequests(sql, ids)).map((request) => [request.id, request]));
}

/** Newest first, not in the order requested; unknown ids are omitted. Without locks. */
export async function findRequests(sql: Sql, ids: readonly string[]): Promise<RequestRecord[]> {
  return select(sql, query`r.id = any(${ids}::uuid[])`, ids.length);
}

/** The ids of waiting requests about a subject, or relying on it. */
export async function findWaitingAbout(
  sql: Sql,
  subjectId: string,
): Promise<Array<{ id: string; kind: ApprovalKind; isSubject: boolean }>> {
  const { rows } = await query<{ id: string; kind: ApprovalKind; isSubject: boolean }>`
    select id, kind, subject_id = ${subjectId} as "isSubject" from approvals.request
    where state = 'WAITING' and (subject_id = ${subjectId} or based_on = ${subjectId})
  `.execute(sql);
  return rows;
}

/** The client's newest `limit` waiting requests of these kinds. */
export async function listWaitingMoney(
  sql: Sql,
  key: { readonly clientId: string; readonly kinds: readonly ApprovalKind[]; readonly limit: number },
): Promise<WaitingMoney[]> {
  const { rows } = await query<WaitingMoney>`
    select id, kind, subject_id as "subjectId" from (
      select * from approvals.request where client_id = ${key.clientId} and state = 'WAITING' order by id desc limit ${key.limit}
    ) as waiting
    where kind = any(${key.kinds}::text[])
  `.execute(sql);
  return rows;
}

/** A payment or payout that waits for approval. */
export interface WaitingMoney {
  readonly id: string;
  readonly kind: ApprovalKind;
  readonly subjectId: string;
}

/** The open request about a subject. */
export async function findWaiting(
  sql: Sql,
  { kind, subjectId }: { readonly kind: ApprovalKind; readonly subjectId: string },
): Promise<RequestRecord | undefined> {
  const [found] = await select(
    sql,
    query`r.state = 'WAITING' and r.kind = ${kind} and r.subject_id = ${subjectId}`,
    1,
  );
  return found;
}

/** The newest request about a subject, regardless of its state. */
export async function findLatest(
  sql: Sql,
  { kind, subjectId }: { readonly kind: ApprovalKind; readonly subjectId: string },
): Promise<RequestRecord | undefined> {
  const [found] = await select(sql, query`r.kind = ${kind} and r.subject_id = ${subjectId}`, 1);
  return found;
}

/** Whose requests, by at least one of the first three fields, and which of them. */
export interface RequestFilter {
  readonly clientIds?: readonly string[];
  readonly requestedBy?: string;
  /** A person who consented or closed it. */
  readonly decidedBy?: string;
  readonly open?: boolean;
  readonly state?: RequestState;
  readonly kind?: ApprovalKind;
  readonly subjectId?: string;
}

/**
 * Requests below a cursor, newest first. Each alternative walks its own index, client by client: combined in one condition, the database would read
 * every client's requests from the newest on to find a few.
 */
export async function listRequests(
  sql: Sql,
  { clientIds = [], requestedBy, decidedBy, ...which }: RequestFilter,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<RequestRecord[]> {
  const fits = conditionsOf(which);
  if (before !== undefined) fits.push(query`r.id < ${before}`);
  const newest = (whose: RawBuilder<unknown>) => query`
    (select r.id from approvals.request r where ${query.join([whose, ...fits], and)} order by r.id desc limit ${limit})`;
  const parts = [
    query`select found.id from unnest(${clientIds}::uuid[]) as client (id)
      cross join lateral ${newest(query`r.client_id = client.id`)} as found`,
  ];
  if (requestedBy !== undefined) parts.push(newest(query`r.requested_by = ${requestedBy}`));
  if (decidedBy !== undefined)
    parts.push(
      newest(query`r.closed_by = ${decidedBy}`),
      query`(select distinct c.request_id from approvals.consent c join approvals.request r on r.id = c.request_id
        where ${query.join([query`c.person_id = ${decidedBy}`, ...fits], and)} order by c.request_id desc limit ${limit})`,
    );
  return select(sql, query`r.id = any(array(${query.join(parts, query` union all `)}))`, limit);
}

const and = query` and `;

function conditionsOf({
  open,
  state,
  kind,
  subjectId,
}: Pick<RequestFilter, 'open' | 'state' | 'kind' | 'subjectId'>): RawBuilder<unknown>[] {
  const where: RawBuilder<unknown>[] = [];
  if (open !== undefined) where.push(open ? query`r.state = 'WAITING'` : query`r.state <> 'WAITING'`);
  if (state) where.push(query`r.state = ${state}`);
  if (kind) where.push(query`r.kind = ${kind}`);
  if (subjectId) where.push(query`r.subject_id = ${subjectId}`);
  return where;
}

/** Writes a consent; a person's second one to the same version breaks a constraint. */
export async function insertConsent(
  sql: Sql,
  consent: ConsentRecord & { readonly requestId: string; readonly version: string },
): Promise<void> {
  await query`
    insert into approvals.consent (request_id, version, person_id, person_name, on_behalf_of, on_behalf_of_name, at)
    values (${consent.requestId}, ${consent.version}, ${consent.personId}, ${consent.personName}, ${consent.onBehalfOf},
      ${consent.onBehalfOfName}, ${consent.at})
  `.execute(sql);
}

/** Changes nothing if the request is already closed; the caller holds its lock. */
export async function closeRequest(
  sql: Sql,
  id: string,
  closing: {
    readonly state: Exclude<RequestState, 'WAITING'>;
    readonly reason: string | null;
    readonly at: Date;
    readonly by: { readonly personId: string; readonly name: string } | null;
  },
): Promise<void> {
  await query`
    update approvals.request
    set state = ${closing.state}, reason = ${closing.reason}, closed_at = ${closing.at},
      closed_by = ${closing.by?.personId ?? null}, closed_by_name = ${closing.by?.name ?? null}
    where id = ${id} and state = 'WAITING'
  `.execute(sql);
}

/** Gives a request another version, which voids consents to the previous one. */
export async function reviseRequest(
  sql: Sql,
  id: string,
  revised: { readonly version: string; readonly warnings: readonly ApprovalWarning[] },
): Promise<void> {
  await query`
    update approvals.request set revision = revision + 1, version = ${revised.version}, warnings = ${revised.warnings}::text[]
    where id = ${id} and state = 'WAITING'
  `.execute(sql);
}

/** The ids of waiting requests affected by a change of the person's rights: their own, and the client's changes of people and policy. */
export async function listConcerned(sql: Sql, { personId, clientId }: RightsLost): Promise<string[]> {
  const { rows } = await query<{ id: string }>`
    select id from approvals.request
    where state = 'WAITING' and (
      requested_by = ${personId} ${andIf(clientId, (id) => query`client_id = ${id}`)}
      or client_id = ${clientId ?? null}::uuid and kind in ('people', 'policy'))
    order by id
  `.execute(sql);
  return rows.map(({ id }) => id);
}

/** The caller holds the lock. */
export async function setLapse(
  sql: Sql,
  id: string,
  lapse: {
    readonly lapsesAt: Date | null;
    readonly toldAbsent: readonly string[];
    readonly expiresAt?: Date;
  },
): Promise<void> {
  await query`
    update approvals.request set lapses_at = ${lapse.lapsesAt}, told_absent = ${lapse.toldAbsent}::uuid[],
      expires_at = coalesce(${lapse.expiresAt ?? null}::timestamptz, expires_at)
    where id = ${id} and state = 'WAITING'
  `.execute(sql);
}

/** Also ends the notice period. The caller holds the lock. */
export async function replaceSteps(sql: Sql, id: string, steps: readonly Step[]): Promise<void> {
  await query`
    update approvals.request set steps = ${JSON.stringify(steps)}, lapses_at = null, told_absent = '{}'
    where id = ${id} and state = 'WAITING'
  `.execute(sql);
}

export async function markReminded(sql: Sql, id: string, at: Date): Promise<void> {
  await query`update approvals.request set reminded_at = ${at} where id = ${id}`.execute(sql);
}

async function select(sql: Sql, where: RawBuilder<unknown>, limit: number): Promise<RequestRecord[]> {
  const { rows } = await query<Row>`
    select ${columns} from approvals.request r where ${where} order by r.id desc limit ${limit}
  `.execute(sql);
  return rows.map(toRecord);
}
