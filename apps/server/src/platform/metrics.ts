/**
 * Metrics in Prometheus' text format: duration of calls by endpoint and status, sizes of groups, jobs, the database pool,
 * and the process itself (event loop lag, memory, garbage collection). Units are seconds and counts; no label holds anything
 * of a client.
 */
import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The process is measured once, however many apps a test starts in it. */
const processRegistry = new Registry();
collectDefaultMetrics({ register: processRegistry });

export interface Metrics {
  /** One answered call. */
  observeCall(endpointId: string, status: number, seconds: number): void;
  /** What `GroupOptions.observe` takes: the size of each group of that name. */
  groupObserver(group: string): (size: number) => void;
  /** One finished try of a job. */
  observeJob(task: string, outcome: 'done' | 'failed', seconds: number): void;
  /** Everything, as text. */
  print(): Promise<string>;
}

export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE;

export function createMetrics(pool: Pool): Metrics {
  const registry = new Registry();
  const registers = [registry];
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
  new Gauge({
    name: 'calmly_database_connections',
    help: 'Connections of the pool and callers that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'open' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });

  return {
    observeCall: (endpoint, status, seconds) => calls.observe({ endpoint, status }, seconds),
    groupObserver: (group) => {
      const sizes = groups.labels(group);
      return (size) => sizes.observe(size);
    },
    observeJob: (task, outcome, seconds) => {
      jobs.observe({ task }, seconds);
      jobOutcomes.inc({ task, outcome });
    },
    print: () => Registry.merge([processRegistry, registry]).metrics(),
  };
}
