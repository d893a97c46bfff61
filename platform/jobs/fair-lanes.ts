/**
 * Lanes for heavy work, fair by client: a fixed number of tasks run at a time, the others wait. A free lane goes to the client whose
 * last start is longest ago, first to a client without one. A burst of one client never runs before another client's single task.
 *
 * Error: `overloaded` when a queue is full; the task did not start. A full shared queue drops the last task of the client with the
 * longest queue, so that a burst cannot keep others out.
 */
import { Problem } from '../problem.ts';

export interface LaneLimits {
  /** Tasks that run concurrently. */
  readonly lanes: number;
  /** … per client. */
  readonly lanesPerClient: number;
  /** Tasks that may wait. */
  readonly queue: number;
  /** … per client. */
  readonly queuePerClient: number;
}

export interface FairLanes {
  /** Runs the task when a lane is free. */
  run<T>(client: string, task: () => Promise<T>): Promise<T>;
}

interface Waiting {
  readonly start: () => void;
  readonly drop: (problem: Problem) => void;
}

interface Client {
  running: number;
  /** Number of its last start; 0 before the first. */
  lastStart: number;
  readonly waiting: Waiting[];
}

const overloaded = () => new Problem('overloaded', { retryAfterSeconds: 2 });

/** Lanes within this process. `run` settles like its task; a failed task frees its lane. */
export function createFairLanes(limits: LaneLimits): FairLanes {
  /** Clients with running or waiting tasks, in the order of their arrival. */
  const clients = new Map<string, Client>();
  let running = 0;
  let waiting = 0;
  let starts = 0;

  async function run<T>(name: string, task: () => Promise<T>): Promise<T> {
    await enter(name);
    try {
      return await task();
    } finally {
      leave(name);
    }
  }

  function enter(name: string): Promise<void> | undefined {
    const client = clients.get(name) ?? { running: 0, lastStart: 0, waiting: [] };
    if (mayStart(client)) {
      clients.set(name, client);
      start(client);
      return undefined;
    }
    if (client.waiting.length >= limits.queuePerClient) throw overloaded();
    if (waiting >= limits.queue && !dropFromLongerQueue(client.waiting.length)) throw overloaded();
    waiting += 1;
    clients.set(name, client);
    return new Promise((resolve, reject) => {
      client.waiting.push({ start: resolve, drop: reject });
    });
  }

  const mayStart = (client: Client) => running < limits.lanes && client.running < limits.lanesPerClient;

  function start(client: Client): void {
    running += 1;
    client.running += 1;
    starts += 1;
    client.lastStart = starts;
  }

  function leave(name: string): void {
    const client = clients.get(name);
    if (!client) throw new Error(`a task of ${name} ended that never started`);
    running -= 1;
    client.running -= 1;
    if (client.running === 0 && client.waiting.length === 0) clients.delete(name);
    startNext();
  }

  function startNext(): void {
    let first: Client | undefined;
    for (const client of clients.values())
      if (client.waiting.length > 0 && mayStart(client) && client.lastStart < (first?.lastStart ?? Infinity))
        first = client;
    const next = first?.waiting.shift();
    if (!first || !next) return;
    waiting -= 1;
    start(first);
    next.start();
    startNext();
  }

  /** Makes room for a client with this many waiting tasks. */
  function dropFromLongerQueue(length: number): boolean {
    let longest: Client | undefined;
    for (const client of clients.values())
      if (client.waiting.length > (longest?.waiting.length ?? length + 1)) longest = client;
    const dropped = longest?.waiting.pop();
    if (!dropped) return false;
    waiting -= 1;
    dropped.drop(overloaded());
    return true;
  }

  return { run };
}
