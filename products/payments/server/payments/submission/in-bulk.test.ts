/**
 * Payments of a bulk payout share the reservation of their part until each ends. Controls, tried once each: if transfers have ids of their own, a
 * second settlement pays with other payments' money; without `drawTogether`, releasing the payout's reservation frees their money too; ids and amounts
 * in different orders book an amount under another payment.
 */
import { getPayment, listPayments } from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import type { RailReport } from '@calmly/providers/rail/rail.ts';
import { startTestApp, type TestApp, testClearing, testPayments } from '@calmly/server/test/support/app.ts';
import {
  addPayee,
  createPayer,
  type Payer,
  withSepaFee,
} from '@calmly/server/test/support/clients/payments.ts';
import { systemWork } from '@calmly/server/test/support/work.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookingsOf, release, reserve, verifyBooks } from '../../../../ledger/server/index.ts';
import type { PaymentOrder } from '../ordering/order.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
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

const report = (...reports: RailReport[]) =>
  app.database.inTransaction((sql) => testClearing(app.database).sinks.report(systemWork(sql), reports));

test('payments draw on what is held, to another bank and inside; the rest is free again', async () => {
  const payer = await createPayer(app, { fundedMinor: 100_000n });
  const other = await createPayer(app, { fundedMinor: 0n, firstName: 'Mart', lastName: 'Kask' });
  const hansa = await addPayee(app, payer.clientId);
  const drawnFrom = await hold(payer, 90_000n);
  const heldBy = newId();
  const ids = [newId(), newId()];
  const payoutId = newId();
  const itemOf = (
    sql: PaymentOrder['work']['sql'],
    place: number,
    order: Partial<PaymentOrder['command']>,
  ): PaymentOrder => ({
    work: systemWork(sql),
    command: {
      clientId: payer.clientId,
      debtorAccount: payer.account.number,
      amount: '200.00',
      reference: `Зарплата ${place}`,
      chargeBearer: 'SHA',
      inBulk: { payoutId, isConfidential: false, paymentId: ids[place] ?? '', drawnFrom, heldBy },
      ...order,
    },
  });
  await app.database.inTransaction(async (sql) => {
    const verdicts = await testPayments(app.database).submit(sql, [
      itemOf(sql, 0, { beneficiaryId: hansa.id, reference: 'Payout 0' }),
      itemOf(sql, 1, { creditorAccount: other.account.number, creditorName: 'Mart Kask' }),
    ]);
    expect(verdicts.map((verdict) => verdict.ok && verdict.payment.id)).toEqual(ids.slice(0, 2));
  });
  expect(await other.balance()).toMatchObject({ posted: 20_000n });
  await report({ paymentId: ids[0] ?? '', at: new Date(), outcome: 'settled' });

  const found = await app.call(listPayments, { query: { search: 'zarplata' } }, { token: payer.token });
  expect(found.output.Items.map(({ id }) => id)).toEqual([ids[1]]);

  const afterwards = { posted: 100_000n - 20_000n - withSepaFee(20_000n) };
  expect(await payer.balance()).toMatchObject({
    ...afterwards,
    reserved: 90_000n - 20_000n - withSepaFee(20_000n),
  });
  await app.database.inTransaction((sql) => release(sql, [drawnFrom]));
  expect(await payer.balance()).toMatchObject({ ...afterwards, reserved: 0n });
  expect((await verifyBooks(app.database.sql)).breaches).toEqual([]);
});

