/** Counts a person's notifications, for digests. */
import { type NotificationKind, type NotificationTopic, notificationKinds } from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { Reader } from './store.ts';

/**
 * The reader's notifications of a period by topic, in the order of kinds; a topic without any is absent. Ones that the reader may not see were not
 * sent to them.
 */
export async function countByTopic(
  sql: Sql,
  { personId, clientId }: Pick<Reader, 'personId' | 'clientId'>,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<ReadonlyMap<NotificationTopic, number>> {
  const { rows } = await query<{ kind: NotificationKind; count: number }>`
    select kind, count(*)::int as count from notifications.notification
    where person_id = ${personId} and client_id = ${clientId} and id >= ${idAt(from)}::uuid and id < ${idAt(to)}::uuid
    group by kind
  `.execute(sql);
  const counts = new Map(rows.map(({ kind, count }) => [kind, count]));
  const topics = new Map<NotificationTopic, number>();
  for (const [kind, topic] of Object.entries(notificationKinds)) {
    const count = counts.get(kind as NotificationKind);
    if (count !== undefined) topics.set(topic, (topics.get(topic) ?? 0) + count);
  }
  return topics;
}

/** Ids begin with the time at which they were made (UUIDv7). */
function idAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
