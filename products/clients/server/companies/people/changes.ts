/**
 * Requesting a change of a company's people and carrying it out. Changes of one company run one after the other, and the requester must
 * still be an administrator when the change happens: if two administrators remove each other, one is too late. All conditions are
 * checked on request and again when the change is carried out.
 *
 * Errors in the order checked: not_found, boss_needed, fields (`validUntil`, `email`, `personId`), already_member, invitation_limit,
 * state_moved, member_changed, phone_needed; those of the code; last_boss, last_approver.
 */
import {
  type Handover,
  type Invitation,
  mostOpenInvitations,
  type SentForApproval,
  withImplied,
} from '@calmly/contract';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import {
  type ApprovalHandler,
  findStuck,
  needOf,
  openApproval,
  voidApprovals,
} from '../../../../approvals/server/index.ts';
import {
  changeMember,
  clientName,
  emailKey,
  findMemberRecord,
  isMember,
  lockClientState,
  type MemberRecord,
  removeMember,
  requireCode,
} from '../../../../identity/server/index.ts';
import { openHandover } from '../handovers/handovers.ts';
import { type InvitationOptions, openInvitation } from '../invitations/invitations.ts';
import { countOpen } from '../invitations/store.ts';
import {
  confirmationOf,
  factsOf,
  type Grant,
  mayWait,
  type PeopleCommand,
  type Subject,
  subjectIdOf,
} from './commands.ts';
import { lockAsAdministrator, memberVersion, type Party, requireMember } from './members.ts';
import { tellPeople } from './notices.ts';
import { endOffersUnlessAdministrator } from './role-end.ts';
import { checkEnd, needsPhone } from './rules.ts';

/** The result of a change: the changed member, an invitation or an offer. Empty if a member was removed. */
export interface Done {
  readonly member?: MemberRecord;
  readonly invitation?: Invitation;
  readonly handover?: Handover;
}

/** Requests a change with a code, and carries it out or stores it until the approvals that the policy requires are given. */
export async function askForChange(
  work: Work,
  actor: ClientActor,
  options: InvitationOptions,
  wanted: PeopleCommand,
): Promise<Done | SentForApproval> {
  const party = await lockAsAdministrator(work, actor);
  const command = complete(wanted);
  const subject = await checkCommand(work, party, command);
  await requireCode(work, confirmationOf(command, subject, party.company));
  const { clientId } = party;
  const subjectId = subjectIdOf(command);
  const need = mayWait(command, subject, party.by.id)
    ? await needOf(work, { kind: 'people', clientId })
    : undefined;
  if (need) {
    const facts = factsOf(command, subject);
    return openApproval(work, { kind: 'people', clientId, subjectId, content: { ...command }, facts }, need);
  }
  const done = await carryOut(work, party, options, { command, subject });
  await voidApprovals(work, { subjectId });
  return done;
}

/** Carries out a request once the last consent is given. Nothing was done before, so nothing has to be undone. */
export const peopleApprovals = (options: InvitationOptions): ApprovalHandler => ({
  kind: 'people',
  outflows: async () => [],
  async approved(work, { clientId, content, requestedBy, requestedByName }) {
    await lockClientState(work.sql, clientId);
    const by = { id: requestedBy, name: requestedByName };
    const party = { clientId, company: await clientName(work.sql, clientId), by };
    // Written by `askForChange`; the consent is bound to it by its hash.
    const command = content as unknown as PeopleCommand;
    const subject = await checkCommand(work, party, command);
    await carryOut(work, party, options, { command, subject });
  },
  async refused() {
    // Only the request itself knew of it.
  },
});

/** Adds rights that others imply. */
const complete = (command: PeopleCommand): PeopleCommand =>
  'rights' in command ? { ...command, rights: withImplied(command.rights) } : command;

