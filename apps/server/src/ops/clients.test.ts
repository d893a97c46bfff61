/** Clients blocked and unblocked with the staff command. */
import { createMoneyRequest, getClient, listAccounts, listActivity } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../test/support/app.ts';
import { problemOf } from '../../test/support/clients/colleagues.ts';
import { createPayer } from '../../test/support/clients/payments.ts';
import { ops } from '../../test/support/processes/ops.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('a client is blocked at once and unblocked again, once each, and never reads the reason', async () => {
  const anna = await createPayer(app);
  const { clientId: id, token, account } = anna;
  const body = { creditorAccount: account.number, amount: '1.00', payerName: 'Boris', details: 'Rent' };
  const request = () =>
    app.call(createMoneyRequest, { body: { ...body, documentIds: [] } }, { token, idempotencyKey: newId() });
  const because = ['--as', 'Maija Berg', '--reason', 'Order 17/2026 of the court'];

  expect(await ops(app, 'block', id, ...because)).toMatchObject({ code: 0, out: 'Blocked: Anna Tamm.\n' });
  expect((await app.call(getClient, { params: { id } }, { token })).output.state).toBe('BLOCKED');
  expect(problemOf(await request())).toBe('client_not_active');
  expect((await app.call(listAccounts, { query: {} }, { token })).status).toBe(403);
  expect(await ops(app, 'block', id, ...because)).toMatchObject({ code: 1 });

  expect(await ops(app, 'unblock', id, ...because)).toMatchObject({ code: 0 });
  expect((await request()).status).toBe(201);

  const { rows } = await query<{ actor: string; details: object }>`
    select actor, details from platform.audit where client_id = ${id} and action = 'client.state_changed' order by id
  `.execute(app.database.sql);
  expect(rows).toMatchObject([
    { actor: 'Maija Berg', details: { from: 'ACTIVE', to: 'BLOCKED', reason: 'Order 17/2026 of the court' } },
    { actor: 'Maija Berg', details: { to: 'ACTIVE' } },
  ]);
  const { text } = await app.call(listActivity, { query: {} }, { token });
  expect(text).toContain('Profile: blocked');
  expect(text).not.toContain('court');
});
