/**
 * Rate limits of the edge: token buckets, refilled evenly over a minute, that keep one caller from crowding out the others. All processes on one
 * database share them. Attempts at secrets (passwords, codes) are counted durably by identity.
 *
 * A process may admit a fiftieth of a caller's limit by itself. Further calls need tokens of the caller's shared bucket (`platform.rate_limit`, an
 * unlogged table). A process takes a fiftieth at a time, for all waiting callers in one statement, so most calls cost no statement.
 * N processes together admit at most N - 1 fiftieths more than the limit; below 50 a minute, limits are exact. A crash of the database fills the
 * buckets. While the database does not answer within 200 ms, each process counts alone.
 *
 * Errors: `too_many_requests` with the seconds until the next token.
 */
import { createHash } from 'node:crypto';
import { sql as query } from 'kysely';
import type { Database } from '../database.ts';
import { grouped } from '../jobs/group.ts';
import { Problem } from '../problem.ts';
import type { Sql } from '../work.ts';

/** Counts a call of `caller`, or throws. Undefined: counted at once. */
export type TakeCall = (caller: string) => Promise<void> | undefined;

export interface RateLimits {
  /** A limit of its own name; `perMinute` 0 means no limit. */
  limit(name: string, perMinute: number): TakeCall;
}

interface Waiting {
  readonly admit: () => void;
  readonly refuse: (reason: Problem) => void;
}

interface Bucket {
  readonly id: string;
  readonly perMinute: number;
  /** Calls that this process may still admit by itself. */
  held: number;
  refilledAtMs: number;
  /** The shared bucket is empty until then. */
  emptyUntilMs: number;
  /** Calls that wait for tokens of the shared bucket. */
  waiting: Waiting[];
  isAsking: boolean;
  /** The database has not answered in time yet. */
  isLate: boolean;
  /** The whole limit, while the database does not answer. */
  alone: { tokens: number; refilledAtMs: number } | undefined;
}

interface Wanted {
  readonly id: string;
  readonly perMinute: number;
  readonly count: number;
}

interface Granted {
  readonly count: number;
  /** Whether all that were wanted. */
  readonly isAll: boolean;
  /** Part of the next token that is there already. */
  readonly rest: number;
}

const minuteMs = 60_000;
/** The part of a limit that a process admits by itself, and takes at a time. */
const shareOf = (perMinute: number) => Math.floor(perMinute / 50);
/** Maximum number of remembered callers; beyond it, the one idle for longest is forgotten. */
const bucketLimit = 50_000;
/** How long a call waits for the database to be counted. */
const patienceMs = 200;
const sweepMs = 30_000;

