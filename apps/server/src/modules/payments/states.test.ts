/**
 * Every status against every call that would change a payment: it is done, or refused as 409 `payment_state`, and nothing else. Which of
 * the two follows from the one table of transitions; the payments are put into their statuses past the bank.
 */
import {
  addAttachment,
  approvePayment,
  canBeSentAgain,
  cancelPayment,
  type PaymentStatus,
  paymentStatuses,
  rejectPayment,
} from '@calmly/contract';
import { isCancelable, isFinal } from '@calmly/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { pageObjects, pdfOf } from '../../../test/support/files.ts';
import { callWithCode, createFirm, inboxOf, order } from '../../../test/support/firm.ts';
import { addPayee, createPayer, type Payer } from '../../../test/support/payments.ts';

let app: TestApp;
let payer: Payer;
let beneficiaryId: string;
beforeAll(async () => {
  app = await startTestApp();
  payer = await createPayer(app, { fundedMinor: 1_000_000n });
  beneficiaryId = (await addPayee(app, payer.clientId, { trusted: true })).id;
});
afterAll(() => app.close());

/** A payment of ten euro with its money reserved, said to stand there. */
async function paymentIn(status: PaymentStatus): Promise<string> {
  const { output } = await payer.pay({ beneficiaryId });
  await sql`update payments.payment set status = ${status} where id = ${output.id}`.execute(app.database.sql);
  return output.id;
}

const refusal = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string }).code,
];

test.each(paymentStatuses)('%s: each call is done or refused', async (status) => {
  const id = await paymentIn(status);
  const { token } = payer;
  const params = { id };

  const content = pdfOf(pageObjects()).toString('base64');
  const attached = await app.call(addAttachment, { params, body: { content } }, { token });
  if (isFinal(status)) expect(refusal(attached)).toEqual([409, 'payment_state']);
  else expect(attached.status).toBe(201);

  const again = await payer.pay({ beneficiaryId, repairOf: id });
  if (canBeSentAgain(status)) expect(again.status).toBe(201);
  else expect(refusal(again)).toEqual([409, 'payment_state']);

  const canceled = await app.call(cancelPayment, { params }, { token });
  if (isCancelable(status)) expect(canceled.output.status).toBe('CANCELED');
  else expect(refusal(canceled)).toEqual([409, 'payment_state']);
});

test('a payment that was decided on is not decided again, wherever it stands', async () => {
  const firm = await createFirm(app);
  const payment = (await order(app, firm, firm.clara)).output;
  const [waiting] = await inboxOf(app, firm.boris);
  if (!waiting) throw new Error('nothing waits');
  const params = { id: payment.id };
  const { version } = waiting;
  const token = firm.boris.companyToken;
  const approve = () => callWithCode(app, approvePayment, { params, body: { version } }, token);
  const reject = () => callWithCode(app, rejectPayment, { params, body: { version, reason: 'No' } }, token);
  expect((await approve()).status).toBe(200);
  for (const status of paymentStatuses) {
    await sql`update payments.payment set status = ${status} where id = ${payment.id}`.execute(
      app.database.sql,
    );
    const answers = [await approve(), await reject()].map(refusal);
    expect([status, answers]).toEqual([
      status,
      [
        [409, 'approval_closed'],
        [409, 'approval_closed'],
      ],
    ]);
  }
});
