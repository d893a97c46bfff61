/**
 * What the forecast already knows about a regular payment, over HTTP: payouts that wait for approval or their day, and orders. Each is counted once.
 * Controls, tried once: regular payments that no payout explains; rows of confidential payouts compared like others; days that explain every regular
 * payment near them; a scheduled payment that explains all regular ones.
 */
import { confirmPayout, getForecast } from '@calmly/contract';
import { formatDecimal, parseDecimal } from '@calmly/domain';
import { addDays } from '@calmly/platform/time/zoned-days.ts';
import type { TestApp } from '@calmly/server/test/support/app.ts';
import { confirmAs, uploadConfidential } from '@calmly/server/test/support/clients/confidential.ts';
import { callWithCode, createFirm, type Firm } from '@calmly/server/test/support/clients/firm.ts';
import { type PastPayment, writeHistory } from '@calmly/server/test/support/clients/past/history.ts';
import {
  addPayee,
  createPayer,
  fund,
  hansaIban,
  systemWork,
} from '@calmly/server/test/support/clients/payments.ts';
import { uploadPayout } from '@calmly/server/test/support/clients/payouts.ts';
import { type OrderBank, startOrderBank } from '@calmly/server/test/support/clients/standing-orders.ts';
import { onOneDay } from '@calmly/server/test/support/days.ts';
import {
  anna,
  confirmBody,
  confirmWithCode,
  fileOf,
  rowOf,
} from '@calmly/server/test/support/files/payout-rows.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultBank, openAccounts } from '../../../../accounts/server/accounts/index.ts';

let bank: OrderBank;
let app: TestApp;
beforeAll(async () => {
  bank = await startOrderBank();
  ({ app } = bank);
});
afterAll(() => app.close());

type Who = { readonly token: string };
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const forecastOf = async ({ token }: Who) =>
  (await app.call(getForecast, { query: { timeZone: 'UTC' } }, { token })).output;
const daysOf = async (who: Who, reason: string, name?: string) =>
  (await forecastOf(who)).steps.flatMap((step) =>
    step.reason === reason && (name === undefined || step.name === name) ? [step.on] : [],
  );
/** The next one is expected in a few days. */
const monthly = (payment: Omit<PastPayment, 'at'>): PastPayment[] =>
  [88, 57, 27].map((ago) => ({ ...payment, at: daysAgo(ago) }));
const weekly = (payment: Omit<PastPayment, 'at'>): PastPayment[] =>
  [25, 18, 11, 4].map((ago) => ({ ...payment, at: daysAgo(ago) }));
const hansa = { name: 'Hansa GmbH', account: hansaIban, amount: 10_000 };
const boris = ({ boris: { companyToken } }: Firm): Who => ({ token: companyToken });
const clara = ({ clara: { companyToken } }: Firm): Who => ({ token: companyToken });
const ofFirm = ({ companyId, account }: Firm) => ({ clientId: companyId, account });

test(
  'a regular payment that a scheduled payout makes is counted once',
  onOneDay(async (today) => {
    const payer = await createPayer(app, { fundedMinor: 100_000n });
    await writeHistory(app, payer, [
      ...monthly(hansa),
      ...weekly({ name: 'Cleaner', account: anna, amount: 5_000 }),
    ]);
    const [, ...laterHansa] = await daysOf(payer, 'RECURRING', 'Hansa GmbH');
    const [, ...laterCleaner] = await daysOf(payer, 'RECURRING', 'Cleaner');
    expect(laterHansa.length).toBeGreaterThan(0);
    const content = fileOf(
      rowOf('Hansa GmbH', hansaIban, '100.00'),
      rowOf('Cleaner', anna, '50.00', 'Windows'),
    );
    const payout = await uploadPayout(app, payer, content);
    const { status } = await confirmWithCode(app, payer, payout, { payOn: addDays(today, 3) });
    expect(status).toBeLessThan(300);
    expect(await daysOf(payer, 'RECURRING', 'Hansa GmbH')).toEqual(laterHansa);
    expect(await daysOf(payer, 'RECURRING', 'Cleaner')).toEqual(laterCleaner);
    expect(await daysOf(payer, 'IN_PROGRESS')).toEqual([today]);
  }),
);

