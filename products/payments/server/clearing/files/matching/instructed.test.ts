/**
 * Rows of payouts with end-to-end ids of the client's own, where the bank names only those. Controls: without `ownEndToEndIds` debits are the
 * bank's cost and a salary that comes back is an open credit; without `agrees` one client's debit settles another client's payment; without
 * `isOneOwner` one of two clients gets the return of the other; without `isGiven` NOTPROVIDED is an id of the client who chose it.
 */
import { allRights, createPayout, listPayments } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { newClient } from '@calmly/server/test/support/clients/clients.ts';
import { confirmAs } from '@calmly/server/test/support/clients/confidential.ts';
import { actAlso, createFirm, decide, inboxOf } from '@calmly/server/test/support/clients/firm.ts';
import {
  createPayer,
  type Payer,
  readPayment,
  systemWork,
} from '@calmly/server/test/support/clients/payments.ts';
import { allRows, awaitRead, uploadPayout } from '@calmly/server/test/support/clients/payouts.ts';
import { type Entry, notification, statusReport } from '@calmly/server/test/support/files/bank-files.ts';
import { anna, confirmWithCode, fileOf, rowOf } from '@calmly/server/test/support/files/payout-rows.ts';
import {
  type FileRailBank,
  reference,
  startFileRail,
} from '@calmly/server/test/support/processes/file-rail.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMember } from '../../../../../identity/server/index.ts';

let bank: FileRailBank;
beforeAll(async () => {
  bank = await startFileRail();
});
afterAll(() => bank.close());

const notify = async (...entries: Entry[]) =>
  expect(await bank.receive(notification(reference(), entries))).toBe('done');
const exceptions = () => bank.waiting('exception');
/** As a client may number its rows: no two tests choose the same. */
const ownId = () => `WAGE${newId().replaceAll('-', '').toUpperCase().slice(-20)}`;

/** Pays Anna in rows of these amounts and waits until so many files with the id have left; the ids of the payments. */
async function send(payer: Payer, endToEndId: string, amount: string, files = 1): Promise<string> {
  const row = rowOf('Anna Tamm', anna, amount, `Wages ${files}`, endToEndId);
  const payout = await uploadPayout(bank.app, payer, fileOf(row));
  expect((await confirmWithCode(bank.app, payer, payout, { allowRepeat: true })).status).toBe(200);
  await bank.sentFor(endToEndId, files);
  const [sent] = await allRows(bank.app, payer, payout.id);
  return sent?.paymentId ?? '';
}

const statuses = (payer: Payer, ...ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await readPayment(bank.app, payer, id)).status));

const debit = (payer: Payer, endToEndId: string, amount: string): Entry => ({
  reference: reference(),
  amount,
  direction: 'DBIT',
  endToEndId,
  debtorAccount: payer.account.iban ?? '',
});

test('a debit and a return that name only a row’s own id are of its payment', async () => {
  const payer = await createPayer(bank.app);
  const endToEndId = ownId();
  const id = await send(payer, endToEndId, '20.00');
  const before = (await exceptions()).length;
  await notify(debit(payer, endToEndId, '20.00'));
  expect(await statuses(payer, id)).toEqual(['EXECUTED']);
  const { posted } = await payer.balance();
  await notify({
    reference: reference(),
    amount: '19.50',
    endToEndId,
    debtorAccount: anna,
    creditorAccount: payer.account.iban ?? '',
    returnReason: 'AC04',
  });
  expect(await payer.balance()).toMatchObject({ posted: posted + 1_950n });
  expect((await readPayment(bank.app, payer, id)).timeline.at(-1)?.reason).toBe('returned');
  expect((await exceptions()).length).toBe(before);
});

test('of several with one id, account and amount decide, and two alike are debited once each', async () => {
  const [payer, other] = [await createPayer(bank.app), await createPayer(bank.app)];
  const endToEndId = ownId();
  const theirs = await send(other, endToEndId, '20.00', 1);
  const ids = [
    await send(payer, endToEndId, '20.00', 2),
    await send(payer, endToEndId, '20.00', 3),
    await send(payer, endToEndId, '30.00', 4),
  ];
  const count = async () => (await statuses(payer, ...ids)).map((status) => (status === 'EXECUTED' ? 1 : 0));
  const before = (await exceptions()).length;
  const first = debit(payer, endToEndId, '20.00');
  await notify(first);
  await notify({ ...first, text: 'told again' });
  expect(await count()).toEqual([0, 1, 0]);
  await notify(debit(payer, endToEndId, '20.00'), debit(payer, endToEndId, '30.00'));
  expect(await count()).toEqual([1, 1, 1]);
  expect(await statuses(other, theirs)).toEqual(['PENDING_FINANCE_INSTITUTION']);
  expect((await exceptions()).length).toBe(before);

  // An amount that no row with this id has.
  await notify(debit(other, endToEndId, '21.00'));
  expect(await statuses(other, theirs)).toEqual(['PENDING_FINANCE_INSTITUTION']);
  expect((await exceptions()).length).toBe(before + 1);
});

