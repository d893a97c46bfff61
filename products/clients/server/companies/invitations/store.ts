/** SQL of invitations and of the codes that confirm an invited person's phone. Times are the database's. No decisions here. */
import type { Invitation, Rights } from '@calmly/contract';
import { purgeOf } from '@calmly/platform/jobs/purge.ts';
import { before } from '@calmly/platform/jobs/retention.ts';
import { andIf } from '@calmly/platform/postgres/and-if.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { codeTries, invitationSeconds, phoneCodeSeconds, resendSeconds } from '../people/rules.ts';

const seconds = (count: number) => query.raw(`interval '${count} seconds'`);

export interface StoredInvitation {
  readonly id: string;
  readonly clientId: string;
  readonly invitedBy: string;
  readonly invitedByName: string;
  readonly email: string;
  readonly rights: Rights;
  readonly validUntil: Date | null;
  readonly state: Invitation['state'];
  readonly createdAt: Date;
  readonly sentAt: Date;
  readonly expiresAt: Date;
}

const columns = query.raw(`
  id, client_id as "clientId", invited_by as "invitedBy", invited_by_name as "invitedByName", email, rights, member_valid_until as "validUntil",
  case when state = 'OPEN' and expires_at <= now() then 'EXPIRED' else state end as state,
  created_at as "createdAt", sent_at as "sentAt", expires_at as "expiresAt"`);

export interface NewInvitation
  extends Pick<
    StoredInvitation,
    'id' | 'clientId' | 'invitedBy' | 'invitedByName' | 'email' | 'rights' | 'validUntil' | 'createdAt'
  > {
  readonly emailKey: string;
  readonly tokenHash: Buffer;
}

/** Adds an invitation, replacing an expired one for the same address. */
export async function insertInvitation(sql: Sql, invitation: NewInvitation): Promise<StoredInvitation> {
  const { clientId, emailKey } = invitation;
  await query`
    update companies.invitation set state = 'WITHDRAWN'
    where client_id = ${clientId} and email_key = ${emailKey} and state = 'OPEN' and expires_at <= now()
  `.execute(sql);
  const { rows } = await query<StoredInvitation>`
    insert into companies.invitation (id, client_id, invited_by, invited_by_name, email, email_key, rights, member_valid_until, token_hash,
      created_at, expires_at)
    values (${invitation.id}, ${clientId}, ${invitation.invitedBy}, ${invitation.invitedByName}, ${invitation.email}, ${emailKey},
      ${JSON.stringify(invitation.rights)}, ${invitation.validUntil}, ${invitation.tokenHash}, ${invitation.createdAt},
      now() + ${seconds(invitationSeconds)})
    returning ${columns}
  `.execute(sql);
  return firstOf(rows);
}

/** How many invitations of a company are open, and whether one of them is for this address. */
export async function countOpen(
  sql: Sql,
  by: { readonly clientId: string; readonly emailKey: string },
): Promise<{ count: number; isInvited: boolean }> {
  const { rows } = await query<{ count: number; isInvited: boolean }>`
    select count(*)::int as count, coalesce(bool_or(email_key = ${by.emailKey}), false) as "isInvited"
    from companies.invitation where client_id = ${by.clientId} and state = 'OPEN' and expires_at > now()
  `.execute(sql);
  return firstOf(rows);
}

/** A company's invitations, newest first. */
export async function listInvitations(
  sql: Sql,
  page: { readonly clientId: string; readonly before: string | undefined; readonly limit: number },
): Promise<StoredInvitation[]> {
  const { rows } = await query<StoredInvitation>`
    select ${columns} from companies.invitation
    where client_id = ${page.clientId} ${andIf(page.before, (id) => query`id < ${id}`)}
    order by id desc limit ${page.limit}
  `.execute(sql);
  return rows;
}

/** An invitation of the company, locked, and how often it was sent. */
export async function lockInvitation(
  sql: Sql,
  by: { readonly id: string; readonly clientId: string },
): Promise<(StoredInvitation & { readonly sends: number }) | undefined> {
  const { rows } = await query<StoredInvitation & { sends: number }>`
    select ${columns}, sends from companies.invitation where id = ${by.id} and client_id = ${by.clientId} for update
  `.execute(sql);
  return rows[0];
}

/** Replaces the link of an open invitation, with a new expiry, in the name of the sender. */
export async function renewLink(
  sql: Sql,
  by: Pick<StoredInvitation, 'id' | 'invitedBy' | 'invitedByName'> & { readonly tokenHash: Buffer },
): Promise<StoredInvitation> {
  const { rows } = await query<StoredInvitation>`
    update companies.invitation
    set token_hash = ${by.tokenHash}, invited_by = ${by.invitedBy}, invited_by_name = ${by.invitedByName}, sends = sends + 1, sent_at = now(), expires_at = now() + ${seconds(invitationSeconds)}
    where id = ${by.id} returning ${columns}
  `.execute(sql);
  return firstOf(rows);
}

/** Does not check the state: the caller has checked that it is open. */
export async function markWithdrawn(sql: Sql, id: string): Promise<void> {
  await query`update companies.invitation set state = 'WITHDRAWN' where id = ${id}`.execute(sql);
}

