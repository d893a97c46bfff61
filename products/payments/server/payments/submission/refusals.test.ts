/** Every refusal of a payment over HTTP: by the rules, by the code, by ownership. Nothing is reserved by any of them. */
import {
  cancelPayment,
  createPayment,
  createStandingOrder,
  deleteBeneficiary,
  downloadConfirmation,
  getPayment,
  previewPayment,
} from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import {
  addPayee,
  codeIn,
  createPayer,
  type Payer,
  withSepaFee,
} from '@calmly/server/test/support/clients/payments.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('a payment is refused', () => {
  const field = (name: string) => ({ detail: [{ field: name, message: expect.any(String) }] });

  test('beyond the funds, before a code is asked for, naming what is needed and what there is', async () => {
    const payer = await createPayer(app, { fundedMinor: 10_000n });
    const payee = await addPayee(app, payer.clientId);
    const answer = await payer.pay({ beneficiaryId: payee.id, amount: '100.00' });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      code: 'insufficient_funds',
      detail: `There isn’t enough money: you need ${formatDecimal(withSepaFee(10_000n), 'EUR')}\u00a0€ including the fee and have 100.00\u00a0€ available.`,
    });
  });

  test('to a deleted beneficiary', async () => {
    const payer = await createPayer(app);
    const payee = await addPayee(app, payer.clientId, { trusted: true });
    await app.call(deleteBeneficiary, { params: { id: payee.id } }, { token: payer.token });
    const answer = await payer.pay({ beneficiaryId: payee.id });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ code: 'beneficiary_deleted' });
  });

  test('to a beneficiary that pays the client', async () => {
    const payer = await createPayer(app);
    const payee = await addPayee(app, payer.clientId, { trusted: true });
    await app.database.pool.query(
      "update beneficiaries.beneficiary set direction = 'INCOMING' where id = $1",
      [payee.id],
    );
    const answer = await payer.pay({ beneficiaryId: payee.id });
    expect([answer.status, answer.body]).toMatchObject([422, { code: 'beneficiary_incoming' }]);
  });

  test('when the beneficiary was changed after the code was sent', async () => {
    const payer = await createPayer(app);
    const payee = await addPayee(app, payer.clientId);
    const idempotencyKey = newId();
    const asked = await payer.pay({ beneficiaryId: payee.id }, { idempotencyKey });
    await app.database.pool.query(
      'update beneficiaries.beneficiary set version = version + 1 where id = $1',
      [payee.id],
    );
    const answer = await payer.pay({ beneficiaryId: payee.id }, { idempotencyKey, code: codeIn(asked.body) });
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ code: 'code_expired' });
    expect(await payer.balance()).toMatchObject({ reserved: 0n });
  });

  test('with the code of another amount', async () => {
    const payer = await createPayer(app);
    const payee = await addPayee(app, payer.clientId);
    const asked = await payer.pay({ beneficiaryId: payee.id, amount: '100.00' });
    const answer = await payer.pay(
      { beneficiaryId: payee.id, amount: '100.01' },
      { code: codeIn(asked.body) },
    );
    expect([answer.status, answer.body]).toMatchObject([401, { code: 'code_expired' }]);
    expect(await payer.balance()).toMatchObject({ reserved: 0n });
  });

  test.each([
    ['more decimals than the currency has', { amount: '1.001' }, 'Amount'],
    ['nothing', { amount: '0.00' }, 'Amount'],
    ['more than the limit', { amount: '1000000.01' }, 'Amount'],
    ['characters that SEPA does not carry', { reference: 'Счёт 5' }, 'Details'],
    ['a forged description', { reference: 'a;;b;;c' }, 'Details'],
    ['a forged description mark', { reference: 'ref:1' }, 'Details'],
    ['an account that is not there', { debtorAccount: '999' }, 'AccountFrom'],
    ['a bank account the payee does not have', { creditorAccount: 'DE00' }, 'ToAccount'],
  ])('with %s', async (_name, input, name) => {
    const payer = await createPayer(app);
    const payee = await addPayee(app, payer.clientId, { trusted: true });
    const answer = await payer.pay({ beneficiaryId: payee.id, ...input });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject(field(name));
  });

  test.each([
    ['en', 'One payment can be up to 1 000 000.00 €.'],
    ['ru', 'Один платёж может быть не больше 1 000 000.00 €.'],
  ])('above the limit, which the message names (%s)', async (locale, message) => {
    const payer = await createPayer(app);
    const payee = await addPayee(app, payer.clientId, { trusted: true });
    for (const amount of ['1000000.01', '9'.repeat(15)]) {
      const { body } = await payer.pay(
        { beneficiaryId: payee.id, amount },
        { headers: { 'Accept-Language': locale } },
      );
      expect(JSON.stringify(body).replaceAll('\u00a0', ' ')).toContain(message);
    }
  });

  test('to oneself, to an unknown account, and in another currency', async () => {
    const payer = await createPayer(app);
    const dollars = await createPayer(app, { currency: 'USD' });
    expect((await payer.pay({ creditorAccount: payer.account.number })).body).toMatchObject(
      field('ToAccount'),
    );
    expect((await payer.pay({})).body).toMatchObject(field('BeneficiaryId'));
    expect((await payer.pay({ creditorAccount: dollars.account.number })).body).toMatchObject(
      field('ToAccount'),
    );
  });

  // Each payment is ordered now, ordered for a later day, and asked about.
  const threeWays = (payer: Payer, beneficiaryId: string) => {
    const order = { beneficiaryId, amount: '1.00', reference: 'Invoice 7', chargeBearer: 'SHA' as const };
    const body = { ...order, debtorAccount: payer.account.number };
    const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    const schedule = {
      frequency: 'ONCE',
      startOn: day,
      endOn: null,
      times: null,
      restDays: 'AFTER',
    } as const;
    return {
      now: () => payer.pay(order),
      later: () =>
        app.call(
          createStandingOrder,
          { body: { ...body, ...schedule } },
          { token: payer.token, idempotencyKey: newId() },
        ),
      asked: async () => (await app.call(previewPayment, { body }, { token: payer.token })).output.refusal,
    };
  };

  test('to a payee whose details are incomplete, naming all that is missing', async () => {
    const payer = await createPayer(app);
    const payee = await addPayee(app, payer.clientId, { name: 'Ромашка', trusted: true });
    const change = sql`update beneficiaries.beneficiary set latin = null, street = 'Lossi' where id = ${payee.id}`;
    await change.execute(app.database.sql);
    const { now, later, asked } = threeWays(payer, payee.id);
    const detail = [
      { field: 'BeneficiaryId', message: expect.stringContaining('letters that banks can’t read') },
      { field: 'BeneficiaryId', message: expect.stringContaining('has no city') },
    ];
    for (const refused of [await now(), await later()])
      expect([refused.status, refused.body]).toMatchObject([400, { detail }]);
    expect(await asked()).toMatchObject({ detail });
    expect(await payer.balance()).toMatchObject({ reserved: 0n });
  });

  // Control: without the rule it is SEPA and goes out, to come back days later.
  test('to an IBAN of ours that no open account has: ordered, asked about and on a day to come', async () => {
    const [payer, gone] = [await createPayer(app), await createPayer(app, { fundedMinor: 0n })];
    const payee = await addPayee(app, payer.clientId, { iban: gone.account.iban ?? '', trusted: true });
    const { now, later, asked } = threeWays(payer, payee.id);
    expect((await now()).output).toMatchObject({ scheme: 'INTERNAL' });
    expect((await later()).status).toBe(203);

    const closed = sql`update accounts.account set status = 'CLOSED', closed_at = now() where id = ${gone.account.id}`;
    const missing = sql`update beneficiaries.bank_detail set iban = 'LT193850019999999990' where client_id = ${payer.clientId}`;
    for (const change of [closed, missing]) {
      await change.execute(app.database.sql);
      expect((await now()).body).toMatchObject(field('BeneficiaryId'));
      expect((await later()).body).toMatchObject(field('BeneficiaryId'));
      expect(await asked()).toMatchObject(field('BeneficiaryId'));
    }
  });

  test('without a key, and with a key used for something else', async () => {
    const payer = await createPayer(app);
    const payee = await addPayee(app, payer.clientId, { trusted: true });
    const keyless = await app.call(
      createPayment,
      { body: { debtorAccount: payer.account.number, amount: '1.00', reference: 'x', chargeBearer: 'SHA' } },
      { token: payer.token },
    );
    expect(keyless.body).toMatchObject({ code: 'idempotency_key_required' });
    const idempotencyKey = newId();
    await payer.pay({ beneficiaryId: payee.id }, { idempotencyKey });
    const other = await payer.pay({ beneficiaryId: payee.id, amount: '11.00' }, { idempotencyKey });
    expect(other.status).toBe(422);
  });
});

describe('what belongs to another client', () => {
  test('does not exist: payment, confirmation, account, beneficiary', async () => {
    const owner = await createPayer(app);
    const stranger = await createPayer(app);
    const payee = await addPayee(app, owner.clientId, { trusted: true });
    const { output } = await owner.pay({ beneficiaryId: payee.id });
    const options = { token: stranger.token };
    expect((await app.call(getPayment, { params: { id: output.id } }, options)).status).toBe(404);
    expect((await app.call(cancelPayment, { params: { id: output.id } }, options)).status).toBe(404);
    expect(
      (await app.call(downloadConfirmation, { params: { id: output.id }, query: {} }, options)).status,
    ).toBe(404);
    expect((await stranger.pay({ beneficiaryId: payee.id })).status).toBe(404);
    expect(
      (await stranger.pay({ debtorAccount: owner.account.number, creditorAccount: stranger.account.number }))
        .status,
    ).toBe(400);
  });
});
