/**
 * Authenticates bearer tokens, with one indexed select for all waiting HTTP requests. Session, state and rights are read each time, so
 * that a revoked token, a blocked client or a withdrawn right takes effect at once. Activity is written at most every 30 seconds per
 * session, and never for calls that the page makes by itself. A session that is bound to a key accepts no call without a proof:
 * `proof_refused`.
 */
import type { Database } from '@calmly/platform/database.ts';
import type { ProvenCall } from '@calmly/platform/http/calls/gate.ts';
import { grouped } from '@calmly/platform/jobs/group.ts';
import type { ClientActor } from '@calmly/platform/work.ts';
import type { Proofs } from './proofs/proof-keys.ts';
import { hashSecret } from './secrets.ts';
import { findActorsByToken, type LiveToken, touchSessions } from './session-store.ts';

interface Asked {
  /** SHA-256 of the token, hex, so that many calls with one token are looked up once. */
  readonly hash: string;
  readonly background: boolean;
  /** Thumbprint of the key that the call proves. */
  readonly proofKey: string | undefined;
}

export interface AuthenticateOptions {
  /** `X-Background: 1`: the call does not count as activity. */
  readonly background?: boolean;
  /** The call's `DPoP` header and what it has to name. */
  readonly proven?: ProvenCall | undefined;
  /** Counts a valid token's call and throws if it exceeds the limit, before any state about it is stored. */
  readonly admit?: (clientId: string) => void;
}

export type Authenticate = (token: string, options?: AuthenticateOptions) => Promise<ClientActor | undefined>;

/** Creates the check of bearer tokens on a database. */
export function createAuthenticate(database: Pick<Database, 'sql'>, proofs: Proofs): Authenticate {
  const findToken = grouped<Asked, LiveToken | undefined>((asked) => findTokens(database, asked), {
    name: 'authenticate',
    limit: 256,
    queueLimit: 4096,
    lanes: 2,
  });
  return async (token, options = {}) => {
    const hash = hashSecret('access', token);
    if (!hash) return undefined;
    const proof = options.proven && proofs.check(options.proven, hash);
    const found = await findToken({
      hash: hash.toString('hex'),
      background: options.background ?? false,
      proofKey: proof?.thumbprint,
    });
    if (!found) return undefined;
    options.admit?.(found.actor.clientId);
    proofs.spend(found.proofKey, proof);
    return found.actor;
  };
}

async function findTokens(
  { sql }: Pick<Database, 'sql'>,
  asked: readonly Asked[],
): Promise<(LiveToken | undefined)[]> {
  const found = await findActorsByToken(sql, [...new Set(asked.map(({ hash }) => hash))]);
  const byHash = new Map(found.map((token) => [token.hash, token]));
  const tokens = asked.map(({ hash }) => byHash.get(hash));
  const active = tokens.flatMap((token, index) => {
    const call = asked[index];
    const counts = token?.activityDue && !call?.background;
    const isProven = token?.proofKey === undefined || token.proofKey === call?.proofKey;
    return counts && isProven ? [token.actor.sessionId] : [];
  });
  if (active.length > 0) await touchSessions(sql, active, { isLocal: true });
  return tokens;
}
