/**
 * The writer: matches the orders of all instruments, in one process at a time. It holds an advisory lock on a connection of its own, which the
 * database releases when the process dies; another process takes over within a second. The lock only saves work: `match-group.ts` makes two
 * writers harmless.
 * It is woken after a commit that wrote commands, and checks once a second in case a message was lost.
 */
import { type InstrumentCode, instrumentCodes } from '@calmly/domain';
import { type Database, isUnavailable } from '@calmly/platform/database.ts';
import type { Log } from '@calmly/platform/log.ts';
import { watch } from '@calmly/platform/metrics.ts';
import type pg from 'pg';
import { bankAccount } from '../../../../ledger/server/index.ts';
import { commandsChannel, instrumentIn } from '../market/news.ts';
import type { PlacedOrders } from '../orders/placed-orders.ts';
import { findWaiting } from './commands.ts';
import { matchGroup, WalletLockedMeanwhile } from './match-group.ts';
import type { Memory } from './memory.ts';
import { rejectFirst } from './poison.ts';

const mostInGroup = 500;
const lookMs = 1000;
const restMs = 200;

interface Parts {
  readonly database: Database;
  readonly log: Log;
  readonly placed: PlacedOrders;
}

/** Starts it; the returned function stops it after the current group. */
export async function startWriter({ database, log, placed }: Parts): Promise<() => Promise<void>> {
  const memories = new Map<InstrumentCode, Memory>();
  const lock = createLock(database);
  const alarm = createAlarm();
  let isStopping = false;
  let feesAccountId: string | undefined;

  const unlisten = await database.listen(
    commandsChannel,
    (payload) => {
      const code = instrumentIn(payload);
      if (code) alarm.ring(code);
    },
    () => instrumentCodes.forEach(alarm.ring),
  );

  async function run(): Promise<void> {
    while (!isStopping) {
      const isFailing = await lookOnce().then(
        () => false,
        (error: unknown) => {
          memories.clear();
          log.warn({ err: error }, 'orders are not matched at the moment');
          return true;
        },
      );
      // A stop before the rest would not wake it.
      if (!isStopping) await alarm.rest(isFailing ? restMs : undefined);
    }
  }

  async function lookOnce(): Promise<void> {
    if (!(await lock.hold())) {
      memories.clear();
      // The other process matches these. After taking over, a process checks all instruments first.
      alarm.silence();
      return;
    }
    feesAccountId ??= await bankAccount(database.sql, 'fees', 'EPI');
    const codes = alarm.isDue() ? await findWaiting(database.sql) : alarm.take();
    for (const code of codes) if (!isStopping) await matchAll(code, feesAccountId);
  }

  /** Runs until there are no more commands. A command that cannot be stored is found by halving, and only that one is rejected. */
  async function matchAll(code: InstrumentCode, fees: string): Promise<void> {
    let limit = mostInGroup;
    for (let more = true; more && !isStopping; ) {
      try {
        const { count, memory } = await matchGroup(database, {
          code,
          memory: memories.get(code),
          placed,
          limit,
          feesAccountId: fees,
        });
        memories.set(code, memory);
        more = count === limit;
        limit = Math.min(limit * 2, mostInGroup);
      } catch (error) {
        memories.delete(code);
        if (error instanceof WalletLockedMeanwhile) continue;
        if (isUnavailable(error)) throw error;
        if (limit === 1) {
          log.error({ err: error, reason: code }, 'a command of the order book was refused');
          await rejectFirst(database, code);
        } else limit = Math.ceil(limit / 2);
      }
    }
  }

  watch('calmly_market_writer', 'Whether this server matches the orders of the exchange', async () =>
    lock.isHeld() ? 1 : 0,
  );
  const running = run();
  return async () => {
    isStopping = true;
    alarm.wake();
    await running;
    await unlisten();
    await lock.release();
  };
}

/** Which instruments have commands, and the pause until there are more. */
function createAlarm() {
  const ringing = new Set<InstrumentCode>();
  let isDue = true;
  let wake = () => {};
  return {
    ring(code: InstrumentCode): void {
      ringing.add(code);
      wake();
    },
    wake: () => wake(),
    /** Whether it is time to check without a message. */
    isDue(): boolean {
      const was = isDue;
      isDue = false;
      if (was) ringing.clear();
      return was;
    },
    take(): InstrumentCode[] {
      const codes = [...ringing];
      ringing.clear();
      return codes;
    },
    /** Forgets the rings: the next check covers everything. */
    silence(): void {
      ringing.clear();
      isDue = true;
    },
    /** Waits for a ring, or for the next check. */
    async rest(ms: number | undefined): Promise<void> {
      if (ringing.size > 0 && ms === undefined) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => {
          isDue = true;
          resolve();
        }, ms ?? lookMs);
        wake = () => {
          if (ms === undefined) {
            clearTimeout(timer);
            resolve();
          }
        };
      });
      wake = () => {};
    },
  };
}

/** Any number that no other lock of this database uses. */
export const lockKey = 741_134;

/** The right to match, as long as the connection lives. The connection stays open while another process has the right. */
function createLock(database: Database) {
  let client: pg.Client | undefined;
  let isHeld = false;
  const lose = () => {
    client = undefined;
    isHeld = false;
  };
  return {
    isHeld: () => isHeld,
    async hold(): Promise<boolean> {
      if (isHeld) return true;
      if (!client) {
        const opened = await database.openConnection('matching');
        client = opened;
        opened.once('end', () => {
          if (client === opened) lose();
        });
      }
      const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
        lockKey,
      ]);
      isHeld = rows[0]?.held ?? false;
      return isHeld;
    },
    async release(): Promise<void> {
      // The connection ends, and the lock with it.
      const ended = client?.end();
      lose();
      await ended;
    },
  };
}
