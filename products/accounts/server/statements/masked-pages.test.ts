/**
 * The statement of an account with confidential payouts, page by page, for a reader who gets one line for each payout and month. Controls, tried
 * once: each page read from the first entry; marks that ignore what the earlier lines have already covered.
 */
import {
  allRights,
  getStatement,
  getStatementSize,
  listStatementMonths,
  type Statement,
} from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { addDays } from '@calmly/platform/time/zoned-days.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newColleague } from '@calmly/server/test/support/clients/colleagues.ts';
import { createFirm, type Firm } from '@calmly/server/test/support/clients/firm.ts';
import { writeHistory } from '@calmly/server/test/support/clients/past/history.ts';
import { monthAgo, openLongAgo } from '@calmly/server/test/support/clients/past/past-books.ts';
import { openAnotherAccount } from '@calmly/server/test/support/clients/payments.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findActorWithoutSession } from '../../../identity/server/index.ts';
import { bankAccount, postAll, type Transfer } from '../../../ledger/server/index.ts';
import type { AccountRecord } from '../accounts/index.ts';
import { readStatement } from './read.ts';

let app: TestApp;
let firm: Firm;
/** Nothing was booked on it before. */
let account: AccountRecord;
let masked: Awaited<ReturnType<typeof newColleague>>;
const [from, to] = [monthAgo(3), addDays(monthAgo(1), -1)];
const period = { from, to, timeZone: 'UTC' };
const perDay = 100;
const limit = 90;
/** The expected lines: minor units, and whether the line replaces a payout. */
const expected: Array<readonly [bigint, boolean]> = [];
const minorOf = (text: string) => BigInt(text.replace('.', ''));

beforeAll(async () => {
  app = await startTestApp();
  firm = await createFirm(app);
  account = await openAnotherAccount(app, firm.companyId);
  await openLongAgo(app.database, account);
  const rights = { ...allRights, is_boss: false, can_view_confidential: false };
  masked = await newColleague(app, firm, { rights });
  await bookMonths();
});
afterAll(() => app.close());

/** Every third entry belongs to one of two payouts, which both have entries in two months. */
async function bookMonths(): Promise<void> {
  const payouts = [newId(), newId()];
  const days = Array.from({ length: 40 }, (_, day) => addDays(from, day + 5));
  const times = days.flatMap((day) =>
    Array.from({ length: perDay }, (_, at) => new Date(Date.parse(`${day}T08:00:00Z`) + at * 1_000)),
  );
  const owner = { clientId: firm.companyId, account };
  const hidden = times.flatMap((at, place) => (place % 3 === 2 ? [{ at, place }] : []));
  const ids = await writeHistory(app, owner, [
    ...hidden.map(({ at }) => ({ at, name: 'Employee', amount: 100, audience: 'CONFIDENTIAL' as const })),
    ...payouts.map(() => ({
      at: new Date(`${from}T00:00:00Z`),
      name: 'Line',
      amount: 1,
      audience: 'MASK' as const,
    })),
  ]);
  const payoutOf = (place: number) => payouts[Math.floor(place / 3) % 2] ?? '';
  await query`
    update transactions.transaction set payout_id = given.payout from unnest(
      ${ids}::uuid[], ${[...hidden.map(({ place }) => payoutOf(place)), ...payouts]}::uuid[]
    ) as given (id, payout) where transaction.id = given.id`.execute(app.database.sql);
  const subjects = new Map(hidden.map(({ place }, at) => [place, ids[at]]));
  await app.database.inTransaction(async (sql) => {
    const bank = await bankAccount(sql, 'custody', 'EUR');
    const told = new Map<string, number>();
    const transfers = times.map((at, place): Transfer => {
      const amountMinor = BigInt(1 + (place % 7));
      const subjectId = subjects.get(place);
      const mask = `${payoutOf(place)} ${at.toISOString().slice(0, 7)}`;
      const line = subjectId === undefined ? undefined : told.get(mask);
      if (line === undefined) {
        if (subjectId !== undefined) told.set(mask, expected.length);
        expected.push([subjectId === undefined ? amountMinor : -amountMinor, subjectId !== undefined]);
      } else expected[line] = [(expected[line]?.[0] ?? 0n) - amountMinor, true];
      return subjectId === undefined
        ? { id: newId(), debitAccountId: bank, creditAccountId: account.id, amountMinor, code: 'own', at }
        : {
            ...{ id: newId(), debitAccountId: account.id, creditAccountId: bank, amountMinor, at },
            ...{ code: 'payment', subjectId },
          };
    });
    for (let start = 0; start < transfers.length; start += 500)
      await postAll(sql, transfers.slice(start, start + 500));
  });
}

/** All pages, one after the other. */
async function pagesWith(read: (cursor: string | null) => Promise<Statement>): Promise<Statement[]> {
  const pages: Statement[] = [];
  do pages.push(await read(pages.at(-1)?.nextCursor ?? null));
  while (pages.at(-1)?.nextCursor);
  return pages;
}

