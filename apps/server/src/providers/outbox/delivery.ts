/**
 * Delivery: a job per message hands it to the channel's carrier (SMTP, Twilio) and erases it. At least once: if a server dies between
 * the carrier's acceptance and our record, the message is sent again with the same Message-ID.
 *
 * A permanent refusal is final, and a message that its reader may not read any more is given up. Any other failure is retried at the queue's
 * growing intervals, for a day. While a carrier cannot be reached, one message at a time tries and the others are postponed, so that a slow
 * relay does not block the jobs that move money.
 */
import { z } from 'zod';
import type { JobHandler } from '../../platform/jobs/jobs.ts';
import type { Sql } from '../../platform/work.ts';
import { createCircuit } from '../circuit.ts';
import {
  type Channel,
  deliverAt,
  findWaiting,
  type OutboxMessage,
  type Reader,
  settleMessage,
  tooOld,
} from './store.ts';

/**
 * Hands a message to the outside world. Throws `Undeliverable`, `Unreachable`, or anything else for "not this message, not
 * now". What it throws goes to the log: codes and reasons, never what was said or to whom.
 */
export type Carrier = (message: OutboxMessage) => Promise<void>;

/** A refusal that no second try will change; the reason is a code. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
}

/** The carrier itself is away or takes nothing: no message would get through. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** The carrier has said when it will take this message, and not to be asked before. */
export class Postponed extends Error {
  override readonly name = 'Postponed';
  readonly until: Date;
  constructor(reason: string, until: Date) {
    super(reason);
    this.until = until;
  }
}

/** Why a reader may not read a message any more, as a code; undefined while they may. */
export type LostReader = (sql: Sql, reader: Reader) => Promise<string | undefined>;

/** What each channel's messages leave by; undefined where they stay in the outbox, to be read in the sandbox. */
export type Carriers = Readonly<Record<Channel, Carrier | undefined>>;

/** A message this old is useless, and a code in it has long expired. */
export const newsMs = 24 * 3_600_000;
/** How long a carrier that could not be reached is left alone. */
const usualRestMs = 10_000;

const zPayload = z.object({ id: z.uuid() });

/** The handler of a channel's delivery task. */
export function deliver(
  carrier: Carrier | undefined,
  {
    lostReader,
    restMs = usualRestMs,
  }: { readonly lostReader: LostReader; readonly restMs?: number | undefined },
): JobHandler {
  if (!carrier) return async () => undefined;
  const carry = resting(carrier, restMs);
  return {
    outside: async ({ sql, now, log }, payload) => {
      const message = await findWaiting(sql, zPayload.parse(payload).id);
      if (!message) return;
      const stale = now.getTime() - message.at.getTime() > newsMs;
      const lost = stale ? tooOld : message.reader && (await lostReader(sql, message.reader));
      const failure = lost ?? (await attempt(carry, message));
      if (failure instanceof Postponed) {
        await deliverAt(sql, message, failure.until);
        return;
      }
      if (failure !== null) log.warn({ reason: `${message.channel}: ${failure}` }, 'a message was given up');
      await settleMessage(sql, message.id, failure);
    },
  };
}

/** Null when the carrier took it, its reason when it never will, a time when it named one; throws when it may later. */
async function attempt(carry: Carrier, message: OutboxMessage): Promise<string | Postponed | null> {
  try {
    await carry(message);
    return null;
  } catch (error) {
    if (error instanceof Undeliverable) return error.message;
    if (error instanceof Postponed) return error;
    throw error;
  }
}

/** The circuit opens when the carrier cannot be reached; then one message tries for all. A failure of one message does not open the circuit. */
function resting(carrier: Carrier, restMs: number): Carrier {
  const through = createCircuit({ failures: 1, pauseMs: restMs, clock: () => performance.now() });
  return async (message) => {
    const own = await through(async () => {
      try {
        await carrier(message);
        return undefined;
      } catch (error) {
        if (error instanceof Unreachable) throw error;
        return error;
      }
    });
    if (own !== undefined) throw own;
  };
}
