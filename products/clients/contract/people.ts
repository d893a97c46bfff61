/**
 * A company's people: who may act for it, with which rights and until when, and handing over the administrator role. Source: server page section 6;
 * rights: `rights.ts`; invitations: `invitations.ts`.
 * If the company's policy requires consent, a change answers 202 with its pending approval (`approval`), and nothing has changed yet.
 */

import { pageQuery, zId, zIdParam, zPage, zTime } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { zRights } from '@calmly/contract-kit/rights.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';

export const memberStatuses = ['ACTIVE', 'SUSPENDED'] as const;

/** Days until the offer of the administrator role expires. */
export const handoverDays = 7;

export const zMember = wire({
  /** The person's id. */
  id: ['Id', zId],
  name: ['Name', z.string()],
  /** Visible to administrators, and for oneself. */
  email: ['Email', z.string().nullable()],
  rights: ['Rights', zRights],
  status: ['Status', z.enum(memberStatuses)],
  /** The membership's end; null if it has none. */
  validUntil: ['ValidUntil', zTime.nullable()],
  /** A version of rights and end date, which changes with them. */
  version: ['Version', z.string()],
  addedAt: ['AddedAt', zTime],
  /** Visible to administrators, and for oneself. */
  lastSeenAt: ['LastSeenAt', zTime.nullable()],
  /** Required for rights that move money. */
  phoneConfirmed: ['PhoneConfirmed', z.boolean()],
  /** Whether this is the caller. */
  current: ['Current', z.boolean()],
});
export type Member = z.output<typeof zMember>;

/** A member's rights and their end date. */
export const memberFields = {
  rights: ['Rights', zRights],
  validUntil: ['ValidUntil', zTime.nullable()],
} as const;

export const listPeople = endpoint({
  id: 'listPeople',
  method: 'GET',
  path: '/people',
  tag: 'People',
  summary: 'List the members of the company in the order they joined',
  access: 'active',
  presence: 'required',
  query: z.strictObject(pageQuery),
  response: zPage(zMember),
});

export const changePerson = endpoint({
  id: 'changePerson',
  method: 'PUT',
  path: '/people/{id}',
  tag: 'People',
  summary: 'Change the rights or the end date of a member; takes effect immediately',
  access: 'active',
  presence: 'own',
  right: 'is_boss',
  twoFactor: 'always',
  approval: true,
  params: zIdParam,
  body: wire({
    ...memberFields,
    /** The version shown on the screen: if the member has changed since, the change is refused (`member_changed`). */
    version: ['Version', z.string().max(64).optional()],
  }),
  response: zMember,
});
export type PersonChange = z.output<(typeof changePerson)['body']>;

export const suspendPerson = endpoint({
  id: 'suspendPerson',
  method: 'PUT',
  path: '/people/{id}/suspension',
  tag: 'People',
  summary: 'Suspend a member: their access to this company ends immediately, without approval',
  access: 'active',
  presence: 'own',
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
  summary: 'End a suspension; the rights are restored',
  access: 'active',
  presence: 'own',
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
  summary: 'Remove a member; they need a new invitation to come back',
  access: 'active',
  presence: 'own',
  right: 'is_boss',
  twoFactor: 'always',
  approval: true,
  params: zIdParam,
});

export const zHandover = wire({
  id: ['Id', zId],
  /** The administrator who hands the role over, and the recipient. */
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
  summary: 'List the open offers of the administrator role, newest first',
  access: 'active',
  presence: 'required',
  query: z.strictObject(pageQuery),
  response: zPage(zHandover),
});

export const offerHandover = endpoint({
  id: 'offerHandover',
  method: 'POST',
  path: '/handovers',
  tag: 'People',
  summary:
    'Offer the own administrator role to a colleague; it changes hands when they accept, other rights stay',
  access: 'active',
  presence: 'own',
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
  summary: 'Accept the offered administrator role',
  access: 'active',
  presence: 'own',
  twoFactor: 'always',
  params: zIdParam,
});

export const endHandover = endpoint({
  id: 'endHandover',
  method: 'DELETE',
  path: '/handovers/{id}',
  tag: 'People',
  summary: 'Decline the offered role, or withdraw the offer',
  access: 'active',
  presence: 'required',
  params: zIdParam,
});
