/** What an application reaches with its token, and what becomes of a payment that it asks for. */
import { approvePayment, createPayment, getPayment, listInbox, listPayments } from '@calmly/contract';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { challengeOf } from '../../../test/support/browser.ts';
import { answersTo, type ConnectedBank, startConnectedBank } from '../../../test/support/connected-bank.ts';
import { createPayer, fund, type Payer, systemWork } from '../../../test/support/payments.ts';
import { newId } from '../../platform/ids.ts';

let bank: ConnectedBank;
beforeAll(async () => {
  bank = await startConnectedBank();
});
afterAll(() => bank.app.close());

describe('what an application reaches', () => {
  test('is what names its scope, of all calls, and nothing else', async () => {
    const codes = await answersTo(
      bank.app,
      (await bank.connectPenny('accounts:read payments:request')).access_token,
    );
    const reached = [...codes].filter(([, code]) => code !== 'insufficient_scope').map(([id]) => id);
    expect(codes.size).toBeGreaterThan(70);
    expect(reached.sort()).toEqual(['createPayment', 'getPayment', 'listAccounts', 'listPayments']);
  });

  test('are the payments of the chosen accounts', async () => {
    const [first, second] = bank.accounts;
    await systemWork(bank.app.database, async (work) => {
      await fund(work, first, 5_000n);
      await fund(work, second, 7_000n);
    });
    const { access_token: token } = await bank.connectPenny();
    const own = (await bank.app.call(listPayments, {}, { token: bank.anna.token })).output.Items;
    const seen = (await bank.app.call(listPayments, {}, { token })).output.Items;
    expect(own.map(({ amount }) => amount).sort()).toEqual(['50.00', '70.00']);
    expect(seen.map(({ amount }) => amount)).toEqual(['50.00']);
    const hidden = own.find(({ amount }) => amount === '70.00')?.id ?? '';
    expect((await bank.app.call(getPayment, { params: { id: hidden } }, { token })).status).toBe(404);
    expect((await bank.app.call(getPayment, { params: { id: seen[0]?.id ?? '' } }, { token })).status).toBe(
      200,
    );
  });
});

describe('a payment that an application asks for', () => {
  const pay = (token: string, input: object) =>
    bank.app.call(
      createPayment,
      {
        body: {
          debtorAccount: bank.accounts[0].number,
          amount: '12.50',
          reference: 'Penny savings',
          chargeBearer: 'SHA',
          creditorName: 'Berta Tamm',
          ...input,
        },
      },
      { token, idempotencyKey: newId() },
    );
  let payee: Payer;
  beforeAll(async () => {
    payee = await createPayer(bank.app, { firstName: 'Berta' });
    await systemWork(bank.app.database, async (work) => {
      await fund(work, bank.accounts[0], 10_000n);
    });
  });

  test('waits, with its money reserved, until the client approves it in the portal with a code', async () => {
    const { access_token: token } = await bank.connectPenny('accounts:read payments:request');
    const asked = await pay(token, { creditorAccount: payee.account.number });
    expect([asked.status, asked.output.status]).toEqual([201, 'CREATED']);
    const before = await payee.balance();
    const [waiting] = (await bank.app.call(listInbox, {}, { token: bank.anna.token })).output.Items;
    expect(waiting).toMatchObject({ subjectId: asked.output.id, facts: { application: 'Penny' } });
    const path = `/transactions/approve/${asked.output.id}`;
    const body = { Version: waiting?.version };
    const key = { 'idempotency-key': newId() };
    const code = challengeOf(await bank.anna.browser.send('PUT', path, { body, headers: key })).code ?? '';
    const done = await bank.anna.browser.send('PUT', path, { body, headers: { ...key, 'x-tfa-code': code } });
    expect(done.status).toBe(200);
    expect((await payee.balance()).posted - before.posted).toBe(1_250n);
  });

  test('is judged by cooling-off when the client approves it', async () => {
    const { access_token: token } = await bank.connectPenny('accounts:read payments:request');
    const asked = await pay(token, { creditorAccount: payee.account.number, amount: '60.00' });
    const waiting = (await bank.app.call(listInbox, {}, { token: bank.anna.token })).output.Items;
    const version = waiting.find(({ subjectId }) => subjectId === asked.output.id)?.version ?? '';
    const approve = async (changedHoursAgo: number | null) => {
      await query`
        update identity.person set email_changed_at = now() - ${changedHoursAgo} * interval '1 hour'
        where id = ${bank.anna.personId}`.execute(bank.app.database.sql);
      const input = { params: { id: asked.output.id }, body: { version } };
      const options = { token: bank.anna.token, idempotencyKey: newId() };
      const { status, body } = await bank.app.call(approvePayment, input, options);
      return [status, (body as { code?: string }).code];
    };
    expect(await approve(3)).toEqual([409, 'cooling_off']);
    expect(await approve(null), 'the control').toEqual([203, undefined]);
  });

  test('cannot be approved by the application itself', async () => {
    const { access_token: token } = await bank.connectPenny('accounts:read payments:request');
    const asked = await pay(token, { creditorAccount: payee.account.number });
    const params = { id: asked.output.id };
    const approved = await bank.app.call(
      approvePayment,
      { params, body: { version: 'any' } },
      { token, idempotencyKey: newId() },
    );
    expect([approved.status, approved.body]).toMatchObject([403, { code: 'insufficient_scope' }]);
  });

  test.each([
    [
      'from an account that was not chosen',
      () => ({ debtorAccount: bank.accounts[1].number }),
      'AccountFrom',
    ],
    [
      'between own accounts, where nobody would be asked',
      () => ({ creditorAccount: bank.accounts[1].number }),
      'ToAccount',
    ],
  ])('%s is refused', async (_, input, field) => {
    const { access_token: token } = await bank.connectPenny('payments:request');
    const refused = await pay(token, { creditorAccount: payee.account.number, ...input() });
    expect([refused.status, refused.body]).toMatchObject([400, { detail: [{ field }] }]);
  });

  test('without the scope is refused', async () => {
    const { access_token: token } = await bank.connectPenny('accounts:read');
    const refused = await pay(token, { creditorAccount: payee.account.number });
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'insufficient_scope' }]);
  });
});