/** The subject of the command; throws a `Problem` if it cannot be carried out. */
async function checkCommand(work: Work, party: Party, command: PeopleCommand): Promise<Subject> {
  if ('validUntil' in command) {
    const rejection = checkEnd(command.validUntil, work.now);
    if (rejection) throw badFields(rejection);
  }
  if (command.action === 'invite') return checkInvitation(work.sql, party, command);
  const { clientId, by } = party;
  const member = await requireMember(work.sql, clientId, command.personId);
  if (command.action === 'change') {
    if (command.version !== undefined && command.version !== memberVersion(member))
      throw new Problem('member_changed');
    refuseWithoutPhone(member, command);
  }
  if (command.action === 'suspend' && member.status === 'SUSPENDED') throw new Problem('state_moved');
  if (command.action === 'resume' && member.status === 'ACTIVE') throw new Problem('state_moved');
  if (command.action === 'hand_over') {
    if (member.id === by.id || member.rights.is_boss) throw badFields({ field: 'personId', code: 'invalid' });
    if (!(await isMember(work.sql, { clientId, personId: member.id }))) throw new Problem('state_moved');
    if (member.phone === null) throw new Problem('phone_needed');
  }
  return member;
}

async function checkInvitation(
  sql: Sql,
  { clientId }: Party,
  { email }: { readonly email: string },
): Promise<Subject> {
  const by = { clientId, emailKey: emailKey(email) };
  if (await findMemberRecord(sql, by)) throw badFields({ field: 'email', code: 'already_member' });
  const open = await countOpen(sql, by);
  if (open.isInvited) throw badFields({ field: 'email', code: 'already_invited' });
  if (open.count >= mostOpenInvitations)
    throw new Problem('invitation_limit', { params: { most: mostOpenInvitations } });
  return { name: email, email };
}

function refuseWithoutPhone({ phone }: MemberRecord, { rights }: Grant): void {
  if (phone === null && needsPhone(rights)) throw new Problem('phone_needed');
}

async function carryOut(
  work: Work,
  party: Party,
  options: InvitationOptions,
  { command, subject }: { readonly command: PeopleCommand; readonly subject: Subject },
): Promise<Done> {
  const { clientId } = party;
  const { portalUrl } = options;
  if (command.action === 'invite') {
    const { invitationId: id, email, rights, validUntil } = command;
    return { invitation: await openInvitation(work, party, options, { id, email, rights, validUntil }) };
  }
  const person = { id: command.personId, name: subject.name };
  if (command.action === 'hand_over') {
    const to = { ...person, handoverId: command.handoverId };
    return { handover: await openHandover(work, party, options, to) };
  }
  const key = { clientId, personId: person.id };
  const stuckBefore = await findStuck(work.sql, clientId);
  switch (command.action) {
    case 'remove':
      await removeMember(work, key);
      await endOffersUnlessAdministrator(work, key);
      await refuseWithoutApprover(work.sql, clientId, stuckBefore);
      await tellPeople(work, party, { kind: 'removed', person, portalUrl });
      return {};
    case 'change':
      // Before the change, because a role may have expired on its own; after it, because the change may end the role.
      await endOffersUnlessAdministrator(work, key);
      await changeMember(work, { ...key, ...membershipOf(command) });
      await endOffersUnlessAdministrator(work, key);
      await refuseWithoutApprover(work.sql, clientId, stuckBefore);
      await tellPeople(work, party, { kind: 'changed', person, portalUrl });
      break;
    case 'suspend':
      await changeMember(work, { ...key, status: 'SUSPENDED' });
      await tellPeople(work, party, { kind: 'suspended', person, portalUrl });
      break;
    case 'resume':
      await changeMember(work, { ...key, status: 'ACTIVE' });
      await tellPeople(work, party, { kind: 'resumed', person, portalUrl });
  }
  return { member: await requireMember(work.sql, clientId, person.id) };
}

/**
 * Refuses a change after which a person's requests would have no approver under the current rules. A suspension is never refused for it: it protects
 * the company, and waiting requests become BLOCKED.
 */
async function refuseWithoutApprover(sql: Sql, clientId: string, before: ReadonlySet<string>): Promise<void> {
  const name = [...(await findStuck(sql, clientId))].find((each) => !before.has(each));
  if (name !== undefined) throw new Problem('last_approver', { params: { name } });
}

const membershipOf = ({ rights, validUntil }: Grant) => ({
  rights,
  validUntil: validUntil === null ? null : new Date(validUntil),
});
