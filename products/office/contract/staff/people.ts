/** The bank's people and their roles. Who joins, which roles they have and who leaves is proposed by one SUPER and approved by another. */
import { zId, zIdParam, zLine, zTime } from '@calmly/contract-kit/common.ts';
import { staffEndpoint } from '@calmly/contract-kit/staff.ts';
import { z } from 'zod';
import { zProposal } from './proposals.ts';
import { zReason, zRole, zRoles } from './session.ts';

const people = { tag: 'Staff' } as const;

/** INVITED until the invitation is accepted; SUSPENDED cannot sign in; LEFT never again. */
export const staffStates = ['INVITED', 'ACTIVE', 'SUSPENDED', 'LEFT'] as const;
export type StaffState = (typeof staffStates)[number];

export const zStaffPerson = z.strictObject({
  id: zId,
  name: z.string(),
  email: z.string(),
  state: z.enum(staffStates),
  roles: z.array(zRole),
  /** When a session of theirs was last used. */
  lastSeenAt: zTime.nullable(),
  /** Until when an invitation can be accepted. */
  invitedUntil: zTime.nullable(),
  createdAt: zTime,
});
export type StaffPerson = z.output<typeof zStaffPerson>;

export const listStaff = staffEndpoint({
  ...people,
  id: 'listStaff',
  method: 'GET',
  path: '/staff',
  summary: 'List the bank’s people with their roles',
  roles: ['SUPER', 'HISTORY'],
  response: z.strictObject({ items: z.array(zStaffPerson) }),
});

/** What is proposed about a person. `invite` also renews an invitation that nobody accepted. */
const zStaffChange = z.discriminatedUnion('act', [
  z.strictObject({
    act: z.literal('staff.invite'),
    name: zLine(100),
    email: z.email().max(254),
    roles: zRoles,
  }),
  z.strictObject({ act: z.literal('staff.roles'), personId: zId, roles: zRoles }),
  z.strictObject({ act: z.literal('staff.suspend'), personId: zId }),
  z.strictObject({ act: z.literal('staff.reinstate'), personId: zId }),
  z.strictObject({ act: z.literal('staff.leave'), personId: zId }),
  /** A new invitation for a person who lost the app or the password. */
  z.strictObject({ act: z.literal('staff.renew_access'), personId: zId }),
]);
export type StaffChange = z.output<typeof zStaffChange>;

export const proposeStaffChange = staffEndpoint({
  ...people,
  id: 'proposeStaffChange',
  method: 'POST',
  path: '/staff/changes',
  summary: 'Propose who joins, which roles a person has, or who leaves; another SUPER approves it',
  roles: ['SUPER'],
  freshFactor: true,
  idempotent: true,
  body: z.strictObject({ change: zStaffChange, reason: zReason }),
  response: zProposal,
  status: 201,
});

export const endSessionsOf = staffEndpoint({
  ...people,
  id: 'endSessionsOf',
  method: 'POST',
  path: '/staff/{id}/end-sessions',
  summary: 'End all sessions of a person at once',
  roles: ['SUPER'],
  freshFactor: true,
  params: zIdParam,
  body: z.strictObject({ reason: zReason }),
});
