/**
 * Money that the desk gives back as refused, though our account was debited, and that the other bank returns: the client or the queue has it once, the bank earns and loses
 * nothing, and our nostro is what the other bank's entries come to.
 */
import type { PaymentStatus } from '@calmly/contract';
import { testClearing } from '@calmly/server/test/support/app.ts';
import {
  awaitPayment,
  createPayer,
  type Payer,
  systemWork,
} from '@calmly/server/test/support/clients/payments.ts';
import { type Entry, notification } from '@calmly/server/test/support/files/bank-files.ts';
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
import { bankBalances } from '../../../../ledger/server/index.ts';
import { verifyNostro } from '../index.ts';

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
const noteOf = async (reason: string) =>
  (await found()).notes.filter((note) => note.includes(reason)).join('\n');
const givenBack = 'given back to the client as refused, though the bank debited it';
const status = (id: string, wanted: PaymentStatus) =>
  awaitPayment(bank.app, payer, id, (payment) => payment.status === wanted);
const notify = async (...entries: Entry[]) =>
  expect(await bank.receive(notification(reference(), entries))).toBe('done');
const debit = ({ instructionId, endToEndId }: Sent, amount: string): Entry => ({
  reference: reference(),
  amount,
  direction: 'DBIT',
  instructionId,
  endToEndId,
});
const returned = ({ instructionId, endToEndId }: Sent, amount: string): Entry => ({
  reference: reference(),
  amount,
  instructionId,
  endToEndId,
  returnReason: 'AC04',
});
/** Decides on what came to the desk last; its id. */
async function decide(queue: 'suspense' | 'exception', decision: 'approve' | 'reject', account?: string) {
  const { outbox, inbox, app } = bank;
  const { desk } = testClearing(app.database, { railFiles: { outbox, inbox, pollMs: 50 } });
  const id = (await bank.waiting(queue)).at(-1)?.id ?? '';
  const options = { reason: 'settled', ...(account && { account }) };
  await systemWork(
    app.database,
    async (work) => await desk?.find(({ kind }) => kind === queue)?.decide(work, id, decision, options),
  );
  return id;
}

const balanceOf = async (kind: 'nostro' | 'fees' | 'suspense') =>
  (await bankBalances(bank.app.database.sql, kind)).get('EUR') ?? 0n;
/** What the bank's entries come to, and what our accounts hold. Minor units. */
async function position() {
  const { rows } = await query<{ sum: string }>`
    select coalesce(sum(case direction when 'CRDT' then amount_minor else -amount_minor end), 0)::text as sum
    from clearing.booked_entry where currency = 'EUR'`.execute(bank.app.database.sql);
  return {
    theirs: BigInt(rows[0]?.sum ?? 0),
    ours: -(await balanceOf('nostro')),
    fees: await balanceOf('fees'),
    suspense: await balanceOf('suspense'),
  };
}
type Position = Awaited<ReturnType<typeof position>>;
const changeSince = async (before: Position): Promise<Position> => {
  const now = await position();
  const change = (of: keyof Position) => now[of] - before[of];
  return {
    theirs: change('theirs'),
    ours: change('ours'),
    fees: change('fees'),
    suspense: change('suspense'),
  };
};

/** A payment of 20 euro that the bank has debited, and our position after it. */
async function debited() {
  const id = await bank.pay(payer);
  const sent = await bank.sentFor(id);
  const before = await position();
  await notify(debit(sent, '20.00'));
  await status(id, 'EXECUTED');
  const { fees } = await changeSince(before);
  return { id, sent, before: { ...before, fees: before.fees + fees } };
}
async function refused(sent: Sent) {
  await bank.receive(stated(sent, 'RJCT', 'AC04'));
  await decide('exception', 'approve');
}

