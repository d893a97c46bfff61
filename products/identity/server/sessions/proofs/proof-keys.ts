/**
 * Proofs that a call comes from the holder of a session's key (RFC 9449, "DPoP"): a small JWT in the `DPoP` header, signed with ES256 by
 * the key it carries. It contains method and URL of the call, the time, a unique id, and the hash of the access token, if one is sent.
 * The session stores the key's thumbprint (RFC 7638), never the key.
 *
 * Errors: `proof_refused` (401) for anything that is not such a proof, is off by more than 60 seconds, or was seen before. The
 * response's `Date` lets an honest caller with a wrong clock correct itself. Times in milliseconds unless named.
 *
 * Checked by our own code instead of a library, because it runs for each call: 0.15 ms, nearly all of it elliptic-curve arithmetic. The
 * tests sign with another implementation.
 */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { ProvenCall } from '@calmly/platform/http/calls/gate.ts';
import { isOwnOrigin } from '@calmly/platform/http/security.ts';
import { Problem } from '@calmly/platform/problem.ts';
import { z } from 'zod';
import { sha256 } from '../secrets.ts';

export interface Proof {
  /** JWK thumbprint of the key, SHA-256 in base64url. */
  readonly thumbprint: string;
  /** The header text that the key was parsed from. */
  readonly header: string;
  readonly key: KeyObject;
  /** The proof's unique number. */
  readonly jti: string;
}

export interface Proofs {
  /** Checks everything except reuse; `tokenHash` is the SHA-256 of the accompanying access token. */
  check(call: ProvenCall, tokenHash?: Buffer): Proof;
  /**
   * Refuses a call whose proof is not by the session's key, and accepts each valid proof once. A session without a key needs none. Proofs and keys of
   * strangers are not stored, so that they cannot fill the memory. Check the caller's rate limit first.
   */
  spend(boundKey: string | undefined, proof: Proof | undefined): void;
}

const clockSkewMs = 60_000;
const proofLimit = 2048;
const keyLimit = 10_000;
/**
 * Proofs of one key stored for two clock skews; further calls are refused rather than accepted unrecorded. Twice what a client's usual limit (3,000 a
 * minute) allows, so one session only fills its own share.
 */
const rememberedPerKey = 12_000;

const coordinate = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const zHeader = z.object({
  typ: z.literal('dpop+jwt'),
  alg: z.literal('ES256'),
  jwk: z.object({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: coordinate,
    y: coordinate,
    d: z.undefined().optional(),
  }),
});
const zClaims = z.object({
  htm: z.string(),
  htu: z.string(),
  iat: z.number(),
  jti: z.string().min(16).max(100),
  ath: z.string().optional(),
});

interface ProofKey {
  readonly key: KeyObject;
  readonly thumbprint: string;
}

/** The checker of one process. `publicUrl` is our public address if the `Host` header does not tell. */
export function createProofs({
  publicUrl,
  nowMs = Date.now,
}: {
  readonly publicUrl?: string | undefined;
  readonly nowMs?: () => number;
}): Proofs {
  // A caller sends the same header each time, so its text is the cache key of the parsed key.
  const keys = new Map<string, ProofKey>();
  const memory = createMemory(nowMs);

  function keyOf(header: string): ProofKey {
    const known = keys.get(header);
    if (known) return known;
    const { x, y } = zHeader.parse(decode(header)).jwk;
    const jwk = { crv: 'P-256', kty: 'EC', x, y };
    const fresh = {
      key: createPublicKey({ key: jwk, format: 'jwk' }),
      // The members in the order required by RFC 7638.
      thumbprint: sha256(JSON.stringify(jwk)).toString('base64url'),
    };
    return fresh;
  }

  function rememberKey({ header, key, thumbprint }: Proof): void {
    const [oldest] = keys.keys();
    if (keys.size >= keyLimit && !keys.has(header) && oldest !== undefined) keys.delete(oldest);
    keys.set(header, { key, thumbprint });
  }

  function read({ proof, method, path, host }: ProvenCall, tokenHash: Buffer | undefined): Proof | undefined {
    const [header = '', payload = '', signature = '', ...more] = proof.split('.');
    if (proof.length > proofLimit || more.length > 0) return undefined;
    const { key, thumbprint } = keyOf(header);
    const signed = Buffer.from(`${header}.${payload}`);
    const isSigned = verify(
      'sha256',
      signed,
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    if (!isSigned) return undefined;
    const { htm, htu, iat, jti, ath } = zClaims.parse(decode(payload));
    const fits =
      htm === method &&
      isOwnOrigin(htu, host, publicUrl) &&
      new URL(htu).pathname === path &&
      Math.abs(nowMs() - iat * 1000) <= clockSkewMs &&
      (tokenHash === undefined || ath === tokenHash.toString('base64url'));
    return fits ? { thumbprint, jti, header, key } : undefined;
  }

  return {
    check(call, tokenHash) {
      let proof: Proof | undefined;
      try {
        proof = read(call, tokenHash);
      } catch (cause) {
        // Not a JWT, not such a key, not a point of the curve: such input proves nothing.
        throw new Problem('proof_refused', { cause });
      }
      if (!proof) throw new Problem('proof_refused');
      return proof;
    },
    spend(boundKey, proof) {
      if (boundKey === undefined) return;
      if (proof?.thumbprint !== boundKey) throw new Problem('proof_refused');
      if (!memory.add(boundKey, proof.jti)) throw new Problem('proof_refused');
      rememberKey(proof);
    },
  };
}

const decode = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));

type NumbersByKey = Map<string, Set<string>>;

/**
 * Stores each key's numbers for at least two clock skews, the longest that a proof can be replayed, in two alternating generations. Each process
 * stores its own: with several, a proof captured from the encrypted connection could be replayed to each other process within its minute. It would be
 * that very call, and its idempotency key prevents a second execution.
 */
function createMemory(nowMs: () => number) {
  let older: NumbersByKey = new Map();
  let newer: NumbersByKey = new Map();
  let turnedAtMs = nowMs();
  return {
    /** False if it was added before. */
    add(key: string, number: string): boolean {
      const now = nowMs();
      if (now - turnedAtMs > 2 * clockSkewMs) {
        older = now - turnedAtMs > 4 * clockSkewMs ? new Map() : newer;
        newer = new Map();
        turnedAtMs = now;
      }
      const numbers = newer.get(key) ?? new Set();
      if (numbers.has(number) || older.get(key)?.has(number)) return false;
      if (numbers.size >= rememberedPerKey) throw new Problem('too_many_requests', { retryAfterSeconds: 60 });
      newer.set(key, numbers.add(number));
      return true;
    },
  };
}
