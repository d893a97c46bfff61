/**
 * Delivery: a job per message hands it to the channel's carrier (SMTP, Twilio) and erases it. At least once: if a server dies between
 * the carrier's acceptance and our record, the message is sent again with the same Message-ID.
 *
 * A permanent refusal is final, and a message that its reader may not read any more, or that is of no use any more, is given up. Another
 * failure of this message is retried at the queue's growing intervals. When a carrier cannot be reached, its messages are parked: that takes
 * none of their attempts. One job looks for the carrier, and when it is back all leave at once, codes in their own lane.
 */

import type { Database } from '@calmly/platform/database.ts';
import type { OutsideJobHandler } from '@calmly/platform/jobs/jobs.ts';
import type { Log } from '@calmly/platform/log.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { z } from 'zod';
import { CircuitOpen, createCircuit } from '../circuit.ts';
import {
  type Channel,
  deliverAt,
  endOutage,
  findWaiting,
  listToTry,
  lookForCarrier,
  type OutboxMessage,
  park,
  putLast,
  type Reader,
  releaseParked,
  settleMessage,
  settleStale,
  tooOld,
  type WaitingMessage,
} from './store.ts';

/**
 * Hands a message to the outside world. Throws `Undeliverable`, `Unreachable`, or anything else for "not this message, not
 * now". What it throws goes to the log: codes and reasons, never what was said or to whom.
 */
export type Carrier = (message: OutboxMessage & { readonly isAwaited?: boolean }) => Promise<void>;

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

/** How long a carrier that could not be reached is left alone. */
const usualRestMs = 10_000;
/** Messages in a row with which it could not be reached before the others are left alone: one may be at fault itself. */
const failuresInARow = 3;
/** Messages that try whether it is back. */
const triedAtOnce = 2;
/** The longest pause between two looks, in rests. */
const restsMost = 6;
/** Messages that get their jobs again in one transaction. */
const releasedAtOnce = 500;

const zPayload = z.object({ id: z.uuid() });

export interface DeliveryTools {
  readonly database: Database;
  /** Checked before a message leaves. */
  readonly lostReader: LostReader;
  /** How long a carrier that could not be reached is left alone. */
  readonly restMs?: number | undefined;
}

interface Delivery {
  /** Delivers one message. */
  readonly deliver: OutsideJobHandler;
  /** Looks whether the carrier is back. */
  readonly resume: OutsideJobHandler;
}

/** The handlers of a channel's tasks; without a carrier they leave the messages where they are. */
export function createDelivery(
  channel: Channel,
  carrier: Carrier | undefined,
  { database, lostReader, restMs = usualRestMs }: DeliveryTools,
): Delivery {
  if (!carrier) return { deliver: doingNothing, resume: doingNothing };
  const carry = resting(carrier, restMs);
  const lookAt = (rests = 1) => new Date(Date.now() + restMs * rests);
  let isAway = false;

  /** What became of it: carried or given up (`settled`), to be tried at a time (a date), or its carrier could not be reached. */
  async function tryToCarry(sql: Sql, log: Log, message: WaitingMessage): Promise<'settled' | Away | Date> {
    const lost =
      message.expiresAt < new Date() ? tooOld : message.reader && (await lostReader(sql, message.reader));
    const outcome =
      lost === undefined || lost === null ? await attempt(carry, message) : new Undeliverable(lost);
    if (outcome === 'away' || outcome === 'resting') return outcome;
    if (outcome instanceof Postponed) return outcome.until;
    if (outcome) log.warn({ reason: `${channel}: ${outcome.message}` }, 'a message was given up');
    await settleMessage(sql, message.id, outcome?.message ?? null);
    return 'settled';
  }

  return {
    deliver: {
      async outside({ sql, log }, payload) {
        const message = await findWaiting(sql, zPayload.parse(payload).id);
        if (!message) return;
        const outcome = await tryToCarry(sql, log, message);
        if (outcome instanceof Date) await deliverAt(sql, message, outcome);
        if (outcome === 'away' || outcome === 'resting') {
          isAway = true;
          const options = { isTried: outcome === 'away', lookAt: lookAt() };
          const isFirst = await database.inTransaction((open) => park(open, message, options));
          if (isFirst) log.warn({ reason: channel }, 'a carrier cannot be reached; its messages wait');
        } else if (isAway) {
          // Those that wait need not wait until it is looked for.
          isAway = false;
          await lookForCarrier(sql, channel, new Date());
        }
      },
    },
    resume: {
      async outside({ sql, log }) {
        await settleStale(sql, [channel], { areParked: true });
        const toTry = await listToTry(sql, channel, triedAtOnce);
        let isBack = toTry.length === 0;
        for (const message of toTry) {
          // A failure of this message alone says that the carrier is there; its own job tries it again.
          const outcome = await tryToCarry(sql, log, message).catch(() => 'not now');
          isBack = outcome !== 'away' && outcome !== 'resting';
          if (isBack) break;
          await putLast(sql, message.id, outcome === 'away');
        }
        // Whatever waits was tried: the longer, the more rarely, because each try holds up what comes meanwhile.
        if (!isBack) {
          const [{ tries } = { tries: 0 }] = toTry;
          return lookForCarrier(sql, channel, lookAt(Math.min(tries + 1, restsMost)));
        }
        isAway = false;
        await endOutage(sql, channel);
        const options = { channel, limit: releasedAtOnce, restMs };
        const release = () => database.inTransaction((open) => releaseParked(open, options));
        let count = 0;
        let last = releasedAtOnce;
        while (last === releasedAtOnce) {
          last = await release();
          count += last;
        }
        log.info({ reason: channel, count }, 'a carrier is back; its messages leave');
      },
    },
  };
}

const doingNothing: OutsideJobHandler = { outside: async () => undefined };

/** The carrier could not be reached with this message, or was not asked because it could not be with others. */
type Away = 'away' | 'resting';

/** Null when the carrier took it, a reason when it never will, a time when it named one; throws when it may later. */
async function attempt(
  carry: Carrier,
  message: OutboxMessage,
): Promise<Undeliverable | Postponed | Away | null> {
  try {
    await carry(message);
    return null;
  } catch (error) {
    if (error instanceof Undeliverable || error instanceof Postponed) return error;
    if (error instanceof Unreachable) return 'away';
    if (error instanceof CircuitOpen) return 'resting';
    throw error;
  }
}

/** The circuit opens when the carrier cannot be reached with several messages; then one tries for all. A failure of one message does not open the circuit. */
function resting(carrier: Carrier, restMs: number): Carrier {
  const through = createCircuit({
    failures: failuresInARow,
    pauseMs: restMs,
    clock: () => performance.now(),
  });
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
