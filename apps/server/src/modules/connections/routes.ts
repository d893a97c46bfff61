/** The calls of connections: a request on the consent screen, and the connected applications. */
import {
  allowConnection,
  type Connection,
  endConnection,
  getConnectionRequest,
  listConnectableAccounts,
  listConnections,
  refuseConnection,
} from '@calmly/contract';
import { audit } from '../../platform/audit.ts';
import type { Router } from '../../platform/http/router.ts';
import { publish } from '../../platform/notify/push.ts';
import { cursorId, pageOf } from '../../platform/page.ts';
import { Problem } from '../../platform/problem.ts';
import type { Bank } from '../accounts/index.ts';
import { findBosses, requireClientActor } from '../identity/index.ts';
import * as store from './connection-store.ts';
import * as requests from './requests.ts';

export function connectionRoutes(
  router: Router,
  place: { readonly issuer: string; readonly bank: Bank },
): void {
  router.read(getConnectionRequest, (work, { params }) => requests.readRequest(work, place, params.uid));
  router.read(listConnectableAccounts, (work, { params, query }) =>
    requests.listConnectableAccounts(work, place, params.uid, query),
  );
  router.write(allowConnection, (work, { params, body }) =>
    requests.allowRequest(work, place, { ...params, ...body }),
  );
  router.write(refuseConnection, (work, { params }) => requests.refuseRequest(work, place, params.uid));

  router.read(listConnections, async ({ sql, actor }, { query }) => {
    const { clientId } = requireClientActor({ actor });
    const { limit } = query;
    const page = { clientId, before: cursorId(query.cursor), limit: limit + 1 };
    const rows = await store.listConnections(sql, page);
    const bosses = await findBosses(sql, clientId);
    const names = new Map(bosses.map(({ personId, name }) => [personId, name]));
    const { Items, NextCursor } = pageOf(rows, limit);
    return { Items: Items.map((row) => toConnection(row, names.get(row.personId) ?? '')), NextCursor };
  });

  router.write(endConnection, async (work, { params: { id } }) => {
    const { clientId } = requireClientActor(work);
    const ended = await store.endConnection(work.sql, { id, clientId, reason: 'REVOKED' });
    if (!ended) throw new Problem('not_found');
    await audit(work, {
      action: 'connection.ended',
      details: { connection_id: id, application: ended.name, reason: 'REVOKED' },
    });
    await publish(work.sql, clientId, { topic: 'connections' });
    return undefined;
  });
}

const toConnection = (row: store.StoredConnection, allowedBy: string): Connection => ({
  id: row.id,
  application: {
    name: row.applicationName,
    operator: row.applicationOperator,
    letter: row.applicationLetter,
  },
  scopes: [...row.scopes],
  accountIds: [...row.accountIds],
  allowedBy,
  allowedAt: row.allowedAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});
