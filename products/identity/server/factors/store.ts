/**
 * SQL of a person's factors: enabled methods, names of passkeys and the app, the preferred method; who is cooling off after a change of
 * them; wrong codes. No decisions here.
 */
import type { Factor, FactorKind } from '@calmly/contract';
import { ruleAsked } from '@calmly/platform/exits.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { LockedOutRows } from '../locked-out-store.ts';
import { codeTries, firstCodeLockSeconds, locksUntilBlocked, wholeMinutes } from '../rules.ts';
import { type Access, appliedThen, type CoolingPerson, waitsUntil } from './cooling-off.ts';
import type { PersonFactors } from './methods.ts';

interface PersonFactorsRow {
  email: string;
  phone: string | null;
  email_codes: boolean;
  sms_codes: boolean;
  preferred_method: FactorKind | null;
  has_totp: boolean;
  has_passkey: boolean;
  recovery_codes_left: number;
}

/** The person's confirmation methods, without an unconfirmed phone. With `lock` they cannot change until the transaction ends. */
export async function findPersonFactors(
  sql: Sql,
  personId: string,
  options: { readonly lock?: true } = {},
): Promise<PersonFactors> {
  const { rows } = await query<PersonFactorsRow>`
    select p.email, case when c.state in ('DRAFT', 'EMAIL_CONFIRMED') then null else p.phone end as phone, p.email_codes, p.sms_codes, p.preferred_method,
      exists (select 1 from identity.totp where person_id = p.id) as has_totp,
      exists (select 1 from identity.passkey where person_id = p.id) as has_passkey,
      (select count(*) from identity.recovery_code where person_id = p.id and used_at is null)::int as recovery_codes_left
    from identity.person p left join identity.client c on c.holder_id = p.id
    where p.id = ${personId} ${query.raw(options.lock ? 'for update of p' : '')}
  `.execute(sql);
  const row = rows[0];
  if (!row) throw new Error(`there is no person ${personId}`);
  return {
    email: row.email,
    phone: row.phone,
    enabled: { passkey: row.has_passkey, totp: row.has_totp, sms: row.sms_codes, email: row.email_codes },
    preferred: row.preferred_method,
    recoveryCodesLeft: row.recovery_codes_left,
  };
}

interface AccessRow {
  passkeys: Date[];
  totp_at: Date | null;
  password_reset_at: Date | null;
  email_changed_at: Date | null;
  phone_changed_at: Date | null;
  lost_kinds: FactorKind[];
  lost_since: Array<Date | null>;
  lost_at: Date[];
  now: Date;
}

/** Since when the person has each factor, and recent changes; with the database's time. */
export async function findAccess(
  sql: Sql,
  personId: string,
  { enabled }: PersonFactors,
): Promise<{ access: Access; now: Date }> {
  const { rows } = await query<AccessRow>`
    select now() as now, p.password_reset_at, p.email_changed_at, p.phone_changed_at,
      (select created_at from identity.totp where person_id = p.id) as totp_at,
      array(select created_at from identity.passkey where person_id = p.id order by created_at) as passkeys,
      array(select kind from identity.lost_factor where person_id = p.id order by lost_at, kind) as lost_kinds,
      array(select since from identity.lost_factor where person_id = p.id order by lost_at, kind) as lost_since,
      array(select lost_at from identity.lost_factor where person_id = p.id order by lost_at, kind) as lost_at
    from identity.person p where p.id = ${personId}
  `.execute(sql);
  const row = rows[0];
  if (!row) throw new Error(`there is no person ${personId}`);
  const { passkeys, totp_at: totp, email_changed_at: email, phone_changed_at: sms } = row;
  const moments = [...passkeys, totp, email, sms, row.password_reset_at];
  return {
    access: {
      enabled,
      since: { passkey: passkeys[0] ?? null, totp, sms, email },
      lost: row.lost_at.flatMap((lostAt, place) => {
        const kind = row.lost_kinds[place];
        return kind ? [{ kind, since: row.lost_since[place] ?? null, lostAt }] : [];
      }),
      changes: moments.filter((at) => at !== null),
    },
    now: row.now,
  };
}

