/**
 * Signing in with a passkey (WebAuthn Level 3). A passkey that verified the person counts as both factors, so no password and no code follow. Without
 * a user name the browser offers its discoverable passkeys; with one, the account's passkeys are listed, so that older authenticators find theirs. An
 * unknown name gets invented ones and a client number none, so the response does not reveal who is a client.
 */

import { zPlain } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { z } from 'zod';
import { zAssertion } from './factors.ts';
import { zPasskeyRequest, zToken } from './identity.ts';

export const startPasskeySignIn = endpoint({
  id: 'startPasskeySignIn',
  method: 'POST',
  path: '/oauth/passkey-options',
  tag: 'Sign-in',
  summary: 'Create the challenge for a passkey sign-in; valid once, for this browser',
  access: 'public',
  presence: 'open',
  body: z.strictObject({
    /** Email; a client number lists no passkeys. */
    username: zPlain.max(254).optional(),
  }),
  response: z.strictObject({
    passkey: zPasskeyRequest,
    /** Seconds until it expires. */
    expires_in: z.number().int(),
  }),
});
export type PasskeySignIn = z.output<typeof startPasskeySignIn.response>;

export const signInWithPasskey = endpoint({
  id: 'signInWithPasskey',
  method: 'POST',
  path: '/oauth/passkey-token',
  tag: 'Sign-in',
  summary: 'Sign in with a passkey that verified the person',
  access: 'public',
  presence: 'open',
  body: z.strictObject({ remember: z.boolean().default(false), assertion: zAssertion }),
  response: zToken,
});
