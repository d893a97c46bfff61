/**
 * Invitations by email to act for a company. Source: server page section 6.
 * The secret of an emailed invitation is sent in the body, never in a URL. Only a person with that secret, or one signed in with the invited,
 * confirmed address, can see an invitation. The company never learns whether an address belongs to a client.
 */

import { pageQuery, zId, zIdParam, zLine, zPage, zTime } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { zToken } from '../../identity/contract/identity.ts';
import { zEmail, zNewPassword, zPhone, zSentCode } from './onboarding.ts';
import { memberFields } from './people.ts';

/** Maximum number of open invitations per company. */
export const mostOpenInvitations = 50;
/** Days until an invitation expires. */
export const invitationDays = 14;

export const invitationStates = ['OPEN', 'EXPIRED', 'ACCEPTED', 'DECLINED', 'WITHDRAWN'] as const;

export const zInvitation = wire({
  id: ['Id', zId],
  email: ['Email', z.string()],
  ...memberFields,
  state: ['State', z.enum(invitationStates)],
  /** Name of the inviter. */
  invitedBy: ['InvitedBy', z.string()],
  createdAt: ['CreatedAt', zTime],
  /** When the email was last sent. */
  sentAt: ['SentAt', zTime],
  expiresAt: ['ExpiresAt', zTime],
});
export type Invitation = z.output<typeof zInvitation>;

export const invitePerson = endpoint({
  id: 'invitePerson',
  method: 'POST',
  path: '/invitations',
  tag: 'People',
  summary: 'Invite a person by email to act for the company',
  access: 'active',
  presence: 'own',
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
  summary: "List the company's invitations and their states, newest first",
  access: 'active',
  presence: 'required',
  right: 'is_boss',
  query: z.strictObject(pageQuery),
  response: zPage(zInvitation),
});

export const resendInvitation = endpoint({
  id: 'resendInvitation',
  method: 'POST',
  path: '/invitations/mail/{id}',
  tag: 'People',
  summary: 'Resend an invitation for another two weeks; the previous link stops working',
  access: 'active',
  presence: 'required',
  right: 'is_boss',
  params: zIdParam,
  response: zInvitation,
});

export const withdrawInvitation = endpoint({
  id: 'withdrawInvitation',
  method: 'DELETE',
  path: '/invitations/{id}',
  tag: 'People',
  summary: 'Withdraw an invitation; its link stops working immediately',
  access: 'active',
  presence: 'required',
  right: 'is_boss',
  params: zIdParam,
});

const zLinkToken = z.string().max(200);

export const checkInvitation = endpoint({
  id: 'checkInvitation',
  method: 'POST',
  path: '/invitations/check',
  tag: 'Sign-in',
  summary: 'Read the invitation behind an emailed link; the link stays valid',
  access: 'public',
  presence: 'open',
  body: wire({ token: ['Token', zLinkToken] }),
  response: wire({
    companyName: ['CompanyName', z.string()],
    invitedBy: ['InvitedBy', z.string()],
    email: ['Email', z.string()],
    ...memberFields,
    expiresAt: ['ExpiresAt', zTime],
    /** Whether the address belongs to a client, who signs in to accept. */
    isClient: ['IsClient', z.boolean()],
  }),
});
export type InvitationOffer = z.output<(typeof checkInvitation)['response']>;

export const zOwnInvitation = wire({
  id: ['Id', zId],
  companyName: ['CompanyName', z.string()],
  /** Name of the inviter. */
  invitedBy: ['InvitedBy', z.string()],
  ...memberFields,
  createdAt: ['CreatedAt', zTime],
  expiresAt: ['ExpiresAt', zTime],
});
export type OwnInvitation = z.output<typeof zOwnInvitation>;

export const listOwnInvitations = endpoint({
  id: 'listOwnInvitations',
  method: 'GET',
  path: '/invitations/own',
  tag: 'People',
  summary: "List the open invitations to the caller's confirmed email, newest first",
  access: 'client',
  presence: 'open',
  query: z.strictObject(pageQuery),
  response: zPage(zOwnInvitation),
});

export const acceptOwnInvitation = endpoint({
  id: 'acceptOwnInvitation',
  method: 'PUT',
  path: '/invitations/own/{id}',
  tag: 'People',
  summary: 'Accept an open invitation to the caller, without its link',
  access: 'client',
  presence: 'own',
  twoFactor: 'always',
  params: zIdParam,
  response: wire({ companyId: ['CompanyId', zId] }),
});

export const declineOwnInvitation = endpoint({
  id: 'declineOwnInvitation',
  method: 'DELETE',
  path: '/invitations/own/{id}',
  tag: 'People',
  summary: 'Decline an open invitation to the caller; the inviter is notified',
  access: 'client',
  presence: 'required',
  params: zIdParam,
});

export const declineInvitation = endpoint({
  id: 'declineInvitation',
  method: 'POST',
  path: '/invitations/refusal',
  tag: 'Sign-in',
  summary: 'Decline an invitation by its emailed link, without being a client; the inviter is notified',
  access: 'public',
  presence: 'open',
  body: wire({ token: ['Token', zLinkToken] }),
});

export const acceptInvitation = endpoint({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/invitations/acceptance',
  tag: 'People',
  summary: 'Accept an invitation with an existing profile; the email addresses must match',
  access: 'client',
  presence: 'own',
  twoFactor: 'always',
  body: wire({ token: ['Token', zLinkToken] }),
  response: wire({ companyId: ['CompanyId', zId] }),
});

export const sendInvitationCode = endpoint({
  id: 'sendInvitationCode',
  method: 'POST',
  path: '/invitations/phone-code',
  tag: 'Sign-in',
  summary: 'Send a code by SMS to an invited person who is not a client yet',
  access: 'public',
  presence: 'open',
  body: wire({ token: ['Token', zLinkToken], phone: ['Phone', zPhone] }),
  response: zSentCode,
});

export const joinByInvitation = endpoint({
  id: 'joinByInvitation',
  method: 'POST',
  path: '/invitations/registration',
  tag: 'Sign-in',
  summary:
    'Accept an invitation without a profile, with name, password and a confirmed phone; signs in for the company',
  access: 'public',
  presence: 'open',
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