interface FactorRow {
  id: string;
  kind: Factor['kind'];
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

/** Passkeys and the app, oldest first. */
export async function listFactors(sql: Sql, personId: string): Promise<Factor[]> {
  const { rows } = await query<FactorRow>`
    select id, 'passkey' as kind, name, created_at, last_used_at from identity.passkey where person_id = ${personId}
    union all
    select id, 'totp' as kind, name, created_at, last_used_at from identity.totp where person_id = ${personId}
    order by created_at, id
  `.execute(sql);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }));
}

/** Names the person's passkey or app; false if there is none with that id. */
export async function renameFactor(
  sql: Sql,
  factor: { id: string; personId: string; name: string },
): Promise<boolean> {
  const { rows } = await query`
    with passkey as (
      update identity.passkey set name = ${factor.name} where id = ${factor.id} and person_id = ${factor.personId} returning id
    ), totp as (
      update identity.totp set name = ${factor.name} where id = ${factor.id} and person_id = ${factor.personId} returning id
    )
    select id from passkey union all select id from totp
  `.execute(sql);
  return rows.length > 0;
}

/** Records a factor that the person has given up, for as long as cooling-off may need it. */
export async function recordLostFactor(
  sql: Sql,
  lost: {
    readonly personId: string;
    readonly kind: FactorKind;
    readonly since: Date | null;
    readonly at?: Date;
  },
): Promise<void> {
  const { personId, kind, since, at = null } = lost;
  await query`
    delete from identity.lost_factor where person_id = ${personId} and lost_at < now() - interval '48 hours'
  `.execute(sql);
  await query`
    insert into identity.lost_factor (person_id, kind, since, lost_at)
    values (${personId}, ${kind}, ${since}, coalesce(${at}::timestamptz, now()))
  `.execute(sql);
}

/** Deletes the person's passkey or app. */
export async function deleteFactor(sql: Sql, factor: { id: string; personId: string }): Promise<void> {
  for (const table of ['identity.passkey', 'identity.totp'])
    await query`
      delete from ${query.raw(table)} where id = ${factor.id} and person_id = ${factor.personId}
    `.execute(sql);
}

/**
 * Deletes passkeys and the app added since a moment, and all recovery codes, which a thief may have seen. Enables codes by email if the person would
 * be left without any method.
 */
export async function deleteFactorsSince(sql: Sql, personId: string, since: Date): Promise<void> {
  for (const table of ['passkey', 'totp', 'recovery_code'])
    await query`
      delete from identity.${query.raw(table)} where person_id = ${personId}
        and ${table === 'recovery_code' ? query`true` : query`created_at >= ${since}`}`.execute(sql);
  await query`
    update identity.person p set email_codes = true
    where p.id = ${personId} and not p.sms_codes
      and not exists (select from identity.passkey where person_id = p.id)
      and not exists (select from identity.totp where person_id = p.id)`.execute(sql);
  await deleteOpenChallenges(sql, personId);
}

/** Records the message codes that the person gives up, before they are disabled or the address changes. */
export async function recordLostMessages(
  sql: Sql,
  personId: string,
  lost: { readonly email: boolean; readonly sms: boolean },
): Promise<void> {
  const { rows } = await query<{ email: Date | null; sms: Date | null }>`
    select email_changed_at as email, phone_changed_at as sms from identity.person where id = ${personId}
  `.execute(sql);
  for (const kind of ['email', 'sms'] as const)
    if (lost[kind]) await recordLostFactor(sql, { personId, kind, since: rows[0]?.[kind] ?? null });
}

