/**
 * Rows of payouts with end-to-end ids of the client's own, where the bank names only those. Controls: without `ownEndToEndIds` debits are the
 * bank's cost and a salary that comes back is an open credit; without `agrees` one client's debit settles another client's payment.
 */
import { allRights, createPayout, listPayments } from '@calmly/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newClient } from '../../../../../test/support/clients/clients.ts';
import { confirmAs } from '../../../../../test/support/clients/confidential.ts';
import { actAlso, createFirm, decide, inboxOf } from '../../../../../test/support/clients/firm.ts';
import {
  createPayer,
  type Payer,
  readPayment,
  systemWork,
} from '../../../../../test/support/clients/payments.ts';
import { allRows, awaitRead, uploadPayout } from '../../../../../test/support/clients/payouts.ts';
import { type Entry, notification, statusReport } from '../../../../../test/support/files/bank-files.ts';
import { anna, confirmWithCode, fileOf, rowOf } from '../../../../../test/support/files/payout-rows.ts';
import {
  type FileRailBank,
  reference,
  startFileRail,
} from '../../../../../test/support/processes/file-rail.ts';
import { newId } from '../../../../platform/ids.ts';
import { addMember } from '../../../identity/index.ts';

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
