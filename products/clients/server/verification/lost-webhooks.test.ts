/** Webhooks get lost, so the provider is asked about every check that may have an answer, and no applicant waits for ever. */

import { auditedActions, reachesState } from '@calmly/server/test/support/clients/joining/kyc.ts';
import { drainJobs } from '@calmly/server/test/support/jobs.ts';
import {
  approved,
  green,
  pending,
  red,
  startSumsubCheck,
} from '@calmly/server/test/support/processes/providers/sumsub-check.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';

const check = await startSumsubCheck();
afterAll(check.close);
const { answers, bank, begin, openWidget, send, state } = check;
beforeEach(begin);

/** Ends the pause before the next query. False if no further query is planned. */
async function askNow(): Promise<boolean> {
  await drainJobs(bank);
  const { numAffectedRows } = await query`
    update graphile_worker._private_jobs set run_at = now() where key = ${`verification_ask:${check.client.clientId}`}
  `.execute(bank.database.sql);
  await drainJobs(bank);
  return numAffectedRows === 1n;
}

/** As if nothing had been heard about the client for three days: the provider is asked once more and then no longer. */
async function fallSilent(): Promise<void> {
  await query`
    update verification.applicant set since = now() - interval '3 days' where client_id = ${check.client.clientId}
  `.execute(bank.database.sql);
  expect([await askNow(), await askNow()]).toEqual([true, false]);
}

test('an applicant whose webhooks are all lost is let in', async () => {
  answers(approved);
  expect(await askNow()).toBe(true);
  await reachesState(bank, check.client.clientId, 'ACTIVE');
});

test('documents handed in after three days are asked about', async () => {
  await fallSilent();
  await send(pending);
  answers(approved);
  expect(await askNow()).toBe(true);
  await reachesState(bank, check.client.clientId, 'ACTIVE');
});

test.each([
  ['declined', 'FINAL'],
  ['asked for clearer photos', 'RETRY'],
])('an applicant who was %s and opens the check again is asked about', async (_outcome, type) => {
  await send(red('2026-11-21 09:00:00.500', type));
  await fallSilent();
  await openWidget(check.client);
  answers(approved);
  expect(await askNow()).toBe(true);
  await reachesState(bank, check.client.clientId, 'ACTIVE');
});

test('an announced approval that the provider does not repeat yet is asked about again, also after a refusal', async () => {
  await send(red('2026-11-21 09:00:00.500', 'FINAL'));
  await fallSilent();
  await send(green);
  await expect.poll(() => auditedActions(bank, check.client.clientId)).toContain('verification.unconfirmed');
  expect(await state()).toBe('KYC_DECLINED');
  answers(approved);
  expect(await askNow()).toBe(true);
  await reachesState(bank, check.client.clientId, 'ACTIVE');
});
