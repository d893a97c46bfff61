/** Ends connections: deletes everything issued for them, records it in the activity and updates open lists. */
import { audit } from '@calmly/platform/audit.ts';
import type { SingleJobHandler } from '@calmly/platform/jobs/jobs.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import type { Work } from '@calmly/platform/work.ts';
import { type AccessLost, accessLostTask } from '../../identity/server/index.ts';
import * as store from './connection-store.ts';

interface Ending {
  readonly id: string;
  /** Only a connection to this client. */
  readonly clientId?: string;
  readonly reason: store.EndReason;
  /** How the person lost the access. */
  readonly because?: AccessLost['because'];
}

/** False if the connection has ended before or is not the client's. Inside a transaction. */
export async function endConnection(work: Omit<Work, 'log'>, { because, ...end }: Ending): Promise<boolean> {
  const ended = await store.endConnection(work.sql, end);
  if (!ended) return false;
  const { clientId, name: application } = ended;
  // The person who ended it; if the bank did, the person who allowed it.
  const personId = work.actor.kind === 'client' ? work.actor.personId : ended.personId;
  const details = { connection_id: end.id, application, reason: end.reason, ...(because && { because }) };
  await audit(work, { action: 'connection.ended', clientId, personId, details });
  await publish(work.sql, clientId, { topic: 'connections' });
  return true;
}

/** A person with restored access has to connect applications again; what they connect then stays, even if this job runs later. */
export const endingJobs: Readonly<Record<string, SingleJobHandler>> = {
  [accessLostTask]: async (work, payload) => {
    const { because, ...whose } = payload as AccessLost;
    for (const id of await store.findAllowedBy(work.sql, whose))
      await endConnection(work, { id, reason: 'ACCESS_LOST', because });
  },
};
