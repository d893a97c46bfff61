/** Builds the queue's tasks from our handlers: transactions, groups, metrics, turns of clients, and requeuing. */
import { SpanKind } from '@opentelemetry/api';
import type { JobHelpers, Task } from 'graphile-worker';
import { type Database, isDatabaseAway, isUnavailable, sqlStateOf } from '../database.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import { beginWork, endWork, observeJob } from '../metrics.ts';
import { contextOf, inSpan } from '../observe/tracing.ts';
import type { Sql, Work } from '../work.ts';
import { createFairLanes } from './fair-lanes.ts';
import { grouped } from './group.ts';
import { type JobHandler, type Lane, type NewJob, type OutsideJobHandler, traceOf } from './job-kinds.ts';
import { awayMark } from './job-leases.ts';
import type { LaneOfTasks } from './job-runner.ts';

/** Jobs of a lane that a server does concurrently. */
const places: Readonly<Record<Lane, number>> = { money: 8, codes: 8, messages: 8, files: 3 };
/**
 * Transactions that lanes other than money may have open at the same time on a server. Jobs share the connections with calls, so with at most eight
 * of money, some are left.
 */
const transactionsBeside = 4;
/** When a job is retried because another job of its client is running. */
const nextTurnMs = 1_000;
/** After this many failures, over some minutes, a persistent job is queued again. */
const persistentAttempts = 6;
const persistentPauseMs = 5 * 60_000;

interface Tools {
  readonly database: Database;
  readonly log: Log;
  readonly putOn: (sql: Sql, jobs: readonly NewJob[]) => Promise<void>;
  /** Called when a job failed because the database was away. */
  readonly onAway: () => void;
  /** Runs work when one of the transactions of the other lanes is free. */
  readonly beside: (work: () => Promise<void>) => Promise<void>;
}

/** The lanes that have tasks. */
export function lanesOf(
  handlers: Readonly<Record<string, JobHandler>>,
  given: Omit<Tools, 'beside'>,
): LaneOfTasks[] {
  const turns = createFairLanes({
    lanes: transactionsBeside,
    lanesPerClient: transactionsBeside,
    queue: Number.POSITIVE_INFINITY,
    queuePerClient: Number.POSITIVE_INFINITY,
  });
  const tools = { ...given, beside: (work: () => Promise<void>) => turns.run('jobs', work) };
  const byLane = Object.groupBy(Object.entries(handlers), ([, handler]) => kindOf(handler).lane);
  return Object.entries(byLane).map(([lane, tasks]) => ({
    name: lane,
    places: places[lane as Lane],
    tasks: Object.fromEntries(tasks.map(([task, handler]) => [task, taskOf(task, handler, tools)])),
  }));
}

function kindOf(handler: JobHandler): { readonly lane: Lane; readonly isPersistent: boolean } {
  const { lane = 'money', isPersistent = false } = typeof handler === 'function' ? {} : handler;
  return { lane, isPersistent };
}

/** The lane whose slots a task takes. */
export const laneOf = (handler: JobHandler): Lane => kindOf(handler).lane;

function taskOf(task: string, handler: JobHandler, tools: Tools): Task {
  const { isPersistent } = kindOf(handler);
  const run = bodyOf(task, handler, tools);
  const talksOutside = typeof handler !== 'function' && 'outside' in handler;
  return traced(task, markedIfAway(isPersistent ? putOnAnew(task, run, tools) : run, talksOutside, tools));
}

/** Continues the trace of the call or job that asked for a job. */
function traced(task: string, run: Task): Task {
  return (payload, helpers) =>
    inSpan(
      `job ${task}`,
      {
        kind: SpanKind.CONSUMER,
        parent: contextOf(traceOf(Object.keys(helpers.job.flags ?? {}))),
        attributes: { 'calmly.job': task, 'calmly.attempt': helpers.job.attempts },
      },
      async () => run(payload, helpers),
    );
}

/**
 * Marks a failure caused by the absence of the database, so that the job is retried as soon as it is back. For a job that calls outside services, a
 * refused or broken connection may be anyone's, so only errors from PostgreSQL or its client count.
 */
function markedIfAway(run: Task, talksOutside: boolean, { onAway }: Tools): Task {
  return async (payload, helpers) => {
    try {
      return await run(payload, helpers);
    } catch (error) {
      if (!isDatabaseAway(error) || (talksOutside && isOfSystem(error))) throw error;
      onAway();
      throw new Error(`${awayMark}: ${errorOf(error).message}`, { cause: error });
    }
  };
}

