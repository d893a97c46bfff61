/** Payouts over HTTP: each format once, the mapping of columns, the same file again, discarding, refusals, and who may. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { createPayer } from '../../../test/support/payments.ts';
import { templateHeadings, uploadPayout } from '../../../test/support/payouts.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());

test('smoke', async () => {
  const payer = await createPayer(app);
  const csv = `${templateHeadings}\n,Anna Tamm,person,EE382200221020145685,,,,,"1,250.00",EUR,Rent,,,,,,A-1\n,Bob,,DE89370400440532013001,,,,,18.4O,eur,★ x,,,,,,A-1\n`;
  const payout = await uploadPayout(app, payer, csv);
  expect(payout.status).toBe('DRAFT');
});
