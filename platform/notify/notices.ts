/**
 * Notices about the effect of the open transaction. A notice is added as a job for the notifications module, which determines recipients, language
 * and channels outside the transaction that moves money. A notice that runs twice is delivered once, by its id.
 */
import type { NotificationKind } from '@calmly/contract';
import { addJobs } from '../jobs/jobs.ts';
import type { Work } from '../work.ts';

export interface Notice {
  readonly kind: NotificationKind;
  /** Given for events that may be reported again: the same id (UUIDv7) is delivered once. Random by default. */
  readonly id?: string;
  /** Everyone who may act for this client is notified, or with `personId` only that person. */
  readonly clientId?: string;
  readonly personId?: string;
  /**
   * With `personId` alone: the profile that the notice is about. All profiles of the person list it; it is sent only while the person may act for
   * that profile.
   */
  readonly aboutClientId?: string;
  /** `confidential`: only for those who see confidential payouts; `masked`: only for the others. */
  readonly audience?: 'confidential' | 'masked' | undefined;
  /** The person who caused the event; the other recipients see their name as `person`. */
  readonly byPersonId?: string | undefined;
  /** When it happened; default: now. */
  readonly at?: Date;
  /** The payment or approval to which it links. */
  readonly subjectId?: string;
  /** Facts by name, as the contract defines. Never a secret; account numbers only shortened. */
  readonly params?: Readonly<Record<string, string>>;
}

/** A notice in the queue. */
export type QueuedNotice = Omit<Notice, 'at'> & { readonly id: string; readonly at: string };

export const notifyTask = 'notify';

/** Notifies people when the transaction commits; one job for any number of notices. */
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
