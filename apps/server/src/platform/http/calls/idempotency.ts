/**
 * Idempotency: the same key of the same client on the same endpoint does its work once and returns the same bytes again to the person (or application)
 * who sent it. A colleague's key is refused like one of another request.
 *
 * A claim is a lock that ends with the business transaction, and the key is stored with its response in that transaction: work, key and
 * response are committed together or not at all. A concurrent duplicate waits in the claim until the first has ended, then replays its
 * response, or runs itself if there is none. A caller that expects no duplicate reads without a lock (`findKeys`); the unique key stops
 * it if there was one.
 *
 * Stored are 2xx and the definitive refusals of executed rules (404, 409, 422); never a 203, 400, 401, 429 or 5xx, after which the same
 * key may be tried again. Kept for 30 days. Everything takes lists; a single request is a list of one.
 *
 * Errors: `idempotency_key_required`, `idempotency_key_reused`; a wait beyond the lock timeout is `overloaded`. Source: server page
 * section 2; reliability design 4.5.
 */
import { sql } from 'kysely';
import { violatesUnique } from '../../database.ts';
import { purgeOf } from '../../jobs/purge.ts';
import { binaryTexts } from '../../postgres/values/binary-texts.ts';
import { binaryUuids } from '../../postgres/values/binary-uuids.ts';
import { Problem } from '../../problem.ts';
import type { RequestContext, Sql } from '../../work.ts';

export interface Claim {
  readonly clientId: string;
  readonly endpointId: string;
  readonly key: string;
  /** Of the request and of who makes it: the same key with another one is a mistake of the caller. */
  readonly hash: string;
}

export interface StoredAnswer {
  readonly status: number;
  /** Exactly as it went out. */
  readonly body: string;
}

/**
 * `claimed`: do the work, then store its answer. `replay`: answer this. `reused`: the key belongs to another request.
 * `sameAs`: the list itself holds the same request at that earlier place; answer what that one is answered.
 */
export type ClaimVerdict =
  | 'claimed'
  | 'reused'
  | { readonly replay: StoredAnswer }
  | { readonly sameAs: number };

/** Whether a key was stored with its answer by an earlier transaction, which a standby may not have yet (`replicateWhatWasRead`). */
export const isReplay = (verdict: ClaimVerdict | undefined): verdict is { readonly replay: StoredAnswer } =>
  typeof verdict === 'object' && 'replay' in verdict;

const storedStatuses = new Set([200, 201, 202, 204, 404, 409, 422]);

/** Whether an answer of this status settles its key. */
export function isDefinitive(status: number): boolean {
  return storedStatuses.has(status);
}

/** The claim of a call; throws when it came without a key. */
export function claimOf(request: RequestContext, clientId: string): Claim {
  if (request.idempotencyKey === undefined) throw new Problem('idempotency_key_required');
  return { clientId, endpointId: request.endpointId, key: request.idempotencyKey, hash: request.hash };
}

/** Claims keys in the open transaction; answers one verdict per claim, in order. */
export async function claimKeys(db: Sql, claims: readonly Claim[]): Promise<ClaimVerdict[]> {
  const [, verdicts] = await Promise.all([lockKeys(db, claims), findKeys(db, claims)]);
  return verdicts;
}

/**
 * The same verdicts without a lock. When two transactions both find a key free, the database refuses the later one's answer
 * (`isKeyConflict`); its caller rolls back and starts again with `claimKeys`.
 */
export async function findKeys(db: Sql, claims: readonly Claim[]): Promise<ClaimVerdict[]> {
  const earlier = await readEarlier(db, claims);
  const firstPlace = new Map<string, number>();
  return claims.map((claim, index): ClaimVerdict => {
    const name = nameOf(claim);
    // A stored answer comes first: a repeat of that request is replayed even beside one with another body.
    const call = earlier.get(name);
    if (call !== undefined)
      return call.hash === claim.hash ? { replay: { status: call.status, body: call.body } } : 'reused';
    const first = firstPlace.get(name);
    if (first !== undefined) return claims[first]?.hash === claim.hash ? { sameAs: first } : 'reused';
    firstPlace.set(name, index);
    return 'claimed';
  });
}

/** Whether an error says that another transaction has stored one of the keys. Other unique constraints say nothing about keys. */
export const isKeyConflict = (error: unknown): boolean => violatesUnique(error, 'idempotency_key_pkey');

/**
 * Stores keys with their answers in the transaction in which they were found free. A claimed key without an answer may be tried again.
 */
export async function storeAnswers(db: Sql, answers: ReadonlyArray<Claim & StoredAnswer>): Promise<void> {
  if (answers.length === 0) return;
  await sql`
    insert into platform.idempotency_key (client_id, endpoint_id, key, hash, status, body)
    select
      unnest(${binaryUuids(answers.map((answer) => answer.clientId))}::uuid[]),
      unnest(${answers.map((answer) => answer.endpointId)}::text[]),
      unnest(${answers.map((answer) => answer.key)}::text[]),
      unnest(${answers.map((answer) => answer.hash)}::text[]),
      unnest(${answers.map((answer) => answer.status)}::smallint[]),
      unnest(${binaryTexts(answers.map((answer) => answer.body))}::text[])
  `.execute(db);
}

/** Keys are forgotten after 30 days. */
export const idempotencyPurge = purgeOf(
  'platform.idempotency_key',
  "created_at < now() - interval '30 days'",
);

interface EarlierCall extends StoredAnswer {
  readonly hash: string;
}

/** In one fixed order: two groups that share keys wait for each other, never in both directions. */
async function lockKeys(db: Sql, claims: readonly Claim[]): Promise<void> {
  await sql`
    select count(pg_advisory_xact_lock(lock)) from (
      select hashtextextended(name, 0) as lock from unnest(${claims.map(nameOf)}::text[]) as name order by 1
    ) as ordered
  `.execute(db);
}

/** A later statement than the locks, so that it sees what the waited-for transaction has committed. */
async function readEarlier(db: Sql, claims: readonly Claim[]): Promise<Map<string, EarlierCall>> {
  const { rows } = await sql<Claim & StoredAnswer>`
    select client_id as "clientId", endpoint_id as "endpointId", key, hash, status, body
    from platform.idempotency_key
    join unnest(
      ${binaryUuids(claims.map((claim) => claim.clientId))}::uuid[],
      ${claims.map((claim) => claim.endpointId)}::text[],
      ${claims.map((claim) => claim.key)}::text[]
    ) as claim (client_id, endpoint_id, key) using (client_id, endpoint_id, key)
  `.execute(db);
  return new Map(rows.map((row) => [nameOf(row), row]));
}

function nameOf(claim: Pick<Claim, 'clientId' | 'endpointId' | 'key'>): string {
  return `${claim.clientId} ${claim.endpointId} ${claim.key}`;
}
