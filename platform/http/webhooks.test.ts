/**
 * Unsigned webhooks cost no database connection and are limited by network; signed ones are not limited. Controls, each tried once: a check inside
 * the transaction waits for a connection and answers 503; with the limit before the check, the partner is turned away too.
 */

import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import {
  startStripeServer,
  stripeSignature,
} from '@calmly/server/test/support/processes/providers/stripe-server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let stripe: Awaited<ReturnType<typeof startStripeServer>>;
let bank: TestApp;
const limit = 5;

beforeAll(async () => {
  stripe = await startStripeServer();
  bank = await startTestApp({
    config: {
      stripe: { ...stripe.config, decideWithinMs: 60_000 },
      rateLimits: { anonymousPerMinute: limit, clientPerMinute: 0, signUpMessages: 0 },
      trustedProxies: ['127.0.0.1'],
    },
  });
});
afterAll(async () => {
  await bank.close();
  await stripe.close();
});

const body = JSON.stringify({ id: 'evt_1', type: 'customer.created', data: { object: {} } });
const signature = () => stripeSignature(body, ['whsec_events']);

const post = (from: string, signed: string, name = 'stripe') =>
  fetch(`${bank.url}/api/webhooks/${name}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': signed,
      'x-forwarded-for': from,
      'x-forwarded-proto': 'https',
    },
    body,
  });
const statuses = async (from: string, signed: () => string, count: number) => {
  const found: number[] = [];
  for (let sent = 0; sent < count; sent += 1) found.push((await post(from, signed())).status);
  return found;
};
const wrong = () => 't=1,v1=00';

test('an unsigned message is refused while every database connection is busy', async () => {
  // The sandbox's identity checks keep their secret in the database and read it once.
  expect((await post('203.0.113.3', wrong(), 'sumsub')).status).toBe(403);
  const { pool } = bank.database;
  const busy = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  try {
    expect((await post('203.0.113.1', wrong())).status).toBe(403);
    expect((await post('203.0.113.3', wrong(), 'sumsub')).status).toBe(403);
  } finally {
    for (const client of busy) client.release();
  }
  expect((await post('203.0.113.2', signature())).status).toBe(204);
});

test('unsigned messages are limited by network', async () => {
  const stranger = '203.0.113.20';
  const refused = await statuses(stranger, wrong, limit + 5);
  expect(refused.slice(0, limit)).toEqual(Array.from({ length: limit }, () => 403));
  expect(refused.at(-1)).toBe(429);
  const limited = await post(stranger, wrong());
  expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true]);
});

// The partner has sent nothing before, as after a restart.
test('a partner is never limited, whatever else comes from its network', async () => {
  const partner = '198.51.100.30';
  expect((await statuses(partner, wrong, 40)).at(-1)).toBe(429);
  const mixed = { right: [] as number[], wrong: [] as number[] };
  for (let sent = 0; sent < 20; sent += 1) {
    mixed.wrong.push((await post(partner, wrong())).status);
    mixed.right.push((await post(partner, signature())).status);
  }
  expect(mixed.right).toEqual(Array.from({ length: 20 }, () => 204));
  expect(mixed.wrong).toContain(429);
});
