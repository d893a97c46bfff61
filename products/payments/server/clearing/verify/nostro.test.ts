/**
 * The ledger's nostro against the entries of the bank, through the file rail: what only one side has is explained and counted, and each corruption by hand is found with its
 * amount and its item. The other suites of the file rail compare the two when they end: returns, batches told in parts, charges, and everything that the desk decides.
 */
import type { PaymentStatus } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { testClearing } from '@calmly/server/test/support/app.ts';
import {
  awaitPayment,
  createPayer,
  type Payer,
  systemWork,
} from '@calmly/server/test/support/clients/payments.ts';
import { type Entry, notification, statement } from '@calmly/server/test/support/files/bank-files.ts';
import {
  type FileRailBank,
  reference,
  type Sent,
  startFileRail,
  stated,
} from '@calmly/server/test/support/processes/file-rail.ts';
import { whileTampered } from '@calmly/server/test/support/tampered.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bankAccounts, postAll } from '../../../../ledger/server/index.ts';
import { verifyClosings, verifyNostro } from '../index.ts';

let bank: FileRailBank;
let payer: Payer;
beforeAll(async () => {
  bank = await startFileRail();
});
afterAll(() => bank.close());
beforeEach(async () => {
  payer = await createPayer(bank.app);
});

const found = () => verifyNostro(bank.app.database.sql);
const faults = async () => (await found()).faults;
/** The note of one reason; empty for none. */
const noteOf = async (reason: string) =>
  (await found()).notes.filter((note) => note.includes(reason)).join('\n');
const status = (of: { readonly id: string; readonly payer: Payer }, wanted: PaymentStatus) =>
  awaitPayment(bank.app, of.payer, of.id, (payment) => payment.status === wanted);
const notify = async (...entries: Entry[]) =>
  expect(await bank.receive(notification(reference(), entries))).toBe('done');
const credit = (amount: string, more: Partial<Entry> = {}): Entry => ({
  reference: reference(),
  amount,
  creditorAccount: payer.account.iban ?? '',
  ...more,
});
const debit = ({ instructionId, endToEndId }: Sent, amount = '20.00'): Entry => ({
  reference: reference(),
  amount,
  direction: 'DBIT',
  instructionId,
  endToEndId,
});
/** Decides on what came to the desk last; its id. */
async function decide(queue: 'suspense' | 'exception', decision: 'approve' | 'reject') {
  const { outbox, inbox, app } = bank;
  const { desk } = testClearing(app.database, { railFiles: { outbox, inbox, pollMs: 50 } });
  const id = (await bank.waiting(queue)).at(-1)?.id ?? '';
  await systemWork(
    app.database,
    async (work) =>
      await desk?.find(({ kind }) => kind === queue)?.decide(work, id, decision, { reason: 'settled' }),
  );
  return id;
}
/** A payment at the other bank. */
async function sent() {
  const of = await createPayer(bank.app);
  const id = await bank.pay(of);
  return { id, payer: of, ...(await bank.sentFor(id)) };
}
async function settled() {
  const payment = await sent();
  await bank.receive(stated(payment, 'ACSC'));
  await status(payment, 'EXECUTED');
  return payment;
}

test('what both have is no item', async () => {
  await notify(credit('5.00'));
  const payment = await sent();
  await notify(debit(payment));
  await status(payment, 'EXECUTED');
  expect(await found()).toEqual({
    faults: [],
    notes: [
      expect.stringMatching(
        /^2 credited without an entry of the bank: 2000\.00 EUR in our books, the oldest of \d{4}-\d\d-\d\d$/,
      ),
    ],
  });
});

test('a payment that settled is ours alone until the bank debits it', async () => {
  const reason = 'settled here and not debited by the bank yet';
  const [first, second] = [await settled(), await settled()];
  expect(await noteOf(reason)).toMatch(/^2 .*: -40\.00 EUR in our books, the oldest of \d{4}-\d\d-\d\d$/);
  await notify(debit(first));
  expect(await noteOf(reason)).toMatch(/^1 .*: -20\.00 EUR/);
  await notify(debit(second));
  expect([await noteOf(reason), await faults()]).toEqual(['', []]);
});

