/** SQL of sign-ins, invitations, apps and sessions. Secrets are stored as hashes or sealed. */
import type { StaffRole, StaffState } from '@calmly/contract/staff';
import type { SecretBox } from '@calmly/platform/secrets/secret-box.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { totpStep } from '../../../identity/server/index.ts';

/** The places that sealed secrets are bound to. */
export const appPlace = (personId: string) => `staff totp ${personId}`;
export const invitationPlace = (personId: string) => `staff invitation ${personId}`;

export interface SessionRow {
  readonly id: string;
  readonly personId: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly StaffRole[];
  readonly state: StaffState;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly factorAt: Date;
  readonly endedAt: Date | null;
}

const sessionColumns = query`
  session.id, person_id as "personId", name, email, state, session.created_at as "createdAt", last_seen_at as "lastSeenAt",
  factor_at as "factorAt", ended_at as "endedAt",
  array(select role from staff.role held where held.person_id = person.id and held.until is null
    order by array_position(array['SUPPORT', 'FIN', 'AML', 'HISTORY', 'SUPER'], role)) as roles`;

export async function findSession(
  sql: Sql,
  by: { readonly tokenHash: Buffer } | { readonly id: string },
): Promise<SessionRow | undefined> {
  const which = 'id' in by ? query`session.id = ${by.id}` : query`token_hash = ${by.tokenHash}`;
  const { rows } = await query<SessionRow>`
    select ${sessionColumns} from staff.session join staff.person on person.id = person_id where ${which}`.execute(
    sql,
  );
  return rows[0];
}

export async function insertSession(
  sql: Sql,
  session: { id: string; personId: string; tokenHash: Buffer; at: Date },
): Promise<void> {
  const { id, personId, tokenHash, at } = session;
  await query`
    insert into staff.session (id, person_id, token_hash, created_at, last_seen_at, factor_at)
    values (${id}, ${personId}, ${tokenHash}, ${at}, ${at}, ${at})`.execute(sql);
}

export async function markSeen(sql: Sql, id: string, at: Date): Promise<void> {
  await query`
    update staff.session set last_seen_at = ${at} where id = ${id} and last_seen_at < ${at}`.execute(sql);
}

export async function markFactor(sql: Sql, id: string, at: Date): Promise<void> {
  await query`update staff.session set factor_at = ${at} where id = ${id}`.execute(sql);
}

/** Ends the person's sessions, or all but one. */
export async function endSessions(
  sql: Sql,
  which: { readonly personId: string; readonly except?: string },
  at: Date,
): Promise<number> {
  const others = which.except === undefined ? query`` : query`and id <> ${which.except}`;
  const { numAffectedRows } = await query`
    update staff.session set ended_at = ${at} where person_id = ${which.personId} and ended_at is null ${others}`.execute(
    sql,
  );
  return Number(numAffectedRows ?? 0n);
}

export async function endSession(sql: Sql, id: string, at: Date): Promise<void> {
  await query`update staff.session set ended_at = ${at} where id = ${id} and ended_at is null`.execute(sql);
}

export async function insertSignIn(
  sql: Sql,
  signIn: { tokenHash: Buffer; personId: string; until: Date },
): Promise<void> {
  await query`
    insert into staff.sign_in (token_hash, person_id, until)
    values (${signIn.tokenHash}, ${signIn.personId}, ${signIn.until})`.execute(sql);
}

export async function findSignIn(sql: Sql, tokenHash: Buffer, now: Date): Promise<string | undefined> {
  const { rows } = await query<{ personId: string }>`
    select person_id as "personId" from staff.sign_in where token_hash = ${tokenHash} and until > ${now}`.execute(
    sql,
  );
  return rows[0]?.personId;
}

/** Whether it was still there: a sign-in is completed once. */
export async function takeSignIn(sql: Sql, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { rows } = await query`
    delete from staff.sign_in where token_hash = ${tokenHash} and until > ${now} returning person_id`.execute(
    sql,
  );
  return rows.length > 0;
}

