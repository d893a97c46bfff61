/**
 * Carries one message of the outbox to its browser's push service (RFC 8030). The recipient of such a message is the id of a subscription.
 *
 * Errors: a subscription that has expired (404, 410), whose person has signed out, or whose address may not be called is deleted and its
 * message given up. A service that is busy (429, 503) names the time of
 * the next attempt; everything else is retried at the queue's growing intervals. One service that is away says nothing about the others, so no circuit opens.
 */

import { type GuardedPost, type PostAnswer, RefusedAddress } from '@calmly/platform/outbound/guarded-post.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { type Carrier, Postponed, Undeliverable } from '@calmly/providers/outbox/delivery.ts';
import { z } from 'zod';
import { findSignedIn } from '../../../../identity/server/index.ts';
import { encryptFor } from './encryption.ts';
import type { LoadPushKey } from './push-key.ts';
import { zEnvelope } from './push-messages.ts';
import { deleteSubscription, findAddress, markDelivered } from './store.ts';
import { vapidHeader } from './vapid.ts';

export interface CarrierOptions {
  readonly sql: Sql;
  readonly guarded: GuardedPost;
  readonly loadKey: LoadPushKey;
  /** Contact for the operators of push services: `mailto:` or `https:`. */
  readonly contact: string;
}

/** How long a push service keeps a message for an offline browser. */
const keptSeconds = 24 * 3_600;
/** Messages are padded to this length on the wire; longer ones are not. */
const paddedTo = 1_024;
const longestWaitMs = 3_600_000;
const usualWaitMs = 30_000;

/** Works outside a transaction: deleting a subscription and recording a delivery take effect even if the job then fails. */
export function createPushCarrier({ sql, guarded, loadKey, contact }: CarrierOptions): Carrier {
  return async ({ recipient, text }) => {
    const address = await findAddress(sql, recipient);
    if (!address) throw new Undeliverable('no_browser');
    const giveUp = async (reason: string): Promise<never> => {
      await deleteSubscription(sql, recipient);
      throw new Undeliverable(reason);
    };
    if (!(await findSignedIn(sql, [address.sessionId])).has(address.sessionId)) return giveUp('signed_out');
    const { urgency, shown } = zEnvelope.parse(JSON.parse(text));
    const key = await loadKey(sql);
    const now = new Date();
    const answer = await guarded
      .post(address.endpoint, {
        headers: {
          authorization: await vapidHeader(key, { endpoint: address.endpoint, contact, now }),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(keptSeconds),
          urgency,
        },
        body: encryptFor(address, Buffer.from(JSON.stringify(shown)), paddedTo),
      })
      .catch((error: unknown): never | undefined => {
        if (error instanceof RefusedAddress) return undefined;
        throw new Error(`push service: ${codeOf(error)}`);
      });
    if (!answer) return giveUp('refused_address');
    if (answer.status === 404 || answer.status === 410) return giveUp(`push ${answer.status}`);
    judge(answer, now);
    await markDelivered(sql, recipient);
  };
}

/** Throws unless the service accepted the message. A redirect is not a success, because it is not followed. */
function judge({ status, retryAfter }: PostAnswer, now: Date): void {
  if (status >= 200 && status < 300) return;
  if (status === 429 || status === 503) throw new Postponed(`push ${status}`, laterOf(retryAfter, now));
  if (status >= 500 || status === 408) throw new Error(`push service: ${status}`);
  throw new Undeliverable(`push ${status}`);
}

const zSeconds = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

/** `Retry-After`, in seconds or as a date (RFC 9110, 10.2.3): between a second and an hour from now. */
export function laterOf(retryAfter: string | undefined, now: Date): Date {
  const seconds = zSeconds.safeParse(retryAfter);
  const date = Date.parse(retryAfter ?? '');
  const named = seconds.success ? seconds.data * 1_000 : date - now.getTime();
  const wait = Number.isFinite(named) ? named : usualWaitMs;
  return new Date(now.getTime() + Math.min(Math.max(wait, 1_000), longestWaitMs));
}

/** The code of a network failure, for the log; never the address, which is a secret. */
const codeOf = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? (error instanceof Error ? error.name : 'error');
