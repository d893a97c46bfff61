/**
 * Messages in the provider's name (reliability S2): only its own signature over the raw bytes counts, once, for the client concerned, and never
 * backwards. Permanent controls: if the secret is the guessed one, the guess counts; if the newer report's time is lost, the late one counts. Tried
 * by hand, each makes the test of its name fail: SHA-1 accepted, applicants not compared, levels ignored.
 */
import { randomUUID } from 'node:crypto';
import {
  auditedActions,
  checkState,
  clientState,
  newApplicant,
  reachesState,
  reportedBy,
} from '@calmly/server/test/support/clients/joining/kyc.ts';
import {
  approved,
  green,
  pending,
  red,
  startSumsubCheck,
} from '@calmly/server/test/support/processes/providers/sumsub-check.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const check = await startSumsubCheck();
afterAll(check.close);
const { answers, approve, bank, begin, bodyOf, digestOf, openWidget, post, send, state, verdicts } = check;

describe('a webhook that the provider has not signed changes nothing', () => {
  beforeAll(async () => {
    await begin();
    answers(approved);
    expect(await send(pending)).toBe(204);
  });
  const body = () => bodyOf(green);
  test.each<[string, () => Readonly<Record<string, string>>]>([
    ['without a signature', () => ({})],
    ['with an empty one', () => ({ 'x-payload-digest': '', 'x-payload-digest-alg': 'HMAC_SHA256_HEX' })],
    [
      'with an invented one',
      () => ({ 'x-payload-digest': 'ab'.repeat(32), 'x-payload-digest-alg': 'HMAC_SHA256_HEX' }),
    ],
    [
      'with half of the right one',
      () => ({
        'x-payload-digest': digestOf(body()).slice(0, 32),
        'x-payload-digest-alg': 'HMAC_SHA256_HEX',
      }),
    ],
    [
      'with one by another secret',
      () => ({
        'x-payload-digest': digestOf(body(), 'sha256', 'guess'),
        'x-payload-digest-alg': 'HMAC_SHA256_HEX',
      }),
    ],
    [
      'with that of other bytes',
      () => ({ 'x-payload-digest': digestOf(`${body()} `), 'x-payload-digest-alg': 'HMAC_SHA256_HEX' }),
    ],
    [
      'with SHA-1',
      () => ({ 'x-payload-digest': digestOf(body(), 'sha1'), 'x-payload-digest-alg': 'HMAC_SHA1_HEX' }),
    ],
    ['with a right one without a named algorithm', () => ({ 'x-payload-digest': digestOf(body()) })],
    [
      'with an unknown algorithm',
      () => ({ 'x-payload-digest': digestOf(body()), 'x-payload-digest-alg': 'constructor' }),
    ],
    ['with the client’s own token', () => ({ authorization: `Bearer ${check.client.token}` })],
  ])('%s', async (_name, headers) => {
    const answer = await post(body(), headers());
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'webhook_refused' }]);
    expect([await state(), await verdicts()]).toEqual(['CREATED', ['applied']]);
  });

  test('the same bytes with the right signature work, so only the signature was missing', approve);

  test('control: if the secret is the guessed one, the guess counts', async () => {
    await begin();
    const event = bodyOf(pending);
    const signed = {
      'x-payload-digest': digestOf(event, 'sha256', 'guess'),
      'x-payload-digest-alg': 'HMAC_SHA256_HEX',
    };
    expect((await post(event, signed)).status).toBe(403);
    const careless = await startSumsubCheck({ webhookSecret: 'guess' });
    try {
      await careless.begin();
      const body = careless.bodyOf(pending);
      const headers = { ...signed, 'x-payload-digest': digestOf(body, 'sha256', 'guess') };
      expect((await careless.post(body, headers)).status).toBe(204);
      expect(await careless.state()).toBe('CREATED');
    } finally {
      await careless.close();
    }
  });
});

test.each(['', 'no json', '[]', '{}', '{"type":7}', '{"applicantId":"a","type":"b","createdAtMs":"soon"}'])(
  'signed nonsense is an invalid request: %s',
  async (body) => {
    const answer = await post(body, {
      'x-payload-digest': digestOf(body),
      'x-payload-digest-alg': 'HMAC_SHA256_HEX',
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'invalid_request' }]);
  },
);

test('a body that is too large is refused unread', async () => {
  expect((await post('x'.repeat(70_000), {})).status).toBe(413);
});

