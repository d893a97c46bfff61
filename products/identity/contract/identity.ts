/** Sign-in, sessions and the client's own record. Source: specification sections 3, 4, 7; server page section 3. */

import { zCountry, zId, zIdParam, zTime } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { zRights } from '@calmly/contract-kit/rights.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';

export const clientStates = [
  'DRAFT',
  'EMAIL_CONFIRMED',
  'SMS_CONFIRMED',
  'CREATED',
  'KYC_DECLINED',
  'ACTIVE',
  'BLOCKED',
  'CLOSED',
] as const;

export const adminRoles = ['FINADMIN', 'AMLADMIN', 'SUPPORTADMIN', 'SUPERADMIN', 'HISTORYADMIN'] as const;

/** Personal preferences, stored on the server so that they apply on every device. */
export const languages = ['en', 'ru'] as const;
export const themes = ['light', 'dark'] as const;

/** Terms products and their current versions. */
export const termsVersions = { main: '4.0', cards: '1', crypto: '1', iban_mdle: '4.0' } as const;

export const zClient = wire({
  id: ['Id', zId],
  number: ['Number', z.string()],
  firstName: ['FirstName', z.string().nullable()],
  lastName: ['LastName', z.string().nullable()],
  companyName: ['CompanyName', z.string().nullable()],
  state: ['State', z.enum(clientStates)],
  grade: ['Grade', z.string().nullable()],
  email: ['Email', z.string()],
  /** For a person's own profile, once entered; unix time in seconds at 00:00 UTC. */
  dateOfBirth: ['DateOfBirth', z.number().int().nullable()],
  citizenship: ['CountryCitizenship', zCountry.nullable()],
  residence: ['CountryOfResidence', zCountry.nullable()],
  /** The specification names the country of residence twice; both fields have the same value. */
  residenceCountry: ['CountryResidence', zCountry.nullable()],
  accountType: ['AccountType', z.string().nullable()],
  role: ['Role', z.string()],
  phone: ['Phone', z.string().nullable()],
  addressLine1: ['PhysicalAddressLine1', z.string().nullable()],
  addressLine2: ['PhysicalAddressLine2', z.string().nullable()],
  addressPostCode: ['PhysicalAddressPostalCode', z.string().nullable()],
  addressTown: ['PhysicalAddressCity', z.string().nullable()],
  addressCountry: ['PhysicalAddressCountry', zCountry.nullable()],
  rights: ['Rights', zRights],
  /** Names of the company's administrators, who can grant rights; empty in one's own profile. */
  bosses: ['Bosses', z.array(z.string())],
  /** The newest accepted version by terms product; `read` as it was sent. */
  acceptedTerms: [
    'TermsAccepted',
    z.record(z.string(), z.strictObject({ version: z.string(), read: z.boolean() })),
  ],
  createdAt: ['CreatedAt', zTime],
  /** Whether this person has hidden the first steps on this profile's dashboard. */
  firstStepsHidden: ['FirstStepsHidden', z.boolean()],
  /** The person's own choices; null if nothing was chosen. */
  language: ['Language', z.enum(languages).nullable()],
  theme: ['Theme', z.enum(themes).nullable()],
  /** Whether the bank offers cards to this person in this country. */
  cardsOffered: ['CardsOffered', z.boolean()],
});
export type Client = z.output<typeof zClient>;

export const zToken = z.strictObject({
  access_token: z.string(),
  /** `DPoP` if the session is bound to the key that the call proved (RFC 9449). */
  token_type: z.enum(['Bearer', 'DPoP']),
  /** Seconds. */
  expires_in: z.number().int(),
  ClientId: zId,
  ClientRole: z.string(),
});
export type Token = z.output<typeof zToken>;

/** Confirmation methods, strongest first. A recovery code can only replace a lost passkey or app, where that is allowed. */
export const confirmationMethods = ['passkey', 'totp', 'sms', 'email', 'recovery_code'] as const;
export type ConfirmationMethod = (typeof confirmationMethods)[number];

/** The options that the browser passes to the authenticator (WebAuthn's PublicKeyCredentialRequestOptionsJSON). */
export const zPasskeyRequest = z.strictObject({
  challenge: z.string(),
  allowCredentials: z.array(
    z.strictObject({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) }),
  ),
  userVerification: z.literal('required'),
  /** Milliseconds. */
  timeout: z.number().int(),
});
export type PasskeyRequest = z.output<typeof zPasskeyRequest>;

