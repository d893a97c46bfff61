/** How many payments an hour are usual, over HTTP: what counts, and what a client's own money may do. */
import { listPayments } from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import {
  addPayee,
  awaitPayment,
  createPayer,
  openAnotherAccount,
} from '@calmly/server/test/support/clients/payments.ts';
import { hansa, paidPayout, rowOf } from '@calmly/server/test/support/files/payout-rows.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  const sandbox = { enabled: true, railDelayMs: 0, paymentsPerHour: 2, seed: 'tests' };
  app = await startTestApp({ jobs: true, config: { sandbox } });
});
afterAll(() => app.close());

const isScreened = ({ status }: { status: string }) => status === 'EXECUTED' || status === 'UNDER_REVIEW';

test('moves between own accounts hold no payment up; more payments to others than usual do', async () => {
  const payer = await createPayer(app);
  const savings = await openAnotherAccount(app, payer.clientId);
  for (let move = 0; move < 4; move += 1) {
    const { output } = await payer.pay({ creditorAccount: savings.number, amount: '1.00' });
    expect(output.status).toBe('EXECUTED');
  }
  const payee = await addPayee(app, payer.clientId, { trusted: true });
  const outcomes: string[] = [];
  for (let payment = 0; payment < 3; payment += 1) {
    const { output } = await payer.pay({ beneficiaryId: payee.id, amount: '1.00' });
    outcomes.push((await awaitPayment(app, payer, output.id, isScreened)).status);
  }
  expect(outcomes).toEqual(['EXECUTED', 'EXECUTED', 'UNDER_REVIEW']);
});

test('the rows of a payout do not count as payments of the hour', async () => {
  const payer = await createPayer(app);
  const amounts = ['1.00', '2.00', '3.00', '4.00'];
  const rows = amounts.map((amount) => rowOf('Hansa GmbH', hansa, amount));
  await paidPayout(app, payer, ...rows);
  const { output } = await app.call(listPayments, { query: {} }, { token: payer.token });
  const ended = await Promise.all(
    output.Items.filter(({ direction }) => direction === 'DEBIT').map(({ id }) =>
      awaitPayment(app, payer, id, isScreened),
    ),
  );
  expect(ended.map(({ amount, status }) => [amount, status]).sort()).toEqual(
    amounts.map((amount) => [amount, 'EXECUTED']),
  );
  // Nor do they hold up a payment that follows them.
  const payee = await addPayee(app, payer.clientId, { trusted: true, iban: 'DE69200505500000000051' });
  const { output: single } = await payer.pay({ beneficiaryId: payee.id, amount: '1.00' });
  expect((await awaitPayment(app, payer, single.id, isScreened)).status).toBe('EXECUTED');
});
