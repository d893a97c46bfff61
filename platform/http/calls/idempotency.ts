/**
 * Idempotency: the same key of the same client on the same endpoint does its work once and returns the same bytes again to the person (or application)
 * who sent it. A colleague's key is refused like one of another request. Also: the hash of a request, by which a key knows its own, and how stored
 * answers are packed.
 *
 * A claim is a lock that ends with the business transaction, and the key is stored with its response in that transaction: work, key and
 * response are committed together or not at all. A concurrent duplicate waits in the claim until the first has ended, then replays its
 * response, or runs itself if there is none. A caller that expects no duplicate reads without a lock (`findKeys`); the unique key stops
 * it if there was one.
 *
 * Stored are 2xx and the definitive refusals of executed rules (404, 409, 422); never a 203, 400, 401, 429 or 5xx, after which the same
 * key may be tried again. Kept for 30 days; of a call that may have moved money, the key's id is kept for ever, so that it is refused then.
 * Everything takes lists; a single request is a list of one.
 *
 * Errors: `idempotency_key_required`, `idempotency_key_reused`; a wait beyond the lock timeout is `overloaded`. Source: server page
 * section 2; reliability design 4.5.
 */
import { hash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { EndpointSpec } from '@calmly/contract';
import { sql } from 'kysely';
import { violatesUnique } from '../../database.ts';
import { type Purge, purgeOf } from '../../jobs/purge.ts';
import { binaryBytes, binaryUuids } from '../../postgres/values.ts';
import { Problem } from '../../problem.ts';
import type { RequestContext, Sql, Work } from '../../work.ts';

export interface Claim {
  readonly clientId: string;
  readonly endpointId: string;
  readonly key: string;
  /** Hash of the HTTP request and its caller, hex. The same key with another hash is a mistake of the caller. */
  readonly hash: string;
}

export interface StoredAnswer {
  readonly status: number;
  /** The exact bytes sent. */
  readonly body: string;
}

/** A call with its answer. `lasts`: its key is refused even after the answer was deleted. */
export type AnsweredClaim = Claim & StoredAnswer & { readonly lasts?: boolean };

/** Whether a key with this answer is kept for ever, because its call may have moved money. */
export const lastsAfter = ({ money }: Pick<EndpointSpec, 'money'>, status: number): boolean =>
  money !== undefined && status < 300;

/**
 * `claimed`: do the work, then store its answer. `replay`: send this answer. `reused`: the key belongs to another HTTP request. `sameAs`: the list
 * itself holds the same HTTP request at that earlier position; use its answer.
 */
export type ClaimVerdict =
  | 'claimed'
  | 'reused'
  | { readonly replay: StoredAnswer }
  | { readonly sameAs: number };

/** Whether an earlier transaction stored the key with its answer, which a standby may not have yet (`replicateWhatWasRead`). */
export const isReplay = (verdict: ClaimVerdict | undefined): verdict is { readonly replay: StoredAnswer } =>
  typeof verdict === 'object' && 'replay' in verdict;

const storedStatuses = new Set([200, 201, 202, 204, 404, 409, 422]);

/** Whether an answer of this status settles its key. */
export function isDefinitive(status: number): boolean {
  return storedStatuses.has(status);
}

/** The claim of a call; throws if it has no key. */
export function claimOf(request: RequestContext, clientId: string): Claim {
  if (request.idempotencyKey === undefined) throw new Problem('idempotency_key_required');
  return { clientId, endpointId: request.endpointId, key: request.idempotencyKey, hash: request.hash };
}

/** Claims keys in the open transaction; returns one verdict per claim, in order. */
export async function claimKeys(db: Sql, claims: readonly Claim[]): Promise<ClaimVerdict[]> {
  const [, verdicts] = await Promise.all([lockKeys(db, claims), findKeys(db, claims)]);
  return verdicts;
}

/**
 * The same verdicts without a lock. When two transactions both find a key free, the database refuses the later one's answer
 * (`isKeyConflict`); its caller rolls back and starts again with `claimKeys`.
 */
export async function findKeys(db: Sql, claims: readonly Claim[]): Promise<ClaimVerdict[]> {
  const ids = claims.map(keyId);
  const earlier = await readEarlier(db, claims, ids);
  const firstPlace = new Map<string, number>();
  return claims.map((claim, index): ClaimVerdict => {
    const id = ids[index] ?? '';
    // A stored answer comes first: a repeat of that HTTP request is replayed even beside one with another body.
    const call = earlier.get(id);
    if (call !== undefined)
      return call.request === requestId(claim)
        ? { replay: { status: call.status, body: bodyOf(call) } }
        : 'reused';
    const first = firstPlace.get(id);
    if (first !== undefined) return claims[first]?.hash === claim.hash ? { sameAs: first } : 'reused';
    firstPlace.set(id, index);
    return 'claimed';
  });
}

/** Whether an error says that another transaction has stored one of the keys. Other unique constraints are unrelated to keys. */
export const isKeyConflict = (error: unknown): boolean => violatesUnique(error, 'idempotency_key_pkey');

/** Stores keys with their answers in the transaction that found them free. A claimed key without an answer may be retried. */
export async function storeAnswers(db: Sql, answers: readonly AnsweredClaim[]): Promise<void> {
  if (answers.length === 0) return;
  await sql`
    insert into platform.idempotency_key (id, request, status, body, lasts)
    select
      unnest(${binaryUuids(answers.map(keyId))}::uuid[]),
      unnest(${binaryUuids(answers.map(requestId))}::uuid[]),
      unnest(${answers.map((answer) => answer.status)}::smallint[]),
      unnest(${binaryBytes(answers.map((answer) => packAnswer(answer.body)))}::bytea[]),
      unnest(${answers.map((answer) => (answer.lasts ? true : null))}::boolean[])
  `.execute(db);
}

/** Answers are deleted after 30 days, together with the keys that do not last. */
const isOver = "created_at < now() - interval '30 days'";
export const idempotencyPurge: Purge = {
  name: 'platform.idempotency_key',
  async deleteSome(db, limit) {
    const { rows } = await sql<{ count: number }>`
      with gone as (
        delete from platform.idempotency_key where ctid = any(array(
          select ctid from platform.idempotency_key where ${sql.raw(isOver)} limit ${limit} for update skip locked))
        returning id, lasts
      ), spent as (
        insert into platform.spent_key (id) select id from gone where lasts
      )
      select count(*)::integer as count from gone`.execute(db);
    return rows[0]?.count ?? 0;
  },
};
/** Keys stored before answers were packed. */
export const earlierKeysPurge = purgeOf('platform.idempotency_key_before', isOver);

interface EarlierCall {
  readonly id: string;
  /** Null if the answer is no longer stored. */
  readonly request: string | null;
  readonly status: number;
  /** Null for answers stored before packing was introduced. */
  readonly packed: Buffer | null;
  readonly text: string | null;
}

const bodyOf = ({ packed, text }: EarlierCall): string => (packed ? unpackAnswer(packed) : (text ?? ''));

/** In a fixed order: two groups that share keys wait for each other without deadlock. */
async function lockKeys(db: Sql, claims: readonly Claim[]): Promise<void> {
  await sql`
    select count(pg_advisory_xact_lock(lock)) from (
      select hashtextextended(name, 0) as lock from unnest(${claims.map(nameOf)}::text[]) as name order by 1
    ) as ordered
  `.execute(db);
}

/** Reads by key ids. A later statement than the locks, so that it sees the commits of the transactions it waited for. */
async function readEarlier(
  db: Sql,
  claims: readonly Claim[],
  ids: readonly string[],
): Promise<Map<string, EarlierCall>> {
  const list = binaryUuids(ids);
  const { rows } = await sql<EarlierCall>`
    select id, request, status, body as packed, null as text
    from platform.idempotency_key join unnest(${list}::uuid[]) as claim (id) using (id)
    union all
    select id, left(hash, 32)::uuid, status, null, body
    from platform.idempotency_key_before
    join unnest(
      ${list}::uuid[],
      ${binaryUuids(claims.map((claim) => claim.clientId))}::uuid[],
      ${claims.map((claim) => claim.endpointId)}::text[],
      ${claims.map((claim) => claim.key)}::text[]
    ) as claim (id, client_id, endpoint_id, key) using (client_id, endpoint_id, key)
    union all
    select id, null, null, null, null
    from platform.spent_key join unnest(${list}::uuid[]) as claim (id) using (id)
  `.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

function nameOf(claim: Pick<Claim, 'clientId' | 'endpointId' | 'key'>): string {
  return `${claim.clientId} ${claim.endpointId} ${claim.key}`;
}

/**
 * The id under which a key is stored. It starts like the key, so that keys generated in time order are stored side by side; the rest is a hash that
 * includes the client, so that no one can choose a key that collides with another client's.
 */
export function keyId(claim: Pick<Claim, 'clientId' | 'endpointId' | 'key'>): string {
  const digest = hash('sha256', nameOf(claim), 'hex');
  const [, high, low] = beginningOfUuid.exec(claim.key) ?? [];
  return asUuid(
    `${high ?? digest.slice(20, 28)}${low ?? digest.slice(28, 32)}${digest.slice(0, 20)}`.toLowerCase(),
  );
}

const beginningOfUuid = /^([0-9a-f]{8})-([0-9a-f]{4})-/i;

/** The compared part of the request hash: 128 bits. */
const requestId = ({ hash: digest }: Claim): string => asUuid(digest);

const asUuid = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;

/*
 * Stored answers, packed: deflated with a dictionary, because answers of one endpoint have the same names and many of the same values. An answer to a
 * payment shrinks to less than a third, in about ten microseconds.
 *
 * The first byte says how: `plain` or by which dictionary. A dictionary never changes, since answers packed with it are read for 30 days: another one gets
 * a number of its own.
 */

const plain = 0;
const firstDictionary = 1;

/** Content that answers share; the most common comes last. */
const dictionary = Buffer.from(
  `"field":"code":{"type":"about:blank","title":"","status":422,"detail":"","code":"insufficient_funds","request_id":"","Instrument":"BTCEPI","Side":"BUY","SELL","Price":"Quantity":"Filled":\
"TransactionType":"INTERNAL","SEPA_INSTANT","SWIFT","OWN","TransactionStatus":"EXECUTED","WAITING_APPROVAL","currency":"USD","GBP","Direction":"CREDIT","CounterpartyCountry":"LT","EE","FR",\
"processing_status":"COMPLETED","isRequest":true,"IsConfidential":true,{"Id":"019","Number":"PAY-2026-00","payment_date":"2026-11-2T0:00:00.000Z","UpdatedAt":"2026-12-1T1:00:00.000Z","Version":5,\
"amount_num":"1.00","currency":"EUR","Fee":"0.20","Direction":"DEBIT","TransactionStatus":"PENDING_FINANCE_INSTITUTION","processing_status":"PROCESSING","TransactionType":"SEPA","ReturnPart":null,\
"details":"Invoice ","AccountId":"01a","AccountName":"Main","CounterpartyName":"","CounterpartyAccount":"DE","CounterpartyCountry":"DE","BeneficiaryId":"01a","OrderedBy":null,"Converted":null,\
"IsConfidential":false,"MaskOf":null,"isRequest":false,"isCardTrans":false}`,
);
/** The smallest window that fits the dictionary, and little memory, because most of the cost per answer is set-up. */
const settings = { dictionary, windowBits: 12, memLevel: 3, level: 3, chunkSize: 1024 };

/** An answer's text in its stored form. */
export function packAnswer(body: string): Buffer {
  const bytes = Buffer.from(body);
  const deflated = deflateRawSync(bytes, settings);
  return deflated.length < bytes.length
    ? Buffer.concat([Buffer.of(firstDictionary), deflated])
    : Buffer.concat([Buffer.of(plain), bytes]);
}

/** The original text, byte for byte. Throws if the format is unknown. */
export function unpackAnswer(packed: Buffer): string {
  const bytes = packed.subarray(1);
  if (packed[0] === plain) return bytes.toString();
  if (packed[0] === firstDictionary) return inflateRawSync(bytes, settings).toString();
  throw new Error(`a stored answer is packed in an unknown way: ${packed[0]}`);
}

/*
 * The hash that a two-factor code and an idempotency key are bound to: everything that decides what an HTTP request does.
 *
 * JSON is written canonically (RFC 8785: keys in the order of their UTF-16 units, no spaces, ECMAScript's own numbers and strings), so
 * that texts with the same meaning have the same hash, and any change of meaning changes it.
 */

export interface HashedRequest {
  readonly endpointId: string;
  /** The acting client; empty for anonymous calls. */
  readonly clientId: string;
  /** The acting person, and the application acting for them; empty for anonymous calls. The same body from a colleague is a different request. */
  readonly principal: string;
  readonly params: unknown;
  readonly query: unknown;
  /** The body as received, after validation. */
  readonly body: unknown;
}

/** SHA-256, hex. */
export function requestHash(request: HashedRequest): string {
  const { endpointId, clientId, principal, params, query, body } = request;
  return hash(
    'sha256',
    canonicalJson([endpointId, clientId, principal, params ?? null, query ?? null, body ?? null]),
    'hex',
  );
}

/** Canonical JSON of a parsed value; the schema that accepted it bounds its depth. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}

/** Whose key a call's is: the acting client's, or that of one of the bank's people. */
export function keyOwnerOf({ actor }: Pick<Work, 'actor'>): string {
  if (actor.kind === 'staff') return actor.personId;
  if (actor.kind !== 'client') throw new Error('an idempotent call must belong to a client or to staff');
  return actor.clientId;
}