test(
  'a scheduled payment explains one regular payment, a standing order all of them',
  onOneDay(async () => {
    const payer = await createPayer(app, { fundedMinor: 100_000n });
    const { id: beneficiaryId } = await addPayee(app, payer.clientId, { trusted: true });
    await writeHistory(app, payer, monthly({ ...hansa, beneficiaryId }));
    const [, ...later] = await daysOf(payer, 'RECURRING');
    expect(later.length).toBeGreaterThan(0);
    const startOn = await bank.dayIn(5);
    await bank.ordered({ beneficiaryId, amount: '100.00', startOn }, payer);
    expect(await daysOf(payer, 'RECURRING')).toEqual(later);
    expect(await daysOf(payer, 'SCHEDULED')).toHaveLength(1);
    await bank.ordered({ beneficiaryId, amount: '100.00', startOn, frequency: 'MONTHLY' }, payer);
    expect(await daysOf(payer, 'RECURRING')).toEqual([]);
  }),
);

test(
  'a payout that awaits approval is counted once, in each of its currencies',
  onOneDay(async (today) => {
    const firm = await createFirm(app);
    await writeHistory(app, ofFirm(firm), monthly(hansa));
    const inside = await createPayer(app, { currency: 'USD', firstName: 'Mart', lastName: 'Kask' });
    await systemWork(app.database, async (work) => {
      const opening = {
        clientId: firm.companyId,
        currency: 'USD',
        name: 'Dollars',
        withIban: false,
      } as const;
      const [dollars] = await openAccounts(work, defaultBank, [opening]);
      if (dollars) await fund(work, dollars, 10_000n);
    });
    const [, ...later] = await daysOf(boris(firm), 'RECURRING');
    const content = fileOf(
      rowOf('Hansa GmbH', hansaIban, '100.00'),
      rowOf('Mart Kask', inside.account.number, '25.00').replace(',EUR,', ',USD,'),
    );
    const payout = await uploadPayout(app, clara(firm), content);
    const params = { id: payout.id };
    const { status } = await callWithCode(
      app,
      confirmPayout,
      { params, body: confirmBody(payout) },
      firm.clara.companyToken,
    );
    expect(status).toBe(202);
    expect(await daysOf(boris(firm), 'RECURRING')).toEqual(later);
    const { steps } = await forecastOf(boris(firm));
    const waiting = steps
      .filter(({ reason }) => reason === 'AWAITING_APPROVAL')
      .toSorted((one, other) => (one.original.currency < other.original.currency ? -1 : 1));
    expect(waiting.map(({ on, original: { currency } }) => [on, currency])).toEqual([
      [today, 'EUR'],
      [today, 'USD'],
    ]);
    const fee = parseDecimal(payout.summary.totals[0]?.fees ?? '', 'EUR') ?? 0n;
    expect(waiting[0]?.original.amount).toBe(`-${formatDecimal(10_000n + fee, 'EUR')}`);
  }),
);

test(
  'a confidential payout explains the confidential payments of each month, and says nothing of its payees',
  onOneDay(async () => {
    const firm = await createFirm(app);
    const [mask] = await writeHistory(app, ofFirm(firm), [
      ...monthly({ name: 'Payroll', amount: 250_000, audience: 'MASK' }),
      ...monthly(hansa),
    ]);
    expect(mask).toBeDefined();
    const [first, ...later] = await daysOf(boris(firm), 'RECURRING', '');
    expect([first !== undefined, later.length > 0]).toEqual([true, true]);
    const known = await daysOf(boris(firm), 'RECURRING', 'Hansa GmbH');
    const salary = { name: 'Hansa GmbH', iban: hansaIban, amount: '100.00', reference: 'Wages' };
    const payout = await uploadConfidential(app, firm.clara.companyToken, [salary]);
    expect((await confirmAs(app, firm.clara.companyToken, payout)).status).toBe(202);
    expect(await daysOf(boris(firm), 'RECURRING', '')).toEqual(later);
    expect(await daysOf(boris(firm), 'RECURRING', 'Hansa GmbH')).toEqual(known);
  }),
);