export async function deleteSignIns(sql: Sql, personId: string): Promise<void> {
  await query`delete from staff.sign_in where person_id = ${personId}`.execute(sql);
}

export interface StoredInvitation {
  readonly personId: string;
  readonly secret: Buffer;
  readonly until: Date;
}

/** In place of an earlier invitation, whose link then opens nothing. */
export async function saveInvitation(
  sql: Sql,
  invitation: { id: string; personId: string; tokenHash: Buffer; secret: Buffer; until: Date },
): Promise<void> {
  await query`
    insert into staff.invitation (id, person_id, token_hash, secret, until)
    values (${invitation.id}, ${invitation.personId}, ${invitation.tokenHash}, ${invitation.secret}, ${invitation.until})
    on conflict (person_id) do update set id = excluded.id, token_hash = excluded.token_hash, secret = excluded.secret,
      until = excluded.until`.execute(sql);
}

export async function findInvitation(
  sql: Sql,
  tokenHash: Buffer,
  now: Date,
  lock: 'read' | 'lock',
): Promise<StoredInvitation | undefined> {
  const { rows } = await query<StoredInvitation>`
    select person_id as "personId", secret, until from staff.invitation
    where token_hash = ${tokenHash} and until > ${now} ${lock === 'lock' ? query`for update` : query``}`.execute(
    sql,
  );
  return rows[0];
}

export async function replaceInvitationSecret(sql: Sql, tokenHash: Buffer, secret: Buffer): Promise<void> {
  await query`update staff.invitation set secret = ${secret} where token_hash = ${tokenHash}`.execute(sql);
}

export async function deleteInvitation(sql: Sql, personId: string): Promise<void> {
  await query`delete from staff.invitation where person_id = ${personId}`.execute(sql);
}

/** In place of an earlier app; the step of its first code is used up. */
export async function saveApp(
  sql: Sql,
  app: { id: string; personId: string; secret: Buffer; lastStep: number },
): Promise<void> {
  await query`
    insert into staff.totp (id, person_id, secret, last_step)
    values (${app.id}, ${app.personId}, ${app.secret}, ${app.lastStep})
    on conflict (person_id) do update set id = excluded.id, secret = excluded.secret, last_step = excluded.last_step`.execute(
    sql,
  );
}

export async function deleteApp(sql: Sql, personId: string): Promise<void> {
  await query`delete from staff.totp where person_id = ${personId}`.execute(sql);
}

/** Checks a code of the person's app and uses its step up, under the row's lock: a code works once. */
export async function spendCode(sql: Sql, box: SecretBox, personId: string, code: string): Promise<boolean> {
  const { rows } = await query<{ secret: Buffer; lastStep: bigint; nowSeconds: number }>`
    select secret, last_step as "lastStep", extract(epoch from now())::float8 as "nowSeconds"
    from staff.totp where person_id = ${personId} for update`.execute(sql);
  const app = rows[0];
  if (!app) return false;
  const step = totpStep(box.open(app.secret, appPlace(personId)), code, app.nowSeconds);
  if (step === undefined || BigInt(step) <= app.lastStep) return false;
  await query`update staff.totp set last_step = ${step} where person_id = ${personId}`.execute(sql);
  return true;
}

/** The secret of the person's app; only a sandbox shows its codes. */
export async function findAppSecret(
  sql: Sql,
  box: SecretBox,
  personId: string,
): Promise<{ readonly secret: Buffer; readonly lastStep: number } | undefined> {
  const { rows } = await query<{ secret: Buffer; lastStep: bigint }>`
    select secret, last_step as "lastStep" from staff.totp where person_id = ${personId}`.execute(sql);
  const app = rows[0];
  return app && { secret: box.open(app.secret, appPlace(personId)), lastStep: Number(app.lastStep) };
}
