/** What the rail says of payments, said late, twice, all at once or of accounts that are gone: the money is where it belongs. */
import { getPayment, listPayments } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { advanceBusinessTime } from '@calmly/platform/time/business-time.ts';
import type { RailReport } from '@calmly/providers/rail/rail.ts';
import { startTestApp, type TestApp, testClearing } from '@calmly/server/test/support/app.ts';
import { entriesWithoutTransaction } from '@calmly/server/test/support/clients/ledger.ts';
import {
  addPayee,
  awaitPayment,
  createPayer,
  hansaIban,
  type Payer,
  sepaFee,
} from '@calmly/server/test/support/clients/payments.ts';
import { systemWork } from '@calmly/server/test/support/work.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bankBalances, closeAccounts, verifyBooks } from '../../../ledger/server/index.ts';
import { type ClearingModule, verifySuspense } from './index.ts';

const hourMs = 3_600_000;
let app: TestApp;
let clearing: ClearingModule;

beforeAll(async () => {
  // Nothing is reported but by these tests.
  const sandbox = { enabled: true, railDelayMs: hourMs, paymentsPerHour: 60, seed: 'tests' };
  app = await startTestApp({ jobs: true, config: { sandbox } });
  clearing = testClearing(app.database, { sandbox });
});
afterAll(async () => {
  expect((await verifyBooks(app.database.sql)).breaches).toEqual([]);
  expect(await verifySuspense(app.database.sql)).toEqual([]);
  expect(await entriesWithoutTransaction(app.database.sql)).toEqual([]);
  await app.close();
});

const report = (...reports: RailReport[]) =>
  app.database.inTransaction((sql) => clearing.sinks.report(systemWork(sql), reports));
const at = new Date();
/** Of the payments that `onItsWay` makes. */
const fee = sepaFee(2_000n);

async function onItsWay(payer: Payer, how: { instant?: boolean; iban?: string } = {}): Promise<string> {
  const { iban = hansaIban, ...order } = how;
  const payee = await addPayee(app, payer.clientId, { trusted: true, iban });
  const { output } = await payer.pay({ beneficiaryId: payee.id, amount: '20.00', ...order });
  await awaitPayment(app, payer, output.id, ({ status }) => status === 'PENDING_FINANCE_INSTITUTION');
  return output.id;
}
const read = async (payer: Payer, id: string) =>
  (await app.call(getPayment, { params: { id } }, { token: payer.token })).output;
const returned = (paymentId: string, amountMinor = 2_000n): RailReport => ({
  paymentId,
  at,
  outcome: 'returned',
  reason: 'account_closed',
  railReference: newId(),
  amountMinor,
});

test('the same report twice in one list, and again later, settles once', async () => {
  const payer = await createPayer(app);
  const id = await onItsWay(payer);
  const settled: RailReport = { paymentId: id, outcome: 'settled', at };
  await report(settled, settled);
  const after = await payer.balance();
  await report(settled);
  await report({ paymentId: id, outcome: 'rejected', reason: 'bank_refused', at });
  expect(await payer.balance()).toEqual(after);
  expect((await read(payer, id)).version).toBe(6);
});

test('a return that comes before the news of the settlement settles and returns', async () => {
  const payer = await createPayer(app);
  const id = await onItsWay(payer);
  await report(returned(id));
  const payment = await read(payer, id);
  expect(payment.timeline.slice(-2).map(({ status, reason }) => [status, reason])).toEqual([
    ['EXECUTED', null],
    ['EXECUTED', 'returned'],
  ]);
  expect(await payer.balance()).toMatchObject({ posted: 100_000n - fee, reserved: 0n });
});

test('returned less the other bank’s charges, and then once more: booked once, as it came', async () => {
  const payer = await createPayer(app);
  const id = await onItsWay(payer);
  await report({ paymentId: id, outcome: 'settled', at }, returned(id, 1_500n));
  const after = await payer.balance();
  expect(after.posted).toBe(100_000n - fee - 500n);
  await report(returned(id));
  expect(await payer.balance()).toEqual(after);
});