test('the pages join to one statement, whose lines are numbered without gaps', async () => {
  const pages = await pagesWith(async (cursor) => {
    const input = { params: { id: account.id }, query: { ...period, limit, ...(cursor && { cursor }) } };
    return (await app.call(getStatement, input, { token: masked.token })).output;
  });
  const lines = pages.flatMap((page) => page.lines);
  expect(lines.map(({ amount, isConfidentialPayout }) => [minorOf(amount), isConfidentialPayout])).toEqual(
    expected,
  );
  expect(expected.filter(([, isLine]) => isLine)).toHaveLength(4);
  expect(lines.map(({ entry }) => entry)).toEqual(lines.map((_, at) => String(at + 1)));
  let balance = minorOf(pages[0]?.openingBalance ?? '');
  for (const line of lines) {
    balance += minorOf(line.amount);
    expect(line.balance).toBe(formatDecimal(balance, 'EUR'));
  }
  for (const page of pages) {
    expect(page.entries).toBe(expected.length);
    expect(page.closingBalance).toBe(formatDecimal(balance, 'EUR'));
  }
});

test('the months and the size match the statements, even if a payout has entries in several months', async () => {
  const { token } = masked;
  const params = { id: account.id };
  const { months } = (await app.call(listStatementMonths, { params, query: { timeZone: 'UTC' } }, { token }))
    .output;
  expect(months.filter(({ entries }) => entries > 0)).toHaveLength(2);
  for (const { from: first, to: last, ...sums } of months) {
    const query = { from: first, to: last, timeZone: 'UTC', limit: 1 };
    expect((await app.call(getStatement, { params, query }, { token })).output).toMatchObject(sums);
    const size = await app.call(
      getStatementSize,
      { query: { from: first, to: last, timeZone: 'UTC', accountId: account.id } },
      { token },
    );
    expect(size.output.entries).toBe(sums.entries);
  }
});

test('the numbers in files are the same positions', async () => {
  const numbersIn = async (format: 'camt053' | 'mt940', pattern: RegExp) => {
    const search = new URLSearchParams({ ...period, format, locale: 'en' });
    const answer = await fetch(`${app.url}/api/statements/file/${account.id}?${search}`, {
      headers: { authorization: `Bearer ${masked.token}` },
    });
    return [...(await answer.text()).matchAll(pattern)].map(([, number]) => Number(number));
  };
  const places = expected.map((_, at) => at + 1);
  expect(await numbersIn('camt053', /<NtryRef>(\d+)</g)).toEqual(places);
  expect(await numbersIn('mt940', /^:61:.*\/\/(\d+)/gm)).toEqual(places);
});

test('a page costs the same wherever it is: the entries of the period are read once', async () => {
  const reads: string[] = [];
  const counted = app.database.sql.withPlugin({
    transformQuery: ({ node }) => {
      const text = JSON.stringify(node);
      if (text.includes('from ledger.entries e join ledger.transfers t') && text.includes('order by e.seq'))
        reads.push(text);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const actor = await findActorWithoutSession(app.database.sql, {
    id: newId(),
    personId: masked.personId,
    clientId: firm.companyId,
  });
  if (!actor) throw new Error('the colleague may not act');
  const stated = { ...account, kind: 'ACCOUNT', shownAs: '', isClosed: false } as const;
  const work = { sql: counted, actor, now: new Date() };
  const pages = await pagesWith((cursor) =>
    readStatement(work, stated, {
      ...period,
      timeZone: 'Europe/Tallinn',
      limit,
      cursor: cursor ?? undefined,
    }),
  );
  expect(pages.length).toBeGreaterThan(25);
  const whole = (40 * perDay) / 1_000;
  expect(reads.length).toBeGreaterThan(pages.length);
  expect(reads.length).toBeLessThanOrEqual(whole + 3 * pages.length);
});

test('a reader in another time zone gets the payouts by the months there, also after someone else read them in UTC', async () => {
  // An entry booked at 08:00 UTC on the first of a month belongs to the previous month in Pago Pago.
  const payoutsOf = async (timeZone: string, first: string, last: string) => {
    const pages = await pagesWith(async (cursor) => {
      const query = { from: first, to: last, timeZone, limit: 500, ...(cursor && { cursor }) };
      return (await app.call(getStatement, { params: { id: account.id }, query }, { token: masked.token }))
        .output;
    });
    return pages
      .flatMap(({ lines }) => lines)
      .filter((line) => line.isConfidentialPayout)
      .map(({ amount }) => amount);
  };
  const inUtc = await payoutsOf('UTC', from, to);
  const there = 'Pacific/Pago_Pago';
  const whole = await payoutsOf(there, from, to);
  expect(whole).not.toEqual(inUtc);
  expect(whole).toEqual([
    ...(await payoutsOf(there, from, addDays(monthAgo(2), -1))),
    ...(await payoutsOf(there, monthAgo(2), to)),
  ]);
});
