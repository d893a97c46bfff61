/**
 * Proofs that a call comes from the holder of a session's key (RFC 9449, "DPoP"): a small JWT in the `DPoP` header, signed with ES256 by
 * the key it carries. It contains method and URL of the call, the time, a unique id, and the hash of the access token, if one is sent.
 * The session stores the key's thumbprint (RFC 7638), never the key.
 *
 * Errors: `proof_refused` (401) for anything that is not such a proof, is older than 60 seconds or dated more than 5 seconds ahead, or was
 * used before (`proof-store.ts`). The response's `Date` lets an honest caller with a wrong clock correct itself.
 *
 * Checked by our own code instead of a library, because it runs for each call: 0.15 ms, nearly all of it elliptic-curve arithmetic. The
 * tests sign with another implementation.
 */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { ProvenCall } from '@calmly/platform/http/calls/gate.ts';
import { isOwnOrigin } from '@calmly/platform/http/security.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { z } from 'zod';
import { sha256 } from '../secrets.ts';
import { proofWindow, requireSpent, spendProof, type UnspentProof } from './proof-store.ts';

/** `thumbprint` is the JWK thumbprint of the key, SHA-256 in base64url. */
export interface Proof extends UnspentProof {
  /** The header text that the key was parsed from. */
  readonly header: string;
  readonly key: KeyObject;
}

export interface Proofs {
  /** Checks everything except reuse; `tokenHash` is the SHA-256 of the accompanying access token. */
  check(call: ProvenCall, tokenHash?: Buffer): Proof;
  /** Refuses a call whose proof is not by the session's key. A session without a key needs none. */
  requireKey(boundKey: string | undefined, proof: Proof | undefined): void;
  /** Accepts each proof of the session's key once; check the caller's rate limit first. The same errors as `requireSpent`. */
  spend(sql: Sql, boundKey: string | undefined, proof: Proof | undefined): Promise<void>;
}

const proofLimit = 2048;
const keyLimit = 10_000;

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
      isInTime(iat, nowMs() / 1000) &&
      (tokenHash === undefined || ath === tokenHash.toString('base64url'));
    if (!fits) return undefined;
    return { id: idOf(thumbprint, jti), issuedAt: iat, thumbprint, header, key };
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
    requireKey,
    async spend(sql, boundKey, proof) {
      requireKey(boundKey, proof);
      if (boundKey !== undefined && proof) requireSpent(proof, await spendProof(sql, proof));
    },
  };

  function requireKey(boundKey: string | undefined, proof: Proof | undefined): void {
    if (boundKey === undefined) return;
    if (proof?.thumbprint !== boundKey) throw new Problem('proof_refused');
    rememberKey(proof);
  }
}

const isInTime = (issuedAt: number, now: number) =>
  issuedAt >= now - proofWindow.past && issuedAt <= now + proofWindow.ahead;

/** As PostgreSQL writes it. */
function idOf(thumbprint: string, jti: string): string {
  const digits = sha256(`${thumbprint} ${jti}`).toString('hex');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20, 32)}`;
}

const decode = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
