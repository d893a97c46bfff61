/**
 * Grouping: many callers, one round trip. What arrives while a group is in flight leaves together as the next one; no
 * timer, so a lone caller waits for nobody. Used where the cost is per statement or per commit and not per item:
 * sign-in checks, ledger postings, payments.
 */
import { observeGroup } from './metrics.ts';
import { Problem } from './problem.ts';

export interface GroupOptions {
  /** Label of its sizes in the metrics. */
  readonly name?: string;
  /** Most items in one group. */
  readonly limit: number;
  /** Most items waiting; one more is refused with 503 and Retry-After. */
  readonly queueLimit: number;
  /** Groups in flight at the same time (1 unless said). */
  readonly lanes?: number;
  /**
   * How many must wait before another group starts beside one in flight (1 unless said): while one group is on the disk the next
   * is already judged, but small groups would cost more than the wait.
   */
  readonly overlapAt?: number;
}

interface Waiting<In, Out> {
  readonly item: In;
  readonly resolve: (value: Out) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Makes `run` (a list in, a list of equal length and order out) callable item by item. An answer that is an `Error`
 * rejects its own caller only; a throw of `run` rejects the whole group.
 */
export function grouped<In, Out>(
  run: (items: readonly In[]) => Promise<ReadonlyArray<Out | Error>>,
  options: GroupOptions,
): (item: In) => Promise<Out> {
  const { lanes = 1, overlapAt = 1 } = options;
  let queue: Waiting<In, Out>[] = [];
  let inFlight = 0;
  let scheduled = false;

  const mayStart = () => inFlight < lanes && queue.length >= (inFlight === 0 ? 1 : overlapAt);

  async function flush(): Promise<void> {
    const group = queue.slice(0, options.limit);
    queue = queue.slice(group.length);
    inFlight += 1;
    if (options.name !== undefined) observeGroup(options.name, group.length);
    try {
      const answers = await run(group.map((waiting) => waiting.item));
      if (answers.length !== group.length) throw new Error('a group must answer every item');
      for (const [index, waiting] of group.entries()) {
        const answer = answers[index] as Out | Error;
        if (answer instanceof Error) waiting.reject(answer);
        else waiting.resolve(answer);
      }
    } catch (error) {
      for (const waiting of group) waiting.reject(error);
    } finally {
      inFlight -= 1;
      schedule();
    }
  }

  function schedule(): void {
    if (scheduled || !mayStart()) return;
    scheduled = true;
    // After the sockets that are readable now: their requests still join this group.
    setImmediate(() => {
      scheduled = false;
      while (mayStart()) void flush();
    });
  }

  return (item) => {
    if (queue.length >= options.queueLimit)
      return Promise.reject(new Problem('overloaded', { retryAfterSeconds: 1 }));
    return new Promise<Out>((resolve, reject) => {
      queue.push({ item, resolve, reject });
      schedule();
    });
  };
}
