/**
 * A change of a company's people as a value: requested by an administrator, carried out at once or, if the policy requires approval,
 * stored until it is given. Also its texts: the summary of the code and the facts of the approval. Pure.
 */
import type { Rights } from '@calmly/contract';
import type { Confirmation, MemberRecord } from '../../../../identity/server/index.ts';
import * as summaries from './summaries.ts';

/** What someone is to be allowed, and until when (RFC 3339; null: without an end). */
export interface Grant {
  readonly rights: Rights;
  readonly validUntil: string | null;
}

export type PeopleCommand =
  | ({ readonly action: 'invite'; readonly invitationId: string; readonly email: string } & Grant)
  /** `version`: the member's that was on the screen. */
  | ({ readonly action: 'change'; readonly personId: string; readonly version?: string | undefined } & Grant)
  | { readonly action: 'suspend' | 'resume' | 'remove'; readonly personId: string }
  | { readonly action: 'hand_over'; readonly handoverId: string; readonly personId: string };

/** Whom a command is about: a member, or an address that is invited. */
export type Subject = Pick<MemberRecord, 'name' | 'email'> & Partial<MemberRecord>;

/** What an approval of it is about. */
export const subjectIdOf = (command: PeopleCommand): string =>
  command.action === 'invite' ? command.invitationId : command.personId;

/** Suspending takes effect without approval: it is for emergencies. Who did it can also undo it: that gives nobody more than they had. */
export const mayWait = (
  { action }: PeopleCommand,
  { suspendedBy = null }: Subject,
  personId: string,
): boolean => action !== 'suspend' && !(action === 'resume' && suspendedBy === personId);

/** What the code confirms; another person's change in between makes it worthless. */
export function confirmationOf(command: PeopleCommand, subject: Subject, company: string): Confirmation {
  const { rights, status, validUntil } = subject;
  return {
    summary: summaryOf(command, subject, company),
    money: 'stays',
    snapshot: rights === undefined ? '' : JSON.stringify({ rights, status, validUntil }),
  };
}

function summaryOf(command: PeopleCommand, { name }: Subject, company: string): Confirmation['summary'] {
  switch (command.action) {
    case 'invite':
      return summaries.inviteSummary(command.email, command);
    case 'change':
      return summaries.changeSummary(name, command);
    case 'suspend':
      return summaries.suspendSummary(name, company);
    case 'resume':
      return summaries.resumeSummary(name, company);
    case 'remove':
      return summaries.removeSummary(name, company);
    case 'hand_over':
      return summaries.offerSummary(name, company);
  }
}

/** What those who decide on it are shown; names as the contract's approvals have them. */
export function factsOf(command: PeopleCommand, { name, email, rights }: Subject): Record<string, string> {
  return {
    action: command.action,
    name,
    email,
    ...('rights' in command && { rights: summaries.rightsAsFact(command.rights) }),
    ...(rights && { rightsBefore: summaries.rightsAsFact(rights) }),
    ...('validUntil' in command && command.validUntil !== null && { validUntil: command.validUntil }),
  };
}
