/**
 * Second factors: a person's confirmation methods, and how they are added, named and removed. Source: server page section 3; RFC 6238 (codes of an
 * authenticator app), WebAuthn Level 3 (passkeys).
 * A 203 names one method and the alternatives; `chooseMethod` switches. A passkey's signature is exchanged for a proof (`provePasskey`), which is
 * sent as `X-TFA-CODE` like a code. Both calls belong to the holder of the challenge: the session or, at sign-in, the browser.
 */

import { zId, zIdParam, zLine, zTime } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { confirmationMethods, zChallenge } from './identity.ts';

/** Kinds of factors, strongest first. */
export const factorKinds = ['passkey', 'totp', 'sms', 'email'] as const;
export type FactorKind = (typeof factorKinds)[number];

/** Number of recovery codes in a set. */
export const recoveryCodeCount = 10;

const zBase64Url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/);

const zCode = z.string().regex(/^[0-9]{6}$/);
const zName = zLine(40);

/** WebAuthn's JSON forms (section 5.1.8), as browsers produce them. */
const credential = {
  id: zBase64Url(1024),
  rawId: zBase64Url(1024),
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
};
export const zAssertion = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: zBase64Url(4096),
    authenticatorData: zBase64Url(4096),
    signature: zBase64Url(8192),
    userHandle: zBase64Url(128).optional(),
  }),
});
export type Assertion = z.output<typeof zAssertion>;

export const zAttestation = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: zBase64Url(4096),
    attestationObject: zBase64Url(32_768),
    authenticatorData: zBase64Url(8192).optional(),
    transports: z.array(z.string().max(32)).max(8).optional(),
    publicKeyAlgorithm: z.number().int().optional(),
    publicKey: zBase64Url(8192).optional(),
  }),
});
export type Attestation = z.output<typeof zAttestation>;

/** A passkey or an authenticator app. */
export const zFactor = wire({
  id: ['Id', zId],
  kind: ['Kind', z.enum(['passkey', 'totp'])],
  name: ['Name', z.string()],
  createdAt: ['CreatedAt', zTime],
  lastUsedAt: ['LastUsedAt', zTime.nullable()],
});
export type Factor = z.output<typeof zFactor>;

export const zFactors = wire({
  /** Oldest first. */
  factors: ['Factors', z.array(zFactor)],
  /** Codes by email: whether they are enabled, and the masked address. */
  email: ['Email', z.strictObject({ On: z.boolean(), To: z.string() })],
  /** Codes by SMS; `To` is null without a confirmed phone. */
  sms: ['Sms', z.strictObject({ On: z.boolean(), To: z.string().nullable() })],
  /** The preferred method; null means the strongest. */
  preferred: ['Preferred', z.enum(factorKinds).nullable()],
  /** The method currently asked for first. */
  first: ['First', z.enum(factorKinds)],
  recoveryCodesLeft: ['RecoveryCodesLeft', z.number().int()],
});
export type Factors = z.output<typeof zFactors>;

/** The response to adding a factor: includes recovery codes if there were none. They are shown only once. */
export const zAddedFactor = wire({
  factors: ['Factors', zFactors],
  recoveryCodes: ['RecoveryCodes', z.array(z.string()).nullable()],
});
export type AddedFactor = z.output<typeof zAddedFactor>;

export const getFactors = endpoint({
  id: 'getFactors',
  method: 'GET',
  path: '/factors',
  tag: 'Second factors',
  summary: 'List the confirmation methods of the person',
  access: 'client',
  presence: 'required',
  response: zFactors,
});

export const startTotp = endpoint({
  id: 'startTotp',
  method: 'POST',
  path: '/factors/totp-enrolments',
  tag: 'Second factors',
  summary: 'Start adding an authenticator app; returns its secret',
  access: 'client',
  presence: 'own',
  twoFactor: 'always',
  response: wire({
    id: ['Id', zId],
    /** Base32. */
    secret: ['Secret', z.string()],
    /** `otpauth://…`, for the QR code. */
    uri: ['Uri', z.string()],
    /** Seconds. */
    expiresIn: ['ExpiresIn', z.number().int()],
  }),
  status: 201,
});
export type TotpEnrolment = z.output<typeof startTotp.response>;

export const addTotp = endpoint({
  id: 'addTotp',
  method: 'POST',
  path: '/factors/totp',
  tag: 'Second factors',
  summary: 'Add the authenticator app with one of its codes; replaces an earlier app',
  access: 'client',
  presence: 'required',
  body: wire({ enrolmentId: ['EnrolmentId', zId], name: ['Name', zName], code: ['Code', zCode] }),
  response: zAddedFactor,
  status: 201,
});