// Control: booked to our fees as it was, the bank earns 20.00 and our nostro is 20.00 too high.
test('a payment given back as refused, returned and kept: no one earns it', async () => {
  const { sent, before } = await debited();
  await refused(sent);
  expect(await noteOf(givenBack)).toMatch(/^1 .*: 20\.00 EUR/);
  await notify(returned(sent, '20.00'));
  expect(await noteOf(givenBack)).toMatch(/^1 .*: 20\.00 EUR/);
  const id = (await bank.waiting('suspense')).at(-1)?.id ?? '';
  expect((await bank.sheet('suspense', id))?.facts.map(([name]) => name)).toContain(
    'Brings back the payment',
  );
  await decide('suspense', 'approve', 'bank');
  expect(await changeSince(before)).toEqual({ theirs: 0n, ours: 0n, fees: 0n, suspense: 0n });
  expect([await noteOf(givenBack), await faults()]).toEqual(['', []]);
  // Control: what is kept for nothing that was given back is found.
  const open = `update clearing.give_back set balanced_by = null where balanced_by = '${id}'`;
  const lines = await whileTampered(bank.app.database, 'clearing.give_back', open, faults);
  expect(lines[0]).toMatch(/the ledger moved -20\.00 EUR for what was .* \S+, known is 0\.00 EUR$/);

  // It comes once more: there is nothing left to keep it for.
  await notify(returned(sent, '20.00'));
  await expect(decide('suspense', 'approve', 'bank')).rejects.toThrow(
    /neither given this money back nor booked a loss/,
  );
});

test('charges taken off a return that the bank keeps are its cost', async () => {
  const { sent, before } = await debited();
  await refused(sent);
  await notify(returned(sent, '19.50'));
  await decide('suspense', 'approve', 'bank');
  expect(await changeSince(before)).toEqual({ theirs: -50n, ours: -50n, fees: -50n, suspense: 0n });
  expect([await noteOf(givenBack), await faults()]).toEqual(['', []]);
});

test('a return kept before the bank reports the debit leaves only the debit open', async () => {
  const reason = 'settled here and not debited by the bank yet';
  const id = await bank.pay(payer);
  const sent = await bank.sentFor(id);
  await bank.receive(stated(sent, 'ACSC'));
  await status(id, 'EXECUTED');
  await refused(sent);
  await notify(returned(sent, '20.00'));
  await decide('suspense', 'approve', 'bank');
  expect([await noteOf(reason), await faults()]).toEqual([expect.stringMatching(/^1 .*: -20\.00 EUR/), []]);
  await notify(debit(sent, '20.00'));
  expect([await noteOf(reason), await noteOf(givenBack), await faults()]).toEqual(['', '', []]);
});

test('a return is kept for a second debit once its loss is booked, and only as far as it is', async () => {
  const { sent, before } = await debited();
  await notify(debit(sent, '20.00'));
  // The first is the payment's own, for the client.
  await notify(returned(sent, '20.00'));
  await notify(returned(sent, '20.00'));
  await expect(decide('suspense', 'approve', 'bank')).rejects.toThrow(/decide on the exception \S+ first/);
  await decide('exception', 'approve');
  await decide('suspense', 'approve', 'bank');
  expect(await changeSince(before)).toEqual({ theirs: 0n, ours: 0n, fees: 0n, suspense: 0n });
  await notify(returned(sent, '20.00'));
  await expect(decide('suspense', 'approve', 'bank')).rejects.toThrow(
    /neither given this money back nor booked a loss/,
  );
  expect(await faults()).toEqual([]);
});

test('a return is not kept for a loss that the desk declined to book', async () => {
  const { sent } = await debited();
  await notify(debit(sent, '20.00'));
  const exception = await decide('exception', 'reject');
  await notify(returned(sent, '20.00'));
  await notify(returned(sent, '20.00'));
  await expect(decide('suspense', 'approve', 'bank')).rejects.toThrow(
    `The exception ${exception} was rejected`,
  );
  expect(await faults()).toEqual([]);
});

const putBack = 'put back into suspense as refused, though the bank debited it';
/** Money for no account that is sent back to its payer; its id, and how it left. */
async function sentBack(amount: string) {
  await notify({ reference: reference(), amount, creditorAccount: 'LT601010012345678901' });
  const id = await decide('suspense', 'reject');
  return { id, sent: await bank.sentFor(id) };
}
const waiting = async () => (await bank.waiting('suspense')).map(({ id }) => id);

