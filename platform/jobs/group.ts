/**
 * Groups concurrent callers into one round trip. Items that arrive while a group is in flight are sent together as the next group. There
 * is no timer, so a lone caller does not wait. Used where the cost is per statement or commit and not per item: sign-in checks, ledger
 * postings, payments.
 */
import { observeGroup } from '../metrics.ts';
import { currentTrace, inGroupSpan } from '../observe/tracing.ts';
import { Problem } from '../problem.ts';

export interface GroupOptions<In> {
  /** Label of the group sizes in the metrics. */
  readonly name?: string;
  /** Maximum number of items in a group. */
  readonly limit: number;
  /** Maximum number of waiting items (per lane); further ones are refused with 503 and Retry-After. */
  readonly queueLimit: number;
  /** Groups in flight at the same time (default 1). */
  readonly lanes?: number;
  /**
   * How many items must wait before another group starts beside one in flight (default 1). While one group is written to disk the next can already be
   * decided, but small groups would cost more than the wait.
   */
  readonly overlapAt?: number;
  /**
   * The key of items that lock the same rows: they take the same lane as long as one of them waits or is in flight, so that groups in flight do not
   * wait for each other. The first item of a key takes the least loaded lane. Without `keyOf`, any lane takes any item.
   */
  readonly keyOf?: (item: In) => string;
}

interface Waiting<In, Out> {
  /** Sequence number of the caller. */
  readonly turn: number;
  readonly item: In;
  /** The caller's trace. */
  readonly trace: ReturnType<typeof currentTrace>;
  readonly resolve: (value: Out) => void;
  readonly reject: (reason: unknown) => void;
}

interface Queue<In, Out> {
  waiting: Waiting<In, Out>[];
  inFlight: number;
  /** Number of items waiting or in flight. */
  size: number;
}

/** The lane of a key's items, and their number. */
interface Home<In, Out> {
  readonly queue: Queue<In, Out>;
  size: number;
}

const smallest = <Q extends { readonly size: number }>(queues: readonly Q[]): Q =>
  queues.reduce((least, queue) => (queue.size < least.size ? queue : least));

const turnOf = (queue: Queue<unknown, never>) => queue.waiting[0]?.turn ?? 0;

/**
 * Makes `run` (a list in, a list of equal length and order out) callable item by item. An answer that is an `Error` rejects only its own caller; if
 * `run` throws, the whole group is rejected.
 */
export function grouped<In, Out>(
  run: (items: readonly In[]) => Promise<ReadonlyArray<Out | Error>>,
  options: GroupOptions<In>,
): (item: In) => Promise<Out> {
  const { lanes = 1, overlapAt = 1, keyOf } = options;
  // Items with keys wait in one queue per lane; without keys, all wait in a single queue, which may have several groups in flight.
  const queues = Array.from(
    { length: keyOf ? lanes : 1 },
    (): Queue<In, Out> => ({ waiting: [], inFlight: 0, size: 0 }),
  );
  const mostInFlight = keyOf ? 1 : lanes;
  const homes = new Map<string, Home<In, Out>>();
  let inFlight = 0;
  let turns = 0;
  let scheduled = false;

  function enter(item: In): Queue<In, Out> {
    const key = keyOf?.(item) ?? '';
    const home = homes.get(key) ?? { queue: smallest(queues), size: 0 };
    home.size += 1;
    home.queue.size += 1;
    homes.set(key, home);
    return home.queue;
  }

  function leave(item: In): void {
    const key = keyOf?.(item) ?? '';
    const home = homes.get(key);
    if (!home) throw new Error('an item leaves that never entered');
    home.size -= 1;
    home.queue.size -= 1;
    if (home.size === 0) homes.delete(key);
  }

  /** Of the queues that may send a group now, the one whose first caller has waited longest. */
  function findReady(): Queue<In, Out> | undefined {
    const least = inFlight === 0 ? 1 : overlapAt;
    let ready: Queue<In, Out> | undefined;
    for (const queue of queues) {
      if (queue.inFlight >= mostInFlight || queue.waiting.length < least) continue;
      if (!ready || turnOf(queue) < turnOf(ready)) ready = queue;
    }
    return ready;
  }

  async function flush(queue: Queue<In, Out>): Promise<void> {
    const group = queue.waiting.slice(0, options.limit);
    queue.waiting = queue.waiting.slice(group.length);
    queue.inFlight += 1;
    inFlight += 1;
    if (options.name !== undefined) observeGroup(options.name, group.length);
    const ended = answersOf(group);
    await ended.catch(() => undefined);
    queue.inFlight -= 1;
    inFlight -= 1;
    for (const { item } of group) leave(item);
    // The next group is sent first, so that the database works on it while the answers of this one are written.
    if (sendReady()) await new Promise((resolve) => setImmediate(resolve));
    else schedule();
    try {
      const answers = await ended;
      for (const [index, waiting] of group.entries()) {
        const answer = answers[index] as Out | Error;
        if (answer instanceof Error) waiting.reject(answer);
        else waiting.resolve(answer);
      }
    } catch (error) {
      for (const waiting of group) waiting.reject(error);
    }
  }

  async function answersOf(group: ReadonlyArray<Waiting<In, Out>>): Promise<ReadonlyArray<Out | Error>> {
    const items = group.map(({ item }) => item);
    const answers = await inGroupSpan(
      options.name ?? 'messages',
      group.map(({ trace }) => trace),
      () => run(items),
    );
    if (answers.length !== group.length) throw new Error('a group must answer every item');
    return answers;
  }

  /** Returns whether a group was sent. */
  function sendReady(): boolean {
    let isSent = false;
    for (let queue = findReady(); queue; queue = findReady()) {
      void flush(queue);
      isSent = true;
    }
    return isSent;
  }

  function schedule(): void {
    if (scheduled || !findReady()) return;
    scheduled = true;
    // Runs after all sockets that are readable now, so that their requests still join this group.
    setImmediate(() => {
      scheduled = false;
      sendReady();
    });
  }

  return (item) => {
    const queue = enter(item);
    if (queue.waiting.length >= options.queueLimit) {
      leave(item);
      return Promise.reject(new Problem('overloaded', { retryAfterSeconds: 1 }));
    }
    return new Promise<Out>((resolve, reject) => {
      turns += 1;
      queue.waiting.push({ turn: turns, item, trace: currentTrace(), resolve, reject });
      schedule();
    });
  };
}
