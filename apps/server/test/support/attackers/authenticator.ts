/**
 * A passkey authenticator in software (WebAuthn Level 3, ES256, attestation "none"): the responses of a browser and a device. `flaws`
 * introduce single faults that a server must notice.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { Assertion, Attestation } from '@calmly/contract';

export interface Flaws {
  /** Signed instead of the given challenge. */
  readonly challenge?: string;
  /** The page that asked. */
  readonly origin?: string;
  readonly rpId?: string;
  /** The person was recognised. */
  readonly userVerified?: boolean;
  readonly signCount?: number;
  /** The named owner; by default it names none. */
  readonly userHandle?: string;
  /** A different key signs. */
  readonly key?: KeyObject;
}

export interface Authenticator {
  readonly credentialId: Buffer;
  make(challenge: string, flaws?: Flaws): Attestation;
  sign(challenge: string, flaws?: Flaws): Assertion;
}

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest();
const userPresent = 0x01;
const userVerifiedFlag = 0x04;
const attestedData = 0x40;

export function createAuthenticator(site: { origin: string; rpId: string }): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  let signCount = 0;

  const clientData = (type: string, given: string, { challenge = given, origin = site.origin }: Flaws) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function authenticatorData(flaws: Flaws, extra: number): Buffer {
    signCount += 1;
    const flags = userPresent | (flaws.userVerified === false ? 0 : userVerifiedFlag) | extra;
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(flaws.signCount ?? signCount, 1);
    return Buffer.concat([sha256(flaws.rpId ?? site.rpId), head]);
  }

  const credential = { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;
  return {
    credentialId,
    make(challenge, flaws = {}) {
      const key = cbor(
        new Map<number, number | Buffer>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const idLength = Buffer.alloc(2);
      idLength.writeUInt16BE(credentialId.length);
      const authData = Buffer.concat([
        authenticatorData(flaws, attestedData),
        Buffer.alloc(16),
        idLength,
        credentialId,
        key,
      ]);
      const attestation = cbor(
        new Map<string, string | Map<string, never> | Buffer>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, never>()],
          ['authData', authData],
        ]),
      );
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, flaws).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    sign(challenge, flaws = {}) {
      const data = clientData('webauthn.get', challenge, flaws);
      const authData = authenticatorData(flaws, 0);
      const signed = Buffer.concat([authData, sha256(data)]);
      return {
        ...credential,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', signed, flaws.key ?? privateKey).toString('base64url'),
          ...(flaws.userHandle !== undefined && { userHandle: flaws.userHandle }),
        },
      };
    },
  };
}

type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;

/** RFC 8949, as far as keys and attestations need it. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const members = [...value].flatMap(([key, member]) => [cbor(key), cbor(member)]);
  return Buffer.concat([head(5, value.size), ...members]);
}

function head(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.of((major << 5) | argument);
  if (argument < 256) return Buffer.of((major << 5) | 24, argument);
  return Buffer.of((major << 5) | 25, argument >> 8, argument & 255);
}