function bodyOf(task: string, handler: JobHandler, tools: Tools): Task {
  const { database, log } = tools;
  const { lane } = kindOf(handler);
  const limit = places[lane];
  const inPlace = lane === 'money' ? (work: () => Promise<void>) => work() : tools.beside;
  const workOf = (sql: Sql): Work => ({
    sql,
    now: new Date(),
    actor: { kind: 'system', name: task },
    newId,
    log,
  });
  const inside = (handle: (work: Work) => Promise<void>) =>
    inPlace(() => measured(task, () => database.inTransaction((sql) => handle(workOf(sql)))));

  if (typeof handler === 'function') return (payload) => inside((work) => handler(work, payload));
  if ('inside' in handler) return (payload) => inside((work) => handler.inside(work, payload));
  if ('together' in handler)
    return inGroups({ name: task, limit }, (payloads) => inside((work) => handler.together(work, payloads)));
  const outside: Task = (payload) => measured(task, () => handler.outside(workOf(database.sql), payload));
  return handler.clientOf ? inTurn(task, handler.clientOf, outside, tools) : outside;
}

/** A code of the operating system, about any connection or file: `ECONNREFUSED`. */
const isOfSystem = (error: unknown): boolean => /^E[A-Z_]+$/.test(sqlStateOf(error) ?? '');

/** One job per client at a time. */
function inTurn(
  task: string,
  clientOf: NonNullable<OutsideJobHandler['clientOf']>,
  run: Task,
  { database: { sql }, putOn }: Tools,
): Task {
  const atWork = new Set<string>();
  return async (payload, helpers) => {
    const client = await clientOf(sql, payload);
    if (client === undefined) return run(payload, helpers);
    if (atWork.has(client)) {
      const runAt = new Date(Date.now() + nextTurnMs);
      return putOn(sql, [{ task, payload, runAt, ...keyOf(helpers) }]);
    }
    atWork.add(client);
    try {
      return await run(payload, helpers);
    } finally {
      atWork.delete(client);
    }
  };
}

/** The queue waits longer after each failure and finally gives a job up; a periodic job would then never run again. */
function putOnAnew(task: string, run: Task, { database: { sql }, log, putOn }: Tools): Task {
  return async (payload, helpers) => {
    try {
      return await run(payload, helpers);
    } catch (error) {
      if (helpers.job.attempts < persistentAttempts) throw error;
      const runAt = new Date(Date.now() + persistentPauseMs);
      await putOn(sql, [{ task, payload, runAt, ...keyOf(helpers) }]);
      log.error({ task, err: error }, 'a job fails again and again; it is tried again in five minutes');
    }
  };
}

const keyOf = ({ job: { key } }: JobHelpers) => (key === null ? {} : { key });

/**
 * Jobs taken while a group is being processed form the next group. After a failed group its jobs are done one by one, and so are the items of a job's
 * list, so that only the culprit waits. Its job is retried as a whole and finds the others done.
 */
function inGroups(
  group: { readonly name: string; readonly limit: number },
  run: (payloads: readonly unknown[]) => Promise<void>,
) {
  const attempt = (payload: unknown) => run([payload]).then(() => undefined, errorOf);
  async function apart(payload: unknown): Promise<Error | undefined> {
    let failure = await attempt(payload);
    if (!failure || isUnavailable(failure) || !Array.isArray(payload) || payload.length < 2) return failure;
    failure = undefined;
    for (const each of payload) failure = (await attempt([each])) ?? failure;
    return failure;
  }
  return grouped<unknown, void>(
    async (payloads) => {
      if (payloads.length > 1)
        try {
          await run(payloads);
          return payloads.map(() => undefined);
        } catch {
          // Reported below by the job that caused it.
        }
      const outcomes: Array<Error | undefined> = [];
      for (const payload of payloads) outcomes.push(await apart(payload));
      return outcomes;
    },
    { ...group, queueLimit: group.limit },
  );
}

const errorOf = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

async function measured(task: string, run: () => Promise<void>): Promise<void> {
  const startedAtMs = performance.now();
  let outcome: 'done' | 'failed' = 'failed';
  const work = `job ${task}`;
  beginWork(work);
  try {
    await run();
    outcome = 'done';
  } finally {
    endWork(work);
    observeJob(task, outcome, (performance.now() - startedAtMs) / 1000);
  }
}
