/**
 * Stores what the authorization server issues. The server identifies an artifact by its text; only the text's SHA-256 is stored, so that a copy of
 * the database opens nothing.
 * Grants are our connections and clients our applications, read from their own tables. Sessions are not stored: the portal determines each time who
 * the client is and what they allow.
 * A code or refresh token is consumed once. A second use ends the whole connection (RFC 9700, 4.14.2).
 */

import type { Database } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import type { Sql } from '@calmly/platform/work.ts';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { errors, Provider } from 'oidc-provider';
import { type Application, findApplication } from '../application-store.ts';
import { noteToken } from '../connected.ts';
import { type EndReason, findConnection } from '../connection-store.ts';
import { endConnection } from '../ending.ts';
import * as artifacts from './artifact-store.ts';
import { tokenHash } from './tokens.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Creates the storage of each kind of artifact. */
export function createAdapters(database: Database): (kind: string) => Adapter {
  return (kind) => {
    if (kind === 'Client') return { ...nothing, find: (id) => findMetadata(database.sql, id) };
    if (kind === 'Session') return nothing;
    if (kind === 'Grant')
      return {
        ...nothing,
        find: (id) => findGrant(database.sql, id),
        destroy: (id) => endAtProtocol(database, id),
      };
    return artifactAdapter(database, kind);
  };
}

/** Stores and finds nothing. */
const nothing: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
};

function artifactAdapter(database: Database, kind: string): Adapter {
  const { sql } = database;
  return {
    ...nothing,
    upsert: (id, { jti: _shown, ...payload }, lifetimeSeconds = 0) =>
      database.inTransaction(async (inside) => {
        const { grantId: connectionId } = payload;
        await artifacts.saveArtifact(inside, {
          kind,
          hash: tokenHash(id),
          connectionId,
          payload,
          lifetimeSeconds,
        });
        if (kind === 'AccessToken' && connectionId !== undefined) await noteToken(inside, connectionId);
      }),
    async find(id) {
      const found = await artifacts.findArtifact(sql, kind, tokenHash(id));
      if (!found) return undefined;
      const consumed = found.consumedAt && { consumed: Math.floor(found.consumedAt.getTime() / 1000) };
      return { ...found.payload, jti: id, ...consumed };
    },
    async consume(id) {
      const consumed = await artifacts.consumeArtifact(sql, kind, tokenHash(id));
      if (consumed?.first) return;
      if (consumed?.connectionId) await end(database, consumed.connectionId, 'REUSED');
      throw new errors.InvalidGrant('already used');
    },
    destroy: (id) => artifacts.deleteArtifact(sql, kind, tokenHash(id)),
    revokeByGrantId: (id) => artifacts.deleteOfConnection(sql, kind, id),
  };
}

async function findMetadata(sql: Sql, id: string): Promise<AdapterPayload | undefined> {
  const application = uuid.test(id) ? await findApplication(sql, id) : undefined;
  return application && metadataOf(application);
}

const metadataOf = ({ id, name, redirectUris, secretHash }: Application): AdapterPayload => ({
  client_id: id,
  client_name: name,
  redirect_uris: [...redirectUris],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  // Compared by hash, see authorization-server.ts.
  ...(secretHash
    ? { client_secret: secretHash.toString('hex'), token_endpoint_auth_method: 'client_secret_basic' }
    : { token_endpoint_auth_method: 'none' }),
});

/** A connection in the protocol's form. */
async function findGrant(sql: Sql, id: string): Promise<AdapterPayload | undefined> {
  const connection = uuid.test(id) ? await findConnection(sql, id) : undefined;
  return (
    connection && {
      jti: id,
      kind: 'Grant',
      accountId: id,
      clientId: connection.applicationId,
      exp: Math.floor(connection.expiresAt.getTime() / 1000),
      openid: { scope: connection.scopes.join(' ') },
    }
  );
}

/** The application revoked its refresh token, or one was used twice. */
const endAtProtocol = (database: Database, id: string) =>
  end(database, id, Provider.ctx?.oidc.route === 'revocation' ? 'APPLICATION' : 'REUSED');

async function end(database: Database, id: string, reason: EndReason): Promise<void> {
  await database.inTransaction(async (sql) => {
    const actor = { kind: 'system', name: 'connected application' } as const;
    await endConnection({ sql, now: new Date(), actor, newId }, { id, reason });
  });
}
