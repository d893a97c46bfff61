/**
 * A person's security settings: signed-in sessions, known browsers, the history of sign-ins, the password, freezing one's own access. Source:
 * specification section 4; server page section 3.
 * Calls without a token answer the same whether or not an address is known. The token of an emailed link is sent in the body, never in a URL.
 */

import { pageQuery, zId, zIdParam, zLine, zPage, zTime } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { zEmail } from '../../clients/contract/onboarding.ts';

/** A browser's name and system; null if they cannot be determined. */
const place = {
  browser: ['Browser', z.string().nullable()],
  system: ['System', z.string().nullable()],
  ip: ['Ip', z.string()],
} as const;

export const zSession = wire({
  id: ['Id', zId],
  ...place,
  /** Whether this is the caller's own session. */
  current: ['Current', z.boolean()],
  remembered: ['Remembered', z.boolean()],
  /** Its browser is known and is not the caller's, so it can be forgotten together with the session. */
  forgettable: ['Forgettable', z.boolean()],
  /** The name of the profile it acts for. */
  clientName: ['ClientName', z.string()],
  createdAt: ['CreatedAt', zTime],
  lastSeenAt: ['LastSeenAt', zTime],
});
export type Session = z.output<typeof zSession>;

export const zDevice = wire({
  id: ['Id', zId],
  ...place,
  /** The person's own name for it; null if none was given. */
  name: ['Name', z.string().nullable()],
  /** Whether this is the caller's own browser. */
  current: ['Current', z.boolean()],
  addedAt: ['AddedAt', zTime],
  lastUsedAt: ['LastUsedAt', zTime],
});
export type Device = z.output<typeof zDevice>;

export const signInOutcomes = [
  'signed_in',
  'signed_in_by_passkey',
  'passkey_refused',
  'bad_credentials',
  'admin_refused',
  'locked',
  'code_sent',
  'code_wrong',
  'codes_locked',
  'frozen',
] as const;
export type SignInOutcome = (typeof signInOutcomes)[number];

export const zSignIn = wire({
  id: ['Id', zId],
  at: ['At', zTime],
  outcome: ['Outcome', z.enum(signInOutcomes)],
  ...place,
});
export type SignIn = z.output<typeof zSignIn>;

const paged = z.strictObject(pageQuery);

export const listSessions = endpoint({
  id: 'listSessions',
  method: 'GET',
  path: '/sessions',
  tag: 'Security',
  summary: 'List the current sessions of the person, newest first',
  access: 'client',
  presence: 'required',
  query: paged,
  response: zPage(zSession),
});

export const endSession = endpoint({
  id: 'endSession',
  method: 'DELETE',
  path: '/sessions/{id}',
  tag: 'Security',
  summary:
    'End one session immediately, and optionally forget its browser, whose next sign-in then needs a code',
  access: 'client',
  presence: 'open',
  params: zIdParam,
  query: z.strictObject({ forget: z.literal('browser').optional() }),
});

export const endOtherSessions = endpoint({
  id: 'endOtherSessions',
  method: 'DELETE',
  path: '/sessions',
  tag: 'Security',
  summary: "End all sessions except the caller's, immediately",
  access: 'client',
  presence: 'open',
});

export const listDevices = endpoint({
  id: 'listDevices',
  method: 'GET',
  path: '/devices',
  tag: 'Security',
  summary: 'List the recognised browsers, which sign in without a code, newest first',
  access: 'client',
  presence: 'required',
  query: paged,
  response: zPage(zDevice),
});

export const renameDevice = endpoint({
  id: 'renameDevice',
  method: 'PUT',
  path: '/devices/{id}',
  tag: 'Security',
  summary: 'Rename a recognised browser',
  access: 'client',
  presence: 'open',
  params: zIdParam,
  body: wire({ name: ['Name', zLine(40)] }),
  response: zDevice,
});

export const forgetDevice = endpoint({
  id: 'forgetDevice',
  method: 'DELETE',
  path: '/devices/{id}',
  tag: 'Security',
  summary: 'Forget a recognised browser: its sessions end, and its next sign-in needs a code',
  access: 'client',
  presence: 'open',
  params: zIdParam,
});

export const listSignIns = endpoint({
  id: 'listSignIns',
  method: 'GET',
  path: '/signins',
  tag: 'Security',
  summary: 'List all sign-in attempts with their outcome, newest first',
  access: 'client',
  presence: 'required',
  query: paged,
  response: zPage(zSignIn),
});

const zPassword = z.string().min(1).max(1000);

export const changePassword = endpoint({
  id: 'changePassword',
  method: 'PUT',
  path: '/password',
  tag: 'Security',
  summary: 'Change the password; all other sessions end',
  access: 'client',
  presence: 'own',
  twoFactor: 'always',
  secretBody: true,
  body: wire({ oldPassword: ['OldPassword', zPassword], newPassword: ['NewPassword', zPassword] }),
});

export const requestPasswordReset = endpoint({
  id: 'requestPasswordReset',
  method: 'POST',
  path: '/passwordresets',
  tag: 'Sign-in',
  summary: 'Request a password reset link; the answer is the same for every address',
  access: 'public',
  presence: 'open',
  body: wire({ email: ['Email', zEmail] }),
});

const zLinkToken = z.string().max(200);

export const checkPasswordReset = endpoint({
  id: 'checkPasswordReset',
  method: 'POST',
  path: '/passwordresets/check',
  tag: 'Sign-in',
  summary: 'Check whether an emailed link is still valid; the link stays valid',
  access: 'public',
  presence: 'open',
  body: wire({ token: ['Token', zLinkToken] }),
});

export const resetPassword = endpoint({
  id: 'resetPassword',
  method: 'PUT',
  path: '/passwordresets',
  tag: 'Sign-in',
  summary: 'Set a new password with an emailed link; all sessions end and all browsers are forgotten',
  access: 'public',
  presence: 'open',
  body: wire({ token: ['Token', zLinkToken], password: ['Password', zPassword] }),
});

export const freezeAccess = endpoint({
  id: 'freezeAccess',
  method: 'POST',
  path: '/freeze',
  tag: 'Security',
  summary:
    'Freeze the own access: all sessions end, and no one can sign in until it is restored by emailed link, password and code',
  access: 'client',
  presence: 'open',
});

export const unfreezeAccess = endpoint({
  id: 'unfreezeAccess',
  method: 'POST',
  path: '/unfreeze',
  tag: 'Sign-in',
  summary: 'Restore frozen access with the emailed link, HTTP Basic and a code',
  access: 'public',
  presence: 'open',
  twoFactor: 'always',
  body: wire({ token: ['Token', zLinkToken] }),
});
