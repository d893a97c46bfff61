/** Over HTTP: which changes are too small to report, which payments a forecast leaves out, and how many payees spending names. */
import {
  categorise,
  dismissUnusualChange,
  getForecast,
  getSpending,
  listUnusualChanges,
} from '@calmly/contract';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { purgeTask } from '@calmly/platform/jobs/purge.ts';
import { addDays, daysIn, firstOfMonth } from '@calmly/platform/time/zoned-days.ts';
import { createFirm } from '@calmly/server/test/support/clients/firm.ts';
import { type PastPayment, writeHistory } from '@calmly/server/test/support/clients/past/history.ts';
import {
  addPayee,
  createPayer,
  openAnotherAccount,
  type Payer,
} from '@calmly/server/test/support/clients/payments.ts';
import { type OrderBank, startOrderBank } from '@calmly/server/test/support/clients/standing-orders.ts';
import { onOneDay } from '@calmly/server/test/support/days.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let bank: OrderBank;
let app: OrderBank['app'];
const timeZone = 'UTC';
const zone = daysIn(timeZone);
let today = '';

const dated = (body: () => Promise<void>) =>
  onOneDay((day) => {
    today = day;
    return body();
  }, timeZone);

beforeAll(async () => {
  bank = await startOrderBank();
  app = bank.app;
});
afterAll(() => app.close());

type Who = Pick<Payer, 'token'>;
const inMonth = (ago: number) => {
  const first = zone.startOf(firstOfMonth(today, -ago));
  return ago === 0 ? first : new Date(first.getTime() + 36 * 3_600_000);
};
const daysAgo = (days: number) => new Date(zone.startOf(addDays(today, -days)).getTime() + 6 * 3_600_000);
const changesOf = async ({ token }: Who) =>
  (await app.call(listUnusualChanges, { query: { timeZone } }, { token })).output.items;
const namesOf = async (who: Who) => (await changesOf(who)).map(({ kind, name }) => `${kind} ${name}`);
const dismiss = ({ token }: Who, id: string) =>
  app.call(dismissUnusualChange, { params: { id }, query: { timeZone } }, { token });

/** Four months of the same amount, and a different one this month. */
const risen = (name: string, usual: number, now: number): PastPayment[] =>
  [1, 2, 3, 4, 0].map((ago) => ({
    name,
    account: `DE ${name}`,
    at: inMonth(ago),
    amount: ago === 0 ? now : usual,
  }));

test(
  'cents above the usual, a series that is not new or not yet usual, and confidential payouts are not reported',
  dated(async () => {
    const anna = await createPayer(app);
    const weekly = (name: string, ago: readonly number[], more: Partial<PastPayment> = {}) =>
      ago.map((days) => ({ name, account: `DE ${name}`, at: daysAgo(days), amount: 900, ...more }));
    await writeHistory(app, anna, [
      ...risen('Just below', 1_000, 1_499),
      // Returned after half a year.
      ...weekly('Club', [200, 15, 8, 1]),
      // Paid only three times.
      ...weekly('Tenant', [28, 21, 14], { direction: 'CREDIT' }),
      ...weekly('Confidential payout', [15, 8, 1], { audience: 'MASK' }),
    ]);
    expect(await namesOf(anna)).toEqual([]);
    await writeHistory(app, anna, risen('Just enough', 1_000, 1_500));
    expect(await namesOf(anna)).toEqual(['ABOVE Just enough']);
  }),
);

test(
  'a category is listed if no single payee accounts for the rise',
  dated(async () => {
    const anna = await createPayer(app);
    const hosting = await writeHistory(app, anna, risen('Hosting', 2_500, 5_000));
    const choose = (paymentIds: string[]) =>
      app.call(categorise, { body: { paymentIds, category: 'HOSTING' } }, { token: anna.token });
    await choose(hosting);
    expect(await namesOf(anna)).toEqual(['ABOVE Hosting']);
    await choose(await writeHistory(app, anna, risen('Servers', 2_500, 5_000)));
    expect((await changesOf(anna)).map(({ name, category }) => category ?? name)).toEqual([
      'HOSTING',
      expect.stringMatching(/Hosting|Servers/),
      expect.stringMatching(/Hosting|Servers/),
    ]);
  }),
);

test(
  'a dismissed change is gone for that person only, and for longer than it would be found',
  dated(async () => {
    const firm = await createFirm(app);
    const [boris, maria] = [{ token: firm.boris.companyToken }, { token: firm.maria.companyToken }];
    await writeHistory(
      app,
      { clientId: firm.companyId, account: firm.account },
      risen('Hosting', 2_500, 5_000),
    );
    const [change] = await changesOf(boris);
    expect((await dismiss(boris, change?.id ?? '')).status).toBe(204);
    expect(await namesOf(boris)).toEqual([]);
    expect(await namesOf(maria)).toEqual(['ABOVE Hosting']);
    expect((await dismiss(maria, change?.id ?? '')).status).toBe(204);
    const age = (personId: string, days: number) =>
      query`
        update insight.dismissed set dismissed_at = now() - ${days} * interval '1 day' where person_id = ${personId}
      `.execute(app.database.sql);
    await age(firm.boris.personId, 199);
    await age(firm.maria.personId, 201);
    await addJobs(app.database.sql, [{ task: purgeTask, payload: {}, key: purgeTask }]);
    await until(
      () => namesOf(maria),
      ({ length }) => length > 0,
    );
    expect(await namesOf(boris)).toEqual([]);
  }),
);

test(
  'a standing order to an own account moves no money out of the forecast',
  dated(async () => {
    const anna = await createPayer(app);
    const savings = await openAnotherAccount(app, anna.clientId);
    const payee = await addPayee(app, anna.clientId, { trusted: true });
    const monthly = async (to: object) =>
      expect(
        (
          await bank.order(
            {
              debtorAccount: anna.account.number,
              amount: '100.00',
              frequency: 'MONTHLY',
              startOn: await bank.dayIn(10),
              ...to,
            },
            anna,
          )
        ).status,
      ).toBe(201);
    await monthly({ beneficiaryId: undefined, creditorAccount: savings.number });
    const forecast = async () =>
      (await app.call(getForecast, { query: { timeZone } }, { token: anna.token })).output.steps;
    expect(await forecast()).toEqual([]);
    await monthly({ beneficiaryId: payee.id });
    expect(new Set((await forecast()).map(({ name }) => name))).toEqual(new Set(['Hansa GmbH']));
  }),
);

test(
  'spending names forty payees and sums up the others',
  dated(async () => {
    const anna = await createPayer(app);
    await writeHistory(
      app,
      anna,
      Array.from({ length: 42 }, (_, at) => ({
        name: `Shop ${at}`,
        account: `DE${at}`,
        at: inMonth(0),
        amount: 10_000 - at,
      })),
    );
    const { output } = await app.call(getSpending, { query: { timeZone, months: 1 } }, { token: anna.token });
    expect(output.payees).toHaveLength(40);
    expect(output.otherPayees).toEqual({ count: 2, total: '199.19' });
  }),
);
