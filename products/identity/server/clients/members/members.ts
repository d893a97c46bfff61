/**
 * A company's people: added, changed, suspended, removed. The caller (`companies`) checks two-factor and approval; this file writes the change,
 * records it and applies it at once: rights apply from the next call. When a membership ends, so do the sessions that act for the company, including
 * their websockets, and the applications that the person connected.
 * Errors: `not_found` (no such membership), `already_member`, `last_boss` if no administrator without an end date would be left. Changes of one
 * company run one after the other, so two of them cannot remove the last administrator together. Source: server page section 4; specification
 * sections 3 and 6 (rights).
 */
import { companyUserGrade, type Rights } from '@calmly/contract';
import { type AuditEntry, audit } from '@calmly/platform/audit.ts';
import { addJobs, type SingleJobHandler } from '@calmly/platform/jobs/jobs.ts';
import { publishAll } from '@calmly/platform/notify/push.ts';
import { cursorId, pageOf } from '@calmly/platform/page.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Locale, Sql, Work } from '@calmly/platform/work.ts';
import { announceAccessLost, announceRightsLost } from '../../sessions/access-lost.ts';
import { endSessions } from '../../sessions/sessions.ts';
import { createPersonClient, type Password, type PersonClientInput } from '../clients.ts';
import { changePreferences } from '../contact.ts';
import * as store from './member-store.ts';

export type { MemberKey, MemberRecord, MemberStatus, Membership } from './member-store.ts';

/** Ends the sessions of an expired membership. */
const endTask = 'end_membership';

/** Lets a person act for a company. */
export async function addMember(
  work: Work,
  member: store.MemberKey & { readonly rights: Rights; readonly validUntil: Date | null },
): Promise<void> {
  await store.lockMembers(work.sql, member.clientId);
  const added = await store.insertMember(work.sql, { ...member, addedAt: work.now });
  if (!added) throw new Problem('already_member');
  await record(work, 'member.added', member, detailsOf(member));
  await scheduleEnd(work.sql, member);
  await tell(work.sql, member);
}

/** Changes a member's rights or end date, or suspends them; omitted values stay. */
export async function changeMember(
  work: Work,
  change: store.MemberKey & Partial<store.Membership>,
): Promise<store.Membership> {
  const { clientId, personId } = change;
  await store.lockMembers(work.sql, clientId);
  const before = await requireMembership(work.sql, change);
  const after = {
    rights: change.rights ?? before.rights,
    status: change.status ?? before.status,
    validUntil: change.validUntil === undefined ? before.validUntil : change.validUntil,
  };
  const by = work.actor.kind === 'client' ? work.actor.personId : null;
  await store.updateMember(work.sql, { clientId, personId, ...after }, by);
  await refuseWithoutAdministrator(work.sql, clientId);
  await record(work, 'member.changed', change, { ...detailsOf(after), status: after.status });
  await scheduleEnd(work.sql, { clientId, personId, validUntil: after.validUntil });
  await endUnlessCounting(work.sql, change);
  if (before.rights.is_boss && !after.rights.is_boss) await loseApplications(work.sql, change);
  await announceRightsLost(work.sql, { clientId, personId });
  await tell(work.sql, change);
  return after;
}

/** Removes a person from a company; their actions there stay on record. */
export async function removeMember(work: Work, { clientId, personId }: store.MemberKey): Promise<void> {
  const key = { clientId, personId };
  await store.lockMembers(work.sql, clientId);
  await requireMembership(work.sql, key);
  await store.deleteMember(work.sql, key);
  await refuseWithoutAdministrator(work.sql, clientId);
  await record(work, 'member.removed', key, {});
  await endUnlessCounting(work.sql, key);
  await announceRightsLost(work.sql, key);
  await tell(work.sql, key);
}

/** A page of the people who may act for a client, including suspended and expired memberships. */
export async function listMembers(
  sql: Sql,
  clientId: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
) {
  return pageOf(
    await store.selectMembers(sql, { clientId, after: cursorId(cursor), limit: limit + 1 }),
    limit,
  );
}

/** `GET /companiesfor/{id}`: by the own profile's id, whichever profile the person currently acts for. */
export async function listCompanies(
  sql: Sql,
  { personId }: Pick<ClientActor, 'personId'>,
  ownClientId: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
) {
  if ((await store.findOwnProfile(sql, personId)) !== ownClientId) throw new Problem('not_found');
  return store.selectCompanies(sql, { personId, after: cursorId(cursor), limit });
}

