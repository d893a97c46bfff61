/** Payments of a bulk payout: their money was held as one sum, and each draws its own part. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, testPayments } from '../../../../test/support/app.ts';
import {
  addPayee,
  awaitPayment,
  createPayer,
  type Payer,
  withSepaFee,
} from '../../../../test/support/payments.ts';
import { systemWork } from '../../../../test/support/work.ts';
import { newId } from '../../../platform/ids.ts';
import { release, reserve, verifyBooks } from '../../ledger/index.ts';
import type { SubmitItem } from './candidate.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());

/** Holds a sum for a payer, as a payout does when it is confirmed. */
async function hold({ account }: Payer, amountMinor: bigint): Promise<string> {
  const id = newId();
  const [verdict] = await app.database.inTransaction((sql) =>
    reserve(sql, [{ id, accountId: account.id, amountMinor }]),
  );
  expect(verdict).toEqual({ ok: true });
  return id;
}

test('payments draw on what is held, to another bank and inside; the rest is free again', async () => {
  const payer = await createPayer(app, { fundedMinor: 100_000n });
  const other = await createPayer(app, { fundedMinor: 0n, firstName: 'Mart', lastName: 'Kask' });
  const hansa = await addPayee(app, payer.clientId);
  const heldBy = await hold(payer, 90_000n);
  const ids = [newId(), newId()];
  const payoutId = newId();
  const itemOf = (
    sql: SubmitItem['work']['sql'],
    place: number,
    order: Partial<SubmitItem['command']>,
  ): SubmitItem => ({
    work: systemWork(sql),
    command: {
      clientId: payer.clientId,
      debtorAccount: payer.account.number,
      amount: '200.00',
      reference: `Payout ${place}`,
      chargeBearer: 'SHA',
      inBulk: { payoutId, isConfidential: false, paymentId: ids[place] ?? '', heldBy },
      ...order,
    },
  });
  await app.database.inTransaction(async (sql) => {
    const verdicts = await testPayments(app.database).submit(sql, [
      itemOf(sql, 0, { beneficiaryId: hansa.id }),
      itemOf(sql, 1, { creditorAccount: other.account.number, creditorName: 'Mart Kask' }),
    ]);
    expect(verdicts.map((verdict) => verdict.ok && verdict.payment.id)).toEqual(ids.slice(0, 2));
  });
  expect(await other.balance()).toMatchObject({ posted: 20_000n });
  await awaitPayment(app, payer, ids[0] ?? '', ({ status }) => status === 'EXECUTED');

  const afterwards = { posted: 100_000n - 20_000n - withSepaFee(20_000n) };
  expect(await payer.balance()).toMatchObject({
    ...afterwards,
    reserved: 90_000n - 20_000n - withSepaFee(20_000n),
  });
  await app.database.inTransaction((sql) => release(sql, [heldBy]));
  expect(await payer.balance()).toMatchObject({ ...afterwards, reserved: 0n });
  expect((await verifyBooks(app.database.sql)).breaches).toEqual([]);
});