/** The limits of one process. */
export function createRateLimits(
  { sql }: Pick<Database, 'sql'>,
  nowMs: () => number = performance.now.bind(performance),
): RateLimits {
  let sweptAtMs = nowMs();
  const ask = grouped<Bucket, Granted>(
    (buckets) =>
      takeTokens(
        sql,
        buckets.map(({ id, perMinute, waiting }) => ({
          id,
          perMinute,
          count: waiting.length + shareOf(perMinute),
        })),
      ),
    { name: 'rate_limit', limit: 256, queueLimit: bucketLimit },
  );

  /** Asks until no call of the bucket waits. */
  async function serve(bucket: Bucket): Promise<void> {
    if (bucket.isAsking) return;
    bucket.isAsking = true;
    while (bucket.waiting.length > 0) {
      const late = setTimeout(() => {
        bucket.isLate = true;
        admitWaiting(bucket);
      }, patienceMs);
      const granted = await ask(bucket).catch(() => undefined);
      clearTimeout(late);
      // Tokens that come late are left unused: their calls were counted alone.
      if (granted && !bucket.isLate) hand(bucket, granted);
      bucket.isLate = false;
      if (!granted) admitWaiting(bucket);
    }
    bucket.isAsking = false;
    sweep();
  }

  function admitWaiting(bucket: Bucket): void {
    for (const call of bucket.waiting.splice(0)) admitAlone(bucket, call);
  }

  function hand(bucket: Bucket, { count, isAll, rest }: Granted): void {
    const admitted = bucket.waiting.splice(0, count);
    for (const { admit } of admitted) admit();
    bucket.held += count - admitted.length;
    bucket.alone = undefined;
    if (isAll) return;
    const waitMs = ((1 - rest) * minuteMs) / sharedOf(bucket.perMinute);
    bucket.emptyUntilMs = nowMs() + waitMs;
    for (const { refuse } of bucket.waiting.splice(0)) refuse(tooMany(waitMs));
  }

  function admitAlone(bucket: Bucket, { admit, refuse }: Waiting): void {
    const { perMinute } = bucket;
    const now = nowMs();
    const { tokens, refilledAtMs } = bucket.alone ?? { tokens: perMinute, refilledAtMs: now };
    const left = Math.min(perMinute, tokens + ((now - refilledAtMs) * perMinute) / minuteMs);
    bucket.alone = { tokens: left < 1 ? left : left - 1, refilledAtMs: now };
    if (left < 1) refuse(tooMany(((1 - left) * minuteMs) / perMinute));
    else admit();
  }

  /** Removes the rows of callers whose bucket is full again, while there are calls. */
  function sweep(): void {
    const now = nowMs();
    if (now - sweptAtMs < sweepMs) return;
    sweptAtMs = now;
    // The next sweep removes what this one could not.
    forgetFull(sql).catch(() => undefined);
  }

  return {
    limit(name, perMinute) {
      // Ordered by last call: the first one has been idle for longest.
      const buckets = new Map<string, Bucket>();
      const share = shareOf(perMinute);

      function bucketOf(caller: string, now: number): Bucket {
        const known = buckets.get(caller);
        if (known) {
          known.held = Math.min(
            Math.max(share, known.held),
            known.held + ((now - known.refilledAtMs) * share) / minuteMs,
          );
          known.refilledAtMs = now;
          buckets.delete(caller);
          buckets.set(caller, known);
          return known;
        }
        const [quietest] = buckets.keys();
        if (buckets.size >= bucketLimit && quietest !== undefined) buckets.delete(quietest);
        const fresh = {
          id: idOf(name, caller),
          perMinute,
          held: share,
          refilledAtMs: now,
          emptyUntilMs: 0,
          waiting: [],
          isAsking: false,
          isLate: false,
          alone: undefined,
        };
        buckets.set(caller, fresh);
        return fresh;
      }

      return (caller) => {
        if (perMinute === 0) return undefined;
        const now = nowMs();
        const bucket = bucketOf(caller, now);
        if (bucket.held >= 1) {
          bucket.held -= 1;
          return undefined;
        }
        if (now < bucket.emptyUntilMs) throw tooMany(bucket.emptyUntilMs - now);
        return new Promise<void>((admit, refuse) => {
          if (bucket.isLate) return admitAlone(bucket, { admit, refuse });
          bucket.waiting.push({ admit, refuse });
          void serve(bucket);
        });
      };
    },
  };
}

/** What all processes share of a limit: one process admits exactly the limit. */
const sharedOf = (perMinute: number) => perMinute - shareOf(perMinute);

const tooMany = (waitMs: number) =>
  new Problem('too_many_requests', { retryAfterSeconds: Math.ceil(waitMs / 1000) });

/** A UUID, because a caller is a network address or a person, and need not be stored as such. */
const idOf = (name: string, caller: string): string =>
  createHash('sha256').update(`${name} ${caller}`).digest('hex').slice(0, 32);

/**
 * Takes as many of the wanted tokens as there are, for each bucket. Locks rows in id order and does not wait for the disk or a standby. In a
 * conflict, `excluded` is what a full bucket would give and keep, so their sum is its capacity.
 */
async function takeTokens(sql: Sql, wanted: readonly Wanted[]): Promise<Granted[]> {
  const { rows } = await query<{ id: string; granted: number; tokens: number }>`
    with commit as materialized (select set_config('synchronous_commit', 'off', true))
    insert into platform.rate_limit as bucket (id, granted, tokens, refilled_at)
    select id, least(count, capacity), capacity - least(count, capacity), now()
    from commit, unnest(
      ${wanted.map(({ id }) => id)}::uuid[],
      ${wanted.map(({ perMinute }) => sharedOf(perMinute))}::int[],
      ${wanted.map(({ count }) => count)}::int[]
    ) as asked (id, capacity, count)
    order by id
    on conflict (id) do update set (granted, tokens, refilled_at) = (
      select given, refilled - given, greatest(bucket.refilled_at, excluded.refilled_at)
      from (select least(
        excluded.granted + excluded.tokens,
        bucket.tokens + (excluded.granted + excluded.tokens) / 60
          * greatest(0, extract(epoch from excluded.refilled_at - bucket.refilled_at)::float8)
      ) as refilled) as bucket_now, lateral (select least(excluded.granted, floor(refilled))::int as given) as answer
    )
    returning replace(id::text, '-', '') as id, granted, tokens
  `.execute(sql);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return wanted.map(({ id, count }) => {
    const { granted = 0, tokens = 0 } = byId.get(id) ?? {};
    return { count: granted, isAll: granted === count, rest: tokens };
  });
}

/** Deletes the buckets that are full again. */
async function forgetFull(sql: Sql): Promise<void> {
  await query`
    with commit as materialized (select set_config('synchronous_commit', 'off', true))
    delete from platform.rate_limit using commit where refilled_at < now() - interval '1 minute'
  `.execute(sql);
}