test('the list and the details tell a returned payment from the credit that brings it back', async () => {
  const payer = await createPayer(app);
  const plain = await onItsWay(payer, { iban: 'DE89370400440532013000' });
  const id = await onItsWay(payer);
  await report({ paymentId: plain, outcome: 'settled', at }, returned(id));
  const { output } = await app.call(listPayments, { query: {} }, { token: payer.token });
  const outgoing = output.Items.filter(({ direction }) => direction === 'DEBIT');
  expect(outgoing.map((each) => [each.id, each.returnPart])).toEqual([
    [id, 'ORIGINAL'],
    [plain, null],
  ]);
  const credit = output.Items.find(({ returnPart }) => returnPart === 'CREDIT');
  const original = await read(payer, id);
  expect(original).toMatchObject({ returnPart: 'ORIGINAL', returned: { creditId: credit?.id } });
  expect(await read(payer, credit?.id ?? '')).toMatchObject({
    returnPart: 'CREDIT',
    returned: { paymentId: id },
  });
  // A filter that no index knows takes another statement.
  const filtered = await app.call(
    listPayments,
    { query: { search: original.reference } },
    { token: payer.token },
  );
  expect(filtered.output.Items.map(({ returnPart }) => returnPart)).toContain('ORIGINAL');
  for (const [locale, words] of [
    ['en', ['Executed', 'Executed', 'Return', 'Returned']],
    ['ru', ['Возврат', 'Возвращён', 'Исполнен', 'Исполнен']],
  ] as const) {
    const answer = await fetch(`${app.url}/api/transactions/export?format=csv&locale=${locale}`, {
      headers: { authorization: `Bearer ${payer.token}` },
    });
    const [, ...lines] = (await answer.text()).trimEnd().split('\r\n');
    expect(lines.map((line) => line.split('","')[12]).sort()).toEqual(words);
  }
});

test('what a payment cannot bring back, more than was sent or something again, waits in suspense once', async () => {
  const payer = await createPayer(app);
  const id = await onItsWay(payer);
  await report({ paymentId: id, outcome: 'settled', at });
  const { posted } = await payer.balance();
  const suspended = async () => (await bankBalances(app.database.sql, 'suspense')).get('EUR') ?? 0n;
  const before = await suspended();

  const more = returned(id, 2_001n);
  await report(more, more);
  expect(await payer.balance()).toMatchObject({ posted });
  const part = returned(id, 1_500n);
  const rest = returned(id, 500n);
  await report(part, rest);
  await report(more, rest, part);
  expect(await payer.balance()).toMatchObject({ posted: posted + 1_500n });
  expect(await suspended()).toBe(before + 2_001n + 500n);
  const { timeline } = await read(payer, id);
  expect(timeline.filter(({ reason }) => reason === 'returned')).toHaveLength(1);
});

test('returned to an account that is closed by now waits in suspense, and stays linked when it is given to another', async () => {
  const payer = await createPayer(app);
  const other = await createPayer(app, { fundedMinor: 0n });
  const id = await onItsWay(payer);
  await report({ paymentId: id, outcome: 'settled', at });
  await query`update accounts.account set status = 'CLOSED', closed_at = now() where id = ${payer.account.id}`.execute(
    app.database.sql,
  );
  await report(returned(id));
  const page = { after: undefined, limit: 200 };
  const queue = clearing.desk?.find(({ kind }) => kind === 'suspense');
  const item = (await queue?.list(app.database.sql, page))?.find(({ subject }) => subject.includes('closed'));
  expect((await read(payer, id)).returned).toMatchObject({ paymentId: id, creditId: null });

  await app.database.inTransaction(async (sql) => {
    const options = { account: other.account.number };
    await queue?.decide(systemWork(sql), item?.id ?? '', 'approve', options);
  });
  const { output } = await app.call(listPayments, { query: {} }, { token: other.token });
  expect(output.Items[0]).toMatchObject({ direction: 'CREDIT', amount: '20.00' });
  expect((await read(payer, id)).returned).toMatchObject({ creditId: output.Items[0]?.id });
});

