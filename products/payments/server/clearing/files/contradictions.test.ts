/**
 * Files that contradict what is booked: none is dropped silently, none is booked by itself, each waits at the desk once and is decided
 * there. Controls, tried once each: known by its reference alone a credit is lost; without `contradicting` and `faultOf` nothing waits.
 */
import { listPayments, type PaymentStatus } from '@calmly/contract';
import type { DeskItem } from '@calmly/platform/desk.ts';
import { newId } from '@calmly/platform/ids.ts';
import {
  awaitPayment,
  createPayer,
  type Payer,
  withSepaFee,
} from '@calmly/server/test/support/clients/payments.ts';
import { type Entry, notification, statement } from '@calmly/server/test/support/files/bank-files.ts';
import {
  type FileRailBank,
  reference,
  startFileRail,
  stated,
} from '@calmly/server/test/support/processes/file-rail.ts';
import { ops } from '@calmly/server/test/support/processes/ops.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bankBalances } from '../../../../ledger/server/index.ts';

let bank: FileRailBank;
beforeAll(async () => {
  bank = await startFileRail();
});
afterAll(() => bank.close());

const status = (payer: Payer, id: string, wanted: PaymentStatus) =>
  awaitPayment(bank.app, payer, id, (payment) => payment.status === wanted);
const notify = async (...entries: Entry[]) =>
  expect(await bank.receive(notification(reference(), entries))).toBe('done');
const nostro = async () => (await bankBalances(bank.app.database.sql, 'nostro')).get('EUR') ?? 0n;

const fees = async () => (await bankBalances(bank.app.database.sql, 'fees')).get('EUR') ?? 0n;

/** What came to wait while something was done. */
async function raisedBy(act: () => Promise<unknown>): Promise<DeskItem[]> {
  const before = new Set((await bank.waiting('exception')).map(({ id }) => id));
  await act();
  return (await bank.waiting('exception')).filter(({ id }) => !before.has(id));
}

async function one(items: readonly DeskItem[]): Promise<string> {
  expect(items).toHaveLength(1);
  return items[0]?.id ?? '';
}

const decide = async (id: string, verb: 'approve' | 'reject', ...more: string[]) =>
  ops(bank.app, verb, id, '--as', 'Mari', '--reason', 'settled with the bank', ...more);

async function executed(payer: Payer, debit: Partial<Entry> = {}) {
  const id = await bank.pay(payer);
  const sent = await bank.sentFor(id);
  const { instructionId, endToEndId } = sent;
  const told: Entry = {
    reference: reference(),
    amount: '20.00',
    direction: 'DBIT',
    instructionId,
    endToEndId,
    ...debit,
  };
  return { id, sent, told };
}

