/**
 * Push: tells a client's open browsers that something changed. A message is a hint sent after the commit (`after-commit.ts`). It may be
 * lost; the state it refers to may not.
 *
 * `publish` is what modules call; `http/live/live.ts` subscribes and owns the websockets.
 */
import type { LiveEvent } from '@calmly/contract';
import type { Database } from '../database.ts';
import type { Sql } from '../work.ts';
import { tellAfterCommit } from './after-commit.ts';

const channel = 'calmly_live';

/** NOTIFY takes payloads under 8,000 bytes; 150 ids of 39 bytes and the envelope stay below 6,000. */
const idsPerMessage = 150;

/** An event for all browsers of a client or, with `sessionId`, for those of one of its sessions. */
export interface Published {
  readonly clientId: string;
  readonly sessionId?: string;
  readonly event: LiveEvent;
}

/** Announces a change to the client's browsers once the open transaction commits. */
export async function publish(db: Sql, clientId: string, event: LiveEvent): Promise<void> {
  await publishAll(db, [{ clientId, event }]);
}

/** Announces changes of many clients. */
export async function publishAll(db: Sql, messages: readonly Published[]): Promise<void> {
  const payloads = messages.flatMap(inPieces).map((message) => JSON.stringify(message));
  await tellAfterCommit(
    db,
    payloads.map((payload) => ({ channel, payload })),
  );
}

/** Calls `onMessage` for every message published by any server, and `onGap` if some may have been lost; returns a function that unsubscribes. */
export function subscribe(
  database: Database,
  onMessage: (message: Published) => void,
  onGap: () => void,
): Promise<() => Promise<void>> {
  return database.listen(channel, (payload) => onMessage(JSON.parse(payload) as Published), onGap);
}

function inPieces(message: Published): Published[] {
  const { event } = message;
  if (event.topic !== 'payments' || event.ids.length <= idsPerMessage) return [message];
  const pieces: Published[] = [];
  for (let start = 0; start < event.ids.length; start += idsPerMessage)
    pieces.push({ ...message, event: { ...event, ids: event.ids.slice(start, start + idsPerMessage) } });
  return pieces;
}
