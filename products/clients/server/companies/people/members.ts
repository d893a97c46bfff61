/**
 * The company whose people are being managed, and its members as the portal shows them. Only a company has people: in an own profile
 * every call about them returns 404.
 */
import { createHash } from 'node:crypto';
import { type Member, rightNames } from '@calmly/contract';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import {
  clientName,
  findMemberRecord,
  isMember,
  listMembers,
  lockClientState,
  type MemberRecord,
} from '../../../../identity/server/index.ts';

/** A company and the person acting for it. */
export interface Party {
  readonly clientId: string;
  readonly company: string;
  readonly by: Pick<MemberRecord, 'id' | 'name'>;
}

/** Refuses callers who act for no company. */
export function requireCompany({ role, clientId }: ClientActor): string {
  if (role !== 'LEGAL') throw new Problem('not_found');
  return clientId;
}

/** The company with its people locked until the transaction ends, for a current administrator. */
export async function lockAsAdministrator(work: Work, actor: ClientActor): Promise<Party> {
  const party = await lockAsMember(work, actor);
  if (!party.by.rights.is_boss) throw new Problem('boss_needed');
  return party;
}

/** The company with its people locked until the transaction ends, for a current member. */
export async function lockAsMember(
  { sql }: Work,
  actor: ClientActor,
): Promise<Party & { readonly by: MemberRecord }> {
  const clientId = requireCompany(actor);
  const { personId } = actor;
  await lockClientState(sql, clientId);
  if (!(await isMember(sql, { clientId, personId }))) throw new Problem('session_expired');
  return {
    clientId,
    company: await clientName(sql, clientId),
    by: await requireMember(sql, clientId, personId),
  };
}

/** Errors: `not_found`, also for a person who has left. */
export async function requireMember(sql: Sql, clientId: string, personId: string): Promise<MemberRecord> {
  const member = await findMemberRecord(sql, { clientId, personId });
  if (!member) throw new Problem('not_found');
  return member;
}

/** A page of the company's people. */
export async function listPeople(
  sql: Sql,
  actor: ClientActor,
  page: { readonly limit: number; readonly cursor?: string | undefined },
) {
  const { Items, NextCursor } = await listMembers(sql, requireCompany(actor), page);
  return { Items: Items.map((member) => viewMember(member, actor)), NextCursor };
}

/** A hash of the values that a change of a member replaces, to detect a change based on other ones. */
export const memberVersion = ({ rights, validUntil }: Pick<MemberRecord, 'rights' | 'validUntil'>): string =>
  createHash('sha256')
    .update(JSON.stringify([rightNames.map((name) => rights[name]), validUntil?.toISOString() ?? null]))
    .digest('base64url')
    .slice(0, 22);

/** A member as this colleague may see them: contact details and last activity are for administrators. */
export function viewMember(member: MemberRecord, { personId, rights }: ClientActor): Member {
  const current = member.id === personId;
  const isOpen = rights.is_boss || current;
  return {
    id: member.id,
    name: member.name,
    email: isOpen ? member.email : null,
    rights: member.rights,
    status: member.status,
    validUntil: member.validUntil?.toISOString() ?? null,
    version: memberVersion(member),
    addedAt: member.addedAt.toISOString(),
    lastSeenAt: (isOpen && member.lastSeenAt?.toISOString()) || null,
    phoneConfirmed: member.phone !== null,
    current,
  };
}
