/** How the bank's people sign in: a password, then an authenticator app; a session of twelve hours that ends after fifteen idle minutes. */
import { zId, zLine, zTime } from '@calmly/contract-kit/common.ts';
import { staffEndpoint, staffRoles } from '@calmly/contract-kit/staff.ts';
import { z } from 'zod';

const session = { tag: 'Session' } as const;

export const zRole = z.enum(staffRoles);
export const zRoles = z.array(zRole).min(1).max(staffRoles.length);

const zSecret = z.string().min(1).max(400);
const zToken = z.string().regex(/^[\w-]{20,100}$/);
const zCode = z.string().regex(/^[0-9]{6}$/);

/** Whose session it is, and how long it lasts. */
export const zStaffSession = z.strictObject({
  id: zId,
  name: z.string(),
  email: z.string(),
  roles: z.array(zRole),
  /** When it ends unless something is done before. */
  idleUntil: zTime,
  /** When it ends in any case. */
  endsAt: zTime,
  /** Until when dangerous acts need no further code. */
  factorUntil: zTime.nullable(),
  /** The bank runs on invented money. */
  sandbox: z.boolean(),
});
export type StaffSession = z.output<typeof zStaffSession>;

const zCodeAsked = z.strictObject({
  /** Names the sign-in that the code completes. */
  signIn: z.string(),
  /** The code itself, in a sandbox whose messages stay on the machine. */
  shownCode: z.string().nullable(),
});
export type CodeAsked = z.output<typeof zCodeAsked>;

export const beginStaffSignIn = staffEndpoint({
  ...session,
  id: 'beginStaffSignIn',
  method: 'POST',
  path: '/sign-in',
  summary: 'Check the password; the answer names the sign-in that a code completes',
  roles: 'public',
  secretBody: true,
  body: z.strictObject({ email: z.string().trim().min(1).max(254), password: zSecret }),
  response: zCodeAsked,
});

export const completeStaffSignIn = staffEndpoint({
  ...session,
  id: 'completeStaffSignIn',
  method: 'POST',
  path: '/sign-in/code',
  summary: 'Complete a sign-in with the code of the authenticator app; sets the session’s cookie',
  roles: 'public',
  secretBody: true,
  body: z.strictObject({ signIn: zToken, code: zCode }),
  response: zStaffSession,
});

export const openInvitation = staffEndpoint({
  ...session,
  id: 'openInvitation',
  method: 'POST',
  path: '/invitations/open',
  summary: 'Read an invitation: whose it is, and the secret for their authenticator app',
  roles: 'public',
  secretBody: true,
  body: z.strictObject({ token: zToken }),
  response: z.strictObject({
    name: z.string(),
    email: z.string(),
    roles: z.array(zRole),
    until: zTime,
    /** To type into the app. */
    secret: z.string(),
    /** The same as an `otpauth` address, for a QR code. */
    uri: z.string(),
    shownCode: z.string().nullable(),
  }),
});
export type Invitation = z.output<(typeof openInvitation)['response']>;

export const acceptInvitation = staffEndpoint({
  ...session,
  id: 'acceptInvitation',
  method: 'POST',
  path: '/invitations/accept',
  summary:
    'Accept an invitation with a new password and the first code of the app; sets the session’s cookie',
  roles: 'public',
  secretBody: true,
  body: z.strictObject({ token: zToken, password: zSecret, code: zCode }),
  response: zStaffSession,
});

export const getStaffSession = staffEndpoint({
  ...session,
  id: 'getStaffSession',
  method: 'GET',
  path: '/session',
  summary: 'Who is signed in',
  roles: 'all',
  response: zStaffSession,
});

export const proveStaffFactor = staffEndpoint({
  ...session,
  id: 'proveStaffFactor',
  method: 'POST',
  path: '/session/factor',
  summary:
    'Give a code again before a dangerous act; without one the answer says whether the sandbox shows it',
  roles: 'all',
  secretBody: true,
  body: z.strictObject({ code: zCode.optional() }),
  response: z.strictObject({ factorUntil: zTime.nullable(), shownCode: z.string().nullable() }),
});

export const endStaffSession = staffEndpoint({
  ...session,
  id: 'endStaffSession',
  method: 'DELETE',
  path: '/session',
  summary: 'Sign out',
  roles: 'all',
});

export const changeStaffPassword = staffEndpoint({
  ...session,
  id: 'changeStaffPassword',
  method: 'PUT',
  path: '/session/password',
  summary: 'Change the own password; every other session of the person ends',
  roles: 'all',
  freshFactor: true,
  secretBody: true,
  body: z.strictObject({ current: zSecret, next: zSecret }),
});

/** A reason that others read: one to a thousand characters on one line. */
export const zReason = zLine(1_000);
