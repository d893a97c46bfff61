/**
 * Who a bearer token is. One indexed select for all requests that are waiting: session, state and rights are read each
 * time, so that a revoked token, a blocked client or a withdrawn right works at once. Activity is written at most every
 * 30 seconds per session, and never for calls that the page makes by itself.
 */
import type { Database } from '../../platform/database.ts';
import { grouped } from '../../platform/group.ts';
import type { ClientActor } from '../../platform/work.ts';
import { hashSecret } from './secrets.ts';
import { findActorsByToken, touchSessions } from './session-store.ts';

interface Asked {
  readonly hash: Buffer;
  readonly background: boolean;
}

export interface AuthenticateOptions {
  /** `X-Background: 1`: the call does not count as activity. */
  readonly background?: boolean;
}

export type Authenticate = (token: string, options?: AuthenticateOptions) => Promise<ClientActor | undefined>;

/** Makes the check of bearer tokens on a database. */
export function createAuthenticate(database: Pick<Database, 'sql'>): Authenticate {
  const findActor = grouped<Asked, ClientActor | undefined>((asked) => findActors(database, asked), {
    name: 'authenticate',
    limit: 256,
    queueLimit: 4096,
    lanes: 2,
  });
  return async (token, options = {}) => {
    const hash = hashSecret('access', token);
    return hash && findActor({ hash, background: options.background ?? false });
  };
}

async function findActors(
  { sql }: Pick<Database, 'sql'>,
  asked: readonly Asked[],
): Promise<(ClientActor | undefined)[]> {
  const found = await findActorsByToken(
    sql,
    asked.map(({ hash }) => hash),
  );
  const byHash = new Map(found.map((token) => [token.hash.toString('hex'), token]));
  const tokens = asked.map(({ hash }) => byHash.get(hash.toString('hex')));
  const active = tokens.flatMap((token, index) =>
    token?.activityDue && !asked[index]?.background ? [token.actor.sessionId] : [],
  );
  if (active.length > 0) await touchSessions(sql, active);
  return tokens.map((token) => token?.actor);
}