test('a debit and a return reported again by transaction reference alone stay with their own of two equal payments', async () => {
  const payer = await createPayer(bank.app);
  const endToEndId = ownId();
  const ids = [await send(payer, endToEndId, '20.00', 1), await send(payer, endToEndId, '20.00', 2)];
  const before = (await exceptions()).length;
  const tellTwice = async (entry: Entry) => {
    const told = { ...entry, parts: [{ ...entry, reference: reference() }] };
    await notify(told);
    const again = notification(reference(), [told]);
    const alone = again.replace(`<AcctSvcrRef>${told.reference}</AcctSvcrRef>`, '');
    expect(alone).not.toBe(again);
    expect(await bank.receive(alone)).toBe('done');
  };
  await tellTwice(debit(payer, endToEndId, '20.00'));
  expect(await statuses(payer, ...ids)).toEqual(['PENDING_FINANCE_INSTITUTION', 'EXECUTED']);
  const { posted } = await payer.balance();
  const back = { debtorAccount: anna, creditorAccount: payer.account.iban ?? '', returnReason: 'AC04' };
  await tellTwice({ reference: reference(), amount: '20.00', endToEndId, ...back });
  expect((await payer.balance()).posted).toBe(posted + 2_000n);
  expect((await exceptions()).length).toBe(before);
});

test('a status report that names only the row’s own id is of its payment, whatever it gives as our id', async () => {
  const payer = await createPayer(bank.app);
  const endToEndId = ownId();
  const id = await send(payer, endToEndId, '20.00');
  const sent = await bank.sentFor(endToEndId);
  await bank.receive(
    statusReport({
      id: reference(),
      originalMessageId: sent.messageId,
      paymentInformationId: sent.payment.id,
      transfers: [{ instructionId: 'NOTPROVIDED', endToEndId, status: 'ACSC' }],
    }),
  );
  expect(await statuses(payer, id)).toEqual(['EXECUTED']);
});

/** A return that says nothing but an id. */
const comesBack = (endToEndId: string, amount: string): Entry => ({
  reference: reference(),
  amount,
  endToEndId,
  debtorAccount: null,
  returnReason: 'AC04',
});
const suspended = async () => (await bank.waiting('suspense')).length;
const posted = async (...payers: readonly Payer[]) =>
  Promise.all(payers.map(async (payer) => (await payer.balance()).posted));
/** Which of these have come back. */
const returned = (payer: Payer, ...ids: readonly string[]) =>
  Promise.all(
    ids.map(async (id) => (await readPayment(bank.app, payer, id)).timeline.at(-1)?.reason === 'returned'),
  );

test('a return by an id that two clients use is neither’s, unless an account or the amount rules one out', async () => {
  const [first, second] = [await createPayer(bank.app), await createPayer(bank.app)];
  const endToEndId = ownId();
  const theirs = await send(first, endToEndId, '100.00', 1);
  const others = await send(second, endToEndId, '200.00', 2);
  await notify(debit(first, endToEndId, '100.00'), debit(second, endToEndId, '200.00'));
  expect([await statuses(first, theirs), await statuses(second, others)]).toEqual([
    ['EXECUTED'],
    ['EXECUTED'],
  ]);
  const before = await posted(first, second);
  const waiting = await suspended();
  await notify(comesBack(endToEndId, '100.00'));
  expect(await posted(first, second)).toEqual(before);
  expect([await returned(first, theirs), await returned(second, others)]).toEqual([[false], [false]]);
  expect(await suspended()).toBe(waiting + 1);

  const stated = { ...comesBack(endToEndId, '100.00'), creditorAccount: first.account.iban ?? '' };
  await notify(stated);
  expect(await posted(first, second)).toEqual([(before[0] ?? 0n) + 10_000n, before[1]]);
  // More than the first client sent.
  await notify(comesBack(endToEndId, '199.00'));
  expect(await posted(first, second)).toEqual([(before[0] ?? 0n) + 10_000n, (before[1] ?? 0n) + 19_900n]);
  // Told again without the account.
  const { creditorAccount: _, ...again } = stated;
  await notify({ ...again, text: 'told again' });
  expect(await posted(first, second)).toEqual([(before[0] ?? 0n) + 10_000n, (before[1] ?? 0n) + 19_900n]);
  expect(await suspended()).toBe(waiting + 1);
});