describe('a credit whose reference is booked', () => {
  const other = 'EE382200221020145685';
  const changes: ReadonlyArray<readonly [what: string, change: Partial<Entry>]> = [
    ['amount', { amount: '5.01' }],
    ['currency', { currency: 'USD' }],
    ['day', { bookedOn: '2026-11-22' }],
    ['payer’s account', { debtorAccount: other }],
    ['payer’s name', { debtorName: 'Quite Another AS' }],
    ['end-to-end id', { endToEndId: 'OTHER-2' }],
  ];

  test.each(changes)('with another %s waits at the desk once', async (_what, change) => {
    const payer = await createPayer(bank.app, { fundedMinor: 0n });
    const creditorAccount = payer.account.iban ?? '';
    const first = { reference: reference(), amount: '5.00', creditorAccount, endToEndId: 'E-1' };
    const second = { ...first, ...change };
    const items = await raisedBy(async () => {
      await notify(first);
      await notify(second);
      await notify(second, { reference: reference(), amount: '1.00', creditorAccount });
    });
    await one(items);
    expect(await payer.balance()).toMatchObject({ posted: 600n });
  });

  test('for another account is given to it by the desk, once', async () => {
    const payer = await createPayer(bank.app, { fundedMinor: 0n });
    const payee = await createPayer(bank.app, { fundedMinor: 0n });
    const first = { reference: reference(), amount: '7.00', creditorAccount: payer.account.iban ?? '' };
    const second = { ...first, creditorAccount: payee.account.iban ?? '' };
    const id = await one(await raisedBy(() => notify(first, second)));
    const shown = await ops(bank.app, 'show', id);
    expect(shown.out).toContain('a credit has the reference of another that is booked');
    expect(shown.out).toContain(first.reference);
    expect(await payee.balance()).toMatchObject({ posted: 0n });
    expect(await decide(id, 'approve')).toMatchObject({ code: 0 });
    expect(await payee.balance()).toMatchObject({ posted: 700n });
    expect((await decide(id, 'approve')).code).toBe(1);
    expect(await raisedBy(() => notify(first, second))).toEqual([]);
    expect([await payer.balance(), await payee.balance()].map(({ posted }) => posted)).toEqual([700n, 700n]);
    const { rows } = await query<{ count: number }>`
      select count(*)::integer as count from platform.audit where action = 'exception.approved' and details->>'exceptionId' = ${id}`.execute(
      bank.app.database.sql,
    );
    expect(rows[0]?.count).toBe(1);
  });

  test('that is the same money is known, also where a message leaves the payer or the account out, and is rejected for good', async () => {
    const payer = await createPayer(bank.app, { fundedMinor: 0n });
    const creditorAccount = payer.account.iban ?? '';
    const first = { reference: reference(), amount: '9.00', creditorAccount, endToEndId: 'E-9' };
    const repeated: Entry[] = [
      { ...first, debtorName: 'NOTPROVIDED' },
      { ...first, debtorName: 'HANSA GmbH.' },
      { ...first, endToEndId: 'NOTPROVIDED' },
      { reference: first.reference, amount: first.amount, endToEndId: first.endToEndId },
    ];
    expect(
      await raisedBy(async () => {
        await notify(first);
        for (const each of repeated) await notify(each);
        await bank.receive(statement(reference(), [first], { opening: '1.00', closing: '10.00' }));
      }),
    ).toEqual([]);
    expect(await payer.balance()).toMatchObject({ posted: 900n });
    const id = await one(await raisedBy(() => notify({ ...first, amount: '90.00' })));
    expect(await decide(id, 'reject')).toMatchObject({ code: 0 });
    expect(await raisedBy(() => notify({ ...first, amount: '90.00', text: 'again' }))).toEqual([]);
    expect(await payer.balance()).toMatchObject({ posted: 900n });
    const { output } = await bank.app.call(listPayments, { query: {} }, { token: payer.token });
    expect(output.Items).toHaveLength(1);
  });
});

