/**
 * Anyone with the webhook secret can announce an approval, but only the provider can admit a client: after the announcement the server asks the
 * provider, whose answer counts. Control, tried once: these tests fail if approvals by webhook count directly.
 */
import { randomUUID } from 'node:crypto';
import {
  auditedActions,
  checkState,
  reachesState,
  reportedBy,
} from '@calmly/server/test/support/clients/joining/kyc.ts';
import {
  approved,
  green,
  pending,
  startSumsubCheck,
} from '@calmly/server/test/support/processes/providers/sumsub-check.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';

const check = await startSumsubCheck();
afterAll(check.close);
const { answers, approve, bank, begin, send, state, sumsub, verdicts } = check;

const audited = (action: string) =>
  expect.poll(() => auditedActions(bank, check.client.clientId)).toContain(action);

describe('an approval by webhook counts when the provider repeats it', () => {
  beforeEach(begin);

  test('the provider is asked at once, and its answer opens the account', async () => {
    await send(pending);
    await approve();
    expect(await reportedBy(bank, check.client.clientId)).toEqual(['in_review, webhook', 'approved, asked']);
    expect(await verdicts()).toEqual(['applied', 'announced', 'applied']);
  });

  test.each<[string, object | undefined]>([
    ['does not know the client', undefined],
    ['is still looking', { reviewStatus: 'pending' }],
    ['has approved another level', { ...approved, levelName: 'liveness-only' }],
  ])('one from anyone with the secret changes nothing if the provider %s', async (_name, review) => {
    await send(pending);
    if (review) answers(review);
    expect(await send(green)).toBe(204);
    await audited('verification.unconfirmed');
    expect([await state(), await checkState(bank, check.client.clientId)]).toEqual(['CREATED', 'IN_REVIEW']);
    expect(await verdicts()).toContain('announced');
  });

  test('until then it does not even reveal whose applicant the client is', async () => {
    expect(await send({ ...green, applicantId: randomUUID() })).toBe(204);
    await audited('verification.unconfirmed');
    expect(await state()).toBe('SMS_CONFIRMED');
    await send(pending);
    expect(await state()).toBe('CREATED');
    await approve();
  });

  test('while the provider cannot be asked the client waits, and is asked about again', async () => {
    await send(pending);
    answers(approved);
    sumsub.fault = 'refuses';
    expect(await send(green)).toBe(204);
    await expect.poll(hurryRetries).toBe(1);
    expect(await state()).toBe('CREATED');
    sumsub.fault = undefined;
    await reachesState(bank, check.client.clientId, 'ACTIVE');
  });

  /** Ends the pause of failed jobs; returns their number. */
  async function hurryRetries(): Promise<number> {
    const { rows } = await query`
      update graphile_worker._private_jobs set run_at = now()
      where attempts > 0 and locked_at is null and last_error is not null returning id
    `.execute(bank.database.sql);
    return rows.length;
  }
});