test('a debit that nothing instructed is the bank’s alone until the desk books it', async () => {
  const stranger = (): Entry => ({ reference: reference(), amount: '3.00', direction: 'DBIT' });
  const [waiting, closed] = [
    'booked by the bank and waiting at the desk',
    'booked by the bank and closed at the desk',
  ];
  await notify(stranger());
  expect(await noteOf(waiting)).toMatch(/^1 .*: 3\.00 EUR/);
  await decide('exception', 'approve');
  expect([await noteOf(waiting), await faults()]).toEqual(['', []]);
  await notify(stranger());
  await decide('exception', 'reject');
  expect([await noteOf(waiting), await noteOf(closed)]).toEqual(['', expect.stringMatching(/^1 .*: 3\.00/)]);
  expect(await faults()).toEqual([]);
});

test('a debit of a payment that was rejected is the bank’s alone until the desk books it', async () => {
  const reason = 'debited by the bank and not settled here';
  const payment = await sent();
  await bank.receive(stated(payment, 'RJCT', 'AC04'));
  await status(payment, 'REJECTED');
  await notify(debit(payment));
  expect([await noteOf(reason), await faults()]).toEqual([expect.stringMatching(/^1 .*: 20\.00 EUR/), []]);
  const id = await decide('exception', 'approve');
  expect([await noteOf(reason), await faults()]).toEqual(['', []]);
  // Control: the cost was booked for nothing.
  const undecided = `update clearing.exception set state = 'waiting', decided_at = null where id = '${id}'`;
  const unknown = await whileTampered(bank.app.database, 'clearing.exception', undecided, faults);
  expect(unknown).toEqual([
    expect.stringMatching(`the ledger moved -20.00 EUR for the exception ${id}, known is 0.00 EUR`),
  ]);
});

test('a cost that is booked on a report alone is ours alone until the bank debits it', async () => {
  const reason = 'booked as a cost of ours and not debited by the bank yet';
  const payment = await sent();
  await bank.receive(stated(payment, 'RJCT', 'AC04'));
  await status(payment, 'REJECTED');
  await bank.receive(stated(payment, 'ACSC'));
  await decide('exception', 'approve');
  expect([await noteOf(reason), await faults()]).toEqual([expect.stringMatching(/^1 .*: -20\.00 EUR/), []]);
  await notify(debit(payment));
  expect([await noteOf(reason), await faults()]).toEqual(['', []]);
});

test('what was given back as refused is nothing, and ours alone once the bank debits it', async () => {
  const reason = 'given back to the client as refused, though the bank debited it';
  const payment = await settled();
  await bank.receive(stated(payment, 'RJCT', 'AC04'));
  await decide('exception', 'approve');
  const undebited = await noteOf('settled here and not debited');
  expect([undebited, await noteOf(reason), await faults()]).toEqual(['', '', []]);
  await notify(debit(payment));
  expect([await noteOf(reason), await faults()]).toEqual([expect.stringMatching(/^1 .*: 20\.00 EUR/), []]);
});

test('what is sent back out of suspense is ours alone until the bank debits it, also a second time', async () => {
  const reason = 'sent back out of suspense and not debited by the bank yet';
  await notify(credit('10.00', { creditorAccount: 'LT601010012345678901' }));
  expect([await noteOf(reason), await faults()]).toEqual(['', []]);
  const id = await decide('suspense', 'reject');
  expect([await noteOf(reason), await faults()]).toEqual([expect.stringMatching(/^1 .*: -10\.00 EUR/), []]);
  await bank.receive(stated(await bank.sentFor(id), 'RJCT', 'AC04'));
  expect([await noteOf(reason), await faults()]).toEqual(['', []]);
  expect(await decide('suspense', 'reject')).toBe(id);
  await notify(debit(await bank.sentFor(id, 2), '10.00'));
  expect([await noteOf(reason), await faults()]).toEqual(['', []]);
});

