/**
 * Notices: what people should be told about the open transaction's effect. A notice is added as a job for the notifications module,
 * which determines recipients, language and channels outside the transaction that moves money. A notice that runs twice is delivered
 * once, by its id.
 */
import type { NotificationKind } from '@calmly/contract';
import { addJobs } from '../jobs/jobs.ts';
import type { Work } from '../work.ts';

export interface Notice {
  readonly kind: NotificationKind;
  /** Of what may be reported again: the same id (UUIDv7) is delivered once. New unless given. */
  readonly id?: string;
  /** Everyone who may act for this client is notified, or with `personId` only that person. */
  readonly clientId?: string;
  readonly personId?: string;
  /**
   * With `personId` alone: the profile that the notice is about. Every profile of the person lists it; it is sent only while they may act for
   * that one.
   */
  readonly aboutClientId?: string;
  /** `confidential`: only those who see confidential payouts are told; `masked`: only the others. */
  readonly audience?: 'confidential' | 'masked' | undefined;
  /** The person who brought it about; the others read their name as `person`. */
  readonly byPersonId?: string | undefined;
  /** When it happened; now unless said. */
  readonly at?: Date;
  /** What it leads to: a payment or an approval. */
  readonly subjectId?: string;
  /** Facts by name, as the contract says. Never a secret; account numbers only shortened. */
  readonly params?: Readonly<Record<string, string>>;
}

/** A notice on its way through the queue. */
export type QueuedNotice = Omit<Notice, 'at'> & { readonly id: string; readonly at: string };

export const notifyTask = 'notify';

/** Tells people when the transaction commits; one job for any number of notices. */
export async function notify(
  { sql, now, newId }: Pick<Work, 'sql' | 'now' | 'newId'>,
  notices: readonly Notice[],
): Promise<void> {
  if (notices.length === 0) return;
  const payload: QueuedNotice[] = notices.map((notice) => ({
    ...notice,
    id: notice.id ?? newId(),
    at: (notice.at ?? now).toISOString(),
  }));
  await addJobs(sql, [{ task: notifyTask, payload }]);
}
