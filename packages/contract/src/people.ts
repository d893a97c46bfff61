/**
 * The people of a company: who may act for it, with which rights and until when; invitations by e-mail, and the role of the
 * boss from one to another. Source: server page section 6; the rights themselves: `rights.ts`.
 *
 * The secret of a mailed invitation travels in the body, never in an address. Without it nobody learns that there is an
 * invitation, and to the company nothing tells whether an address is a client's. Where the company's policy asks for
 * somebody's consent, a change answers 202 with the approval it waits for (`approval`), and nothing has changed yet.
 */
import { z } from 'zod';
import { pageQuery, zId, zIdParam, zLine, zPage, zTime } from './common.ts';
import { endpoint } from './endpoint.ts';
import { zToken } from './identity.ts';
import { zEmail, zNewPassword, zPhone, zSentCode } from './onboarding.ts';
import { zRights } from './rights.ts';
import { wire } from './wire.ts';

export const memberStatuses = ['ACTIVE', 'SUSPENDED'] as const;

/** Open invitations that a company may have at a time. */
export const mostOpenInvitations = 50;
/** How long an invitation can be accepted, and the offer of the boss's role. */
export const invitationDays = 14;
export const handoverDays = 7;

export const zMember = wire({
  /** The person's. */
  id: ['Id', zId],
  name: ['Name', z.string()],
  /** For bosses, and of oneself. */
  email: ['Email', z.string().nullable()],
  rights: ['Rights', zRights],
  status: ['Status', z.enum(memberStatuses)],
  /** The membership's end; null when it has none. */
  validUntil: ['ValidUntil', zTime.nullable()],
  addedAt: ['AddedAt', zTime],
  /** For bosses, and of oneself. */
  lastSeenAt: ['LastSeenAt', zTime.nullable()],
  /** What moves money needs a confirmed telephone. */
  phoneConfirmed: ['PhoneConfirmed', z.boolean()],
  /** The one who asks. */
  current: ['Current', z.boolean()],
});
export type Member = z.output<typeof zMember>;

const memberFields = {
  rights: ['Rights', zRights],
  validUntil: ['ValidUntil', zTime.nullable()],
} as const;

export const listPeople = endpoint({
  id: 'listPeople',
  method: 'GET',
  path: '/people',
  tag: 'People',
  summary: 'Who may act for the company, in the order they came',
  access: 'active',
  query: z.strictObject(pageQuery),
  response: zPage(zMember),
});

export const changePerson = endpoint({
  id: 'changePerson',
  method: 'PUT',
  path: '/people/{id}',
  tag: 'People',
  summary: 'Give a member other rights or another end; takes effect at once',
  access: 'active',
  right: 'is_boss',
  twoFactor: 'always',
  approval: true,
  params: zIdParam,
  body: wire(memberFields),
  response: zMember,
});
export type PersonChange = z.output<(typeof changePerson)['body']>;

export const suspendPerson = endpoint({
  id: 'suspendPerson',
  method: 'PUT',
  path: '/people/{id}/suspension',
  tag: 'People',
  summary: 'Suspend a member: what they have open for this company ends at once. Waits for nobody',
  access: 'active',
  right: 'is_boss',
  twoFactor: 'always',
  params: zIdParam,
  response: zMember,
});

export const resumePerson = endpoint({
  id: 'resumePerson',
  method: 'DELETE',
  path: '/people/{id}/suspension',
  tag: 'People',
  summary: 'End a suspension; the rights are those of before',
  access: 'active',
  right: 'is_boss',
  twoFactor: 'always',
  approval: true,
  params: zIdParam,
  response: zMember,
});

export const removePerson = endpoint({
  id: 'removePerson',
  method: 'DELETE',
  path: '/people/{id}',
  tag: 'People',
  summary: 'Remove a member; who comes back is invited again',
  access: 'active',
  right: 'is_boss',
  twoFactor: 'always',
  approval: true,
  params: zIdParam,
});

export const invitationStates = ['OPEN', 'EXPIRED', 'ACCEPTED', 'WITHDRAWN'] as const;

export const zInvitation = wire({
  id: ['Id', zId],
  email: ['Email', z.string()],
  ...memberFields,
  state: ['State', z.enum(invitationStates)],
  /** Name of the person who invites. */
  invitedBy: ['InvitedBy', z.string()],
  createdAt: ['CreatedAt', zTime],
  /** When the mail last went out. */
  sentAt: ['SentAt', zTime],
  expiresAt: ['ExpiresAt', zTime],
});
export type Invitation = z.output<typeof zInvitation>;

export const invitePerson = endpoint({
  id: 'invitePerson',
  method: 'POST',
  path: '/invitations',
  tag: 'People',
  summary: 'Invite somebody by e-mail to act for the company',
  access: 'active',
  right: 'is_boss',
  twoFactor: 'always',
  approval: true,
  idempotent: true,
  body: wire({ email: ['Email', zEmail], ...memberFields }),
  response: zInvitation,
  status: 201,
});
export type InvitationInput = z.output<(typeof invitePerson)['body']>;