test.each(['NOTPROVIDED', 'NotProvided', 'NONREF'])('the id %s names no payment', async (none) => {
  const payer = await createPayer(bank.app);
  const row = rowOf('Anna Tamm', anna, '500.00', 'Wages', none);
  const payout = await uploadPayout(bank.app, payer, fileOf(row));
  expect((await confirmWithCode(bank.app, payer, payout, { allowRepeat: true })).status).toBe(200);
  const id = await until(
    async () => (await allRows(bank.app, payer, payout.id))[0]?.paymentId ?? '',
    (paymentId) => paymentId !== '',
  );
  const ours = id.replaceAll('-', '').toUpperCase();
  expect((await bank.sentFor(ours)).endToEndId).toBe(ours);
  await notify(debit(payer, ours, '500.00'));
  // As it was kept when rows could have any id.
  await query`
    update clearing.instruction set instruction = jsonb_set(instruction, '{endToEndId}', to_jsonb(${none}::text)) where payment_id = ${id}
  `.execute(bank.app.database.sql);
  const before = await posted(payer);
  const waiting = await suspended();
  await notify(comesBack(none, '120.00'));
  expect(await posted(payer)).toEqual(before);
  expect(await suspended()).toBe(waiting + 1);
});

test('an id made by the bank belongs to its payment, even if a client chose the same one', async () => {
  const [payer, other] = [await createPayer(bank.app), await createPayer(bank.app)];
  const id = await bank.pay(payer);
  const endToEndId = id.replaceAll('-', '').toUpperCase();
  await bank.sentFor(endToEndId);
  const chosen = await send(other, endToEndId, '500.00', 2);
  await notify(debit(payer, endToEndId, '20.00'));
  const before = await posted(other);
  const waiting = await suspended();
  await notify(comesBack(endToEndId, '20.00'));
  expect(await returned(payer, id)).toEqual([true]);
  // More than was sent under it, which the other client's payment would allow.
  await notify(comesBack(endToEndId, '25.00'));
  expect(await suspended()).toBe(waiting + 1);
  expect(await posted(other)).toEqual(before);
  expect(await returned(other, chosen)).toEqual([false]);
});

test('of one client’s payments with one id the one of the same amount comes back', async () => {
  const payer = await createPayer(bank.app);
  const endToEndId = ownId();
  const ids = [await send(payer, endToEndId, '20.00', 1), await send(payer, endToEndId, '30.00', 2)];
  await notify(debit(payer, endToEndId, '20.00'), debit(payer, endToEndId, '30.00'));
  await notify(comesBack(endToEndId, '20.00'));
  expect(await returned(payer, ...ids)).toEqual([true, false]);
  await notify(comesBack(endToEndId, '19.00'));
  expect(await returned(payer, ...ids)).toEqual([true, true]);
});

test('equal payments with one id are each returned once, also when a return is reported again', async () => {
  const payer = await createPayer(bank.app);
  const endToEndId = ownId();
  const ids = [
    await send(payer, endToEndId, '20.00', 1),
    await send(payer, endToEndId, '20.00', 2),
    await send(payer, endToEndId, '20.00', 3),
  ];
  await notify(...ids.map(() => debit(payer, endToEndId, '20.00')));
  const [before = 0n] = await posted(payer);
  const waiting = await suspended();
  const open = (await exceptions()).length;
  const first = comesBack(endToEndId, '20.00');
  await notify(first);
  expect(await returned(payer, ...ids)).toEqual([true, false, false]);
  await notify(first, comesBack(endToEndId, '20.00'), comesBack(endToEndId, '20.00'));
  expect(await returned(payer, ...ids)).toEqual([true, true, true]);
  expect(await posted(payer)).toEqual([before + 6_000n]);
  expect([await suspended(), (await exceptions()).length]).toEqual([waiting, open]);
});

