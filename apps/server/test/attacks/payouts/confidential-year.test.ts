/**
 * The year overview of a company with a confidential payout of which a payment came back in a later month: for each reader it has the same figures as
 * their own statements,
 * in each month and in the year, and a statement of several months equals those of its months together.
 * Controls, tried once: an overview that includes the payout's entries in its sums shows Otto its fees; lines of one payout that are
 * joined over months give him a year's statement that differs from the sum of its months.
 */
import { getStatement, getYearOverview, type Statement, type YearAccount } from '@calmly/contract';
import { addDays, firstOfMonth } from '@calmly/platform/time/zoned-days.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Confidential, createConfidential, salaries } from '../../support/clients/confidential.ts';
import { dayNow } from '../../support/days.ts';

let app: TestApp;
let world: Confidential;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  world = await createConfidential(app);
  await movePayoutBack();
  today = dayNow();
});
afterAll(() => app.close());

/** The day after everything has been booked. */
let today: string;
const cents = (text: string): bigint => BigInt(text.replace('.', ''));

/** As if everything before the return had been booked 40 days earlier. */
async function movePayoutBack(): Promise<void> {
  await app.database.inTransaction(async (sql) => {
    await query`alter table ledger.entries disable trigger append_only`.execute(sql);
    const { numAffectedRows } = await query`
      update ledger.entries e set booked_at = booked_at - interval '40 days'
      where account_id = ${world.account.id} and seq < (
        select back.seq from ledger.entries back join ledger.transfers t on t.id = back.transfer_id
        join transactions.transaction row on row.id = coalesce(t.credit_subject_id, t.subject_id)
        where back.account_id = e.account_id and row.direction = 'CREDIT' and row.debtor_name = ${salaries.returned.name}
      )
    `.execute(sql);
    expect(numAffectedRows).toBeGreaterThan(3n);
    await query`alter table ledger.entries enable always trigger append_only`.execute(sql);
    await query`update accounts.account set created_at = created_at - interval '41 days' where id = ${world.account.id}`.execute(
      sql,
    );
  });
}

const readers = () => [world.otto, world.boris].map(({ companyToken }) => companyToken);

async function statementOf(token: string, from: string, to: string): Promise<Statement> {
  const wanted = { from, to, timeZone: 'UTC', limit: 500 };
  return (await app.call(getStatement, { params: { id: world.account.id }, query: wanted }, { token }))
    .output;
}

async function yearOf(token: string, year: number): Promise<YearAccount | undefined> {
  const { output } = await app.call(getYearOverview, { query: { year, timeZone: 'UTC' } }, { token });
  return output.accounts.find(({ id }) => id === world.account.id);
}

const feesIn = ({ lines }: Statement): bigint =>
  lines.filter(({ isFee }) => isFee).reduce((sum, { amount }) => sum - cents(amount), 0n);

test('months and year have the figures of the reader’s own statements', async () => {
  const paidOn = addDays(today, -40);
  for (const token of readers())
    for (const year of new Set([paidOn, today].map((day) => Number(day.slice(0, 4))))) {
      const account = await yearOf(token, year);
      if (!account) throw new Error('the account is in the overview');
      const { months, openingBalance, moneyIn, moneyOut, fees, closingBalance } = account;
      const whole = { from: months[0]?.from ?? '', to: months.at(-1)?.to ?? '' };
      for (const period of [
        ...months,
        { ...whole, openingBalance, moneyIn, moneyOut, fees, closingBalance },
      ]) {
        const { from, to, fees: charged, ...sums } = period;
        const statement = await statementOf(token, from, to);
        expect(statement).toMatchObject(sums);
        expect(cents(charged)).toBe(feesIn(statement));
      }
    }
});

const withoutNumber = ({ entry, ...line }: Statement['lines'][number]) => line;

test('the line of a payout is one for each month, and each statement adds up', async () => {
  const later = firstOfMonth(today, 0);
  for (const token of readers()) {
    const before = await statementOf(token, addDays(today, -70), addDays(later, -1));
    const after = await statementOf(token, later, today);
    const both = await statementOf(token, addDays(today, -70), today);
    expect(cents(both.moneyIn)).toBe(cents(before.moneyIn) + cents(after.moneyIn));
    expect(cents(both.moneyOut)).toBe(cents(before.moneyOut) + cents(after.moneyOut));
    const parts = [...before.lines, ...after.lines];
    expect(both.lines.map(withoutNumber)).toEqual(parts.map(withoutNumber));
    // The ledger's numbers, or for readers of payout lines the positions in this statement.
    const places = both.lines.map((_, at) => `${at + 1}`);
    expect([parts.map(({ entry }) => entry), places]).toContainEqual(both.lines.map(({ entry }) => entry));
    expect(both.lines).toHaveLength(both.entries);
    let balance = cents(both.openingBalance);
    for (const line of both.lines) {
      balance += cents(line.amount);
      expect(cents(line.balance)).toBe(balance);
    }
    expect(balance).toBe(cents(both.closingBalance));
  }
  const masks = (await statementOf(world.otto.companyToken, addDays(today, -70), today)).lines.filter(
    ({ isConfidentialPayout }) => isConfidentialPayout,
  );
  expect(masks.map(({ amount }) => amount)).toEqual([expect.stringMatching(/^-/), salaries.returned.amount]);
});

test('movements by kind add up to money in and out, and show no more than the lines', async () => {
  for (const token of readers()) {
    const account = await yearOf(token, Number(today.slice(0, 4)));
    if (!account) throw new Error('the account is in the overview');
    for (const side of ['moneyIn', 'moneyOut'] as const)
      expect(account.kinds.reduce((sum, kind) => sum + cents(kind[side]), 0n)).toBe(cents(account[side]));
    const charged = account.kinds.find(({ kind }) => kind === 'FEE');
    expect(cents(charged?.moneyOut ?? '0.00') - cents(charged?.moneyIn ?? '0.00')).toBe(cents(account.fees));
  }
});
