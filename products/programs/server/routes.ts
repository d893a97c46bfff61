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
import type { Router } from '@calmly/platform/http/router.ts';
import { cursorId, pageOf } from '@calmly/platform/page.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Bank } from '../../accounts/server/accounts/index.ts';
import { findAdministrators, requireClientActor } from '../../identity/server/index.ts';
import * as store from './connection-store.ts';
import * as ending from './ending.ts';
import * as requests from './requests.ts';

/** Ending a connection revokes its tokens at once. */
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
    const administrators = await findAdministrators(sql, clientId);
    const names = new Map(administrators.map(({ personId, name }) => [personId, name]));
    const { Items, NextCursor } = pageOf(rows, limit);
    return { Items: Items.map((row) => toConnection(row, names.get(row.personId) ?? '')), NextCursor };
  });

  router.write(endConnection, async (work, { params: { id } }) => {
    const { clientId } = requireClientActor(work);
    const ended = await ending.endConnection(work, { id, clientId, reason: 'REVOKED' });
    if (!ended) throw new Problem('not_found');
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