export const startPasskey = endpoint({
  id: 'startPasskey',
  method: 'POST',
  path: '/factors/passkey-enrolments',
  tag: 'Second factors',
  summary: 'Start adding a passkey; returns the creation options for the browser',
  access: 'client',
  presence: 'own',
  twoFactor: 'always',
  response: wire({
    id: ['Id', zId],
    /** WebAuthn's PublicKeyCredentialCreationOptionsJSON, without the members that have a default. */
    options: [
      'Options',
      z.strictObject({
        challenge: z.string(),
        rp: z.strictObject({ id: z.string(), name: z.string() }),
        user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
        pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.number().int() })),
        excludeCredentials: z.array(
          z.strictObject({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) }),
        ),
        authenticatorSelection: z.strictObject({
          residentKey: z.literal('preferred'),
          userVerification: z.literal('required'),
        }),
        attestation: z.literal('none'),
        /** Milliseconds. */
        timeout: z.number().int(),
      }),
    ],
  }),
  status: 201,
});
export type PasskeyEnrolment = z.output<typeof startPasskey.response>;

export const addPasskey = endpoint({
  id: 'addPasskey',
  method: 'POST',
  path: '/factors/passkeys',
  tag: 'Second factors',
  summary: 'Add the passkey that the authenticator created',
  access: 'client',
  presence: 'required',
  body: wire({
    enrolmentId: ['EnrolmentId', zId],
    name: ['Name', zName],
    attestation: ['Attestation', zAttestation],
  }),
  response: zAddedFactor,
  status: 201,
});

export const renameFactor = endpoint({
  id: 'renameFactor',
  method: 'PUT',
  path: '/factors/{id}',
  tag: 'Second factors',
  summary: 'Rename a passkey or an authenticator app',
  access: 'client',
  presence: 'required',
  params: zIdParam,
  body: wire({ name: ['Name', zName] }),
  response: zFactors,
});

export const removeFactor = endpoint({
  id: 'removeFactor',
  method: 'DELETE',
  path: '/factors/{id}',
  tag: 'Second factors',
  summary: 'Remove a passkey or an authenticator app; the last confirmation method cannot be removed',
  access: 'client',
  presence: 'own',
  twoFactor: 'always',
  params: zIdParam,
  response: zFactors,
});

export const setMessageCodes = endpoint({
  id: 'setMessageCodes',
  method: 'PUT',
  path: '/factors/message-codes',
  tag: 'Second factors',
  summary: 'Turn codes by email and by SMS on or off; the last confirmation method cannot be turned off',
  access: 'client',
  presence: 'own',
  twoFactor: 'always',
  body: wire({ email: ['Email', z.boolean()], sms: ['Sms', z.boolean()] }),
  response: zFactors,
});

export const setPreferredFactor = endpoint({
  id: 'setPreferredFactor',
  method: 'PUT',
  path: '/factors/preferred',
  tag: 'Second factors',
  summary: 'Choose the preferred factor; null for the strongest',
  access: 'client',
  presence: 'required',
  body: wire({ preferred: ['Preferred', z.enum(factorKinds).nullable()] }),
  response: zFactors,
});

export const makeRecoveryCodes = endpoint({
  id: 'makeRecoveryCodes',
  method: 'POST',
  path: '/factors/recovery-codes',
  tag: 'Second factors',
  summary: 'Create new recovery codes, returned only once; the previous ones stop working',
  access: 'client',
  presence: 'own',
  twoFactor: 'always',
  response: zAddedFactor,
  status: 201,
});

export const chooseMethod = endpoint({
  id: 'chooseMethod',
  method: 'POST',
  path: '/oauth/choose-method',
  tag: 'Sign-in',
  summary: 'Choose another confirmation method for an open challenge; sends a code if the method needs one',
  access: 'public',
  presence: 'open',
  body: z.strictObject({ challenge_id: zId, method: z.enum(confirmationMethods) }),
  response: zChallenge,
});

export const provePasskey = endpoint({
  id: 'provePasskey',
  method: 'POST',
  path: '/oauth/passkey-proof',
  tag: 'Sign-in',
  summary: "Exchange a passkey's signature of an open challenge for the proof used in X-TFA-CODE",
  access: 'public',
  presence: 'open',
  body: z.strictObject({ challenge_id: zId, assertion: zAssertion }),
  response: z.strictObject({ proof: z.string() }),
});