/** A person's membership of a client, whether it is effective or not. */
export const findMember = store.findMembership;

/** The same with its person, by person or by the normalised form of their email. */
export const findMemberRecord = store.findMemberRecord;

/** Whether the person may join companies at all: the bank knows them, or a company has invited them before. */
export async function mayJoinCompanies(sql: Sql, personId: string): Promise<boolean> {
  const own = await store.findOwnStanding(sql, personId);
  return own?.state === 'ACTIVE' || own?.grade === companyUserGrade;
}

/** Whether the person may currently act for the client. */
export const isMember = store.membershipCountsNow;

/** The same for several people. */
export const membersAmong = store.countingAmong;

/** Names of a company's administrators, who can grant rights. */
export const findAdministrators = store.selectAdministrators;

/**
 * Creates a person without their own relation to the bank, who joined by a company's invitation: a profile in CREATED with the grade COMPANY_USER.
 * The caller has checked that the address is theirs and free (`isEmailTaken`).
 */
export async function createInvitedPerson(
  work: Work,
  {
    language,
    ...input
  }: Pick<PersonClientInput, 'email' | 'firstName' | 'lastName' | 'phone'> &
    Password & {
      /** Already chosen; by default, browsers decide. */
      readonly language?: Locale;
    },
): Promise<{ personId: string; clientId: string }> {
  const { personId, clientId } = await createPersonClient(work, {
    ...input,
    state: 'CREATED',
    grade: companyUserGrade,
    accountType: null,
  });
  if (language !== undefined) await changePreferences(work.sql, personId, { language });
  await audit(work, { action: 'client.invited', personId, clientId });
  return { personId, clientId };
}

/** Memberships expire by the database's clock; this job ends their open sessions. */
export const memberJobs: Readonly<Record<string, SingleJobHandler>> = {
  [endTask]: async ({ sql }, payload) => {
    const key = payload as store.MemberKey;
    await endUnlessCounting(sql, key);
    await announceRightsLost(sql, key);
    await tell(sql, key);
  },
};

async function scheduleEnd(
  sql: Sql,
  { clientId, personId, validUntil }: store.MemberKey & { readonly validUntil: Date | null },
): Promise<void> {
  if (validUntil === null) return;
  const key = `${endTask}:${clientId}:${personId}`;
  await addJobs(sql, [{ task: endTask, payload: { clientId, personId }, runAt: validUntil, key }]);
}

async function requireMembership(sql: Sql, key: store.MemberKey): Promise<store.Membership> {
  const membership = await store.findMembership(sql, key);
  if (!membership) throw new Problem('not_found');
  return membership;
}

async function refuseWithoutAdministrator(sql: Sql, clientId: string): Promise<void> {
  if (!(await store.hasLastingAdministrator(sql, clientId))) throw new Problem('last_boss');
}

async function endUnlessCounting(sql: Sql, { clientId, personId }: store.MemberKey): Promise<void> {
  if (await store.membershipCountsNow(sql, { clientId, personId })) return;
  await endSessions(sql, { personId, clientId }, 'membership_ended');
  await loseApplications(sql, { personId, clientId });
}

/** Only an administrator can have connected applications. */
const loseApplications = (sql: Sql, { clientId, personId }: store.MemberKey) =>
  announceAccessLost(sql, { clientId, personId, because: 'no_administrator' });

/** Makes the company's browsers reload their rights, and the person's reload their companies. */
async function tell(sql: Sql, { clientId, personId }: store.MemberKey): Promise<void> {
  const own = await store.findOwnProfile(sql, personId);
  const clientIds = own === undefined ? [clientId] : [clientId, own];
  await publishAll(
    sql,
    clientIds.map((id) => ({ clientId: id, event: { topic: 'client' } })),
  );
}

const detailsOf = ({ rights, validUntil }: Pick<store.Membership, 'rights' | 'validUntil'>) => ({
  rights: Object.entries(rights)
    .filter(([, held]) => held)
    .map(([name]) => name)
    .join(' '),
  validUntil: validUntil?.toISOString() ?? null,
});

async function record(
  work: Work,
  action: AuditEntry['action'],
  { clientId, personId }: store.MemberKey,
  details: NonNullable<AuditEntry['details']>,
): Promise<void> {
  await audit(work, { action, clientId, details: { member: personId, ...details } });
}
