/**
 * The progress of a draft: its email and phone are confirmed, its entries become the profile, or it is deleted. The caller (`onboarding`) decides
 * when; this file writes it.
 */
import type { ResidentialAddress } from '@calmly/contract';
import { before } from '@calmly/platform/jobs/retention.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { emailKey } from '../rules.ts';
import type { Draft } from './registration.ts';

/** Whether the person's address is confirmed. */
export async function isEmailConfirmed(sql: Sql, personId: string): Promise<boolean> {
  const { rows } = await query`
    select from identity.person where id = ${personId} and email_confirmed_at is not null
  `.execute(sql);
  return rows.length > 0;
}

/** Confirms the address as this person's; the caller has checked that it is free (`isEmailTaken`). */
export async function confirmEmail({ sql, now }: Pick<Work, 'sql' | 'now'>, personId: string): Promise<void> {
  await query`update identity.person set email_confirmed_at = ${now} where id = ${personId}`.execute(sql);
}

/** Replaces an email or phone that was not confirmed yet. */
export async function correctContact(
  sql: Sql,
  personId: string,
  contact: { readonly email: string } | { readonly phone: string },
): Promise<void> {
  if ('phone' in contact) {
    await query`update identity.person set phone = ${contact.phone} where id = ${personId}`.execute(sql);
    return;
  }
  const { email } = contact;
  await query`
    update identity.person set email = ${email}, email_key = ${emailKey(email)}
    where id = ${personId} and email_confirmed_at is null
  `.execute(sql);
}

/** An individual's profile as entered. */
export interface IndividualProfile {
  readonly firstName: string;
  readonly lastName: string;
  /** Unix time in seconds. */
  readonly dateOfBirth: number;
  readonly citizenship: string;
  readonly accountType: string;
  /** Its country becomes the country of residence. */
  readonly address: ResidentialAddress;
}

/** Fills the profile with the entered data. */
export async function fillProfile(sql: Sql, clientId: string, profile: IndividualProfile): Promise<void> {
  const { address } = profile;
  await query`
    update identity.client set first_name = ${profile.firstName}, last_name = ${profile.lastName},
      date_of_birth = (timestamp 'epoch' + ${profile.dateOfBirth}::bigint * interval '1 second')::date,
      citizenship = ${profile.citizenship}, residence = ${address.country}, account_type = ${profile.accountType},
      address_line1 = ${address.line1}, address_line2 = ${address.line2}, address_post_code = ${address.postCode},
      address_town = ${address.town}, address_country = ${address.country}
    where id = ${clientId}
  `.execute(sql);
}

/** Condition for an abandoned registration (person `p`, profile `c`): no terms, no company, no sign-in for a while. */
const isAbandoned = query.raw(`
  c.state in ('DRAFT', 'EMAIL_CONFIRMED', 'SMS_CONFIRMED') and c.created_at < ${before('onboarding.application')}
  and not exists (select from identity.session s where s.person_id = p.id and s.last_seen_at >= ${before('onboarding.application')})
  and not exists (select from identity.terms_acceptance t where t.person_id = p.id)
  and not exists (select from identity.membership m where m.person_id = p.id and m.client_id <> c.id)
  and not exists (select from identity.client made where made.creator_id = c.id)`);

/** Up to `limit` registrations that were never finished. */
export async function listAbandoned(sql: Sql, limit: number): Promise<Draft[]> {
  const { rows } = await query<Draft>`
    select p.id as "personId", c.id as "clientId" from identity.person p join identity.client c on c.holder_id = p.id
    where ${isAbandoned} limit ${limit}
  `.execute(sql);
  return rows;
}

/**
 * Deletes a person whose address was never confirmed, or whose registration was abandoned, with the profile and all that belongs to it; returns
 * whether it did. The history of sign-ins and the audit record stay; they contain no name.
 */
export async function forgetDraft(sql: Sql, { personId, clientId }: Draft): Promise<boolean> {
  const { rows } = await query`
    select from identity.person p join identity.client c on c.holder_id = p.id
    where p.id = ${personId} and c.id = ${clientId}
      and ((p.email_confirmed_at is null and c.state = 'DRAFT') or (${isAbandoned})) for update
  `.execute(sql);
  if (rows.length === 0) return false;
  const ofSessions = query`session_id in (select id from identity.session where person_id = ${personId})`;
  for (const statement of [
    query`delete from identity.challenge where person_id = ${personId}`,
    query`delete from identity.access_token where ${ofSessions}`,
    query`delete from identity.refresh_token where ${ofSessions}`,
    query`delete from identity.live_ticket where ${ofSessions}`,
    query`delete from identity.session where person_id = ${personId}`,
    query`delete from identity.device where person_id = ${personId}`,
    query`delete from identity.membership where client_id = ${clientId}`,
    query`delete from identity.client where id = ${clientId}`,
    query`delete from identity.person where id = ${personId}`,
  ])
    await statement.execute(sql);
  return true;
}
