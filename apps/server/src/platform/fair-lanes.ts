/**
 * Lanes for heavy work, fair by client: a fixed number of tasks run at a time, the others wait, and a free lane goes to the client
 * whose last start is longest ago. A burst of one client therefore never runs before another client's single task.
 *
 * Error: `overloaded` when a queue is full; the task did not start. A full common queue drops the last task of the client with
 * the longest queue, so that a burst cannot keep others out.
 */
import { Problem } from './problem.ts';

export interface LaneLimits {
  /** Tasks that run at a time. */
  readonly lanes: number;
  /** … of one client. */
  readonly lanesPerClient: number;
  /** Tasks that wait. */
  readonly queue: number;
  /** … of one client. */
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
  readonly waiting: Waiting[];
}

const overloaded = () => new Problem('overloaded', { retryAfterSeconds: 2 });

export function createFairLanes(limits: LaneLimits): FairLanes {
  /** Clients with running or waiting tasks; the one that started a task last is at the end. */
  const clients = new Map<string, Client>();
  let running = 0;
  let waiting = 0;

  async function run<T>(name: string, task: () => Promise<T>): Promise<T> {
    await enter(name);
    try {
      return await task();
    } finally {
      leave(name);
    }
  }

  function enter(name: string): Promise<void> | undefined {
    const client = clients.get(name) ?? { running: 0, waiting: [] };
    if (mayStart(client)) {
      start(name, client);
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

  function start(name: string, client: Client): void {
    running += 1;
    client.running += 1;
    clients.delete(name);
    clients.set(name, client);
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
    for (const [name, client] of clients) {
      const next = mayStart(client) ? client.waiting.shift() : undefined;
      if (!next) continue;
      waiting -= 1;
      start(name, client);
      next.start();
    }
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
