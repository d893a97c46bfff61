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

/** What a person may choose for themselves; kept on the server, so that it follows them. */
export const languages = ['en', 'ru'] as const;
export const themes = ['light', 'dark'] as const;

/** Terms products and the version in force. */
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
  /** Of a person's own profile, once entered; unix time in seconds at 00:00 UTC. */
  dateOfBirth: ['DateOfBirth', z.number().int().nullable()],
  citizenship: ['CountryCitizenship', zCountry.nullable()],
  residence: ['CountryOfResidence', zCountry.nullable()],
  /** The specification names the country of residence twice; both say the same. */
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
  /** Who can give rights in the company, by name; empty in one's own profile. */
  bosses: ['Bosses', z.array(z.string())],
  /** Terms product to the newest version that the client has accepted; `read` as it was sent. */
  acceptedTerms: [
    'TermsAccepted',
    z.record(z.string(), z.strictObject({ version: z.string(), read: z.boolean() })),
  ],
  createdAt: ['CreatedAt', zTime],
  /** This person has hidden the first steps on the dashboard of this profile. */
  firstStepsHidden: ['FirstStepsHidden', z.boolean()],
  /** The person's own choices; null while nothing was chosen. */
  language: ['Language', z.enum(languages).nullable()],
  theme: ['Theme', z.enum(themes).nullable()],
  /** Whether the bank offers cards to this person in this country. */
  cardsOffered: ['CardsOffered', z.boolean()],
});
export type Client = z.output<typeof zClient>;

export const zToken = z.strictObject({
  access_token: z.string(),
  /** `DPoP` when the session is bound to the key that the call proved (RFC 9449). */
  token_type: z.enum(['Bearer', 'DPoP']),
  /** Seconds. */
  expires_in: z.number().int(),
  ClientId: zId,
  ClientRole: z.string(),
});
export type Token = z.output<typeof zToken>;

/** Confirmation methods, strongest first. A recovery code replaces a lost passkey or app, and only where that helps. */
export const confirmationMethods = ['passkey', 'totp', 'sms', 'email', 'recovery_code'] as const;
export type ConfirmationMethod = (typeof confirmationMethods)[number];

/** What the browser asks an authenticator to sign (WebAuthn's PublicKeyCredentialRequestOptionsJSON). */
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

/** The body of a 203: what the two-factor popup shows. `code` is filled in only in sandbox mode. */
export const zChallenge = z.strictObject({
  detail: z.strictObject({
    challenge_id: zId,
    sent_via: z.enum(confirmationMethods),
    /** Where the code went, masked: `a••••a@demo.calmly.example`; empty when nothing was sent. */
    sent_to: z.string(),
    /** All ways that this may be confirmed in, the one at hand included; the one to offer first comes first. */
    methods: z.array(z.enum(confirmationMethods)),
    /** With `sent_via: passkey`: what the browser asks the authenticator (WebAuthn). */
    passkey: zPasskeyRequest.optional(),
    /** What the code confirms, in the caller's language: 'Pay 120.00 € to Hansa GmbH, DE33 ···· 4470'. */
    summary: z.string(),
    /** Seconds until the code dies. */
    expires_in: z.number().int(),
    /** Seconds until another code may be asked for. */
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
  /** `timeout`: no logout, so form entries stay in this browser for the next sign-in. */
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
    // 4, 4.0, "4" and "4.0" name the same version.
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
