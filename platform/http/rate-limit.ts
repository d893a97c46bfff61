/**
 * Rate limits of the edge, in memory: a token bucket per caller, refilled evenly. They keep one caller from crowding out the others.
 * Attempts at secrets (passwords, codes) are counted durably by identity.
 *
 * Errors: `too_many_requests` with the seconds until the next token.
 */
import { Problem } from '../problem.ts';

interface Bucket {
  tokens: number;
  refilledAtMs: number;
}

const refillSeconds = 60;
/** Maximum number of remembered callers; beyond it, the one idle for longest is forgotten. */
const bucketLimit = 50_000;

/** Takes a token of `caller` or throws. `perMinute` 0 means no limit. */
export function createRateLimit(perMinute: number, nowMs: () => number = performance.now.bind(performance)) {
  // Ordered by last call: the first one has been idle for longest.
  const buckets = new Map<string, Bucket>();
  const tokensPerMs = perMinute / (refillSeconds * 1000);

  return function take(caller: string): void {
    if (perMinute === 0) return;
    const now = nowMs();
    const bucket = buckets.get(caller) ?? { tokens: perMinute, refilledAtMs: now };
    bucket.tokens = Math.min(perMinute, bucket.tokens + (now - bucket.refilledAtMs) * tokensPerMs);
    bucket.refilledAtMs = now;
    buckets.delete(caller);
    if (buckets.size >= bucketLimit) forgetQuietest();
    buckets.set(caller, bucket);
    if (bucket.tokens < 1)
      throw new Problem('too_many_requests', {
        retryAfterSeconds: Math.ceil((1 - bucket.tokens) / tokensPerMs / 1000),
      });
    bucket.tokens -= 1;
  };

  function forgetQuietest(): void {
    const [quietest] = buckets.keys();
    if (quietest !== undefined) buckets.delete(quietest);
  }
}