/** Enables or disables codes by message. */
export async function updateMessageCodes(
  sql: Sql,
  personId: string,
  { email, sms }: { email: boolean; sms: boolean },
): Promise<void> {
  await query`
    update identity.person set email_codes = ${email}, sms_codes = ${sms} where id = ${personId}
  `.execute(sql);
}

/** Sets the method asked for first. */
export async function updatePreferred(
  sql: Sql,
  personId: string,
  preferred: FactorKind | null,
): Promise<void> {
  await query`update identity.person set preferred_method = ${preferred} where id = ${personId}`.execute(sql);
}

/** Deletes open challenges, so that pending confirmations start again with the current factors. */
export async function deleteOpenChallenges(sql: Sql, personId: string): Promise<void> {
  await query`delete from identity.challenge where person_id = ${personId} and used_at is null`.execute(sql);
}

/*
 * SQL of cooling-off: who is cooling off, and how much of their allowance is used. The allowance is per person, not per client: a stolen
 * access reaches every company the person acts for, and separate allowances would add up.
 */

export type CoolingPeople = ReadonlyMap<string, CoolingPerson>;

/** The persons among these whose access changed within the last day. Their allowances are locked until the transaction ends. */
export async function lockCooling(sql: Sql, personIds: readonly string[]): Promise<CoolingPeople> {
  ruleAsked('cooling_off');
  if (personIds.length === 0) return new Map();
  const { rows } = await query<{ personId: string; spentMinor: string }>`
    insert into identity.cooling_sum as known (person_id, spent_minor, counted_at)
    select p.id, 0, now() from identity.person p
    where p.id = any(${[...new Set(personIds)]}::uuid[]) and (
      greatest(p.password_reset_at, p.email_changed_at, p.phone_changed_at) > now() - interval '24 hours'
      or exists (select from identity.passkey k where k.person_id = p.id and k.created_at > now() - interval '24 hours')
      or exists (select from identity.totp t where t.person_id = p.id and t.created_at > now() - interval '24 hours')
    )
    order by p.id
    on conflict (person_id) do update set
      spent_minor = case when known.counted_at <= now() - interval '24 hours' then 0 else known.spent_minor end
    returning person_id as "personId", spent_minor::text as "spentMinor"
  `.execute(sql);
  const people = new Map<string, CoolingPerson>();
  for (const { personId, spentMinor } of rows) {
    const { access, now } = await findAccess(sql, personId, await findPersonFactors(sql, personId));
    people.set(personId, { access, now, spentMinor: BigInt(spentMinor) });
  }
  return people;
}

/** The same persons after one of them has used part of the allowance. */
export function afterPaying(people: CoolingPeople, personId: string, worthMinor: bigint): CoolingPeople {
  const person = people.get(personId);
  if (!person) return people;
  return new Map(people).set(personId, { ...person, spentMinor: person.spentMinor + worthMinor });
}

/** Adds payments to the persons' used allowances, which are locked. */
export async function countAllowances(
  sql: Sql,
  paid: ReadonlyArray<{ readonly personId: string; readonly worthMinor: bigint }>,
): Promise<void> {
  for (const { personId, worthMinor } of paid)
    await query`
      update identity.cooling_sum set spent_minor = spent_minor + ${worthMinor.toString()}::bigint, counted_at = now()
      where person_id = ${personId}
    `.execute(sql);
}

/** Whether cooling-off applied to a confirmation of that moment, for a payee known since then. */
export async function coolingOffApplied(
  sql: Sql,
  { personId, at, knownSince }: { readonly personId: string; readonly at: Date; readonly knownSince: Date },
): Promise<boolean> {
  const { access } = await findAccess(sql, personId, await findPersonFactors(sql, personId));
  return appliedThen(access, knownSince, at);
}

