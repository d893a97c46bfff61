/**
 * A bank names a movement by its entry's reference and its transaction's, and leaves out the entry's in one of two messages. The movement is booked once, whichever comes first.
 * Control: movements that differ in their references alone are as many as the bank tells.
 */

import { awaitPayment, createPayer } from '@calmly/server/test/support/clients/payments.ts';
import { type Entry, notification } from '@calmly/server/test/support/files/bank-files.ts';
import {
  type FileRailBank,
  reference,
  startFileRail,
} from '@calmly/server/test/support/processes/file-rail.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyNostro } from '../../index.ts';

let bank: FileRailBank;
beforeAll(async () => {
  bank = await startFileRail();
});
// Fails if an entry has no trace in the books, as each would that was taken for another one and booked once.
afterAll(() => bank.close());

/** One movement: by both references, and by its transaction's alone. */
function twiceTold(movement: Omit<Entry, 'reference'>, own = reference()) {
  const entry = { ...movement, parts: [{ ...movement, reference: own }] };
  return {
    both: { ...entry, reference: reference() },
    alone: { ...entry, reference: `left out ${own.slice(0, 8)}` },
  };
}
const fileOf = (entries: readonly Entry[]) =>
  notification(reference(), entries).replaceAll(/<AcctSvcrRef>left out [^<]*<\/AcctSvcrRef>/g, '');
/** In one file, or in one after the other. */
async function receive(entries: readonly Entry[], files: number) {
  const parts = files === 1 ? [entries] : entries.map((entry) => [entry]);
  for (const part of parts) expect(await bank.receive(fileOf(part))).toBe('done');
}
const exceptions = async () => (await bank.waiting('exception')).length;

const cases = [
  { order: ['both', 'alone'], files: 1 },
  { order: ['both', 'alone'], files: 2 },
  { order: ['alone', 'both'], files: 1 },
  { order: ['alone', 'both'], files: 2 },
] as const;

test.each(cases)(
  'a credit told by $order references in $files file(s) arrives once',
  async ({ order, files }) => {
    const payer = await createPayer(bank.app);
    const before = await payer.balance();
    const open = await exceptions();
    const told = twiceTold({ amount: '4.00', creditorAccount: payer.account.iban ?? '' });
    await receive(
      order.map((form) => told[form]),
      files,
    );
    expect((await payer.balance()).posted - before.posted).toBe(400n);
    expect(await exceptions()).toBe(open);
  },
);

test.each(cases)(
  'a debit told by $order references in $files file(s) is no second one',
  async ({ order, files }) => {
    const payer = await createPayer(bank.app);
    const id = await bank.pay(payer);
    const { instructionId, endToEndId } = await bank.sentFor(id);
    const open = await exceptions();
    const told = twiceTold({ amount: '20.00', direction: 'DBIT', instructionId, endToEndId });
    await receive(
      order.map((form) => told[form]),
      files,
    );
    await awaitPayment(bank.app, payer, id, ({ status }) => status === 'EXECUTED');
    expect(await exceptions()).toBe(open);
    // Control: by other references it is a second debit.
    await receive([twiceTold({ amount: '20.00', direction: 'DBIT', instructionId, endToEndId }).alone], 1);
    expect(await exceptions()).toBe(open + 1);
  },
);

test.each([1, 2])('credits of equal facts and other references all arrive, in %i file(s)', async (files) => {
  const payer = await createPayer(bank.app);
  const before = await payer.balance();
  const movement = { amount: '4.00', creditorAccount: payer.account.iban ?? '' };
  const [first, second] = [twiceTold(movement), twiceTold(movement)];
  await receive([first.both, second.both, first.alone, second.alone], files);
  expect((await payer.balance()).posted - before.posted).toBe(800n);
});

test.each([1, 2])(
  'two entries of different references are two credits, even if their transactions share one, in %i file(s)',
  async (files) => {
    const payer = await createPayer(bank.app);
    const before = await payer.balance();
    const own = reference();
    const movement = { amount: '4.00', creditorAccount: payer.account.iban ?? '' };
    await receive([twiceTold(movement, own).both, twiceTold(movement, own).both], files);
    expect((await payer.balance()).posted - before.posted).toBe(800n);
  },
);

test.each([{ told: ['both', 'both'] }, { told: ['both', 'alone'] }, { told: ['alone', 'both'] }] as const)(
  'a batch reported by $told references credits each client once',
  async ({ told }) => {
    const payer = await createPayer(bank.app);
    const before = await payer.balance();
    const sumOf = (form: 'both' | 'alone', parts: NonNullable<Entry['parts']>) => ({
      reference: form === 'both' ? reference() : `left out ${reference().slice(0, 8)}`,
      amount: '5.00',
      creditorAccount: payer.account.iban ?? '',
      parts,
    });
    const partsOf = () => ['2.00', '3.00'].map((amount) => ({ reference: reference(), amount }));
    const parts = partsOf();
    await receive([sumOf(told[0], parts), sumOf(told[1], parts)], 2);
    expect((await payer.balance()).posted - before.posted).toBe(500n);
    // Control: by other references it is another sum.
    await receive([sumOf(told[0], partsOf())], 1);
    expect((await payer.balance()).posted - before.posted).toBe(1_000n);
  },
);

test.each(cases)(
  'a debit that nothing instructed, by $order references in $files file(s), waits once',
  async ({ order, files }) => {
    const open = await exceptions();
    const told = twiceTold({ amount: '3.00', direction: 'DBIT' });
    await receive(
      order.map((form) => told[form]),
      files,
    );
    expect(await exceptions()).toBe(open + 1);
  },
);

test('a debit reported again with another day is not a second debit, and verify names its entry', async () => {
  const payer = await createPayer(bank.app);
  const id = await bank.pay(payer);
  const { instructionId, endToEndId } = await bank.sentFor(id);
  const open = await exceptions();
  const own = reference();
  const told = twiceTold({ amount: '20.00', direction: 'DBIT', instructionId, endToEndId }, own);
  await receive([told.both, { ...told.alone, bookedOn: '2026-11-22' }], 2);
  expect(await exceptions()).toBe(open);
  const { sql } = bank.app.database;
  expect((await verifyNostro(sql)).faults).toEqual([expect.stringContaining(`-20.00 EUR as ${own}`)]);
  await query`delete from clearing.booked_entry where key = ${own}`.execute(sql);
});