test('a debit by an id that two clients use settles nothing until an account decides', async () => {
  const [first, second] = [await createPayer(bank.app), await createPayer(bank.app)];
  const endToEndId = ownId();
  const ids = [await send(first, endToEndId, '20.00', 1), await send(second, endToEndId, '20.00', 2)];
  const both = async () => [
    ...(await statuses(first, ids[0] ?? '')),
    ...(await statuses(second, ids[1] ?? '')),
  ];
  const before = (await exceptions()).length;
  await notify({ ...debit(first, endToEndId, '20.00'), debtorAccount: null });
  expect(await both()).toEqual(['PENDING_FINANCE_INSTITUTION', 'PENDING_FINANCE_INSTITUTION']);
  expect((await exceptions()).length).toBe(before + 1);
  const told = debit(first, endToEndId, '20.00');
  await notify(told);
  expect(await both()).toEqual(['EXECUTED', 'PENDING_FINANCE_INSTITUTION']);
  await notify({ ...told, debtorAccount: null, text: 'told again' });
  expect(await both()).toEqual(['EXECUTED', 'PENDING_FINANCE_INSTITUTION']);
  expect((await exceptions()).length).toBe(before + 1);
});

test('a return by an id of a confidential payment and an ordinary one is shown under neither', async () => {
  const firm = await createFirm(bank.app);
  const { companyToken: token } = firm.clara;
  const endToEndId = ownId();
  const amounts = [
    ['1111.13', true],
    ['2000.00', false],
  ] as const;
  for (const [place, [amount, confidential]] of amounts.entries()) {
    const rows = fileOf(rowOf('Zebulon Quartzman', 'NL91ABNA0417164300', amount, 'Salary', endToEndId));
    const body = { fileName: 'wages.csv', content: Buffer.from(rows).toString('base64'), confidential };
    const { output } = await bank.app.call(createPayout, { body }, { token, idempotencyKey: newId() });
    const payout = await awaitRead(bank.app, { token }, output.id);
    expect((await confirmAs(bank.app, token, payout)).status).toBe(202);
    const inbox = await inboxOf(bank.app, firm.maria);
    expect(await decide(bank.app, firm.maria.token, inbox)).toEqual(['APPROVED']);
    await bank.sentFor(endToEndId, place + 1);
    await notify({ reference: reference(), amount, direction: 'DBIT', endToEndId, debtorAccount: null });
  }
  const listed = async () =>
    (await bank.app.call(listPayments, { query: {} }, { token })).output.Items.length;
  const before = await listed();
  const waiting = await suspended();
  await notify(comesBack(endToEndId, '1111.13'));
  expect(await listed()).toBe(before);
  expect(await suspended()).toBe(waiting + 1);
  // Control: an amount that only the ordinary one has.
  await notify(comesBack(endToEndId, '1999.00'));
  expect(await listed()).toBe(before + 1);
  expect(await suspended()).toBe(waiting + 1);
});

test('a confidential salary that comes back by its own id alone stays hidden', async () => {
  const firm = await createFirm(bank.app);
  const person = await newClient(bank.app, { firstName: 'Otto', lastName: 'Pärn' });
  const rights = { ...allRights, is_boss: false, can_view_confidential: false };
  const membership = { clientId: firm.companyId, personId: person.personId, rights, validUntil: null };
  await systemWork(bank.app.database, (work) => addMember(work, membership));
  const otto = await actAlso(bank.app, person, firm.companyId);
  const { companyToken: token } = firm.clara;
  const endToEndId = ownId();
  const rows = fileOf(rowOf('Zebulon Quartzman', 'NL91ABNA0417164300', '1111.13', 'Salary', endToEndId));
  const body = { fileName: 'wages.csv', content: Buffer.from(rows).toString('base64'), confidential: true };
  const { output } = await bank.app.call(createPayout, { body }, { token, idempotencyKey: newId() });
  const payout = await awaitRead(bank.app, { token }, output.id);
  expect((await confirmAs(bank.app, token, payout)).status).toBe(202);
  expect(await decide(bank.app, firm.maria.token, await inboxOf(bank.app, firm.maria))).toEqual(['APPROVED']);
  await bank.sentFor(endToEndId);
  await notify(
    { reference: reference(), amount: '1111.13', direction: 'DBIT', endToEndId },
    {
      reference: reference(),
      amount: '1111.13',
      endToEndId,
      debtorName: 'Zebulon Quartzman',
      debtorAccount: 'NL91ABNA0417164300',
      creditorAccount: firm.account.iban ?? '',
      returnReason: 'AC04',
    },
  );
  const read = async (reader: string) =>
    (await bank.app.call(listPayments, { query: {} }, { token: reader })).text;
  expect(await read(token)).toContain('Zebulon');
  expect(await read(otto.companyToken)).not.toContain('Zebulon');
});
