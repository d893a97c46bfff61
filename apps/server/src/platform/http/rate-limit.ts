/**
 * Rate limits of the edge, in memory: a full bucket of tokens per caller, refilled evenly. They keep one caller from
 * crowding out the others; what guards secrets (passwords, codes) is counted durably by identity.
 *
 * Errors: `too_many_requests` with the seconds until the next token.
 */
import { Problem } from '../problem.ts';

interface Bucket {
  tokens: number;
  refilledAtMs: number;
}

/** A bucket that nobody touched for a minute is full again and can be forgotten. */
const refillSeconds = 60;
/** Callers remembered at most; beyond it the longest remembered is forgotten. */
const bucketLimit = 50_000;

/** Takes a token of `caller` or throws. `perMinute` 0 means no limit. */
export function createRateLimit(perMinute: number, nowMs: () => number = performance.now.bind(performance)) {
  const buckets = new Map<string, Bucket>();
  const tokensPerMs = perMinute / (refillSeconds * 1000);

  return function take(caller: string): void {
    if (perMinute === 0) return;
    const now = nowMs();
    const bucket = buckets.get(caller) ?? { tokens: perMinute, refilledAtMs: now };
    bucket.tokens = Math.min(perMinute, bucket.tokens + (now - bucket.refilledAtMs) * tokensPerMs);
    bucket.refilledAtMs = now;
    if (!buckets.has(caller)) remember(caller, bucket);
    if (bucket.tokens < 1)
      throw new Problem('too_many_requests', {
        retryAfterSeconds: Math.ceil((1 - bucket.tokens) / tokensPerMs / 1000),
      });
    bucket.tokens -= 1;
  };

  function remember(caller: string, bucket: Bucket): void {
    if (buckets.size >= bucketLimit) {
      const [oldest] = buckets.keys();
      if (oldest !== undefined) buckets.delete(oldest);
    }
    buckets.set(caller, bucket);
  }
}
