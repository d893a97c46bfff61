/**
 * What the desk decides on suspense and on exceptions: once, only while it waits, for the money that is there, with a trace of who it was for. Each test fails
 * without the one line of the queues that it is about.
 */

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
import { ops } from '@calmly/server/test/support/processes/ops.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bankBalances } from '../../../../ledger/server/index.ts';

let bank: FileRailBank;
let payer: Payer;
beforeAll(async () => {
  bank = await startFileRail();
});
afterAll(() => bank.close());
beforeEach(async () => {
  payer = await createPayer(bank.app);
});

const notify = async (...entries: Entry[]) =>
  expect(await bank.receive(notification(reference(), entries))).toBe('done');
const balanceOf = async (kind: 'nostro' | 'fees' | 'suspense', currency: 'EUR' | 'USD' = 'EUR') =>
  (await bankBalances(bank.app.database.sql, kind)).get(currency) ?? 0n;

type Queue = 'suspense' | 'exception';
const idsIn = async (queue: Queue) => (await bank.waiting(queue)).map(({ id }) => id);

/** What came to wait in a queue meanwhile. */
async function raisedIn(queue: Queue, act: () => Promise<unknown>): Promise<string[]> {
  const before = new Set(await idsIn(queue));
  await act();
  return (await idsIn(queue)).filter((id) => !before.has(id));
}

const decide = (id: string, verb: 'approve' | 'reject', ...more: string[]) =>
  ops(bank.app, verb, id, '--as', 'Mari', '--reason', 'settled with the bank', ...more);

/** What the audit says about an item of a queue. */
async function audited(id: string) {
  const { rows } = await query<{ action: string; clientId: string | null; reason: string | null }>`
    select action, client_id as "clientId", details ->> 'reason' as reason from platform.audit
    where ${id} in (details ->> 'suspenseId', details ->> 'exceptionId') order by id`.execute(
    bank.app.database.sql,
  );
  return rows;
}

async function executed(): Promise<{ readonly sent: Sent }> {
  const id = await bank.pay(payer);
  const sent = await bank.sentFor(id);
  await bank.receive(stated(sent, 'ACSC'));
  await awaitPayment(bank.app, payer, id, ({ status }) => status === 'EXECUTED');
  return { sent };
}

const debitOf = ({ instructionId, endToEndId }: Sent, amount: string): Entry => ({
  reference: reference(),
  amount,
  direction: 'DBIT',
  instructionId,
  endToEndId,
});
const returnOf = ({ endToEndId }: Sent, amount: string): Entry => ({
  reference: reference(),
  amount,
  endToEndId,
  returnReason: 'AC04',
});

const stranger = 'LT601010012345678901';

test('money in suspense is shown while it waits, and the audit names the decision, the reason and the client', async () => {
  const [given = '', back = ''] = await raisedIn('suspense', async () => {
    await notify({ reference: reference(), amount: '1.00', creditorAccount: stranger });
    await notify({ reference: reference(), amount: '2.00', creditorAccount: stranger });
  });
  expect((await ops(bank.app, 'show', given)).code).toBe(0);
  expect((await decide(given, 'approve', '--account', payer.account.number)).code).toBe(0);
  expect((await decide(back, 'reject')).code).toBe(0);
  for (const id of [given, back]) {
    expect((await ops(bank.app, 'show', id)).code).toBe(1);
    expect(await bank.sheet('suspense', id)).toBeUndefined();
  }
  expect(await audited(given)).toEqual([
    { action: 'suspense.assigned', clientId: payer.clientId, reason: null },
  ]);
  expect(await audited(back)).toEqual([
    { action: 'suspense.sent_back', clientId: null, reason: 'settled with the bank' },
  ]);
});

test('an exception is decided once and shown while it waits', async () => {
  const { sent } = await executed();
  const [exception = ''] = await raisedIn('exception', () => notify(debitOf(sent, '21.50')));
  const before = await balanceOf('fees');
  const both = await Promise.all([decide(exception, 'approve'), decide(exception, 'approve')]);
  expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect((await decide(exception, 'reject')).code).toBe(1);
  expect(before - (await balanceOf('fees'))).toBe(150n);
  expect(await bank.sheet('exception', exception)).toBeUndefined();
  expect(await audited(exception)).toEqual([
    { action: 'exception.approved', clientId: null, reason: 'settled with the bank' },
  ]);
});

test('a credit of a listed payer that the desk confirms waits in suspense like any other', async () => {
  const first = { reference: reference(), amount: '5.00', creditorAccount: payer.account.iban ?? '' };
  const [exception = ''] = await raisedIn('exception', async () => {
    await notify(first);
    await notify({ ...first, amount: '6.00', debtorName: 'Forbidden Shipping Lines' });
  });
  const { posted } = await payer.balance();
  const [id = ''] = await raisedIn('suspense', async () =>
    expect((await decide(exception, 'approve')).code).toBe(0),
  );
  expect((await payer.balance()).posted).toBe(posted);
  const sheet = await bank.sheet('suspense', id);
  expect(sheet?.subject).toMatch(/watch list/);
});

