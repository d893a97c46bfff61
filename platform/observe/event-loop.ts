/**
 * The alarm of the event loop: while JavaScript runs without a pause, no call is answered. A stall of a quarter of a second is counted and logged,
 * with the route or task during which it happened, if only one was under way.
 */
import type { Log } from '../log.ts';
import { observeStall } from '../metrics.ts';

const everyMs = 100;
const stallMs = 250;

interface Under {
  count: number;
  sinceMs: number;
}

/** Kinds of work under way, with their numbers. */
const underWay = new Map<string, Under>();
/** When kinds of work ended that began before; since the last look. */
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
    ended.clear();
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
