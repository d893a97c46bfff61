/**
 * Each payment is in the export of the month in which it was booked, and until then in that of its order. Controls, tried once: rows only by the
 * moment of the order; rows of the order without those that are booked later; without bookings of older orders; the complete line of a confidential
 * payout in the month of its last payment.
 */
import {
  allRights,
  createExportProfile,
  type ExportProfileInput,
  getStatement,
  runExportProfile,
} from '@calmly/contract';
import { parseDecimal } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { addDays, firstOfMonth } from '@calmly/platform/time/zoned-days.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newColleague } from '@calmly/server/test/support/clients/colleagues.ts';
import { createFirm } from '@calmly/server/test/support/clients/firm.ts';
import { type PastPayment, writeHistory } from '@calmly/server/test/support/clients/past/history.ts';
import { openLongAgo } from '@calmly/server/test/support/clients/past/past-books.ts';
import { createPayer, openAnotherAccount, type Payer } from '@calmly/server/test/support/clients/payments.ts';
import { onOneDay } from '@calmly/server/test/support/days.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bankAccount, postAll } from '../../../../ledger/server/index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type Who = { readonly token: string };
type Account = Pick<Payer['account'], 'id' | 'currency'>;

async function profileOf({ token }: Who, change: Partial<ExportProfileInput> = {}): Promise<string> {
  const body: ExportProfileInput = {
    name: 'Books',
    columns: ['counterparty', 'amount', 'status', 'bookedOn'],
    format: 'csv',
    accountIds: [],
    period: 'LAST_MONTH',
    mailsMonthly: false,
    timeZone: 'UTC',
    ...change,
  };
  return (await app.call(createExportProfile, { body }, { token, idempotencyKey: newId() })).output.id;
}

/** The lines of a month, or of the profile's own period, without the headings. */
async function linesOf({ token }: Who, id: string, month?: string): Promise<string[]> {
  const input = {
    params: { id },
    query: { ...(month && { month }), locale: 'en', timeZone: 'UTC' },
  } as const;
  const { text } = await app.call(runExportProfile, input, { token });
  return text.replace('\u{FEFF}', '').trim().split('\r\n').slice(1);
}

/** A rail's report about payments, at these moments. */
async function execute(account: Account, paid: ReadonlyArray<{ readonly id: string; readonly at: Date }>) {
  await app.database.inTransaction(async (sql) => {
    const bank = await bankAccount(sql, 'custody', account.currency);
    const transfers = paid.map(({ id, at }) => ({
      ...{ id: newId(), subjectId: id, amountMinor: 1_000n, code: 'payment', at },
      ...{ debitAccountId: account.id, creditAccountId: bank },
    }));
    const fund = { id: newId(), amountMinor: 100_000n, code: 'test', at: paid[0]?.at ?? new Date() };
    await postAll(sql, [{ ...fund, debitAccountId: bank, creditAccountId: account.id }, ...transfers]);
    for (const { id, at } of paid)
      await query`
        with step as (update transactions.transaction set status = 'EXECUTED', version = version + 1, updated_at = ${at} where id = ${id} returning version)
        insert into transactions.progress (transaction_id, version, at, statuses, reasons)
        select ${id}, version, ${at}, '{EXECUTED}', '{NULL}' from step`.execute(sql);
  });
}

const months = (today: string) => {
  const [first, last] = [firstOfMonth(today, 0), firstOfMonth(today, -1)];
  const at = (day: string, after: number) => new Date(`${addDays(day, after)}T12:00:00Z`);
  return { now: first.slice(0, 7), last: last.slice(0, 7), ordered: at(first, -2), early: at(last, 3) };
};
const open = { amount: 1_000, status: 'PENDING_FINANCE_INSTITUTION' } as const satisfies Partial<PastPayment>;