test('two reports of one credit that differ in what they leave out are confirmed once', async () => {
  const first = {
    reference: reference(),
    amount: '5.00',
    creditorAccount: payer.account.iban ?? '',
    endToEndId: 'E-1',
  };
  const [one = '', other = ''] = await raisedIn('exception', async () => {
    await notify(first);
    await notify({ ...first, amount: '6.00' });
    await notify({ ...first, amount: '6.00', endToEndId: 'NOTPROVIDED' });
  });
  const { posted } = await payer.balance();
  expect((await decide(one, 'approve')).code).toBe(0);
  expect((await decide(other, 'approve')).code).toBe(1);
  expect((await payer.balance()).posted).toBe(posted + 600n);
  expect(await idsIn('exception')).toContain(other);
  expect((await decide(other, 'reject')).code).toBe(0);
});

test('a return goes to the account that paid, whatever account the desk names', async () => {
  const other = await createPayer(bank.app, { fundedMinor: 0n });
  const { sent } = await executed();
  const used = reference();
  const [exception = ''] = await raisedIn('exception', async () => {
    await notify({ reference: used, amount: '1.00', creditorAccount: other.account.iban ?? '' });
    await notify({ ...returnOf(sent, '20.00'), reference: used });
  });
  const { posted } = await payer.balance();
  const refused = await decide(exception, 'approve', '--account', other.account.number);
  expect([refused.code, refused.error]).toEqual([1, expect.stringContaining('without --account')]);
  expect((await decide(exception, 'approve')).code).toBe(0);
  expect((await payer.balance()).posted).toBe(posted + 2_000n);
  expect((await other.balance()).posted).toBe(100n);
});

test('money that has come back is not given back as refused', async () => {
  const { sent } = await executed();
  const [exception = ''] = await raisedIn('exception', () => bank.receive(stated(sent, 'RJCT', 'AC04')));
  await notify(returnOf(sent, '20.00'));
  const before = [await payer.balance(), await balanceOf('suspense'), await balanceOf('nostro')];
  expect((await decide(exception, 'approve')).code).toBe(1);
  expect([await payer.balance(), await balanceOf('suspense'), await balanceOf('nostro')]).toEqual(before);
  expect((await decide(exception, 'reject')).code).toBe(0);
  expect((await decide(exception, 'approve')).code).toBe(1);
  expect(await audited(exception)).toEqual([
    { action: 'exception.rejected', clientId: payer.clientId, reason: 'settled with the bank' },
  ]);
});

test('the bank keeps no more than it gave back', async () => {
  const { sent } = await executed();
  await notify(debitOf(sent, '20.00'));
  const [exception = ''] = await raisedIn('exception', () => bank.receive(stated(sent, 'RJCT', 'AC04')));
  expect((await decide(exception, 'approve')).code).toBe(0);
  const [more = ''] = await raisedIn('suspense', () => notify(returnOf(sent, '20.01')));
  const refused = await decide(more, 'approve', '--account', 'bank');
  expect([refused.code, refused.error]).toEqual([
    1,
    expect.stringContaining('neither given this money back'),
  ]);
  const [back = ''] = await raisedIn('suspense', () => notify(returnOf(sent, '20.00')));
  expect((await decide(back, 'approve', '--account', 'bank')).code).toBe(0);
  expect(await audited(back)).toEqual([
    { action: 'suspense.kept', clientId: null, reason: 'settled with the bank' },
  ]);
});

test('a loss in one currency is made good in that one, as often as it was booked', async () => {
  for (const currency of ['EUR', 'USD'] as const) {
    const entry = { reference: reference(), amount: '3.00', currency } as const;
    const [loss = ''] = await raisedIn('exception', () => notify({ ...entry, direction: 'DBIT' }));
    expect((await decide(loss, 'approve')).code).toBe(0);
    const reversal = { ...entry, isReversal: true, creditorAccount: payer.account.iban ?? '' };
    const [back = '', again = ''] = await raisedIn('suspense', async () => {
      await notify({ ...reversal, reference: reference() });
      await notify({ ...reversal, reference: reference() });
    });
    expect((await decide(back, 'approve', '--account', 'bank')).code).toBe(0);
    expect((await decide(again, 'approve', '--account', 'bank')).code).toBe(1);
  }
});

test('a loss of one item of suspense is not made good by money of another', async () => {
  const [item = ''] = await raisedIn('suspense', () =>
    notify({ reference: reference(), amount: '4.00', creditorAccount: stranger }),
  );
  const settled = { paymentId: item, outcome: 'settled', at: new Date() } as const;
  const [loss = ''] = await raisedIn('exception', () =>
    systemWork(bank.app.database, (work) => testClearing(bank.app.database).sinks.report(work, [settled])),
  );
  expect((await decide(loss, 'approve')).code).toBe(0);
  const [back = ''] = await raisedIn('suspense', () =>
    notify({ reference: reference(), amount: '4.00', creditorAccount: stranger, isReversal: true }),
  );
  const refused = await decide(back, 'approve', '--account', 'bank');
  expect([refused.code, refused.error]).toEqual([
    1,
    expect.stringContaining('neither given this money back'),
  ]);
});
