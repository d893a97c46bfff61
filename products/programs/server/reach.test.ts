/** The access of an application with its token, and the fate of a payment that it requests. */
import {
  approvePayment,
  createPayment,
  endConnection,
  getPayment,
  listActivity,
  listBeneficiaries,
  listInbox,
  listPayments,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import {
  answersTo,
  type ConnectedBank,
  startConnectedBank,
} from '@calmly/server/test/support/clients/connected/connected-bank.ts';
import { wordsTo } from '@calmly/server/test/support/clients/letters.ts';
import { createPayer, fund, type Payer, systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { challengeOf } from '@calmly/server/test/support/processes/browser.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let bank: ConnectedBank;
beforeAll(async () => {
  bank = await startConnectedBank();
});
afterAll(() => bank.app.close());

describe('the reach of an application', () => {
  test('is exactly the calls that name its scope', async () => {
    const reached = async (scope: string) => {
      const codes = await answersTo(bank.app, (await bank.connectPenny(scope)).access_token);
      expect(codes.size).toBeGreaterThan(70);
      const open = [...codes].filter(([, code]) => code !== 'insufficient_scope');
      return open.map(([id]) => id).sort();
    };
    expect(await reached('accounts:read payments:request payments:new-payee')).toEqual([
      'createPayment',
      'getPayment',
      'listAccounts',
      'listPayments',
    ]);
    expect(await reached('payees:read')).toEqual(['getBeneficiary', 'listBeneficiaries']);
  });

  test('covers the payments of the chosen accounts', async () => {
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

// Control, tried once: with one limit for both, Anna's own calls are refused.
test('an application that floods the bank does not lock out the client who disconnects it', async () => {
  const rateLimits = { anonymousPerMinute: 0, clientPerMinute: 40, signUpMessages: 0 };
  const busy = await startConnectedBank({ config: { rateLimits } });
  const { access_token: token } = await busy.connectPenny();
  const statuses: number[] = [];
  while (statuses.at(-1) !== 429 && statuses.length < 100) statuses.push((await busy.read(token)).status);
  expect(statuses.at(-1)).toBe(429);
  const [connection] = await busy.connections();
  const params = { id: connection?.id ?? '' };
  expect((await busy.app.call(endConnection, { params }, { token: busy.anna.token })).status).toBe(204);
  await busy.app.close();
});

describe('a payment requested by an application', () => {
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
      await fund(work, bank.accounts[0], 40_000n);
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

  describe('to a new IBAN', () => {
    const scope = 'accounts:read payments:request payments:new-payee';
    const known = {
      creditorAccount: 'DE96 2005 0550 0000 0000 50',
      creditorName: 'Hansa Container Depot GmbH',
    };
    const findWaiting = async (subjectId: string) => {
      const { Items } = (await bank.app.call(listInbox, {}, { token: bank.anna.token })).output;
      const waiting = Items.find((one) => one.subjectId === subjectId);
      if (!waiting) throw new Error('it is not in the inbox');
      return waiting;
    };

    test('waits for its person with the payee, the name check and a warning; payment and activity name the application', async () => {
      const { access_token: token } = await bank.connectPenny(scope);
      const asked = await pay(token, known);
      expect([asked.status, asked.output.status]).toEqual([201, 'CREATED']);
      const waiting = await findWaiting(asked.output.id);
      expect(waiting).toMatchObject({
        facts: {
          application: 'Penny',
          creditorName: 'Hansa Container Depot GmbH',
          creditorAccount: 'DE96200505500000000050',
          creditorCountry: 'DE',
          nameCheck: 'match',
          scheme: 'SEPA',
        },
        warnings: ['account_from_application', 'first_payment'],
      });
      const params = { id: asked.output.id };
      const details = (await bank.app.call(getPayment, { params }, { token: bank.anna.token })).output;
      expect(details).toMatchObject({ application: 'Penny', beneficiaryId: null });
      const activity = (await bank.app.call(listActivity, {}, { token: bank.anna.token })).output.Items;
      expect(activity.find(({ subject }) => subject?.id === params.id)).toMatchObject({
        text: expect.stringContaining('Penny requested a payment to'),
        amount: '12.50',
      });
      expect(activity.find(({ subject }) => subject?.id === waiting.id)).toMatchObject({
        text: 'Awaiting approval: a payment, requested by Penny',
      });
      await expect
        .poll(() => wordsTo(bank.app.database.sql, bank.anna.email))
        .toMatch(/Penny requested a payment of 12\.50\s€ to Hansa Container Depot GmbH/);

      const options = { token: bank.anna.token, idempotencyKey: newId() };
      const input = { params, body: { version: waiting.version } };
      const asks = (await bank.app.call(approvePayment, input, options)).body as { detail: { code: string } };
      const done = await bank.app.call(approvePayment, input, { ...options, code: asks.detail.code });
      expect(done.status).toBe(200);
      await expect
        .poll(
          async () => (await bank.app.call(getPayment, { params }, { token: bank.anna.token })).output.status,
        )
        .toBe('EXECUTED');
      const payees = (await bank.app.call(listBeneficiaries, {}, { token: bank.anna.token })).output.Items;
      expect(payees.map(({ name }) => name)).not.toContain('Hansa Container Depot GmbH');
    });

    test('is judged by cooling-off when the client approves it, and a name mismatch is shown', async () => {
      const { access_token: token } = await bank.connectPenny(scope);
      const asked = await pay(token, { ...known, creditorName: 'Quite Another Name', amount: '60.00' });
      const waiting = await findWaiting(asked.output.id);
      expect(waiting.warnings).toEqual(expect.arrayContaining(['account_from_application', 'name_no_match']));
      await query`
        update identity.person set email_changed_at = now() - interval '3 hours' where id = ${bank.anna.personId}
      `.execute(bank.app.database.sql);
      const input = { params: { id: asked.output.id }, body: { version: waiting.version } };
      const { status, body } = await bank.app.call(approvePayment, input, {
        token: bank.anna.token,
        idempotencyKey: newId(),
      });
      expect([status, body]).toMatchObject([409, { code: 'cooling_off' }]);
      await query`update identity.person set email_changed_at = null where id = ${bank.anna.personId}`.execute(
        bank.app.database.sql,
      );
    });

    test.each<[string, object, string]>([
      ['that is none', { creditorAccount: 'DE96200505500000000051' }, 'ToAccount'],
      ['of this bank without an account', { creditorAccount: 'LT323850009999999999' }, 'ToAccount'],
      ['outside SEPA', { creditorAccount: 'TR330006100519786457841326' }, 'ToAccount'],
      ['without a name', { creditorName: undefined }, 'ToName'],
      ['with a name that cannot be sent', { creditorName: '株式会社' }, 'ToName'],
    ])('%s is refused', async (_what, change, field) => {
      const { access_token: token } = await bank.connectPenny(scope);
      const refused = await pay(token, { ...known, ...change });
      expect([refused.status, refused.body]).toMatchObject([400, { detail: [{ field }] }]);
    });

    test('needs the scope, and is for applications only', async () => {
      const { access_token: token } = await bank.connectPenny('payments:request');
      for (const who of [token, bank.anna.token]) {
        const refused = await pay(who, known);
        expect([refused.status, refused.body]).toMatchObject([400, { detail: [{ field: 'ToAccount' }] }]);
      }
    });
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
      'between own accounts, which need no approval',
      () => ({ creditorAccount: bank.accounts[1].number }),
      'ToAccount',
    ],
  ])('%s is refused', async (_, input, field) => {
    const { access_token: token } = await bank.connectPenny('payments:request');
    const refused = await pay(token, { creditorAccount: payee.account.number, ...input() });
    expect([refused.status, refused.body]).toMatchObject([400, { detail: [{ field }] }]);
  });

  test('is refused without the scope', async () => {
    const { access_token: token } = await bank.connectPenny('accounts:read');
    const refused = await pay(token, { creditorAccount: payee.account.number });
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'insufficient_scope' }]);
  });
});
