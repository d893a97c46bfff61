/**
 * A person's contact details and preferences (email, phone, language, theme), and the client's address. The caller (`profile`) decides whether they
 * may change; this file writes them.
 */

import { publish, publishAll } from '@calmly/platform/notify/push.ts';
import type { Locale, Sql, Work } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { findCodeKey } from '../codes/challenge-store.ts';
import { requirePasswordAgain } from '../factors/passkey-store.ts';
import { deleteFactorsSince, findPersonFactors, recordLostMessages } from '../factors/store.ts';
import { deleteLinks } from '../passwords/mailed-link-store.ts';
import { emailKey } from '../rules.ts';
import { announceAccessLost } from '../sessions/access-lost.ts';
import { codeOf } from '../sessions/secrets.ts';
import { endSessions } from '../sessions/sessions.ts';
import { deleteDevices } from '../sign-in/device-store.ts';

export interface Contact {
  readonly email: string;
  readonly phone: string | null;
  /** The language of messages to this person; English by default. */
  readonly locale: Locale;
}

/** Where and in which language to write to a person. `locked` locks the row for a change. */
export async function requireContact(
  sql: Sql,
  personId: string,
  { locked = false }: { locked?: boolean } = {},
): Promise<Contact> {
  const { rows } = await query<Contact>`
    select email, phone, coalesce(locale, 'en') as locale from identity.person
    where id = ${personId} ${locked ? query`for no key update` : query``}
  `.execute(sql);
  if (!rows[0]) throw new Error(`there is no person ${personId}`);
  return rows[0];
}

/**
 * Whether a person has this confirmed email. The answer stays true until the open transaction ends: if two people claim the same address
 * concurrently, the second waits and then sees the first.
 */
export async function isEmailTaken(sql: Sql, email: string): Promise<boolean> {
  const key = emailKey(email);
  await query`select pg_advisory_xact_lock(hashtextextended(${`email:${key}`}, 0))`.execute(sql);
  const { rows } = await query`
    select from identity.person where email_key = ${key} and email_confirmed_at is not null limit 1
  `.execute(sql);
  return rows.length > 0;
}

/** The person with this confirmed email. */
export async function findPersonByEmail(sql: Sql, email: string): Promise<string | undefined> {
  const { rows } = await query<{ id: string }>`
    select id from identity.person where email_key = ${emailKey(email)} and email_confirmed_at is not null
  `.execute(sql);
  return rows[0]?.id;
}

/** Writes a person's new email or phone and notifies the browsers of every profile they act for. */
export async function changeContact(
  { sql }: Pick<Work, 'sql'>,
  personId: string,
  change: { readonly kind: 'email' | 'phone'; readonly value: string | null },
): Promise<void> {
  const { enabled } = await findPersonFactors(sql, personId);
  await recordLostMessages(sql, personId, {
    email: change.kind === 'email' && enabled.email,
    sms: change.kind === 'phone' && enabled.sms,
  });
  if (change.kind === 'email') {
    if (change.value === null) throw new Error('a person signs in with an email');
    await query`
      update identity.person set email = ${change.value}, email_key = ${emailKey(change.value)}, email_confirmed_at = now(),
        email_changed_at = now()
      where id = ${personId}
    `.execute(sql);
    // Links sent to a mailbox that is no longer the person's.
    await deleteLinks(sql, personId);
  } else {
    await query`
      update identity.person
      set phone = ${change.value}, phone_changed_at = now(), sms_codes = sms_codes and ${change.value}::text is not null
      where id = ${personId}
    `.execute(sql);
  }
  await tellBrowsers(sql, personId);
}

/** Makes the browsers of every profile that the person acts for reload it. */
async function tellBrowsers(sql: Sql, personId: string): Promise<void> {
  const { rows } = await query<{ clientId: string }>`
    select client_id as "clientId" from identity.membership where person_id = ${personId}
  `.execute(sql);
  await publishAll(
    sql,
    rows.map(({ clientId }) => ({ clientId, event: { topic: 'client' } })),
  );
}

/**
 * Takes access from everyone but the owner of the contact details: ends every session and connected application, and deletes every known browser,
 * emailed link and recovery code, and every passkey and app added since a moment. The next sign-in takes the password and a code.
 */
export async function endAccessSince(sql: Sql, personId: string, since: Date): Promise<void> {
  await deleteDevices(sql, personId);
  await deleteLinks(sql, personId);
  await deleteFactorsSince(sql, personId, since);
  await requirePasswordAgain(sql, personId);
  await endSessions(sql, { personId }, 'contact_undone');
  await announceAccessLost(sql, { personId, because: 'contact_undone' });
}

/** Stores language and theme for all devices; omitted values stay. */
export async function changePreferences(
  sql: Sql,
  personId: string,
  {
    language,
    theme,
  }: { readonly language?: Locale | undefined; readonly theme?: 'light' | 'dark' | undefined },
): Promise<void> {
  await query`
    update identity.person set locale = coalesce(${language ?? null}, locale), theme = coalesce(${theme ?? null}, theme)
    where id = ${personId}
  `.execute(sql);
  await tellBrowsers(sql, personId);
}

export interface Address {
  readonly line: string;
  readonly postCode: string;
  readonly town: string;
  readonly country: string;
}

/** Writes a client's new address; its country becomes the country of residence. */
export async function changeAddress(sql: Sql, clientId: string, address: Address): Promise<void> {
  await query`
    update identity.client set address_line1 = ${address.line}, address_line2 = null,
      address_post_code = ${address.postCode}, address_town = ${address.town}, address_country = ${address.country},
      residence = case when role = 'INDIVIDUAL' then ${address.country} else residence end
    where id = ${clientId}
  `.execute(sql);
  await publish(sql, clientId, { topic: 'client' });
}

/** The six digits of the n-th message for an id; derived, so stored nowhere. */
export async function deriveCode(sql: Sql, id: string, sends: number): Promise<string> {
  return codeOf(await findCodeKey(sql), id, sends);
}