test('currencies and days are kept apart, and a day may have no statement', async () => {
  const dollars = { currency: 'USD', bookedOn: '2026-11-20' };
  const [euro, dollar] = [credit('75.00', { bookedOn: '2026-11-19' }), credit('7.00', dollars)];
  const balances = { opening: '0.00', closing: '7.00', day: '2026-11-20', currency: 'USD' };
  await bank.receive(
    statement(reference(), [euro], { opening: '0.00', closing: '75.00', day: '2026-11-19' }),
  );
  await bank.receive(statement(reference(), [dollar], balances));
  // The day between came by notification alone.
  await notify(credit('1.00', { bookedOn: '2026-11-20' }));
  const last = credit('2.00', { bookedOn: '2026-11-23' });
  const of = { opening: '76.00', closing: '78.00', day: '2026-11-23' };
  const before = await sumOfEarlierDays();
  await bank.receive(statement(reference(), [last], of));
  expect([await faults(), await sumOfEarlierDays()]).toEqual([[], before]);
  const changed = `update clearing.booked_entry set amount_minor = 701 where key = '${dollar.reference}'`;
  expect(await whileTampered(bank.app.database, 'clearing.booked_entry', changed, faults)).toEqual([
    `2026-11-20: the bank booked 7.01 USD as ${dollar.reference} on DE89370400440532013000, we know 7.00 USD of it`,
  ]);
});

/** The other tests' entries of the days between the two statements do not lead to the second one. */
const sumOfEarlierDays = async () =>
  (await verifyClosings(bank.app.database.sql)).faults.filter((line) => line.includes('USD'));

/** The id, in SQL, of the newest transfer with this code on a nostro account. */
const newest = (code: string) =>
  `(select t.id from ledger.transfers t join ledger.entries e on e.transfer_id = t.id join ledger.accounts a on a.id = e.account_id
    where a.kind = 'nostro' and t.code = '${code}' order by e.seq desc limit 1)`;

test.each([
  [
    'a payment',
    'payment',
    () => settled(),
    /^\d{4}-\d\d-\d\d: the ledger moved -20\.01 EUR for the payment \S+, known is -20\.00 EUR$/,
  ],
  [
    'a credit',
    'credit',
    () => notify(credit('5.00')),
    /the ledger moved 4\.99 EUR for the credit \S+, known is 5\.00 EUR$/,
  ],
  [
    'what waits in suspense',
    'suspense',
    () => notify(credit('6.00', { creditorAccount: 'LT601010012345678901' })),
    /the ledger moved 5\.99 EUR for the suspense \S+, known is 6\.00 EUR$/,
  ],
])('%s whose amount was changed in the ledger is found', async (_, code, act, line) => {
  await act();
  expect(await faults()).toEqual([]);
  const changed = `update ledger.entries set amount = amount + 1 where transfer_id = ${newest(code)}`;
  const lines = await whileTampered(bank.app.database, 'ledger.entries', changed, faults);
  expect(lines).toEqual([
    expect.stringMatching(line),
    // The account's own total was left as it was.
    expect.stringMatching(/^our nostro has 0\.01 EUR more/),
  ]);
});

test('what was taken out of the ledger is found', async () => {
  const lost = credit('5.00');
  await notify(lost);
  const gone = `delete from ledger.transfers where id = ${newest('credit')}`;
  expect(await whileTampered(bank.app.database, 'ledger.transfers', gone, faults)).toEqual([
    expect.stringMatching(`^2026-11-21: the credit ${lost.reference} of 5.00 EUR is not in the ledger as`),
    expect.stringMatching(/^our nostro has/),
  ]);
});

test('a credit of the bank that never reached us is found', async () => {
  const lost = credit('5.00');
  await notify(lost);
  const gone = `delete from clearing.arrival where rail_reference = '${lost.reference}'`;
  expect(await whileTampered(bank.app.database, 'clearing.arrival', gone, faults)).toEqual([
    expect.stringMatching(/the ledger moved 5\.00 EUR for the credit \S+, known is 0\.00 EUR$/),
    `2026-11-21: the bank booked 5.00 EUR as ${lost.reference} on DE89370400440532013000, we know 0.00 EUR of it`,
  ]);
});