test('payments that share a reservation settle and fail separately, and each is paid once', async () => {
  const payer = await createPayer(app, { fundedMinor: 100_000n });
  const hansa = await addPayee(app, payer.clientId);
  const [drawnFrom, heldBy, payoutId] = [await hold(payer, 90_000n), newId(), newId()];
  const ids = [newId(), newId(), newId(), newId()];
  await app.database.inTransaction(async (sql) => {
    const verdicts = await testPayments(app.database).submit(
      sql,
      ids.map((paymentId, place) => ({
        work: systemWork(sql),
        command: {
          clientId: payer.clientId,
          debtorAccount: payer.account.number,
          beneficiaryId: hansa.id,
          amount: '100.00',
          reference: `Payout ${place}`,
          chargeBearer: 'SHA',
          inBulk: { payoutId, isConfidential: false, paymentId, drawnFrom, heldBy },
        },
      })),
    );
    expect(verdicts.every(({ ok }) => ok)).toBe(true);
    await release(sql, [drawnFrom]);
  });
  const each = withSepaFee(10_000n);
  expect(await payer.balance()).toMatchObject({ posted: 100_000n, reserved: 4n * each });

  const [first = '', second = '', third = ''] = ids;
  const at = new Date();
  const settled = (paymentId: string): RailReport => ({ paymentId, at, outcome: 'settled' });
  await report(
    settled(first),
    { paymentId: second, at, outcome: 'rejected', reason: 'account_closed' },
    settled(third),
  );
  const afterwards = { posted: 100_000n - 2n * each, reserved: each };
  expect(await payer.balance()).toMatchObject(afterwards);

  // As if its last step had been lost. The shared reservation still holds another payment's money.
  await query`
    update transactions.transaction set status = 'PENDING_FINANCE_INSTITUTION' where id = ${third}
  `.execute(app.database.sql);
  await expect(report(settled(third))).rejects.toThrow('the ledger refused');
  await expect(report(settled(third), settled(third))).rejects.toThrow('transfers_pkey');
  expect(await payer.balance()).toMatchObject(afterwards);
  expect((await verifyBooks(app.database.sql)).breaches).toEqual([]);
});

test('payments of several payouts settle in one list: each with its own amount and fee, in neighbouring entries', async () => {
  const settling: Array<{ readonly payer: Payer; readonly id: string; readonly cost: bigint }> = [];
  // With BEN the fee is a part of the amount; SEPA knows only SHA.
  for (const [chargeBearer, currency] of [
    ['SHA', 'EUR'],
    ['BEN', 'USD'],
  ] as const) {
    const payer = await createPayer(app, { fundedMinor: 1_000_000n, currency });
    const hansa = await addPayee(app, payer.clientId, { currency });
    const inBulk = {
      payoutId: newId(),
      isConfidential: false,
      drawnFrom: await hold(payer, 900_000n),
      heldBy: newId(),
    };
    const amounts = [1_500n, 70_000n, 12_000n];
    const ids = amounts.map(() => newId());
    await app.database.inTransaction((sql) =>
      testPayments(app.database).submit(
        sql,
        amounts.map((minor, place) => ({
          work: systemWork(sql),
          command: {
            clientId: payer.clientId,
            debtorAccount: payer.account.number,
            beneficiaryId: hansa.id,
            amount: formatDecimal(minor, currency),
            reference: `Payout ${place}`,
            chargeBearer,
            inBulk: { ...inBulk, paymentId: ids[place] ?? '' },
          },
        })),
      ),
    );
    for (const [place, id] of ids.entries()) {
      const minor = amounts[place] ?? 0n;
      settling.push({ payer, id, cost: chargeBearer === 'BEN' ? minor : withSepaFee(minor) });
    }
  }
  const at = new Date();
  const reports = settling.map(({ id }): RailReport => ({ paymentId: id, at, outcome: 'settled' }));
  await report(...reports, ...reports.slice(0, 2));
  await report(...reports);

  const { rows } = await query<{ id: string; paid: string }>`
    select subject_id as id, sum(amount)::text as paid from ledger.transfers
    where subject_id = any(${settling.map(({ id }) => id)}::uuid[]) group by 1
  `.execute(app.database.sql);
  expect(new Map(rows.map(({ id, paid }) => [id, BigInt(paid)]))).toEqual(
    new Map(settling.map(({ id, cost }) => [id, cost])),
  );
  const from = new Date(0);
  const booked = await bookingsOf(
    app.database.sql,
    settling.map(({ payer, id }) => ({ accountId: payer.account.id, subjectId: id, from })),
  );
  const left = new Map<Payer, bigint>();
  for (const [place, { payer, id, cost }] of settling.entries()) {
    const balance = (left.get(payer) ?? 1_000_000n) - cost;
    left.set(payer, balance);
    expect(booked[place]).toMatchObject({ balanceMinor: balance });
    const { output } = await app.call(getPayment, { params: { id } }, { token: payer.token });
    expect(
      output.timeline.map(({ status }) => status).filter((status) => status === 'EXECUTED'),
    ).toHaveLength(1);
  }
  expect((await verifyBooks(app.database.sql)).breaches).toEqual([]);
});