test(
  'a payment that is booked in the month after its order is exported as executed there, and was exported as open before',
  onOneDay(async (today) => {
    const payer = await createPayer(app, { fundedMinor: 0n });
    const { now, last, ordered, early } = months(today);
    const booked = new Date();
    const later = (minutes: number) => new Date(ordered.getTime() + minutes * 60_000);
    const [slow = '', quick = ''] = await writeHistory(app, payer, [
      { ...open, at: ordered, name: 'Slow' },
      { ...open, at: early, name: 'Quick' },
      { ...open, at: later(1), name: 'Refused', status: 'REJECTED' },
      { ...open, at: later(2), name: 'Held' },
    ]);
    await execute(payer.account, [{ id: quick, at: early }]);
    const id = await profileOf(payer);
    const day = early.toISOString().slice(0, 10);
    const others = [
      '"Held","-10.00","Sent",""',
      '"Refused","-10.00","Rejected",""',
      `"Quick","-10.00","Executed","${day}"`,
    ];
    expect(await linesOf(payer, id, last)).toEqual([
      ...others.slice(0, 2),
      '"Slow","-10.00","Sent",""',
      ...others.slice(2),
    ]);
    expect(await linesOf(payer, id, now)).toEqual([]);

    await execute(payer.account, [{ id: slow, at: booked }]);
    expect(await linesOf(payer, id, last)).toEqual(others);
    expect(await linesOf(payer, id, now)).toEqual([`"Slow","-10.00","Executed","${today}"`]);
    const other = await openAnotherAccount(app, payer.clientId);
    const ofOther = await profileOf(payer, { name: 'Other', accountIds: [other.id] });
    expect(await linesOf(payer, ofOther, now)).toEqual([]);
  }),
);

test(
  'the line of a confidential payout is exported when its payments are booked, to those who read that line',
  onOneDay(async (today) => {
    const firm = await createFirm(app);
    const { now, last, ordered } = months(today);
    const rights = { ...allRights, is_boss: false, can_view_confidential: false };
    const masked = await newColleague(app, firm, { rights });
    const reader = { token: firm.boris.companyToken };
    const [salary = '', mask = ''] = await writeHistory(
      app,
      { clientId: firm.companyId, account: firm.account },
      [
        { ...open, at: ordered, name: 'Employee', audience: 'CONFIDENTIAL' },
        { ...open, at: ordered, name: 'Line', audience: 'MASK' },
      ],
    );
    await query`update transactions.transaction set payout_id = ${newId()} where id in (${salary}, ${mask})`.execute(
      app.database.sql,
    );
    await execute(firm.account, [{ id: salary, at: new Date() }]);
    await query`update transactions.transaction set status = 'EXECUTED' where id = ${mask}`.execute(
      app.database.sql,
    );
    const ids = { masked: await profileOf(masked), reader: await profileOf(reader) };
    const ofMonth = async (who: Who, id: string, month: string) =>
      (await linesOf(who, id, month)).filter((line) => line.includes('"-10.00"'));
    expect(await ofMonth(reader, ids.reader, now)).toEqual([`"Employee","-10.00","Executed","${today}"`]);
    expect(await ofMonth(masked, ids.masked, now)).toEqual([
      `"Confidential payout Invoice","-10.00","Executed","${today}"`,
    ]);
    expect(await ofMonth(reader, ids.reader, last)).toEqual([]);
    expect(await ofMonth(masked, ids.masked, last)).toEqual([]);
  }),
);

