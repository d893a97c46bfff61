/** SQL of challenges: opened once per HTTP request, at most five attempts, used once. Times are the database's. */
import type { ConfirmationMethod } from '@calmly/contract';
import type { Locale, Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { codeLockSeconds } from '../factors/wrong-codes.ts';
import { codeSeconds, codeTries, resendSeconds } from '../rules.ts';

/** The holder of a challenge: a session, or at sign-in the browser with this device cookie. */
export type Holder = { readonly sessionId: string } | { readonly deviceHash: Buffer };

/** How a challenge is confirmed. `sentTo` is the recipient of a sent code, otherwise empty. */
export interface Way {
  readonly method: ConfirmationMethod;
  readonly sentTo: string;
}

export interface ChallengeText extends Way {
  readonly summary: string;
  readonly locale: Locale;
}

export interface NewChallenge extends ChallengeText {
  readonly id: string;
  readonly personId: string;
  readonly clientId: string;
  readonly holder: Holder;
  readonly endpointId: string;
  readonly requestHash: string;
  readonly snapshot: string;
  /** The summary in each language: repeating the request in another language asks for the same code. */
  readonly summaries: Readonly<Record<Locale, string>>;
  readonly recoveryAllowed: boolean;
  /** If set, only this method confirms, with a factor older than that moment; null: any method and factor. */
  readonly factorsBefore: Date | null;
}

export interface OpenChallenge extends ChallengeText {
  readonly id: string;
  readonly personId: string;
  readonly requestHash: string;
  readonly snapshot: string;
  readonly recoveryAllowed: boolean;
  readonly factorsBefore: Date | null;
  /** Number of the last code sent; 0 if none was. */
  readonly sends: number;
  /** Whether this statement made a new code, which now has to be sent. */
  readonly codeIsNew: boolean;
  readonly expiresInSeconds: number;
  readonly resendInSeconds: number;
}

interface ChallengeRow {
  id: string;
  person_id: string;
  request_hash: string;
  snapshot: string;
  recovery_allowed: boolean;
  factors_before: Date | null;
  method: ConfirmationMethod;
  sent_to: string;
  summary: string;
  locale: Locale;
  sends: number;
  code_is_new: boolean;
  expires_in: number;
  resend_in: number;
}

const interval = (seconds: number) => query.raw(`interval '${seconds} seconds'`);

const openColumns = query`
  id, person_id, request_hash, snapshot, recovery_allowed, factors_before, method, sent_to, summary, locale, sends,
  sent_to <> '' and sent_at = now() as code_is_new,
  ceil(extract(epoch from expires_at - now()))::int as expires_in,
  case when sends = 0 then 0
    else greatest(ceil(extract(epoch from sent_at + ${interval(resendSeconds)} - now())), 0)::int end as resend_in`;

const toOpenChallenge = (row: ChallengeRow): OpenChallenge => ({
  id: row.id,
  personId: row.person_id,
  requestHash: row.request_hash,
  snapshot: row.snapshot,
  recoveryAllowed: row.recovery_allowed,
  factorsBefore: row.factors_before,
  method: row.method,
  sentTo: row.sent_to,
  summary: row.summary,
  locale: row.locale,
  sends: row.sends,
  codeIsNew: row.code_is_new,
  expiresInSeconds: row.expires_in,
  resendInSeconds: row.resend_in,
});

const heldBy = (holder: Holder) =>
  'sessionId' in holder ? query`session_id = ${holder.sessionId}` : query`device_hash = ${holder.deviceHash}`;
const sessionOf = (holder: Holder) => ('sessionId' in holder ? holder.sessionId : null);
const deviceOf = (holder: Holder) => ('deviceHash' in holder ? holder.deviceHash : null);
const live = query`used_at is null and expires_at > now() and tries < ${query.raw(String(codeTries))}`;

/** Deletes the challenge of this very request if nothing could confirm it any more, or if its summary has changed. */
export async function deleteDeadChallenge(sql: Sql, challenge: NewChallenge): Promise<void> {
  await query`
    delete from identity.challenge
    where request_hash = ${challenge.requestHash} and person_id = ${challenge.personId} and used_at is null
      and ${heldBy(challenge.holder)}
      and (expires_at <= now() or tries >= ${codeTries} or snapshot <> ${challenge.snapshot}
        or summary <> case locale when 'ru' then ${challenge.summaries.ru} else ${challenge.summaries.en} end
        or factors_before is distinct from ${challenge.factorsBefore})
  `.execute(sql);
}

/** Opens a challenge, or reuses the live one of the same request, with another code once the countdown is over. */
export async function openChallenge(sql: Sql, challenge: NewChallenge): Promise<OpenChallenge> {
  const { holder } = challenge;
  const target =
    'sessionId' in holder
      ? query`(session_id, request_hash) where used_at is null and session_id is not null`
      : query`(device_hash, person_id, request_hash) where used_at is null and device_hash is not null`;
  const { rows } = await query<ChallengeRow>`
    insert into identity.challenge as c (id, person_id, client_id, session_id, device_hash, endpoint_id, request_hash,
      snapshot, recovery_allowed, factors_before, method, sent_to, sends, summary, locale, expires_at)
    values (${challenge.id}, ${challenge.personId}, ${challenge.clientId}, ${sessionOf(holder)}, ${deviceOf(holder)},
      ${challenge.endpointId}, ${challenge.requestHash}, ${challenge.snapshot}, ${challenge.recoveryAllowed},
      ${challenge.factorsBefore}, ${challenge.method}, ${challenge.sentTo}, ${challenge.sentTo === '' ? 0 : 1}, ${challenge.summary},
      ${challenge.locale}, now() + ${interval(codeSeconds)})
    on conflict ${target} do update set summary = excluded.summary, locale = excluded.locale, ${renewed}
    returning ${openColumns}
  `.execute(sql);
  return toOpenChallenge(rows[0] as ChallengeRow);
}

/** Another code for the same challenge, if it sends codes and the countdown is over. Attempts are kept. */
const renewed = query`
  (sends, sent_at, expires_at) = (
    select case when due then c.sends + 1 else c.sends end,
      case when due then now() else c.sent_at end,
      case when due then now() + ${interval(codeSeconds)} else c.expires_at end
    from (select c.sent_to <> '' and c.sent_at <= now() - ${interval(resendSeconds)} as due) as countdown
  )`;

/** Makes another code for this holder's open challenge, if it sends codes and the countdown is over. */
export async function renewChallenge(
  sql: Sql,
  id: string,
  holder: Holder,
): Promise<OpenChallenge | undefined> {
  const { rows } = await query<ChallengeRow>`
    update identity.challenge as c set ${renewed}
    where id = ${id} and ${heldBy(holder)} and sent_to <> '' and ${live}
    returning ${openColumns}
  `.execute(sql);
  return rows[0] && toOpenChallenge(rows[0]);
}

/** This holder's open challenge, locked. */
export async function lockChallenge(
  sql: Sql,
  id: string,
  holder: Holder,
): Promise<OpenChallenge | undefined> {
  const { rows } = await query<ChallengeRow>`
    select ${openColumns} from identity.challenge
    where id = ${id} and ${heldBy(holder)} and ${live} for update
  `.execute(sql);
  return rows[0] && { ...toOpenChallenge(rows[0]), codeIsNew: false };
}

/** Switches the challenge to another method, with a new code if codes are sent. Attempts are kept. */
export async function changeWay(sql: Sql, id: string, { method, sentTo }: Way): Promise<OpenChallenge> {
  const { rows } = await query<ChallengeRow>`
    update identity.challenge set method = ${method}, sent_to = ${sentTo}, expires_at = now() + ${interval(codeSeconds)},
      sends = case when ${sentTo !== ''} then sends + 1 else sends end,
      sent_at = case when ${sentTo !== ''} then now() else sent_at end
    where id = ${id}
    returning ${openColumns}
  `.execute(sql);
  return toOpenChallenge(rows[0] as ChallengeRow);
}

export interface RequestChallenges {
  /** The challenge that a code for the request would be for. */
  readonly liveId: string | undefined;
  /** How long the person's codes are locked, so that a guess can be refused without counting; see `codeLockSeconds`. */
  readonly lockSeconds: number | null;
  /** Recently used challenges with their proofs, as a double click or a lost answer may send a proof again. */
  readonly used: readonly { readonly id: string; readonly proofHash: Buffer | null }[];
}

interface RequestKey {
  readonly holder: Holder;
  readonly personId: string;
  readonly clientId: string;
  readonly endpointId: string;
  readonly requestHash: string;
}

/** Whether the holder was asked for a code for the same call with other content, and never for this request. */
export async function isForAnotherRequest(sql: Sql, by: RequestKey): Promise<boolean> {
  const { rows } = await query<{ other: boolean }>`
    select exists (
      select from identity.challenge
      where person_id = ${by.personId} and client_id = ${by.clientId} and endpoint_id = ${by.endpointId}
        and request_hash <> ${by.requestHash} and ${heldBy(by.holder)} and ${live}
    ) and not exists (
      select from identity.challenge
      where request_hash = ${by.requestHash} and person_id = ${by.personId} and ${heldBy(by.holder)}
    ) as other
  `.execute(sql);
  return rows[0]?.other ?? false;
}

/** The challenges of exactly this request, held by this session or browser. */
export async function findRequestChallenges(sql: Sql, by: RequestKey): Promise<RequestChallenges> {
  const { rows } = await query<{
    id: string;
    proof_hash: Buffer | null;
    is_used: boolean;
    lock_seconds: number | null;
  }>`
    select id, proof_hash, used_at is not null as is_used,
      ${codeLockSeconds(by.personId)} as lock_seconds
    from identity.challenge
    where request_hash = ${by.requestHash} and person_id = ${by.personId} and client_id = ${by.clientId}
      and endpoint_id = ${by.endpointId} and ${heldBy(by.holder)}
      and (${live} or used_at > now() - ${interval(codeSeconds)})
  `.execute(sql);
  return {
    liveId: rows.find((row) => !row.is_used)?.id,
    lockSeconds: rows[0]?.lock_seconds ?? null,
    used: rows.filter((row) => row.is_used).map((row) => ({ id: row.id, proofHash: row.proof_hash })),
  };
}

/** The values that a proof is compared with. */
export interface TriedChallenge {
  readonly method: ConfirmationMethod;
  readonly sends: number;
  /** Hash of the earlier accepted proof, if any. */
  readonly proofHash: Buffer | null;
  readonly triesLeft: number;
}

/** Counts one attempt; returns the values to compare with, or undefined if no attempt is left. */
export async function countChallengeTry(sql: Sql, id: string): Promise<TriedChallenge | undefined> {
  const { rows } = await query<{
    method: ConfirmationMethod;
    sends: number;
    proof_hash: Buffer | null;
    tries_left: number;
  }>`
    update identity.challenge set tries = tries + 1 where id = ${id} and ${live}
    returning method, sends, proof_hash, ${codeTries} - tries as tries_left
  `.execute(sql);
  const row = rows[0];
  return (
    row && { method: row.method, sends: row.sends, proofHash: row.proof_hash, triesLeft: row.tries_left }
  );
}

/** Undoes the count of a correct proof and stores it, so that the same proof is accepted until the challenge is used. */
export async function keepProof(sql: Sql, id: string, proofHash: Buffer): Promise<void> {
  await query`
    update identity.challenge set tries = greatest(tries - 1, 0), proof_hash = ${proofHash} where id = ${id}
  `.execute(sql);
}

/** The key that codes are derived with. */
export async function findCodeKey(sql: Sql): Promise<Buffer> {
  const { rows } = await query<{ key: Buffer }>`select key from identity.code_key`.execute(sql);
  if (!rows[0]) throw new Error('the key of codes is missing');
  return rows[0].key;
}

// SQL of the use of challenges: once, by their holder, for what they showed. Times are the database's.

export interface Consumption {
  readonly challengeId: string;
  readonly sessionId: string;
  readonly snapshot: string;
  /** It must have been confirmed by a factor older than this; null: by any. */
  readonly factorsBefore: Date | null;
}

/**
 * Marks challenges as used if they are unused, alive and of that session, snapshot and age of factor; returns their ids. Locks the rows in id order:
 * if two groups use the same code at once, one gets it, without deadlock.
 */
export async function consumeChallenges(sql: Sql, wanted: readonly Consumption[]): Promise<string[]> {
  const { rows } = await query<{ id: string }>`
    with wanted as (
      select distinct * from unnest(${wanted.map((one) => one.challengeId)}::uuid[],
        ${wanted.map((one) => one.sessionId)}::uuid[], ${wanted.map((one) => one.snapshot)}::text[],
        ${wanted.map((one) => one.factorsBefore)}::timestamptz[])
        as w (id, session_id, snapshot, factors_before)
    ), locked as (
      select c.id from identity.challenge c join wanted w using (id)
      where c.session_id = w.session_id and c.snapshot = w.snapshot
        and (w.factors_before is null or c.factors_before <= w.factors_before) and c.used_at is null and c.expires_at > now()
      order by c.id for update of c
    )
    update identity.challenge c set used_at = now() from locked where c.id = locked.id
    returning c.id
  `.execute(sql);
  return rows.map((row) => row.id);
}

/** Marks the sign-in challenge of this browser as used; false if it no longer exists. */
export async function consumeDeviceChallenge(sql: Sql, id: string, deviceHash: Buffer): Promise<boolean> {
  const { rows } = await query`
    update identity.challenge set used_at = now()
    where id = ${id} and device_hash = ${deviceHash} and used_at is null and expires_at > now()
    returning id
  `.execute(sql);
  return rows.length > 0;
}