export const listInvitations = endpoint({
  id: 'listInvitations',
  method: 'GET',
  path: '/invitations',
  tag: 'People',
  summary: "The company's invitations and what became of them, newest first",
  access: 'active',
  right: 'is_boss',
  query: z.strictObject(pageQuery),
  response: zPage(zInvitation),
});

export const resendInvitation = endpoint({
  id: 'resendInvitation',
  method: 'POST',
  path: '/invitations/{id}/mail',
  tag: 'People',
  summary: 'Mail an invitation again, for another two weeks; the link of the mail before dies',
  access: 'active',
  right: 'is_boss',
  params: zIdParam,
  response: zInvitation,
});

export const withdrawInvitation = endpoint({
  id: 'withdrawInvitation',
  method: 'DELETE',
  path: '/invitations/{id}',
  tag: 'People',
  summary: 'Take an invitation back: its link is dead at once',
  access: 'active',
  right: 'is_boss',
  params: zIdParam,
});

const zLinkToken = z.string().max(200);

export const checkInvitation = endpoint({
  id: 'checkInvitation',
  method: 'POST',
  path: '/invitations/check',
  tag: 'Sign-in',
  summary: 'What the link of a mailed invitation offers; uses nothing up',
  access: 'public',
  body: wire({ token: ['Token', zLinkToken] }),
  response: wire({
    companyName: ['CompanyName', z.string()],
    invitedBy: ['InvitedBy', z.string()],
    email: ['Email', z.string()],
    ...memberFields,
    expiresAt: ['ExpiresAt', zTime],
    /** The address is a client's: they sign in and accept. */
    isClient: ['IsClient', z.boolean()],
  }),
});
export type InvitationOffer = z.output<(typeof checkInvitation)['response']>;

export const acceptInvitation = endpoint({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/invitations/acceptance',
  tag: 'People',
  summary: 'Accept an invitation with the own profile; its address must be the own',
  access: 'client',
  twoFactor: 'always',
  body: wire({ token: ['Token', zLinkToken] }),
  response: wire({ companyId: ['CompanyId', zId] }),
});

export const sendInvitationCode = endpoint({
  id: 'sendInvitationCode',
  method: 'POST',
  path: '/invitations/phone-code',
  tag: 'Sign-in',
  summary: 'Text a code to the telephone of an invited stranger',
  access: 'public',
  body: wire({ token: ['Token', zLinkToken], phone: ['Phone', zPhone] }),
  response: zSentCode,
});

export const joinByInvitation = endpoint({
  id: 'joinByInvitation',
  method: 'POST',
  path: '/invitations/registration',
  tag: 'Sign-in',
  summary:
    'Accept an invitation as a stranger: name, password and a confirmed telephone; signed in for the company',
  access: 'public',
  body: wire({
    token: ['Token', zLinkToken],
    firstName: ['FirstName', zLine(70)],
    lastName: ['LastName', zLine(70)],
    password: ['Password', zNewPassword],
    phone: ['Phone', zPhone],
    code: ['Code', z.string().regex(/^[0-9]{6}$/)],
  }),
  response: zToken,
  status: 201,
});
export type InvitedRegistration = z.output<(typeof joinByInvitation)['body']>;

export const zHandover = wire({
  id: ['Id', zId],
  /** The boss who gives the role away, and who is to have it. */
  from: ['From', wire({ id: ['Id', zId], name: ['Name', z.string()] })],
  to: ['To', wire({ id: ['Id', zId], name: ['Name', z.string()] })],
  createdAt: ['CreatedAt', zTime],
  expiresAt: ['ExpiresAt', zTime],
});
export type Handover = z.output<typeof zHandover>;

export const listHandovers = endpoint({
  id: 'listHandovers',
  method: 'GET',
  path: '/handovers',
  tag: 'People',
  summary: "Offers of the boss's role that wait for an answer, newest first",
  access: 'active',
  query: z.strictObject(pageQuery),
  response: zPage(zHandover),
});

export const offerHandover = endpoint({
  id: 'offerHandover',
  method: 'POST',
  path: '/handovers',
  tag: 'People',
  summary:
    "Offer the own boss's role to a colleague, who becomes boss by accepting; the own other rights stay",
  access: 'active',
  right: 'is_boss',
  twoFactor: 'always',
  approval: true,
  idempotent: true,
  body: wire({ personId: ['PersonId', zId] }),
  response: zHandover,
  status: 201,
});

export const acceptHandover = endpoint({
  id: 'acceptHandover',
  method: 'PUT',
  path: '/handovers/{id}',
  tag: 'People',
  summary: "Take the boss's role that was offered",
  access: 'active',
  twoFactor: 'always',
  params: zIdParam,
});

export const endHandover = endpoint({
  id: 'endHandover',
  method: 'DELETE',
  path: '/handovers/{id}',
  tag: 'People',
  summary: 'Decline the offered role, or take the offer back',
  access: 'active',
  params: zIdParam,
});
