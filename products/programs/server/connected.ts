/**
 * An application counts as connected once it has fetched its first token; consent alone opens nothing. Every administrator of the client
 * is notified in the portal.
 */
import { newId } from '@calmly/platform/ids.ts';
import { notify } from '@calmly/platform/notify/notices.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { findAdministrators } from '../../identity/server/index.ts';
import { markConnected } from './connection-store.ts';

/** Records that a token of this connection was issued, in the transaction that stores it. */
export async function noteToken(sql: Sql, connectionId: string): Promise<void> {
  const connected = await markConnected(sql, connectionId);
  if (!connected) return;
  const { clientId, personId: allowedBy, name: application, operator } = connected;
  const administrators = await findAdministrators(sql, clientId);
  const by = administrators.find(({ personId }) => personId === allowedBy)?.name;
  const params = { application, operator, ...(by !== undefined && { by }) };
  await notify(
    { sql, now: new Date(), newId },
    administrators.map(({ personId }) => ({ kind: 'application_connected', clientId, personId, params })),
  );
  await publish(sql, clientId, { topic: 'connections' });
}
