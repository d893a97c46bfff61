/**
 * Passkeys (WebAuthn Level 3). The signed data is derived from the challenge, the hash of its HTTP request, its snapshot and its
 * summary, so the signature is valid only for this payment to this payee. The authenticator always verifies the person (biometrics or
 * PIN), and its counter, if it has one, must increase.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { Assertion, Attestation, PasskeyEnrolment, PasskeyRequest } from '@calmly/contract';
import type * as WebAuthn from '@simplewebauthn/server';
import type { Passkey } from './passkey-store.ts';

/** Our identity towards authenticators. */
export interface RelyingParty {
  /** Host name of the portal: passkeys belong to it and stay valid as long as it does. */
  readonly id: string;
  readonly name: string;
  /** The configured public address; otherwise the origin of the asking page, as the edge admits only our own. */
  readonly origin: string | undefined;
}

/** WebAuthn's RP ID is the portal's host name: passkeys do not survive another one. */
export const relyingPartyOf = (portalUrl: string, publicUrl: string | undefined): RelyingParty => ({
  id: new URL(portalUrl).hostname,
  name: 'Calmly',
  origin: publicUrl === undefined ? undefined : new URL(publicUrl).origin,
});

/** Maximum number of passkeys per person. */
export const mostPasskeys = 10;

const timeoutMs = 120_000;

/** EdDSA, ES256, RS256. */
const algorithms = [-8, -7, -257];

/** The challenge that the authenticator signs; base64url. */
export function passkeyChallenge(
  key: Buffer,
  of: { id: string; requestHash: string; snapshot: string; summary: string },
): string {
  const facts = JSON.stringify(['passkey', of.id, of.requestHash, of.snapshot, of.summary]);
  return createHmac('sha256', key).update(facts).digest('base64url');
}

const descriptor = ({ credentialId, transports }: Pick<Passkey, 'credentialId' | 'transports'>) => ({
  id: credentialId.toString('base64url'),
  type: 'public-key' as const,
  transports: [...transports],
});

/** The browser's options for a signature; the relying party is the portal's own host. */
export const assertionOptions = (
  challenge: string,
  passkeys: ReadonlyArray<Pick<Passkey, 'credentialId' | 'transports'>>,
): PasskeyRequest => ({
  challenge,
  allowCredentials: passkeys.map(descriptor),
  userVerification: 'required',
  timeout: timeoutMs,
});

/** Identifies the owner to the authenticator, which returns it if the request names no account. */
export const userHandleOf = (personId: string) =>
  Buffer.from(personId.replaceAll('-', ''), 'hex').toString('base64url');

/** The challenge that an assertion claims to sign; empty if it names none. */
export function challengeIn({ response }: Assertion): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'));
    const challenge = (data as { readonly challenge?: unknown } | null)?.challenge;
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

/** The browser's options for creating a passkey. */
export const creationOptions = (
  party: RelyingParty,
  challenge: Buffer,
  person: { id: string; email: string; displayName: string; passkeys: readonly Passkey[] },
): PasskeyEnrolment['options'] => ({
  challenge: challenge.toString('base64url'),
  rp: { id: party.id, name: party.name },
  user: {
    id: userHandleOf(person.id),
    name: person.email,
    displayName: person.displayName,
  },
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
  excludeCredentials: person.passkeys.map(descriptor),
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  attestation: 'none',
  timeout: timeoutMs,
});

/** 256 random bits. */
export const newPasskeyChallenge = () => randomBytes(32);

/** Loaded when a passkey is first used: it brings 300 modules for authenticators' certificates, a sixth of what a start loads. */
const webAuthn = (): Promise<typeof WebAuthn> => import('@simplewebauthn/server');

/** The asking page's `Origin`, which no page can forge. */
interface Asked {
  readonly party: RelyingParty;
  readonly pageOrigin: string | undefined;
}

const originOf = ({ party, pageOrigin }: Asked) => party.origin ?? pageOrigin ?? '';

/** The new passkey, or undefined if the response is not one for this challenge and this portal. */
export async function readAttestation(
  asked: Asked & { challenge: Buffer; attestation: Attestation },
): Promise<Omit<Passkey, 'id'> | undefined> {
  const { verifyRegistrationResponse } = await webAuthn();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: asked.attestation as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: asked.challenge.toString('base64url'),
      expectedOrigin: originOf(asked),
      expectedRPID: asked.party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return undefined;
    const { id, publicKey, counter, transports } = registrationInfo.credential;
    return {
      credentialId: Buffer.from(id, 'base64url'),
      publicKey: Buffer.from(publicKey),
      signCount: counter,
      transports: transports ?? [],
    };
  } catch (error) {
    return refusedBy(error);
  }
}

/**
 * The authenticator's counter and whether it verified the person; undefined if the signature is not by this passkey, for this portal and over this
 * challenge.
 */
export async function readSignature(
  asked: Asked & { challenge: string; assertion: Assertion; passkey: Passkey },
): Promise<{ signCount: number; userVerified: boolean } | undefined> {
  const { passkey } = asked;
  const { verifyAuthenticationResponse } = await webAuthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: asked.assertion as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: asked.challenge,
      expectedOrigin: originOf(asked),
      expectedRPID: asked.party.id,
      requireUserVerification: false,
      credential: {
        id: passkey.credentialId.toString('base64url'),
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.signCount,
      },
    });
    const { newCounter, userVerified } = authenticationInfo;
    return verified ? { signCount: newCounter, userVerified } : undefined;
  } catch (error) {
    return refusedBy(error);
  }
}

/** The same for a confirmation, which requires a verified person. */
export async function readAssertion(
  asked: Parameters<typeof readSignature>[0],
): Promise<{ signCount: number } | undefined> {
  const signed = await readSignature(asked);
  return signed?.userVerified ? signed : undefined;
}

/** The library throws for anything invalid; its messages must not reach the caller. */
function refusedBy(error: unknown): undefined {
  if (!(error instanceof Error)) throw error;
  return undefined;
}
