/**
 * Hints of the live channel, collected so that a burst costs one read. The first hint of a topic triggers a read at once. Hints that arrive
 * during its read, or within a second of its start, are handled together afterwards. The next hint never aborts a read, so a slow
 * connection gets its response however many payments settle in the meantime.
 */

/** The changed items of a topic, or all of them. */
export type Changed = ReadonlySet<string> | 'all';

export interface Hints {
  add(topic: string, changed: Changed): void;
  /** Drops the collected hints; a running read ends by itself. */
  stop(): void;
}

/** At most one read of a topic in this time. */
const pauseMs = 1000;

/** `read` fetches the changed items; it settles when the answers have arrived, and never rejects. */
export function gatherHints(read: (topic: string, changed: Changed) => Promise<unknown>): Hints {
  const waiting = new Map<string, Changed>();
  const busy = new Set<string>();
  let stopped = false;

  async function readAll(topic: string): Promise<void> {
    busy.add(topic);
    for (;;) {
      const changed = waiting.get(topic);
      if (changed === undefined || stopped) break;
      waiting.delete(topic);
      await Promise.all([read(topic, changed), new Promise((resolve) => setTimeout(resolve, pauseMs))]);
    }
    busy.delete(topic);
  }

  return {
    add(topic, changed) {
      waiting.set(topic, both(waiting.get(topic), changed));
      if (!busy.has(topic)) void readAll(topic);
    },
    stop() {
      stopped = true;
    },
  };
}

const both = (before: Changed | undefined, changed: Changed): Changed =>
  before === 'all' || changed === 'all' ? 'all' : new Set([...(before ?? []), ...changed]);