test(
  'a confidential payout that is booked in two months is exported to each reader with the sums of their statements',
  onOneDay(async (today) => {
    const firm = await createFirm(app);
    // Nothing was booked on it later.
    const account = await openAnotherAccount(app, firm.companyId);
    await openLongAgo(app.database, account);
    const { now, last, ordered, early } = months(today);
    const rights = { ...allRights, is_boss: false, can_view_confidential: false };
    const masked = await newColleague(app, firm, { rights });
    const reader = { token: firm.boris.companyToken };
    const hidden = { ...open, at: early, audience: 'CONFIDENTIAL' } as const;
    const ids = await writeHistory(app, { clientId: firm.companyId, account }, [
      { ...open, at: early, name: 'Line', audience: 'MASK', amount: 3_000 },
      { ...hidden, name: 'Anna' },
      { ...hidden, name: 'Boris' },
      { ...hidden, name: 'Clara' },
      // Paid in a later part, after the line was written.
      { ...hidden, name: 'Dora', at: new Date() },
    ]);
    await query`
      update transactions.transaction set payout_id = ${newId()} where id = any(${ids}::uuid[])`.execute(
      app.database.sql,
    );
    const [, anna = '', boris = '', , dora = ''] = ids;
    await execute(account, [
      { id: anna, at: early },
      { id: boris, at: ordered },
      { id: dora, at: new Date() },
    ]);
    const lines = async (who: Who, month: string) =>
      (await linesOf(who, profiles.get(who) ?? '', month))
        .map((line) => line.replaceAll('"', '').split(','))
        .filter(([name = '']) => /Confidential|Anna|Boris|Clara|Dora/.test(name));
    const profiles = new Map([
      [masked as Who, await profileOf(masked)],
      [reader as Who, await profileOf(reader)],
    ]);
    const day = (at: Date) => at.toISOString().slice(0, 10);
    const line = 'Confidential payout Invoice';
    expect(await lines(masked, last)).toEqual([
      [line, '-20.00', 'Executed', day(ordered)],
      [line, '-10.00', 'Sent', ''],
    ]);
    expect(await lines(masked, now)).toEqual([[line, '-10.00', 'Executed', today]]);
    expect((await lines(reader, last)).map(([name, , status]) => `${name}: ${status}`).sort()).toEqual([
      'Anna: Executed',
      'Boris: Executed',
      'Clara: Sent',
    ]);

    const quarter = await linesOf(
      masked,
      await profileOf(masked, { name: 'Quarter', period: 'THIS_QUARTER' }),
    );
    const isSame = Math.floor((Number(now.slice(5)) - 1) / 3) === Math.floor((Number(last.slice(5)) - 1) / 3);
    expect(quarter.filter((row) => row.includes('"Executed"') && row.includes(line))).toEqual([
      `"${line}","-10.00","Executed","${today}"`,
      ...(isSame ? [`"${line}","-20.00","Executed","${day(ordered)}"`] : []),
    ]);

    // The same as on the statements, even if one is returned.
    const [credit = ''] = await writeHistory(app, { clientId: firm.companyId, account }, [
      { at: new Date(), name: 'Boris', direction: 'CREDIT', amount: 1_000, audience: 'CONFIDENTIAL' },
    ]);
    await query`update transactions.transaction set payout_id = null where id = ${credit}`.execute(
      app.database.sql,
    );
    await query`
      insert into transactions.returned (payment_id, credit_id, reason, at)
      values (${boris}, ${credit}, 'AC04', now())`.execute(app.database.sql);
    await app.database.inTransaction(async (sql) => {
      const bank = await bankAccount(sql, 'custody', account.currency);
      const transfer = {
        id: newId(),
        subjectId: credit,
        amountMinor: 1_000n,
        code: 'payment',
        at: new Date(),
      };
      await postAll(sql, [{ ...transfer, debitAccountId: bank, creditAccountId: account.id }]);
    });
    expect(await lines(masked, now)).toEqual([[line, '0.00', 'Executed', today]]);
    for (const who of [masked, reader])
      for (const [month, from, to] of [
        [last, firstOfMonth(today, -1), addDays(firstOfMonth(today, 0), -1)],
        [now, firstOfMonth(today, 0), today],
      ] as const) {
        const input = { params: { id: account.id }, query: { from, to, timeZone: 'UTC', limit: 100 } };
        const { output } = await app.call(getStatement, input, { token: who.token });
        const stated = output.lines.filter(
          ({ paymentId }) => ids.includes(paymentId ?? '') || paymentId === credit,
        );
        const exported = (await lines(who, month)).filter(([, , status]) => status !== 'Sent');
        const sum = (amounts: ReadonlyArray<string | undefined>) =>
          amounts.reduce((total, amount) => total + (parseDecimal(amount ?? '', 'EUR') ?? 0n), 0n);
        expect(sum(exported.map(([, amount]) => amount))).toBe(sum(stated.map(({ amount }) => amount)));
      }
  }),
);
