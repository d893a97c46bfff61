/**
 * A change of a company's people as a value: requested by an administrator, carried out at once or, if the policy requires approval,
 * stored until it is given. Also its texts: the summary of the code and the facts of the approval. Pure.
 */
import type { Rights } from '@calmly/contract';
import type { Confirmation, MemberRecord } from '../../../../identity/server/index.ts';
import * as summaries from './summaries.ts';

/** The rights to grant, and their end (RFC 3339; null: no end). */
export interface Grant {
  readonly rights: Rights;
  readonly validUntil: string | null;
}

export type PeopleCommand =
  | ({ readonly action: 'invite'; readonly invitationId: string; readonly email: string } & Grant)
  /** `version`: the member's version shown on the screen. */
  | ({ readonly action: 'change'; readonly personId: string; readonly version?: string | undefined } & Grant)
  | { readonly action: 'suspend' | 'resume' | 'remove'; readonly personId: string }
  | { readonly action: 'hand_over'; readonly handoverId: string; readonly personId: string };

/** The subject of a command: a member, or an invited address. */
export type Subject = Pick<MemberRecord, 'name' | 'email'> & Partial<MemberRecord>;

/** The subject of an approval. */
export const subjectIdOf = (command: PeopleCommand): string =>
  command.action === 'invite' ? command.invitationId : command.personId;

/** Suspending takes effect without approval, because it is for emergencies. The same person can undo it, which gives no one more than they had. */
export const mayWait = (
  { action }: PeopleCommand,
  { suspendedBy = null }: Subject,
  personId: string,
): boolean => action !== 'suspend' && !(action === 'resume' && suspendedBy === personId);

/** The code's summary and snapshot; a concurrent change by another person voids the code. */
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

/** The facts shown to approvers, named as in the contract. */
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