describe('a report that contradicts the books', () => {
  test('rejected after it was settled: the money is given back when the desk says so, once', async () => {
    const payer = await createPayer(bank.app);
    const { id, sent } = await executed(payer);
    await bank.receive(stated(sent, 'ACSC'));
    await status(payer, id, 'EXECUTED');
    const { posted } = await payer.balance();
    const items = await raisedBy(async () => {
      await bank.receive(stated(sent, 'RJCT', 'AC04'));
      await bank.receive(stated(sent, 'RJCT', 'AC04'));
    });
    expect(items[0]).toMatchObject({ clientId: payer.clientId });
    const exception = await one(items);
    expect((await payer.balance()).posted).toBe(posted);
    const both = await Promise.all([decide(exception, 'approve'), decide(exception, 'approve')]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect((await payer.balance()).posted).toBe(posted + 2_000n);
    // Money that then comes back is not credited twice: it waits in suspense.
    const before = (await bank.waiting('suspense')).length;
    const { endToEndId } = sent;
    await notify({ reference: reference(), amount: '20.00', endToEndId, returnReason: 'AC04' });
    expect((await bank.waiting('suspense')).length).toBe(before + 1);
    expect((await payer.balance()).posted).toBe(posted + 2_000n);
  });

  test('settled after it was rejected: the client keeps the money, and the desk books the cost', async () => {
    const payer = await createPayer(bank.app);
    const { id, sent, told } = await executed(payer);
    await bank.receive(stated(sent, 'RJCT', 'AC04'));
    await status(payer, id, 'REJECTED');
    const exception = await one(
      await raisedBy(async () => {
        await bank.receive(stated(sent, 'ACSC'));
        await notify(told);
        await notify({ ...told, text: 'once more' });
      }),
    );
    expect(await payer.balance()).toMatchObject({ posted: 100_000n, reserved: 0n });
    const [before, cost] = [await nostro(), await fees()];
    expect(await decide(exception, 'approve')).toMatchObject({ code: 0 });
    expect(before - (await nostro())).toBe(-2_000n);
    // What comes back of it is the bank's, not the client's.
    const suspended = (await bank.waiting('suspense')).length;
    await notify({
      reference: reference(),
      amount: '20.00',
      endToEndId: sent.endToEndId,
      returnReason: 'AC04',
    });
    expect((await bank.waiting('suspense')).length).toBe(suspended + 1);
    const [back] = (await bank.waiting('suspense')).slice(suspended);
    expect(await decide(back?.id ?? '', 'approve', '--account', 'bank')).toMatchObject({ code: 0 });
    expect([await nostro(), await fees()]).toEqual([before, cost]);
    expect(await payer.balance()).toMatchObject({ posted: 100_000n, reserved: 0n });
  });

  test('a debit that nothing instructed, of another amount, or a second time', async () => {
    const payer = await createPayer(bank.app);
    const unknown = { reference: reference(), amount: '3.00', direction: 'DBIT' } as const;
    const stranger = await one(
      await raisedBy(async () => {
        await notify(unknown);
        await bank.receive(statement(reference(), [unknown], { opening: '5.00', closing: '2.00' }));
      }),
    );
    expect(await decide(stranger, 'reject')).toMatchObject({ code: 0 });

    const { id, told } = await executed(payer, { amount: '21.50' });
    const [differs, ...others] = await raisedBy(async () => {
      await notify(told);
      await notify({ ...told, text: 'told again' });
    });
    expect(others).toEqual([]);
    expect(differs?.subject).toBe('1.50 EUR: the debit of a payment has another amount than was instructed');
    await status(payer, id, 'EXECUTED');
    expect(await payer.balance()).toMatchObject({ posted: 100_000n - withSepaFee(2_000n) });

    const twice = await executed(await createPayer(bank.app));
    const second = { ...twice.told, reference: reference() };
    const repeated = await raisedBy(async () => {
      await notify(twice.told);
      await notify({ ...twice.told, text: 'told again' });
      await notify(second);
      await notify({ ...second, text: 'told again' });
    });
    expect(repeated.map(({ subject }) => subject)).toEqual([
      '20.00 EUR: a payment was debited a second time',
    ]);
  });

  test('an instruction that was replaced is carried out all the same', async () => {
    const payer = await createPayer(bank.app);
    const id = await bank.pay(payer, { instant: true });
    const first = await bank.sentFor(id);
    await bank.receive(stated(first, 'RJCT', 'AB08'));
    await bank.sentFor(id, 2);
    const items = await raisedBy(() => bank.receive(stated(first, 'ACSC')));
    expect(items.map(({ subject }) => subject)).toEqual([
      'an instruction was carried out that had been replaced by another',
    ]);
  });

  // Control: with debits counted by instruction the second one is lost without a word.
  test.each([
    ['the first, then the other', [0, 1]],
    ['the other, then the first', [1, 0]],
  ])(
    'a replaced instruction and its replacement are both debited, %s: one is the bank’s cost',
    async (_, order) => {
      const payer = await createPayer(bank.app);
      const id = await bank.pay(payer, { instant: true });
      const first = await bank.sentFor(id);
      await bank.receive(stated(first, 'RJCT', 'AB05'));
      const both = [first, await bank.sentFor(id, 2)];
      const debits = order.map(
        (place): Entry => ({
          reference: reference(),
          amount: '20.00',
          direction: 'DBIT',
          instructionId: both[place]?.instructionId ?? '',
          endToEndId: first.endToEndId,
        }),
      );
      const [once = {} as Entry, twice = {} as Entry] = debits;
      await notify(once);
      const paid = await status(payer, id, 'EXECUTED');
      const items = await raisedBy(async () => {
        await notify(twice);
        await notify({ ...twice, text: 'told again' }, { ...once, text: 'told again' });
      });
      const subject = '20.00 EUR: a payment was debited a second time';
      const exception = await one(items.filter((item) => item.subject === subject));
      expect(items.length).toBe(1);
      const [before, cost] = [await nostro(), await fees()];
      expect(await decide(exception, 'approve')).toMatchObject({ code: 0 });
      expect((await nostro()) - before).toBe(2_000n);

      // What comes back may be the bank's own: the desk decides whose it is.
      const { posted } = await payer.balance();
      const suspended = (await bank.waiting('suspense')).length;
      await notify({
        reference: reference(),
        amount: '20.00',
        endToEndId: first.endToEndId,
        returnReason: 'AC04',
      });
      expect((await bank.waiting('suspense')).length).toBe(suspended + 1);
      expect(await payer.balance()).toMatchObject({ posted });
      expect((await status(payer, id, 'EXECUTED')).version).toBe(paid.version);
      const [back] = (await bank.waiting('suspense')).slice(suspended);
      expect(await decide(back?.id ?? '', 'approve', '--account', 'bank')).toMatchObject({ code: 0 });
      expect([await fees(), await payer.balance()]).toMatchObject([cost, { posted }]);
      expect((await bank.waiting('suspense')).length).toBe(suspended);
    },
  );

  // Control: with the debits of an earlier file alone both of one file pass.
  test('both are debited in one file, without references of the bank', async () => {
    const payer = await createPayer(bank.app);
    const id = await bank.pay(payer, { instant: true });
    const first = await bank.sentFor(id);
    await bank.receive(stated(first, 'RJCT', 'AB08'));
    const second = await bank.sentFor(id, 2);
    const debits = [first, second].map(
      ({ instructionId, endToEndId }, place): Entry => ({
        reference: 'NONREF',
        amount: '20.00',
        direction: 'DBIT',
        instructionId,
        endToEndId,
        text: `${instructionId} ${place}`,
      }),
    );
    const items = await raisedBy(() => notify(...debits));
    expect(items.map(({ subject }) => subject)).toEqual([
      'an instruction was carried out that had been replaced by another',
      '20.00 EUR: a payment was debited a second time',
    ]);
  });

  test('reversals of a credit and of a debit', async () => {
    const payer = await createPayer(bank.app, { fundedMinor: 100_000n });
    const creditorAccount = payer.account.iban ?? '';
    const credit = { reference: reference(), amount: '11.00', creditorAccount };
    const items = await raisedBy(async () => {
      await notify(credit);
      await notify({ ...credit, reference: reference(), direction: 'DBIT', isReversal: true });
    });
    expect(items.map(({ subject }) => subject)).toEqual(['11.00 EUR: the bank takes back a credit']);

    const { id, told } = await executed(payer);
    await notify(told);
    await status(payer, id, 'EXECUTED');
    const { posted } = await payer.balance();
    await notify({ ...told, reference: reference(), direction: 'CRDT', isReversal: true });
    expect((await payer.balance()).posted).toBe(posted + 2_000n);

    const before = (await bank.waiting('suspense')).length;
    await notify({ reference: reference(), amount: '2.00', creditorAccount, isReversal: true });
    expect((await bank.waiting('suspense')).length).toBe(before + 1);
    expect((await payer.balance()).posted).toBe(posted + 2_000n);
  });

  test('about a file or a payment that is not ours', async () => {
    const payer = await createPayer(bank.app);
    const { sent } = await executed(payer);
    const foreign = { ...sent, messageId: newId().replaceAll('-', '').toUpperCase() };
    const items = await raisedBy(async () => {
      await bank.receive(stated(foreign, 'ACSC'));
      await bank.receive(stated(foreign, 'ACSP'));
      await bank.receive(stated({ ...sent, instructionId: foreign.messageId }, 'RJCT', 'AC04'));
    });
    expect(items.map(({ subject }) => subject)).toEqual([
      'a report about a payment or file that is not known here',
      'a report about a payment or file that is not known here',
    ]);
  });

  test('transactions of a sum that is booked already are shown', async () => {
    const sum = { reference: reference(), amount: '7.00', parts: [] };
    const parts = ['3.00', '4.00'].map((amount) => ({ reference: reference(), amount }));
    const [item] = await raisedBy(async () => {
      await notify(sum);
      await notify({ ...sum, parts });
    });
    expect(
      (await bank.sheet('exception', item?.id ?? ''))?.facts.filter(([label]) => label === 'Of it'),
    ).toHaveLength(2);
  });

  test('an entry of the same reference and another sum is another one', async () => {
    const before = (await bank.waiting('suspense')).length;
    const sum = { reference: reference(), amount: '8.00', parts: [] };
    const parts = ['8.00', '8.00'].map((amount) => ({ reference: reference(), amount }));
    await notify({ ...sum, amount: '16.00', parts });
    await notify(sum);
    await notify(sum, { reference: reference(), amount: '1.00' });
    // Two transactions, the sum with the same reference once, and the last one.
    expect((await bank.waiting('suspense')).length).toBe(before + 4);
  });
});
