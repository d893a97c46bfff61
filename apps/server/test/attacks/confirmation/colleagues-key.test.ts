/**
 * A colleague who sends the same request under the same Idempotency-Key does not get the other person's answer, and nothing is done. Control, tried
 * once: with a hash that leaves out the person, Boris gets Clara's answer.
 */
import { createMoneyRequest, createPayment } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { createFirm, type Firm, moneyOf } from '../../support/clients/firm.ts';
import { codeIn } from '../../support/clients/payments.ts';

let app: TestApp;
let firm: Firm;
beforeAll(async () => {
  app = await startTestApp();
  firm = await createFirm(app);
});
afterAll(() => app.close());

test('of a payment, also when it is sent at the same moment', async () => {
  const { account, payeeId, clara, boris } = firm;
  const body = {
    debtorAccount: account.number,
    beneficiaryId: payeeId,
    amount: '100.00',
    reference: 'Invoice 7',
    chargeBearer: 'SHA' as const,
  };
  const idempotencyKey = newId();
  const send = (token: string, code?: string) =>
    app.call(createPayment, { body }, { token, idempotencyKey, ...(code !== undefined && { code }) });
  const code = codeIn((await send(clara.companyToken)).body);
  const borisCode = codeIn((await send(boris.companyToken)).body);
  const first = await send(clara.companyToken, code);
  expect([200, 201, 202]).toContain(first.status);
  const before = await moneyOf(app, firm);

  const [asBoris, again] = await Promise.all([
    send(boris.companyToken, borisCode),
    send(clara.companyToken, code),
  ]);
  expect([asBoris.status, asBoris.body]).toMatchObject([422, { code: 'idempotency_key_reused' }]);
  expect(again.text).toBe(first.text);
  expect(await moneyOf(app, firm)).toEqual(before);
});

test('of a request for money', async () => {
  const { account, clara, boris } = firm;
  const body = {
    creditorAccount: account.number,
    amount: '120.00',
    payerName: 'Hansa GmbH',
    details: 'Invoice 8',
    documentIds: [],
  };
  const idempotencyKey = newId();
  const send = (token: string) => app.call(createMoneyRequest, { body }, { token, idempotencyKey });
  const first = await send(clara.companyToken);
  expect(first.status).toBe(201);
  expect((await send(boris.companyToken)).body).toMatchObject({ code: 'idempotency_key_reused' });
  expect((await send(clara.companyToken)).text).toBe(first.text);
});