describe('reports from the provider', () => {
  beforeEach(begin);

  test('a SHA-512 signature counts as well, with any declared type of the body', async () => {
    const body = bodyOf(pending);
    const headers = {
      'x-payload-digest': digestOf(body, 'sha512'),
      'x-payload-digest-alg': 'HMAC_SHA512_HEX',
    };
    expect((await post(body, { ...headers, 'content-type': 'text/plain' })).status).toBe(204);
    expect(await state()).toBe('CREATED');
  });

  test('repeating the same webhook changes nothing more', async () => {
    const before = (await auditedActions(bank, check.client.clientId)).length;
    for (const _ of [1, 2, 3]) expect(await send(pending)).toBe(204);
    for (const _ of [1, 2, 3]) await approve();
    const actions = (await auditedActions(bank, check.client.clientId)).slice(before);
    expect(actions.filter((action) => action === 'verification.reported')).toHaveLength(2);
    expect(actions.filter((action) => action === 'client.state_changed')).toHaveLength(2);
  });

  test('concurrent copies count once', async () => {
    answers(approved);
    const statuses = await Promise.all(Array.from({ length: 12 }, (_, at) => send(at % 2 ? pending : green)));
    expect(new Set(statuses)).toEqual(new Set([204]));
    await reachesState(bank, check.client.clientId, 'ACTIVE');
    const reported = await reportedBy(bank, check.client.clientId);
    expect(reported.filter((report) => report === 'approved, asked')).toHaveLength(1);
  });

  test('a late report does not reverse a newer one', async () => {
    await send(pending);
    await send(red('2026-11-21 09:00:05.000', 'FINAL'));
    expect(await state()).toBe('KYC_DECLINED');
    for (const late of [green, red('2026-11-21 09:00:04.999', 'RETRY'), pending]) {
      expect(await send(late)).toBe(204);
      expect([await state(), await checkState(bank, check.client.clientId)]).toEqual([
        'KYC_DECLINED',
        'DECLINED',
      ]);
    }
  });

  test('control: if the time of the newer report is lost, the late one reverses it', async () => {
    await send(pending);
    await send(red('2026-11-21 09:00:05.000', 'RETRY'));
    expect(await state()).toBe('SMS_CONFIRMED');
    const late = { ...pending, createdAtMs: '2026-11-21 09:00:04.000' };
    expect([await send(late), await state()]).toEqual([204, 'SMS_CONFIRMED']);
    await query`
      update verification.applicant set reported_at = null where client_id = ${check.client.clientId}
    `.execute(bank.database.sql);
    const later = { ...pending, createdAtMs: '2026-11-21 09:00:04.500' };
    expect([await send(later), await state()]).toEqual([204, 'CREATED']);
  });

  test('a result before the submission counts as both', async () => {
    await approve();
    await send(pending);
    expect(await state()).toBe('ACTIVE');
  });

  test('RED is final unless it says RETRY', async () => {
    await send(pending);
    await send(red('2026-11-21 09:00:01.000', 'RETRY'));
    expect(await state()).toBe('SMS_CONFIRMED');
    await send({ ...pending, createdAtMs: '2026-11-21 09:00:02.000' });
    await send(red('2026-11-21 09:00:03.000'));
    expect(await state()).toBe('KYC_DECLINED');
  });

  test('a refusal after an approval is recorded for bank staff and ends no access', async () => {
    await approve();
    expect(await send({ ...green, createdAtMs: '2026-11-21 09:30:00.000' })).toBe(204);
    expect(await auditedActions(bank, check.client.clientId)).not.toContain('verification.contradicted');
    expect(await send(red('2026-11-21 10:00:00.000', 'FINAL'))).toBe(204);
    expect(await state()).toBe('ACTIVE');
    expect(await auditedActions(bank, check.client.clientId)).toContain('verification.contradicted');
  });

  test('another applicant of the same client, or the same one of another client, has no effect', async () => {
    await send(pending);
    const declined = red('2026-11-21 09:00:01.000', 'FINAL');
    expect(await send({ ...declined, applicantId: randomUUID() })).toBe(204);
    expect(await state()).toBe('CREATED');
    const boris = await newApplicant(bank);
    await openWidget(boris);
    expect(await send({ ...declined, externalUserId: boris.clientId })).toBe(204);
    expect(await clientState(bank, boris.clientId)).toBe('SMS_CONFIRMED');
  });

  test('a client who never opened the check, an invalid id and another person’s applicant do no harm', async () => {
    const boris = await newApplicant(bank);
    for (const externalUserId of [boris.clientId, randomUUID(), 'x', undefined])
      expect(await send({ ...green, externalUserId })).toBe(204);
    expect(await clientState(bank, boris.clientId)).toBe('SMS_CONFIRMED');
  });

  test('a report on another level has no effect, nor does an event without a result', async () => {
    await send(pending);
    expect(await send({ ...green, levelName: 'liveness-only' })).toBe(204);
    expect(await send({ ...green, type: 'applicantPrechecked' })).toBe(204);
    expect(await send({ ...green, type: 'applicantActionReviewed' })).toBe(204);
    expect([await state(), await verdicts()]).toEqual([
      'CREATED',
      ['applied', 'no_outcome', 'no_outcome', 'no_outcome'],
    ]);
  });

  test('the stored report says who, what and when', async () => {
    await send(pending);
    const { rows } =
      await query`select * from verification.report where client_id = ${check.client.clientId}`.execute(
        bank.database.sql,
      );
    expect(rows).toEqual([
      {
        applicant_id: check.applicantId,
        type: 'applicantPending',
        created_at: new Date('2026-11-21T09:00:00.000Z'),
        client_id: check.client.clientId,
        verdict: 'applied',
        received_at: expect.any(Date),
      },
    ]);
  });
});