/** The body of a 203, shown by the two-factor popup. `code` is filled in only in sandbox mode. */
export const zChallenge = z.strictObject({
  detail: z.strictObject({
    challenge_id: zId,
    sent_via: z.enum(confirmationMethods),
    /** The code's masked recipient: `a••••a@demo.calmly.example`; empty if nothing was sent. */
    sent_to: z.string(),
    /** All possible methods, including the current one; the one to offer first comes first. */
    methods: z.array(z.enum(confirmationMethods)),
    /** With `sent_via: passkey`: the browser's options for the authenticator (WebAuthn). */
    passkey: zPasskeyRequest.optional(),
    /** A summary of what the code confirms, in the caller's language: 'Pay 120.00 € to Hansa GmbH, DE33 ···· 4470'. */
    summary: z.string(),
    /** Seconds until the code expires. */
    expires_in: z.number().int(),
    /** Seconds until another code may be requested. */
    resend_in: z.number().int(),
    code: z.string().optional(),
  }),
});
export type Challenge = z.output<typeof zChallenge>['detail'];

export const issueToken = endpoint({
  id: 'issueToken',
  method: 'POST',
  path: '/oauth/token',
  tag: 'Sign-in',
  summary: 'Sign in with HTTP Basic; answers 203 on an unknown device',
  access: 'public',
  presence: 'open',
  twoFactor: 'maybe',
  body: z.strictObject({ remember: z.boolean().default(false) }),
  response: zToken,
});

export const refreshToken = endpoint({
  id: 'refreshToken',
  method: 'POST',
  path: '/oauth/refresh',
  tag: 'Sign-in',
  summary: 'Exchange the session cookie for a new access token; the cookie is rotated',
  access: 'public',
  presence: 'open',
  response: zToken,
});

export const logout = endpoint({
  id: 'logout',
  method: 'POST',
  path: '/oauth/logout',
  tag: 'Sign-in',
  summary: 'End the session of the cookie and of the bearer token',
  access: 'public',
  presence: 'open',
  /** `timeout`: the session ran out, so form entries stay in this browser for the next sign-in. */
  query: z.strictObject({ reason: z.literal('timeout').optional() }),
});

export const testToken = endpoint({
  id: 'testToken',
  method: 'POST',
  path: '/oauth/test-token',
  tag: 'Sign-in',
  summary: 'Read the owner of the access token and its remaining seconds',
  access: 'client',
  presence: 'open',
  response: z.strictObject({ ClientId: zId, expires_in: z.number().int() }),
});

export const resendCode = endpoint({
  id: 'resendCode',
  method: 'POST',
  path: '/oauth/resend-code',
  tag: 'Sign-in',
  summary: 'Resend the code of an open challenge after its countdown',
  access: 'public',
  presence: 'open',
  body: z.strictObject({ challenge_id: zId }),
  response: zChallenge,
});

export const liveTicket = endpoint({
  id: 'liveTicket',
  method: 'POST',
  path: '/oauth/live-ticket',
  tag: 'Sign-in',
  summary:
    'Create a one-time ticket, valid for 30 seconds, that opens a websocket: /api/live, /api/crypto/feed or /api/crypto/orders',
  access: 'client',
  presence: 'open',
  response: z.strictObject({ ticket: z.string() }),
});

export const getClient = endpoint({
  id: 'getClient',
  method: 'GET',
  path: '/clients/{id}',
  tag: 'Client',
  summary: 'Read the client: properties, rights, accepted terms',
  access: 'client',
  presence: 'open',
  params: zIdParam,
  response: zClient,
});

export const acceptTerms = endpoint({
  id: 'acceptTerms',
  method: 'PUT',
  path: '/accessmgmt/termsconditions',
  tag: 'Client',
  summary: 'Accept terms: maps product names to a version and a read flag',
  access: 'client',
  presence: 'required',
  right: 'is_boss',
  body: z.partialRecord(
    z.enum(['main', 'cards', 'crypto', 'iban_mdle']),
    // 4, 4.0, "4" and "4.0" are the same version.
    z.strictObject({ version: z.union([z.string().max(8), z.number()]), read: z.literal(true) }),
  ),
  response: zClient,
});

export const listCountries = endpoint({
  id: 'listCountries',
  method: 'GET',
  path: '/allcountries',
  tag: 'Reference',
  summary: 'List the countries with their dial codes',
  access: 'public',
  presence: 'open',
  response: z.array(
    wire({
      code: ['Country', zCountry],
      name: ['CountryName', z.string()],
      dialCode: ['DialCode', z.string().nullable()],
    }),
  ),
});
