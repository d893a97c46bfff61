/**
 * Asks the sources of rates in turn. One server at a time asks a source, the others find what it has kept. A source that does not answer is asked again after a
 * minute at most; its rates are used until they are too old.
 */

import type { HttpPricesConfig } from '@calmly/platform/config/prices.ts';
import type { Database } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import type { Log } from '@calmly/platform/log.ts';
import { createAsk, PartnerUnavailable } from '../../ask.ts';
import { CircuitOpen } from '../../circuit.ts';
import { readEcb } from './ecb.ts';
import { type Before, judgeRates } from './judge.ts';
import { readLatest } from './latest.ts';
import {
  claimPoll,
  listHeld,
  lockSource,
  readRates,
  type SourceName,
  setNextPoll,
  writeJudged,
} from './rate-store.ts';
import type { RatesRead } from './reading.ts';

export interface PollParts {
  readonly database: Database;
  readonly log: Log;
  readonly config: HttpPricesConfig;
}

const longestRetryMs = 60_000;
const longestLookMs = 5_000;
/** Longer than a call and its writing may take. */
const leaseMs = 30_000;
const mostBytes = 1_000_000;

const forms = {
  /** A day begins before its date does in UTC. */
  reference: { name: 'the source of reference rates', read: readEcb, aheadMs: 86_400_000 },
  market: { name: 'the source of market rates', read: readLatest, aheadMs: 60_000 },
} as const;

/** Starts to ask; the returned function stops it after the answer that it is waiting for. */
export function startPolling({ database, log, config }: PollParts): () => Promise<void> {
  const stops = (['reference', 'market'] as const).map((source) =>
    pollOne({ database, log, config }, source),
  );
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function pollOne({ database, log, config }: PollParts, source: SourceName): () => Promise<void> {
  const { url, authorization, pollMs, timeoutMs } = config[source];
  const { name, read, aheadMs } = forms[source];
  const ask = createAsk({
    mayTrace: true,
    name,
    url,
    authorization,
    mostBytes,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  const lookMs = Math.min(longestLookMs, pollMs / 2);
  const stopping = new AbortController();

  async function readOnce(): Promise<RatesRead> {
    const found = read((await ask({ method: 'GET', path: '' })).text);
    if (found.asOf.getTime() > Date.now() + aheadMs)
      throw new PartnerUnavailable(`${name} is ahead of our clock`);
    return found;
  }

  async function lookOnce(): Promise<void> {
    if (!(await claimPoll(database.sql, source, leaseMs))) return;
    try {
      const found = await readOnce();
      await keep(database, log, { source, found, mostJumpPercent: config.mostJumpPercent });
      await setNextPoll(database.sql, source, pollMs);
    } catch (error) {
      if (!(error instanceof PartnerUnavailable || error instanceof CircuitOpen)) throw error;
      log.warn({ reason: error.message }, 'exchange rates were not read');
      await setNextPoll(database.sql, source, Math.min(pollMs, longestRetryMs));
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await lookOnce().catch((error: unknown) => log.warn({ err: error }, 'exchange rates were not kept'));
      await pause(lookMs, stopping.signal);
    }
  }
  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}

interface Answer {
  readonly source: SourceName;
  readonly found: RatesRead;
  readonly mostJumpPercent: number;
}

async function keep(database: Database, log: Log, { source, found, mostJumpPercent }: Answer): Promise<void> {
  const judged = await database.inTransaction(async (sql) => {
    await lockSource(sql, source);
    const kept = await readRates(sql);
    const before: Before = {
      known: kept[source],
      other: kept[source === 'market' ? 'reference' : 'market'],
      held: new Map((await listHeld(sql, { source })).map((item) => [item.currency, item])),
    };
    const verdict = judgeRates(found, before, { mostJumpPercent, now: new Date(), newId: () => newId() });
    await writeJudged(sql, source, verdict);
    return verdict;
  });
  for (const [currency, { rate, before, isNew }] of judged.held)
    if (isNew)
      log.error(
        { currency, kind: source },
        `an exchange rate moved from ${before} to ${rate} per euro and is held: see npm run ops`,
      );
}

/** Ends early when the signal is given, and keeps no process alive. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    timer.unref();
    signal.addEventListener('abort', done);
  });
}