/** Withdraws the open invitations that a person sent for a company. */
export async function withdrawOpenBy(
  sql: Sql,
  by: { readonly clientId: string; readonly personId: string },
): Promise<ReadonlyArray<Pick<StoredInvitation, 'id' | 'email'>>> {
  const { rows } = await query<Pick<StoredInvitation, 'id' | 'email'>>`
    update companies.invitation set state = 'WITHDRAWN'
    where client_id = ${by.clientId} and invited_by = ${by.personId} and state = 'OPEN' returning id, email
  `.execute(sql);
  return rows;
}

/** Does not check the state: the caller holds `lockLive`. */
export async function markDeclined(sql: Sql, id: string): Promise<void> {
  await query`update companies.invitation set state = 'DECLINED' where id = ${id}`.execute(sql);
}

/** Does not check the state: the caller holds `lockLive`. Records who joined. */
export async function markAccepted(sql: Sql, id: string, personId: string): Promise<void> {
  await query`
    update companies.invitation set state = 'ACCEPTED', accepted_by = ${personId} where id = ${id}
  `.execute(sql);
}

/** The invitation of a live link. */
export async function findByToken(sql: Sql, tokenHash: Buffer): Promise<StoredInvitation | undefined> {
  const { rows } = await query<StoredInvitation>`
    select ${columns} from companies.invitation
    where token_hash = ${tokenHash} and state = 'OPEN' and expires_at > now()
  `.execute(sql);
  return rows[0];
}

/** Open invitations of an address, newest first. */
export async function listOpenTo(
  sql: Sql,
  page: { readonly emailKey: string; readonly before: string | undefined; readonly limit: number },
): Promise<StoredInvitation[]> {
  const { rows } = await query<StoredInvitation>`
    select ${columns} from companies.invitation
    where email_key = ${page.emailKey} and state = 'OPEN' and expires_at > now()
      ${andIf(page.before, (id) => query`id < ${id}`)}
    order by id desc limit ${page.limit}
  `.execute(sql);
  return rows;
}

/** An invitation of an address, in any state. */
export async function findTo(
  sql: Sql,
  by: { readonly id: string; readonly emailKey: string },
): Promise<StoredInvitation | undefined> {
  const { rows } = await query<StoredInvitation>`
    select ${columns} from companies.invitation where id = ${by.id} and email_key = ${by.emailKey}
  `.execute(sql);
  return rows[0];
}

/** The same while it is open. */
export async function findOpenTo(
  sql: Sql,
  by: { readonly id: string; readonly emailKey: string },
): Promise<StoredInvitation | undefined> {
  const found = await findTo(sql, by);
  return found?.state === 'OPEN' ? found : undefined;
}

/** The values that a texted code is derived from. */
export interface PhoneCode {
  readonly id: string;
  readonly sends: number;
}

/** Makes another code and invalidates the previous one; undefined while that one's countdown runs. */
export async function renewPhoneCode(
  sql: Sql,
  code: { readonly invitationId: string; readonly id: string; readonly phone: string },
): Promise<PhoneCode | undefined> {
  const { rows } = await query<PhoneCode>`
    insert into companies.invitation_code as c (invitation_id, id, phone, expires_at)
    values (${code.invitationId}, ${code.id}, ${code.phone}, now() + ${seconds(phoneCodeSeconds)})
    on conflict (invitation_id) do update
      set id = case when c.phone = ${code.phone} then c.id else ${code.id} end, phone = ${code.phone},
        sends = c.sends + 1, sent_at = now(), tries = 0, expires_at = now() + ${seconds(phoneCodeSeconds)}
      where c.sent_at <= now() - ${seconds(resendSeconds)}
    returning id, sends
  `.execute(sql);
  return rows[0];
}

/** Seconds until another code may be requested. */
export async function findResendSeconds(sql: Sql, invitationId: string): Promise<number> {
  const { rows } = await query<{ seconds: number }>`
    select greatest(ceil(extract(epoch from sent_at + ${seconds(resendSeconds)} - now())), 1)::int as seconds
    from companies.invitation_code where invitation_id = ${invitationId}
  `.execute(sql);
  return rows[0]?.seconds ?? 0;
}

/** Counts an attempt at the live code for this phone; undefined if there is none. Attempts run one after the other. */
export async function countTry(
  sql: Sql,
  by: { readonly invitationId: string; readonly phone: string },
): Promise<(PhoneCode & { readonly triesLeft: number }) | undefined> {
  const { rows } = await query<PhoneCode & { triesLeft: number }>`
    update companies.invitation_code set tries = tries + 1
    where invitation_id = ${by.invitationId} and phone = ${by.phone} and tries < ${codeTries} and expires_at > now()
    returning id, sends, ${codeTries}::int - tries as "triesLeft"
  `.execute(sql);
  return rows[0];
}

/** Deletes a used code, so that it cannot confirm a second registration. */
export async function deletePhoneCode(sql: Sql, invitationId: string): Promise<void> {
  await query`delete from companies.invitation_code where invitation_id = ${invitationId}`.execute(sql);
}

/** Codes, and invitations in any state: the audit record keeps who joined, and by whom. */
export const invitationPurges = [
  purgeOf('companies.invitation_code', `expires_at < ${before('companies.invitation_code')}`),
  purgeOf('companies.invitation', `expires_at < ${before('companies.invitation')}`),
];

function firstOf<Row>(rows: readonly Row[]): Row {
  if (rows[0] === undefined) throw new Error('the statement answered no row');
  return rows[0];
}
