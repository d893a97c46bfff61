/**
 * The memory of used proofs (RFC 9449) is limited per caller: a client's calls are counted before any proof is remembered,
 * and a session that floods fills only its own share.
 */

import { sql as query } from 'kysely';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { newProver, signInWithKey, whoAmI } from '../support/attackers/proofs.ts';
import { sized } from '../support/campaign.ts';
import { newPerson } from '../support/clients/clients.ts';

test('a call over the limit leaves its proof unused: it works once the limit allows it', async () => {
  const app = await startTestApp({
    config: { rateLimits: { anonymousPerMinute: 0, clientPerMinute: 60, signUpMessages: 0 } },
  });
  const { login } = await newPerson(app);
  const prove = await newProver(app.url);
  const browser = await signInWithKey(prove, app.url, login);
  const proofs = await Promise.all(
    Array.from({ length: 70 }, () => prove('POST', '/oauth/test-token', browser.token)),
  );
  // All at once: in sequence, on a slow machine, the bucket would fill up as fast as it is emptied.
  const statuses = await Promise.all(proofs.map(async (proof) => (await whoAmI(browser, proof)).status));
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  const turnedAway = proofs[statuses.indexOf(429)] ?? '';
  // A second for a token of the bucket: the refused proof is sent again until it is admitted, so it was not remembered before.
  let status = 429;
  while (status === 429) ({ status } = await whoAmI(browser, turnedAway));
  expect(status).toBe(200);
  // The control: now it has been.
  do ({ status } = await whoAmI(browser, turnedAway));
  while (status === 429);
  expect(status).toBe(401);
  await app.close();
});

test('a session that floods with valid proofs fills the memory only up to its limit', async () => {
  const app = await startTestApp({
    config: { rateLimits: { anonymousPerMinute: 0, clientPerMinute: 40, signUpMessages: 0 } },
  });
  const { login } = await newPerson(app);
  const prove = await newProver(app.url);
  const browser = await signInWithKey(prove, app.url, login);
  const proofs = await Promise.all(
    Array.from({ length: sized(300, 3_000) }, () => prove('POST', '/oauth/test-token', browser.token)),
  );
  const statuses = await Promise.all(proofs.map(async (proof) => (await whoAmI(browser, proof)).status));
  const passed = statuses.filter((status) => status === 200);
  expect(passed.length).toBeLessThan(proofs.length / 2);
  const { rows } = await query<{ count: number }>`
    select count(*)::int as count from identity.spent_proof`.execute(app.database.sql);
  expect(rows).toEqual([{ count: passed.length }]);
  await app.close();
});
