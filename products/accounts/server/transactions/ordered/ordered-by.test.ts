/** The person who ordered a company's payment, by name, everywhere the payment is shown. */
import { exportPayments, listActivity, listNotifications, listPayments } from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { createFirm, type Firm, order } from '@calmly/server/test/support/clients/firm.ts';
import { awaitPayment, createPayer, readPayment } from '@calmly/server/test/support/clients/payments.ts';
import { pdfText } from '@calmly/server/test/support/files/pdf-text.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let app: TestApp;
let firm: Firm;
let paymentId: string;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  firm = await createFirm(app);
  const { output } = await order(app, firm, firm.boris);
  expect(output.orderedBy).toBe('Boris Sokolov');
  paymentId = output.id;
  await awaitPayment(
    app,
    { token: firm.maria.companyToken },
    paymentId,
    ({ status }) => status === 'EXECUTED',
  );
});
afterAll(() => app.close());

const asMaria = () => ({ token: firm.maria.companyToken });

describe('a payment that one person of a company made alone', () => {
  test('names the person in the list, the details and the timeline', async () => {
    const { output } = await app.call(listPayments, { query: { limit: 5 } }, asMaria());
    expect(output.Items.find(({ id }) => id === paymentId)).toMatchObject({ orderedBy: 'Boris Sokolov' });
    // The credit that funded the account came from another bank.
    expect(output.Items.filter(({ direction }) => direction === 'CREDIT')).toMatchObject([
      { orderedBy: null },
    ]);
    expect(await readPayment(app, asMaria(), paymentId)).toMatchObject({
      orderedBy: 'Boris Sokolov',
      timeline: { 0: { status: 'SUBMITTED', actor: 'Boris Sokolov' } },
    });
  });

  test('names the person in the confirmation, the export and the activity', async () => {
    const path = `/api/transactions/confirmation/${paymentId}?locale=en&timeZone=Europe%2FTallinn`;
    // A busy machine answers 503 and is asked again.
    const confirmation = await until(
      () => fetch(app.url + path, { headers: { authorization: `Bearer ${firm.maria.companyToken}` } }),
      ({ status }) => status !== 503,
    );
    expect(await pdfText(new Uint8Array(await confirmation.arrayBuffer()))).toContain('Boris Sokolov');
    const file = await app.call(exportPayments, { query: { format: 'csv', locale: 'en' } }, asMaria());
    const [headings = [], ...rows] = file.text.split('\r\n').map((line) => line.split(','));
    const column = headings.indexOf('"Created by"');
    expect(rows.filter((row) => row[column] === '"Boris Sokolov"')).toHaveLength(1);
    const { output } = await app.call(listActivity, { query: { kind: 'payments', limit: 5 } }, asMaria());
    expect(output.Items.find(({ subject }) => subject?.id === paymentId)?.person?.name).toBe('Boris Sokolov');
  });

  test('names the person to the colleagues, and not to the person', async () => {
    const told = async (token: string) =>
      (await app.call(listNotifications, { query: { limit: 20 } }, { token })).output.Items.find(
        ({ kind }) => kind === 'payment_executed',
      );
    const toMaria = await until(
      () => told(firm.maria.companyToken),
      (found) => found !== undefined,
    );
    expect(toMaria?.params).toMatchObject({ person: 'Boris Sokolov' });
    expect((await told(firm.boris.companyToken))?.params).not.toHaveProperty('person');
  });

  test('in the own profile there is no one else to name', async () => {
    const payer = await createPayer(app);
    const other = await createPayer(app, { firstName: 'Otto' });
    const { output } = await payer.payWithCode({
      creditorAccount: other.account.number,
      creditorName: 'Otto Tamm',
    });
    expect(output.orderedBy).toBeNull();
  });
});
