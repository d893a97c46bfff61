/**
 * SQL of a person's factors: enabled methods, names of passkeys and the app, the preferred method. No decisions here.
 */
import type { Factor, FactorKind } from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { Access } from './cooling-off.ts';
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
