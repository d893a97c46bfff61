/**
 * The actor of an application's access token: the client who connected it, with the granted access. Every call reads connection, person,
 * membership and application, so that the end of any of them takes effect at once.
 */
import type { Database } from '@calmly/platform/database.ts';
import type { ClientActor } from '@calmly/platform/work.ts';
import { findActorWithoutSession } from '../../identity/server/index.ts';
import { isAccessToken, tokenHash } from './authorization/tokens.ts';
import { findConnectionOfToken } from './connection-store.ts';
import { scopesOf } from './rules.ts';

export type AuthenticateApplication = (token: string) => Promise<ClientActor | undefined>;

/** Undefined for a session's token, which the identity module knows. Records the connection's last use at most once a minute. */
export function createAuthenticate({ sql }: Pick<Database, 'sql'>): AuthenticateApplication {
  return async (token) => {
    if (!isAccessToken(token)) return undefined;
    const connection = await findConnectionOfToken(sql, tokenHash(token));
    if (!connection) return undefined;
    const { id, applicationId, applicationName, scopes, tokenScope, accountIds } = connection;
    const actor = await findActorWithoutSession(sql, connection);
    // Only an administrator can keep applications connected.
    if (!actor?.rights.is_boss) return undefined;
    const allowed = new Set(scopes);
    return {
      ...actor,
      sessionId: id,
      application: {
        id: applicationId,
        name: applicationName,
        scopes: scopesOf(tokenScope).filter((scope) => allowed.has(scope)),
        accountIds,
      },
    };
  };
}