test('a credit for an account that is closed while it is booked waits in suspense, and the desk cannot give it there', async () => {
  const { account } = await createPayer(app, { fundedMinor: 0n });
  // As it is between the look at the account and the posting: the ledger knows of the end first.
  await app.database.inTransaction((sql) => closeAccounts(sql, [account.id], new Date()));
  const credit = {
    railReference: newId(),
    scheme: 'SEPA',
    creditorAccount: account.number,
    currency: 'EUR',
    amountMinor: 1_300n,
    debtorName: 'Hansa GmbH',
    debtorAccount: hansaIban,
    debtorCountry: 'DE',
    reference: 'Rent',
    endToEndId: 'R-1',
    at: new Date(),
  } as const;
  const verdicts = await app.database.inTransaction((sql) =>
    clearing.sinks.credit(systemWork(sql), [credit]),
  );
  expect(verdicts).toEqual(['suspended']);
  const queue = clearing.desk?.find(({ kind }) => kind === 'suspense');
  const waiting = async () =>
    (await queue?.list(app.database.sql, { after: undefined, limit: 200 }))?.filter(({ subject }) =>
      subject.startsWith('13.00 EUR'),
    ) ?? [];
  const [item] = await waiting();
  expect(item?.subject).toContain('closed');
  const given = app.database.inTransaction(
    async (sql) =>
      await queue?.decide(systemWork(sql), item?.id ?? '', 'approve', { account: account.number }),
  );
  await expect(given).rejects.toMatchObject({ code: 'account_cannot_take' });
  expect(await waiting()).toHaveLength(1);
});

test('that an instant payment could not be taken after it was settled is for the desk', async () => {
  const payer = await createPayer(app);
  const id = await onItsWay(payer, { instant: true, iban: 'DE26200505500000000049' });
  await report({ paymentId: id, outcome: 'settled', at });
  await report({ paymentId: id, outcome: 'instant_unavailable', at });
  const listed = await clearing.desk
    ?.find(({ kind }) => kind === 'exception')
    ?.list(app.database.sql, { after: undefined, limit: 100 });
  expect(listed?.filter(({ clientId }) => clientId === payer.clientId)).toHaveLength(1);
  expect(await read(payer, id)).toMatchObject({ status: 'EXECUTED', scheme: 'SEPA_INSTANT' });
});

test('an instant payment falls back once, however often it is said, and no ordinary one does', async () => {
  const payer = await createPayer(app);
  // Its bank takes none, so that the sandbox's outside world does not settle it first.
  const instant = await onItsWay(payer, { instant: true, iban: 'DE26200505500000000049' });
  const ordinary = await onItsWay(payer, { iban: 'DE96200505500000000050' });
  const unavailable = (paymentId: string): RailReport => ({ paymentId, outcome: 'instant_unavailable', at });
  await report(unavailable(instant), unavailable(instant), unavailable(ordinary));
  await report(unavailable(instant));
  expect(await read(payer, instant)).toMatchObject({ scheme: 'SEPA', version: 6 });
  expect((await read(payer, ordinary)).version).toBe(5);
  // A late report of the instant transfer says nothing against the ordinary one that was carried out.
  const exceptions = async () =>
    (await clearing.desk
      ?.find(({ kind }) => kind === 'exception')
      ?.list(app.database.sql, { after: undefined, limit: 100 })) ?? [];
  const before = await exceptions();
  await report(
    { paymentId: instant, outcome: 'settled', at },
    { paymentId: ordinary, outcome: 'settled', at },
  );
  await report(unavailable(instant), unavailable(ordinary));
  expect(await exceptions()).toEqual(before);
});

test('an instant payment that falls back arrives when an ordinary one of that day would, by the bank’s calendar', async () => {
  const payer = await createPayer(app);
  await advanceBusinessTime(app.database.sql, 10 * 24);
  const instant = await onItsWay(payer, { instant: true, iban: 'DE26200505500000000049' });
  const ordinary = await onItsWay(payer, { iban: 'DE96200505500000000050' });
  await report({ paymentId: instant, outcome: 'instant_unavailable', at });
  expect((await read(payer, instant)).expectedAt).toBe((await read(payer, ordinary)).expectedAt);
});

test('for an unknown or settled payment nothing moves', async () => {
  const payer = await createPayer(app);
  await report(returned(newId()), { paymentId: newId(), outcome: 'settled', at });
  expect(await payer.balance()).toMatchObject({ posted: 100_000n });
});