test('an entry of the bank that was lost is found', async () => {
  const told = credit('5.00');
  await notify(told);
  const gone = `delete from clearing.booked_entry where key = '${told.reference}'`;
  expect(await whileTampered(bank.app.database, 'clearing.booked_entry', gone, faults)).toEqual([
    `of no day: the bank booked 0.00 EUR as ${told.reference} on an account that it did not name, we know 5.00 EUR of it`,
  ]);
});

test('a payment that left in the ledger and was never sent is found', async () => {
  const { id } = await settled();
  const gone = `delete from clearing.instruction where payment_id = '${id}'`;
  expect(await whileTampered(bank.app.database, 'clearing.instruction', gone, faults)).toEqual([
    expect.stringMatching(`the ledger moved -20.00 EUR for the payment ${id}, which was never sent`),
  ]);
});

test('what the bank debited and no one settled, unknown to the desk, is found', async () => {
  const payment = await sent();
  await notify(debit(payment));
  await status(payment, 'EXECUTED');
  const gone = `delete from ledger.transfers where id = '${payment.id}'`;
  expect(await whileTampered(bank.app.database, 'ledger.transfers', gone, faults)).toEqual([
    `2026-11-21: the bank debited 20.00 EUR for the payment ${payment.id}, which has not left in the ledger`,
    expect.stringMatching(/^our nostro has/),
  ]);
});

/** Posts on the nostro account by hand, and takes it back at once. */
async function byHand(code: string, during: () => Promise<void>) {
  const id = newId();
  const move = (from: 'fees' | 'nostro', to: 'fees' | 'nostro') =>
    systemWork(bank.app.database, async (work) => {
      const account = await bankAccounts(work.sql, [
        [from, 'EUR'],
        [to, 'EUR'],
      ]);
      const [debitAccountId, creditAccountId] = [account(from, 'EUR'), account(to, 'EUR')];
      const transfer = { id: newId(), subjectId: id, amountMinor: 5n, code, at: work.now };
      await postAll(work.sql, [{ ...transfer, debitAccountId, creditAccountId }]);
    });
  await move('fees', 'nostro');
  await during();
  await move('nostro', 'fees');
}

test('a movement that someone posted by hand is found', async () => {
  await byHand('payment', async () =>
    expect(await faults()).toEqual([
      expect.stringMatching(/the ledger moved -0\.05 EUR for the payment \S+, which was never sent$/),
    ]),
  );
});

test('what an earlier version booked is not traced, and what comes after it is', async () => {
  const { sql } = bank.app.database;
  await notify(credit('5.00'));
  const payment = await settled();
  await notify(credit('12.00', { creditorAccount: 'LT601010012345678901' }));
  const id = await decide('suspense', 'reject');
  for (const change of [
    'update clearing.booked_entry set is_traced = false',
    'update clearing.arrival set entry_key = null, booked_as = null',
    'update clearing.instruction set debit_entry = null',
    'update clearing.exception set entry_key = null',
    `insert into clearing.nostro_start (currency, last_seq)
     select currency, last_seq from ledger.accounts where kind = 'nostro' and client_id is null`,
  ])
    await query.raw(change).execute(sql);
  expect(await found()).toEqual({ faults: [], notes: [] });
  // What was sent back before may be refused after, and sent again.
  await bank.receive(stated(await bank.sentFor(id), 'RJCT', 'AC04'));
  expect(await found()).toEqual({ faults: [], notes: [] });
  expect(await decide('suspense', 'reject')).toBe(id);
  expect(await found()).toEqual({
    faults: [],
    notes: [expect.stringMatching(/^1 sent back out of suspense and not debited .*: -12\.00 EUR/)],
  });
  // Control: another amount was put back or sent.
  const more = `update ledger.entries set amount = amount - 1 where transfer_id = ${newest('suspense')}`;
  expect(await whileTampered(bank.app.database, 'ledger.entries', more, faults)).toHaveLength(1);
  await notify(debit(await bank.sentFor(id, 2), '12.00'));
  await notify(debit(payment), credit('6.00'));
  expect(await found()).toEqual({ faults: [], notes: [] });
  const changed = `update ledger.entries set amount = amount + 1 where transfer_id = ${newest('credit')}`;
  expect(await whileTampered(bank.app.database, 'ledger.entries', changed, faults)).toHaveLength(1);
});