// Control: without the note of what was put back the money waits twice, and each can be given away.
test('money sent back, put back as refused and then returned waits once', async () => {
  const before = await position();
  const { id, sent } = await sentBack('11.00');
  await notify(debit(sent, '11.00'));
  await refused(sent);
  expect([await noteOf(putBack), await faults()]).toEqual([expect.stringMatching(/^1 .*: 11\.00 EUR/), []]);
  const queue = await waiting();
  const back = returned(sent, '11.00');
  await notify(back);
  await notify({ ...back, text: 'told again' });
  expect([await waiting(), queue.includes(id)]).toEqual([queue, true]);
  expect(await changeSince(before)).toEqual({ theirs: 1_100n, ours: 1_100n, fees: 0n, suspense: 1_100n });
  expect([await noteOf(putBack), await faults()]).toEqual(['', []]);

  // The bank sends it a second time: that is other money.
  await notify(returned(sent, '11.00'));
  expect((await waiting()).length).toBe(queue.length + 1);
  await expect(decide('suspense', 'approve', 'bank')).rejects.toThrow(/neither given/);
  expect(await faults()).toEqual([]);
});

test('money put back as refused and given to an account is not given a second time when it returns', async () => {
  const before = await position();
  const { sent } = await sentBack('12.00');
  await notify(debit(sent, '12.00'));
  await refused(sent);
  await decide('suspense', 'approve', payer.account.iban ?? '');
  expect([await noteOf(putBack), await faults()]).toEqual([expect.stringMatching(/^1 .*: 12\.00 EUR/), []]);
  await notify(returned(sent, '12.00'));
  expect(await changeSince(before)).toEqual({ theirs: 1_200n, ours: 1_200n, fees: 0n, suspense: 0n });
  expect([await noteOf(putBack), await faults()]).toEqual(['', []]);
});

test('money put back as refused and sent again: a return is that of the first time, and the second may return as well', async () => {
  const undebited = 'sent back out of suspense and not debited by the bank yet';
  const before = await position();
  const { id, sent } = await sentBack('13.00');
  await notify(debit(sent, '13.00'));
  await refused(sent);
  expect(await decide('suspense', 'reject')).toBe(id);
  const again = await bank.sentFor(id, 2);
  const queue = await waiting();
  await notify(returned(sent, '13.00'));
  expect(await waiting()).toEqual(queue);
  expect(await changeSince(before)).toEqual({ theirs: 1_300n, ours: 0n, fees: 0n, suspense: 0n });
  expect([await noteOf(putBack), await noteOf(undebited), await faults()]).toEqual([
    '',
    expect.stringMatching(/^1 .*: -13\.00 EUR/),
    [],
  ]);
  await notify(returned(again, '13.00'));
  expect((await waiting()).length).toBe(queue.length + 1);
  expect(await faults()).toEqual([]);
});

test('a return of the first time, told twice, is none of the second, which the bank may still refuse', async () => {
  const { id, sent } = await sentBack('15.00');
  await notify(debit(sent, '15.00'));
  await refused(sent);
  expect(await decide('suspense', 'reject')).toBe(id);
  const again = await bank.sentFor(id, 2);
  const back = returned(sent, '15.00');
  await notify(back);
  await notify({ ...back, text: 'told again' });
  await bank.receive(stated(again, 'RJCT', 'AC04'));
  expect(await waiting()).toContain(id);
  expect(await faults()).toEqual([]);
});

test('money put back as refused that returns less charges waits apart, and the bank keeps it', async () => {
  const before = await position();
  const { id, sent } = await sentBack('14.00');
  await notify(debit(sent, '14.00'));
  await refused(sent);
  await notify(returned(sent, '13.50'));
  expect(await waiting()).toContain(id);
  await decide('suspense', 'approve', 'bank');
  expect(await changeSince(before)).toEqual({ theirs: 1_350n, ours: 1_350n, fees: -50n, suspense: 1_400n });
  expect([await noteOf(putBack), await faults()]).toEqual(['', []]);
});
