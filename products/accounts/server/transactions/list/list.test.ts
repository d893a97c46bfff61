/**
 * The list, its sums and its export are the same payments: random filters against a filter in memory; and a list that is walked while
 * payments arrive misses and repeats nothing.
 */
import {
  type EndpointOutput,
  listPayments,
  type Payment,
  type PaymentsFilter,
  paymentStatuses,
  summarisePayments,
} from '@calmly/contract';
import {
  type CurrencyCode,
  exponentOf,
  formatDecimal,
  parseDecimal,
  processingStatusOf,
} from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient, type SignedIn } from '@calmly/server/test/support/clients/clients.ts';
import {
  firstDay,
  type ListedRow,
  listedAccounts,
  listedPayees,
  makeRow,
  makeRows,
  minuteMs,
  writeRows,
} from '@calmly/server/test/support/clients/listed-payments.ts';
import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

type PaymentsPage = EndpointOutput<typeof listPayments>;

let app: TestApp;
let anna: SignedIn;
let rows: readonly ListedRow[];

beforeAll(async () => {
  app = await startTestApp();
  anna = await newClient(app);
  rows = makeRows(420);
  await writeRows(app, anna.clientId, rows);
});
afterAll(() => app.close());

/** The filter as a person would say it. */
function fits(row: ListedRow, filter: PaymentsFilter): boolean {
  const minor = (text: string, round: (value: number) => number) =>
    round(Number(text) * 10 ** exponentOf(row.currency));
  const time = row.createdAt.toISOString();
  const day = time.slice(0, 10);
  const isFrom = (from: string) => (from.includes('T') ? from <= time : from <= day);
  const isTo = (to: string) => (to.includes('T') ? time < to : day <= to);
  const text = filter.search?.toLowerCase() ?? '';
  const amount = Number(filter.search) * 10 ** exponentOf(row.currency);
  const found =
    [row.name, 'Anna Tamm', row.reference].some((value) => value.toLowerCase().includes(text)) ||
    row.account.includes((filter.search ?? '').replaceAll(/\s/g, '').toUpperCase());
  return (
    (filter.accountId ?? row.accountId) === row.accountId &&
    (filter.beneficiaryId === undefined || filter.beneficiaryId === row.beneficiaryId) &&
    (filter.status?.split(',').includes(row.status) ?? true) &&
    (filter.scheme?.split(',').includes(row.scheme) ?? true) &&
    (filter.direction ?? row.direction) === row.direction &&
    (filter.currency ?? row.currency) === row.currency &&
    (filter.from === undefined || isFrom(filter.from)) &&
    (filter.to === undefined || isTo(filter.to)) &&
    (filter.minAmount === undefined || row.amountMinor >= minor(filter.minAmount, Math.ceil)) &&
    (filter.maxAmount === undefined || row.amountMinor <= minor(filter.maxAmount, Math.floor)) &&
    (filter.search === undefined || found || amount === row.amountMinor)
  );
}

const option = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const some = (list: readonly string[]) =>
  fc.subarray([...list], { minLength: 1 }).map((chosen) => chosen.join(','));
const day = fc
  .integer({ min: 0, max: 11 })
  .map((n) => new Date(firstDay + n * 86_400_000).toISOString().slice(0, 10));
/** A day in UTC, or the moments around midnight elsewhere and around a payment's own. */
const bound = fc.oneof(
  day,
  fc
    .tuple(fc.integer({ min: 0, max: 400 }), fc.constantFrom(-1, 0, 1))
    .map(([n, ms]) => new Date(firstDay + n * 37 * minuteMs + ms).toISOString()),
);
const decimal = fc.integer({ min: 0, max: 60_000 }).map((n) => (n / 100).toFixed(2));

