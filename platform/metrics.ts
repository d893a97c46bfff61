/**
 * Metrics in Prometheus text format: duration of calls by endpoint and status, sizes of groups, jobs, the database pool, and the process
 * itself (event loop lag, memory, garbage collection). Units are seconds and counts; no label contains client data. One registry for the
 * process.
 */
import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Log } from './log.ts';

const registry = new Registry();
const registers = [registry];
collectDefaultMetrics({ register: registry });

const calls = new Histogram({
  name: 'calmly_http_request_duration_seconds',
  help: 'Duration of API calls',
  labelNames: ['endpoint', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 3, 10],
  registers,
});
const groups = new Histogram({
  name: 'calmly_group_size',
  help: 'Callers that shared one round trip',
  labelNames: ['group'],
  buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
  registers,
});
const jobs = new Histogram({
  name: 'calmly_job_duration_seconds',
  help: 'Duration of job tries',
  labelNames: ['task'],
  buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
  registers,
});
const jobOutcomes = new Counter({
  name: 'calmly_jobs_total',
  help: 'Job tries by outcome',
  labelNames: ['task', 'outcome'],
  registers,
});
const passwordHashes = new Counter({
  name: 'calmly_password_hashes_total',
  help: 'Password hashes computed, those of the dummy too',
  registers,
});
const priceMessages = new Counter({
  name: 'calmly_price_messages_total',
  help: 'Messages of the price service by outcome',
  labelNames: ['outcome'],
  registers,
});
const connections = new Gauge({
  name: 'calmly_database_connections',
  help: 'Connections of the pool, and callers that wait for one',
  labelNames: ['state'],
  registers,
});

const slowStatements = new Counter({
  name: 'calmly_slow_statements_total',
  help: 'Statements of the database that took longer than SLOW_STATEMENT_MS',
  registers,
});
const stalls = new Counter({
  name: 'calmly_event_loop_stalls_total',
  help: 'Times in which nothing was answered for a quarter of a second, by the only work under way',
  labelNames: ['during'],
  registers,
});

const unread = new Counter({
  name: 'calmly_metrics_unread_total',
  help: 'Readings of a figure that failed',
  labelNames: ['figure'],
  registers,
});

/**
 * Registers a metric that is computed on each scrape; the last registration of a name wins. If the computation fails, the metric is `NaN` and
 * counted, so that a monitor keeps all the others, above all while the database is in trouble.
 */
export function watch(name: string, help: string, read: () => Promise<number>): void {
  registry.removeSingleMetric(name);
  new Gauge({
    name,
    help,
    registers,
    async collect() {
      const value = await read().catch(() => undefined);
      if (value === undefined) unread.inc({ figure: name });
      this.set(value ?? Number.NaN);
    },
  });
}

/** One value of a figure, with the values of its labels. */
export interface Reading {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/**
 * Registers figures with labels that one query reads on each scrape, by name. A figure that cannot be read has no values and is counted; one that
 * `read` leaves out has none.
 */
export function watchTogether<Name extends string>(
  figures: Readonly<Record<Name, { readonly help: string; readonly labels: readonly string[] }>>,
  read: () => Promise<Partial<Record<Name, readonly Reading[]>>>,
): void {
  let reading: ReturnType<typeof read> | undefined;
  // A scrape asks for all figures at once.
  const readOnce = () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  for (const [name, { help, labels }] of Object.entries(figures) as Array<
    [Name, { help: string; labels: readonly string[] }]
  >) {
    registry.removeSingleMetric(name);
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers,
      async collect() {
        this.reset();
        // A figure without labels would be 0.
        if (labels.length === 0) this.remove({});
        try {
          for (const each of (await readOnce())[name] ?? []) this.set({ ...each.labels }, each.value);
        } catch {
          unread.inc({ figure: name });
        }
      },
    });
  }
}

/** Records one answered call. */
export function observeCall(endpoint: string, status: number, seconds: number): void {
  calls.observe({ endpoint, status }, seconds);
}

/** Records one group that was sent together. */
export function observeGroup(group: string, size: number): void {
  groups.observe({ group }, size);
}

/** Records one attempt of a job. */
export function observeJob(task: string, outcome: 'done' | 'failed', seconds: number): void {
  jobs.observe({ task }, seconds);
  jobOutcomes.inc({ task, outcome });
}

/** Records one password hash, the most expensive work that a stranger can cause. */
export function observePasswordHash(): void {
  passwordHashes.inc();
}

/** Records one statement that took too long. */
export function observeSlowStatement(): void {
  slowStatements.inc();
}

/** Records that the event loop stood still, and during which work. */
export function observeStall(during: string): void {
  stalls.inc({ during });
}

/** Records one message of the price service. */
export function observePriceMessage(outcome: 'taken' | 'old' | 'gap' | 'unknown'): void {
  priceMessages.inc({ outcome });
}

export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE;

/** All metrics, as text. */
export function printMetrics(pool: Pool): Promise<string> {
  connections.set({ state: 'open' }, pool.totalCount);
  connections.set({ state: 'idle' }, pool.idleCount);
  connections.set({ state: 'waiting' }, pool.waitingCount);
  return registry.metrics();
}

/*
 * The alarm of the event loop: while JavaScript runs without a pause, no call is answered. A stall of a quarter of a second is counted and logged,
 * with the route or task during which it happened, if only one was under way.
 */

const everyMs = 100;
const stallMs = 250;

interface Under {
  count: number;
  sinceMs: number;
}

/** Kinds of work under way, with their numbers. */
const underWay = new Map<string, Under>();
/** When kinds of work ended last. Not cleared: a second watch in the process would miss what the first has seen, and there are only so many kinds. */
const ended = new Map<string, { readonly sinceMs: number; readonly atMs: number }>();

/** Notes that work began: a route, or a task of the queue. */
export function beginWork(name: string): void {
  const known = underWay.get(name);
  if (known) known.count += 1;
  else underWay.set(name, { count: 1, sinceMs: performance.now() });
}

/** Notes that it ended. */
export function endWork(name: string): void {
  const known = underWay.get(name);
  if (!known) return;
  known.count -= 1;
  if (known.count > 0) return;
  underWay.delete(name);
  ended.set(name, { sinceMs: known.sinceMs, atMs: performance.now() });
}

/** Watches until the returned function is called. */
export function watchEventLoop(log: Log): () => void {
  let dueMs = performance.now() + everyMs;
  const timer = setInterval(() => {
    const lateMs = performance.now() - dueMs;
    if (lateMs >= stallMs) {
      const during = workAt(dueMs);
      observeStall(during);
      log.warn({ route: during, durationMs: Math.round(lateMs) }, 'nothing was answered for a while');
    }
    dueMs = performance.now() + everyMs;
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** The only work that was under way at a moment since the last look: what stood still then may have ended just now. */
function workAt(momentMs: number): string {
  const names = new Set<string>();
  for (const [name, { sinceMs }] of underWay) if (sinceMs <= momentMs) names.add(name);
  for (const [name, { sinceMs, atMs }] of ended) if (sinceMs <= momentMs && atMs >= momentMs) names.add(name);
  const [only, ...others] = names;
  return others.length > 0 ? 'several' : (only ?? 'none');
}
