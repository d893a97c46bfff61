/**
 * The signature of Stripe's webhooks: `Stripe-Signature: t=<seconds>,v1=<hex>[,v1=<hex>]`, the HMAC-SHA256 of `<seconds>.<raw body>`. While a
 * secret is being changed there are several v1; other schemes are ignored. Source: docs.stripe.com/webhooks, "Verify webhook signatures manually".
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookDelivery } from '@calmly/platform/http/router.ts';
import { Problem } from '@calmly/platform/problem.ts';

/** A message that was signed longer ago may be a recorded one. */
const toleranceSeconds = 300;

/** Errors: `webhook_refused` unless the body is Stripe's own word, signed just now. */
export function requireSignature(secret: string, { headers, bytes }: WebhookDelivery, now: Date): void {
  const parts = (headers['stripe-signature'] ?? '').split(',').map((part) => part.trim().split('=', 2));
  const seconds = parts.find(([name]) => name === 't')?.[1] ?? '';
  const age = /^\d{1,12}$/.test(seconds) ? now.getTime() / 1000 - Number(seconds) : Number.POSITIVE_INFINITY;
  if (Math.abs(age) > toleranceSeconds) throw new Problem('webhook_refused');
  const right = createHmac('sha256', secret).update(`${seconds}.`).update(bytes).digest();
  const isRight = parts.some(([name, value = '']) => {
    const given = Buffer.from(value, 'hex');
    return name === 'v1' && given.length === right.length && timingSafeEqual(given, right);
  });
  if (!isRight) throw new Problem('webhook_refused');
}