const anyFilter = fc
  .record({
    accountId: option(fc.constantFrom(...listedAccounts, newId())),
    beneficiaryId: option(fc.constantFrom(...listedPayees)),
    status: option(some(paymentStatuses)),
    scheme: option(some(['SEPA', 'SWIFT', 'OWN'])),
    direction: option(fc.constantFrom('DEBIT' as const, 'CREDIT' as const)),
    currency: option(fc.constantFrom('EUR', 'USD', 'JPY', 'KWD')),
    from: option(bound),
    to: option(bound),
    minAmount: option(decimal),
    maxAmount: option(decimal),
    search: option(
      fc.constantFrom('müller', 'РОМАШКА', '100%', '_', 'invoice 3', 'DE 777 7', 'ref:', '12.50', '=hyper'),
    ),
  })
  // Each alone or a few together: all at once fit nothing.
  .chain((filter) =>
    fc
      .subarray(Object.entries(filter), { maxLength: 3 })
      .map((kept): PaymentsFilter => Object.fromEntries(kept)),
  );

async function walk(filter: PaymentsFilter, limit = 90): Promise<Payment[]> {
  const seen: Payment[] = [];
  let cursor: string | undefined;
  do {
    const query = { ...filter, limit, ...(cursor && { cursor }) };
    const { output }: { output: PaymentsPage } = await app.call(
      listPayments,
      { query },
      { token: anna.token },
    );
    seen.push(...output.Items);
    cursor = output.NextCursor ?? undefined;
  } while (cursor !== undefined);
  return seen;
}

const download = async (filter: PaymentsFilter, format: 'csv' | 'xlsx', locale: 'en' | 'ru' = 'en') => {
  const query = new URLSearchParams({ ...(filter as Record<string, string>), format, locale });
  const answer = await fetch(`${app.url}/api/transactions/export?${query}`, {
    headers: { authorization: `Bearer ${anna.token}` },
  });
  return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) };
};

/** Cells of a CSV file, without the byte-order mark. */
const cellsOf = (bytes: Uint8Array) =>
  new TextDecoder()
    .decode(bytes)
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell.replaceAll('""', '"')),
    );

const clear = (filter: PaymentsFilter): PaymentsFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));