/** Until when the person cannot pay more than the allowance to payees known since a moment; undefined if a code is enough. */
export async function findCoolingOffEnd(
  sql: Sql,
  personId: string,
): Promise<(knownSince: Date) => Date | undefined> {
  const { access, now } = await findAccess(sql, personId, await findPersonFactors(sql, personId));
  return (knownSince) => waitsUntil(access, knownSince, now);
}

/*
 * Wrong codes of one person, over all challenges, methods and restarts: counted before a code is compared. Five cause a lock, each lock
 * is twice as long, and the third is permanent: only bank staff lift it, after checking the person's identity. Only a correct code
 * clears the count; time does not, so an attacker never gets more guesses. Times are the database's.
 */

/** A counted attempt. With `triesLeft` 0 it is the last one before the lock that now applies. */
export interface CountedCode {
  readonly triesLeft: number;
  /** Consecutive locks so far, including this attempt's. */
  readonly locks: number;
}

/**
 * Counts one attempt; commit it before the caller learns the outcome.
 *
 * Errors: codes_locked (429), codes_blocked (403).
 */
export async function countCode(sql: Sql, personId: string): Promise<CountedCode> {
  const { rows } = await query<{ tries: number; locks: number; is_locked: boolean }>`
    insert into identity.wrong_code as w (person_id, tries) values (${personId}, 1)
    on conflict (person_id) do update set (tries, locks, locked_until, last_at) = (
      select case when is_last then 0 else w.tries + 1 end,
        case when is_last then w.locks + 1 else w.locks end,
        case when not is_last then null
             when w.locks + 1 >= ${locksUntilBlocked} then 'infinity'
             else now() + ${firstCodeLockSeconds} * 2 ^ w.locks * interval '1 second' end,
        now()
      from (select w.tries + 1 >= ${codeTries} as is_last) as counted
    )
    where w.locked_until is null or w.locked_until <= now()
    returning tries, locks, locked_until is not null as is_locked
  `.execute(sql);
  const row = rows[0];
  if (row) return { triesLeft: row.is_locked ? 0 : codeTries - row.tries, locks: row.locks };
  await refuseLockedCodes(sql, personId);
  return countCode(sql, personId);
}

/** Remaining seconds of the lock on the person's codes, as a column: `Infinity` until staff lift it, null if there is none. */
export const codeLockSeconds = (personId: string) => query<number | null>`(
  select case when isfinite(locked_until) then ceil(extract(epoch from locked_until - now())) else 'infinity' end::float8
  from identity.wrong_code where person_id = ${personId} and locked_until > now())`;

/** Refuses while the person's codes are locked; counts nothing. Errors: codes_locked (429), codes_blocked (403). */
export async function refuseLockedCodes(sql: Sql, personId: string): Promise<void> {
  const { rows } = await query<{ seconds: number | null }>`
    select ${codeLockSeconds(personId)} as seconds`.execute(sql);
  refuseCodeLock(rows[0]?.seconds ?? null);
}

/** The same if the seconds are known. */
export function refuseCodeLock(seconds: number | null): void {
  if (seconds === null) return;
  if (seconds === Number.POSITIVE_INFINITY) throw new Problem('codes_blocked');
  throw new Problem('codes_locked', {
    params: { minutes: wholeMinutes(seconds) },
    retryAfterSeconds: seconds,
  });
}

/** A correct code resets the person's count. */
export async function clearWrongCodes(sql: Sql, personId: string): Promise<void> {
  await query`delete from identity.wrong_code where person_id = ${personId}`.execute(sql);
}

/** People with a permanent lock, since their last wrong code. */
export const blockedRows: LockedOutRows = query`
  select person_id, last_at as since from identity.wrong_code where locked_until = 'infinity'`;

/** Lifts a permanent lock; false if there is none. */
export async function unblockCodes(sql: Sql, personId: string): Promise<boolean> {
  const { rows } = await query`
    delete from identity.wrong_code where person_id = ${personId} and locked_until = 'infinity' returning person_id
  `.execute(sql);
  return rows.length > 0;
}
