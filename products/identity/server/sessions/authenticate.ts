/**
 * Authenticates bearer tokens, with one indexed select for all waiting HTTP requests. Session, state and rights are read each time, so
 * that a revoked token, a blocked client or a withdrawn right takes effect at once. Activity is written at most every 30 seconds per
 * session, and never for calls that the page makes by itself. A session that is bound to a key accepts no call without a proof:
 * `proof_refused`. The same statement spends the proof.
 */
import type { Database } from '@calmly/platform/database.ts';
import type { ProvenCall } from '@calmly/platform/http/calls/gate.ts';
import { grouped } from '@calmly/platform/jobs/group.ts';
import type { ClientActor } from '@calmly/platform/work.ts';
import type { Proof, Proofs } from './proofs/proof-keys.ts';
import {
  forgetExpired,
  ProofMemoryLost,
  requireSpent,
  type Spending,
  spendProof,
  startMemory,
} from './proofs/proof-store.ts';
import { hashSecret } from './secrets.ts';
import { findActorsByToken, type LiveToken, touchSessions } from './session-store.ts';

interface Asked {
  /** SHA-256 of the token, hex, so that many calls with one token are looked up once. */
  readonly hash: string;
  readonly background: boolean;
  readonly proof: Proof | undefined;
  /** Whether the call was counted, so that its proof may be spent. */
  readonly isCounted: boolean;
}

interface Found extends LiveToken {
  readonly spending: Spending | undefined;
}

export interface AuthenticateOptions {
  /** `X-Background: 1`: the call does not count as activity. */
  readonly background?: boolean;
  /** The call's `DPoP` header and what it has to name. */
  readonly proven?: ProvenCall | undefined;
  /** Counts a valid token's call and throws if it exceeds the limit, before any state about it is stored. */
  readonly admit?: (clientId: string) => Promise<void> | undefined;
}

export type Authenticate = (token: string, options?: AuthenticateOptions) => Promise<ClientActor | undefined>;

/** Tokens whose client is remembered, so that their calls are counted before the database is asked. */
const clientLimit = 20_000;
const sweepMs = 30_000;

/** Creates the check of bearer tokens on a database. */
export function createAuthenticate(database: Pick<Database, 'sql'>, proofs: Proofs): Authenticate {
  const findToken = grouped<Asked, Found | undefined>((asked) => findTokens(database, asked), {
    name: 'authenticate',
    limit: 256,
    queueLimit: 4096,
    lanes: 2,
  });
  // Only counts a call: the database decides about it.
  const clients = new Map<string, string>();
  let sweptAtMs = performance.now();

  function rememberClient(hash: string, clientId: string): void {
    const [oldest] = clients.keys();
    if (clients.size >= clientLimit && oldest !== undefined) clients.delete(oldest);
    clients.set(hash, clientId);
  }

  function sweep(): void {
    const now = performance.now();
    if (now - sweptAtMs < sweepMs) return;
    sweptAtMs = now;
    // The next sweep deletes what this one could not.
    forgetExpired(database.sql).catch(() => undefined);
  }

  return async (token, options = {}) => {
    const bytes = hashSecret('access', token);
    if (!bytes) return undefined;
    const hash = bytes.toString('hex');
    const proof = options.proven && proofs.check(options.proven, bytes);
    const clientId = clients.get(hash);
    const isCounted = clientId !== undefined;
    if (isCounted) await options.admit?.(clientId);
    const found = await findToken({ hash, background: options.background ?? false, proof, isCounted });
    if (!found) {
      clients.delete(hash);
      return undefined;
    }
    if (!isCounted) {
      await options.admit?.(found.actor.clientId);
      rememberClient(hash, found.actor.clientId);
    }
    proofs.requireKey(found.proofKey, proof);
    if (found.proofKey === undefined || !proof) return found.actor;
    sweep();
    try {
      requireSpent(proof, found.spending ?? (await spendProof(database.sql, proof)));
    } catch (error) {
      if (error instanceof ProofMemoryLost) await startMemory(database.sql);
      throw error;
    }
    return found.actor;
  };
}

async function findTokens(
  { sql }: Pick<Database, 'sql'>,
  asked: readonly Asked[],
): Promise<(Found | undefined)[]> {
  const due = new Map<string, Asked>();
  for (const call of asked) {
    const { proof, isCounted } = call;
    if (proof && isCounted && !due.has(proof.id)) due.set(proof.id, call);
  }
  const { tokens, spending } = await findActorsByToken(
    sql,
    [...new Set(asked.map(({ hash }) => hash))],
    [...due.values()].flatMap(({ hash, proof }) => (proof ? [{ hash, proof }] : [])),
  );
  const byHash = new Map(tokens.map((token) => [token.hash, token]));
  const found = asked.map((call): Found | undefined => {
    const token = byHash.get(call.hash);
    return token && { ...token, spending: call.isCounted ? spendingOf(call) : undefined };
  });
  const active = found.flatMap((token, index) => {
    const call = asked[index];
    const counts = token?.activityDue && !call?.background;
    const isProven = token?.proofKey === undefined || token.proofKey === call?.proof?.thumbprint;
    return counts && isProven ? [token.actor.sessionId] : [];
  });
  if (active.length > 0) await touchSessions(sql, active, { isLocal: true });
  return found;

  /** The same proof twice in a group is spent by the first call. */
  function spendingOf(call: Asked): Spending | undefined {
    const { proof } = call;
    if (!proof || due.get(proof.id) === call) return spending;
    return { ...spending, refused: new Set([proof.id]) };
  }
}
