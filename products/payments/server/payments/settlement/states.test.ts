/**
 * Every status against every call and every decision of the desk that would change a payment: it is done, or refused as 409
 * `payment_state`, and nothing else. Which of the two is written here, beside the product's own table of transitions. The payments are put into
 * their statuses past the bank. That each status is reached is shown by payments that go their own way.
 */
import {
  addAttachment,
  approvePayment,
  cancelPayment,
  getPayment,
  type PaymentStatus,
  paymentStatuses,
  rejectPayment,
} from '@calmly/contract';
import type { Work } from '@calmly/platform/work.ts';
import { startTestApp, type TestApp, testPayments } from '@calmly/server/test/support/app.ts';
import { callWithCode, createFirm, inboxOf, order } from '@calmly/server/test/support/clients/firm.ts';
import {
  addPayee,
  awaitPayment,
  createPayer,
  hansaIban,
  type Payer,
  systemWork,
} from '@calmly/server/test/support/clients/payments.ts';
import { pageObjects, pdfOf } from '@calmly/server/test/support/files/files.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

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
  await sql`update transactions.transaction set status = ${status} where id = ${output.id}`.execute(
    app.database.sql,
  );
  return output.id;
}

interface Allowed {
  readonly attach: boolean;
  readonly sendAgain: boolean;
  readonly cancel: boolean;
  /** What the desk's decisions may make of it. */
  readonly desk: readonly PaymentStatus[];
}

const moving = { attach: true, sendAgain: false, cancel: true, desk: [] } as const;
const underWay = { ...moving, cancel: false } as const;
const failed = { attach: false, sendAgain: true, cancel: false, desk: [] } as const;
const allowed: Readonly<Record<PaymentStatus, Allowed>> = {
  CREATED: moving,
  SUBMITTED: moving,
  TO_AML_REVIEW: moving,
  UNDER_REVIEW: { ...moving, desk: ['AML_APPROVED', 'AML_REJECTED', 'HOLD_OTHER'] },
  HOLD_AML: { ...moving, desk: ['AML_APPROVED', 'AML_REJECTED', 'HOLD_OTHER'] },
  HOLD_OTHER: { ...moving, desk: ['AML_APPROVED', 'AML_REJECTED'] },
  AML_APPROVED: moving,
  IN_PROCESS: underWay,
  PENDING_FINANCE_INSTITUTION: underWay,
  OVERDUE: moving,
  EXECUTED: { ...failed, sendAgain: false },
  REJECTED: failed,
  AML_REJECTED: failed,
  // Cancelled again it is answered as it is: the call may be repeated.
  CANCELED: { ...failed, cancel: true },
};

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
  if (allowed[status].attach) expect(attached.status).toBe(201);
  else expect(refusal(attached)).toEqual([409, 'payment_state']);

  const again = await payer.pay({ beneficiaryId, repairOf: id });
  if (allowed[status].sendAgain) expect(again.status).toBe(201);
  else expect(refusal(again)).toEqual([409, 'payment_state']);

  const canceled = await app.call(cancelPayment, { params }, { token });
  if (allowed[status].cancel) expect(canceled.output.status).toBe('CANCELED');
  else expect(refusal(canceled)).toEqual([409, 'payment_state']);
});

test.each(paymentStatuses)('%s: each decision of the desk is taken or refused', async (status) => {
  const queue = testPayments(app.database).desk?.find(({ kind }) => kind === 'payment');
  if (!queue?.hold) throw new Error('there is no queue for held payments');
  const { hold, decide } = queue;
  const decisions: ReadonlyArray<[PaymentStatus, (work: Work, id: string) => Promise<void>]> = [
    ['AML_APPROVED', (work, id) => decide(work, id, 'approve', {})],
    ['AML_REJECTED', (work, id) => decide(work, id, 'reject', { reason: 'No' })],
    ['HOLD_OTHER', (work, id) => hold(work, id, {})],
  ];
  for (const [outcome, take] of decisions) {
    const id = await paymentIn(status);
    const taken = systemWork(app.database, (work) => take(work, id));
    if (!allowed[status].desk.includes(outcome)) {
      await expect(taken).rejects.toMatchObject({ code: 'payment_state' });
      continue;
    }
    await taken;
    const { output } = await app.call(getPayment, { params: { id } }, { token: payer.token });
    expect(output.timeline.map((step) => step.status)).toContain(outcome);
  }
});

test('every status is reached by a payment that goes its own way; OVERDUE is a request’s, which is not a payment', async () => {
  const bank = await startTestApp({ jobs: true });
  try {
    expect([...(await statusesReached(bank)), 'OVERDUE'].sort()).toEqual([...paymentStatuses].sort());
  } finally {
    await bank.close();
  }
});

/** Lets payments be approved, refused, canceled, held, reviewed, executed and sent back; answers all statuses on their ways. */
async function statusesReached(bank: TestApp): Promise<Set<PaymentStatus>> {
  const reached = new Set<PaymentStatus>();
  const anna = await createPayer(bank, { fundedMinor: 100_000_000n });
  const desk = testPayments(bank.database).desk?.find(({ kind }) => kind === 'payment');
  /** Waits until it stands there, and notes the way. */
  const standsAt = async (id: string, status: PaymentStatus) => {
    const payment = await awaitPayment(bank, anna, id, (now) => now.status === status);
    for (const step of payment.timeline) reached.add(step.status);
  };
  const payee = (name: string, iban: string) => addPayee(bank, anna.clientId, { name, iban, trusted: true });
  const hansa = await payee('Hansa GmbH', hansaIban);
  const closed = await payee('Hansa GmbH', 'DE48200505500000000041');
  const listed = await payee('Blocked Trading House', 'DE96200505500000000050');
  const payTo = async ({ id: beneficiaryId }: { id: string }, amount = '10.00') =>
    (await anna.payWithCode({ beneficiaryId, amount })).output.id;

  await standsAt(await payTo(hansa), 'EXECUTED');
  await standsAt(await payTo(closed), 'REJECTED');
  await standsAt(await payTo(hansa, '100000.00'), 'UNDER_REVIEW');

  const refusedId = await payTo(listed);
  await standsAt(refusedId, 'HOLD_AML');
  await systemWork(bank.database, (work) => desk?.hold?.(work, refusedId, {}) ?? Promise.resolve());
  await standsAt(refusedId, 'HOLD_OTHER');
  await systemWork(bank.database, (work) => desk?.decide(work, refusedId, 'reject', {}) ?? Promise.resolve());
  await standsAt(refusedId, 'AML_REJECTED');

  const canceledId = await payTo(listed);
  await standsAt(canceledId, 'HOLD_AML');
  await bank.call(cancelPayment, { params: { id: canceledId } }, { token: anna.token });
  await standsAt(canceledId, 'CANCELED');

  const firm = await createFirm(bank);
  reached.add((await order(bank, firm, firm.clara)).output.status);
  return reached;
}

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
    await sql`update transactions.transaction set status = ${status} where id = ${payment.id}`.execute(
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