describe('for any filter', () => {
  test('list and sums are what a filter in memory gives', async () => {
    const each = fc.asyncProperty(anyFilter.map(clear), async (filter) => {
      const expected = rows.filter((row) => fits(row, filter)).reverse();
      expect((await walk(filter)).map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      const { output } = await app.call(summarisePayments, { query: filter }, { token: anna.token });
      expect(output.CountedFrom).toBeNull();
      expect(output.Currencies.map(({ currency }) => currency)).toEqual(
        [...new Set(expected.map(({ currency }) => currency))].sort(),
      );
      for (const sums of output.Currencies) {
        const currency = sums.currency as CurrencyCode;
        const listed = expected.filter((row) => row.currency === currency);
        const failed = listed.filter(({ status }) => processingStatusOf(status) === 'FAILED');
        const sum = (list: readonly ListedRow[], of: 'amountMinor' | 'feeMinor' = 'amountMinor') =>
          BigInt(list.reduce((total, row) => total + row[of], 0));
        const awaiting = listed.filter(({ status }) => status === 'CREATED');
        const alive = listed.filter((row) => !failed.includes(row) && !awaiting.includes(row));
        const moved = (direction: ListedRow['direction'], own: boolean) =>
          alive.filter((row) => row.direction === direction && (row.scheme === 'OWN') === own);
        expect({
          count: sums.count,
          in: parseDecimal(sums.in, currency),
          out: parseDecimal(sums.out, currency),
          ownIn: parseDecimal(sums.ownIn, currency),
          ownOut: parseDecimal(sums.ownOut, currency),
          fees: parseDecimal(sums.fees, currency),
          failed: parseDecimal(sums.failed, currency),
          awaiting: parseDecimal(sums.awaiting, currency),
        }).toEqual({
          count: listed.length,
          in: sum(moved('CREDIT', false)),
          out: sum(moved('DEBIT', false)),
          ownIn: sum(moved('CREDIT', true)),
          ownOut: sum(moved('DEBIT', true)),
          fees: sum(alive, 'feeMinor'),
          failed: sum(failed),
          awaiting: sum(awaiting),
        });
      }
    });
    await fc.assert(each, { numRuns: 40, seed: 7, endOnFailure: true });
  });

  test('the export is the list, line by line', async () => {
    for (const filter of fc.sample(anyFilter.map(clear), { numRuns: 6, seed: 3 })) {
      const listed = await walk(filter);
      const [headings, ...lines] = cellsOf((await download(filter, 'csv')).bytes);
      expect(headings?.slice(0, 4)).toEqual(['Time (UTC)', 'Number', 'Direction', 'Counterparty']);
      expect(lines.map(([time, number, , , , amount, currency]) => [time, number, amount, currency])).toEqual(
        listed.map(({ createdAt, number, amount, currency, direction }) => [
          createdAt.replace('.000Z', 'Z'),
          number,
          direction === 'DEBIT' ? `-${amount}` : amount,
          currency,
        ]),
      );
    }
  });
});

describe('a file', () => {
  test('has no cell that a spreadsheet would run, and amounts that it can add up', async () => {
    const { answer, bytes } = await download({}, 'csv');
    expect(answer.headers.get('content-type')).toContain('text/csv');
    const [, ...lines] = cellsOf(bytes);
    expect(lines).toHaveLength(rows.length);
    for (const [, , , name = '', , amount = ''] of lines) {
      expect(name).not.toMatch(/^[=+\-@]/);
      expect(amount).toMatch(/^-?\d+(\.\d+)?$/);
    }
  });

  test('is a spreadsheet with numbers, dates and names in the language asked for', async () => {
    const { answer, bytes } = await download({ currency: 'KWD', direction: 'DEBIT' }, 'xlsx', 'ru');
    expect(decodeURIComponent(answer.headers.get('content-disposition') ?? '')).toContain('платежи.xlsx');
    expect(answer.headers.get('content-type')).toContain('spreadsheetml');
    const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    const lines = [...sheet.matchAll(/<row r="\d+">(.*?)<\/row>/gs)].map(([, line = '']) => line);
    const expected = rows
      .filter(({ currency, direction }) => currency === 'KWD' && direction === 'DEBIT')
      .reverse();
    expect(lines).toHaveLength(expected.length + 1);
    expect(lines[0]).toContain('Контрагент');
    for (const [index, row] of expected.entries()) {
      const line = lines[index + 1] ?? '';
      const [days = '', amount = ''] = [...line.matchAll(/<v>([^<]+)<\/v>/g)].map(([, value]) => value);
      expect(amount).toBe(formatDecimal(BigInt(-row.amountMinor), 'KWD'));
      expect(Math.round((Number(days) - 25_569) * 86_400)).toBe(row.createdAt.getTime() / 1000);
      expect(line).not.toContain('\u0007');
    }
    expect(sheet).not.toMatch(/<f>|<b>/);
  });
});

test('what is walked while payments arrive is missed nowhere and repeated nowhere', async () => {
  const filter: PaymentsFilter = { direction: 'DEBIT' };
  const before = rows.filter((row) => fits(row, filter)).reverse();
  const first = await app.call(listPayments, { query: { ...filter, limit: 20 } }, { token: anna.token });
  const seen = [...first.output.Items];
  let cursor = first.output.NextCursor;
  const late: ListedRow[] = [];
  for (let n = 0; cursor !== null; n += 1) {
    const row = { ...makeRow(1_000 + n, Date.now()), direction: 'DEBIT' as const };
    late.push(row);
    await writeRows(app, anna.clientId, [row]);
    const { output } = await app.call(
      listPayments,
      { query: { ...filter, limit: 20, cursor } },
      { token: anna.token },
    );
    seen.push(...output.Items);
    cursor = output.NextCursor;
  }
  await app.database.pool.query('delete from transactions.transaction where id = any($1::uuid[])', [
    late.map(({ id }) => id),
  ]);
  expect(seen.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
});
