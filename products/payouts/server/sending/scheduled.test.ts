/** Scheduled payouts on their day, over HTTP. The tests move the bank’s calendar. */
import {
  cancelPayout,
  changeParty,
  changePerson,
  confirmPayout,
  downloadPayoutResults,
  getPayout,
  type PayoutDetails,
  removePerson,
  repeatFailedRows,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { find, textAt } from '@calmly/platform/iso20022/fields.ts';
import { advanceBusinessTime, businessDay } from '@calmly/platform/time/business-time.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { noRights } from '@calmly/server/test/support/clients/colleagues.ts';
import {
  callWithCode,
  createFirm,
  decide,
  type Firm,
  inboxOf,
  moneyOf,
  setPolicy,
} from '@calmly/server/test/support/clients/firm.ts';
import { addPayee, createPayer, withSepaFee } from '@calmly/server/test/support/clients/payments.ts';
import { allRows, uploadPayout } from '@calmly/server/test/support/clients/payouts.ts';
import { faultsOf } from '@calmly/server/test/support/files/pain002-shape.ts';
import {
  anna,
  confirmBody,
  confirmWithCode,
  fileOf,
  hansa,
  paid,
  rowOf,
} from '@calmly/server/test/support/files/payout-rows.ts';
import { readXml } from '@calmly/server/test/support/files/read-xml.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql as query } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyBooks } from '../../../ledger/server/index.ts';

/** The job logs a failed attempt before it refuses the row; it pauses here, so that the waiting call gets the lock first. */
const pauseMs = 300;
const pausing = {
  write: () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs),
};

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ jobs: true, log: pino({ level: 'error' }, pausing) });
});
afterAll(() => app.close());

const barrier = 4711;

/** Makes the database refuse every payment of a payout; an attempt to pay a single row, the last one, waits for the barrier first. */
async function refusePayments(): Promise<void> {
  await app.database.pool.query(`
    create function payouts.refuse_payments() returns trigger language plpgsql set lock_timeout = 0 as $$
    begin
      if (select count(payment_id) from added) = 0 then return null; end if;
      if (select count(*) from added) = 1 then perform pg_advisory_xact_lock_shared(${barrier}); end if;
      raise check_violation;
    end $$;
    create trigger refuse_payments after insert on payouts.outcome referencing new table as added
      for each statement execute function payouts.refuse_payments()`);
}

const acceptPayments = () => app.database.pool.query('drop trigger refuse_payments on payouts.outcome');

const isWaiting = (condition: string) =>
  until(
    async () => {
      const { rows } = await app.database.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and ${condition}`,
      );
      return rows.length;
    },
    (count) => count > 0,
  );

/** A day of the bank’s calendar. */
async function dayIn(days: number): Promise<string> {
  const today = await businessDay({ sql: app.database.sql, now: new Date() });
  return new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
}

const passDays = (days: number) =>
  app.database.sql.transaction().execute((sql) => advanceBusinessTime(sql, days * 24));

/** Whether the job is neither running nor about to. */
async function isResting({ id }: PayoutDetails): Promise<boolean> {
  const { rows } = await query<{ isResting: boolean }>`
    select run_at > now() and locked_at is null as "isResting"
    from graphile_worker._private_jobs where key = ${`payouts_pay ${id}`}
  `.execute(app.database.sql);
  return rows.every((job) => job.isResting);
}

const untilLooked = (payout: PayoutDetails) =>
  until(
    () => isResting(payout),
    (resting) => resting,
  );

/** Runs the job now instead of in a minute. */
async function lookNow(payout: PayoutDetails): Promise<void> {
  await untilLooked(payout);
  await query`
    update graphile_worker._private_jobs set run_at = now() where key = ${`payouts_pay ${payout.id}`}
  `.execute(app.database.sql);
}

test('a scheduled payout is paid on its day, or when it is approved after it', async () => {
  const firm = await createFirm(app);
  const payer = await createPayer(app, { fundedMinor: 100_000n });
  const clara = { token: firm.clara.companyToken };
  const payOn = await dayIn(2);
  const own = await uploadPayout(app, payer, fileOf(rowOf('Anna Tamm', anna, '100.00')));
  await confirmWithCode(app, payer, own, { payOn });
  const late = await uploadPayout(app, clara, fileOf(rowOf('Anna Tamm', anna, '100.00', newId())));
  const params = { id: late.id };
  await callWithCode(app, confirmPayout, { params, body: confirmBody(late, { payOn }) }, clara.token);
  const read = async () => (await app.call(getPayout, { params }, clara)).output;

  // Before its day the job finds nothing to pay.
  await lookNow(own);
  await untilLooked(own);
  expect(await payer.balance()).toMatchObject({ reserved: withSepaFee(10_000n) });
  await passDays(2);
  await lookNow(own);
  expect((await paid(app, payer, own)).summary).toMatchObject({ paid: 1, failed: 0 });
  expect(await read()).toMatchObject({ status: 'WAITING', payOn });
  const [waiting] = await inboxOf(app, firm.boris);
  if (!waiting) throw new Error('nothing waits');
  await decide(app, firm.boris.token, [waiting]);
  await expect.poll(async () => (await read()).summary.paid).toBe(1);
  expect((await verifyBooks(app.database.sql)).breaches).toEqual([]);
});

// Control: a job that counts the rows waits for them until it fails.
test('a payout that waits for its day is checked without its rows', async () => {
  const payer = await createPayer(app, { fundedMinor: 100_000n });
  const payout = await uploadPayout(app, payer, fileOf(rowOf('Anna Tamm', anna, '100.00', newId())));
  await confirmWithCode(app, payer, payout, { payOn: await dayIn(2) });
  await untilLooked(payout);
  const holder = await app.database.openConnection('test');
  await holder.query('begin');
  await holder.query('lock table payouts.row in access exclusive mode');
  await lookNow(payout);
  await untilLooked(payout);
  const { rows } = await query<{ error: string | null }>`
    select last_error as error from graphile_worker._private_jobs where key = ${`payouts_pay ${payout.id}`}
  `.execute(app.database.sql);
  await holder.end();
  expect(rows).toEqual([{ error: null }]);
  await passDays(2);
  await lookNow(payout);
  expect((await paid(app, payer, payout)).summary).toMatchObject({ paid: 1, failed: 0 });
});

// Control: if the refusal does not check the status, the draft returns to PAYING with no money held.
test('a payout that is taken back between a failed attempt and the refusal of its row stays a draft', async () => {
  const payer = await createPayer(app, { fundedMinor: 100_000n });
  const { token } = payer;
  const payout = await uploadPayout(
    app,
    payer,
    fileOf(rowOf('Anna Tamm', anna, '100.00'), rowOf('Hansa GmbH', hansa, '200.00')),
  );
  const params = { id: payout.id };
  const payOn = await dayIn(2);
  expect((await confirmWithCode(app, payer, payout, { payOn })).output.status).toBe('SCHEDULED');
  const holder = await app.database.openConnection('test');
  await holder.query(`select pg_advisory_lock(${barrier})`);
  await refusePayments();
  await passDays(2);
  await lookNow(payout);
  await isWaiting("wait_event = 'advisory'");
  const canceling = app.call(cancelPayout, { params }, { token });
  await isWaiting("query like '%payouts.payout%for no key update%'");
  await holder.end();

  expect((await canceling).output.status).toBe('DRAFT');
  await untilLooked(payout);
  const read = async () => (await app.call(getPayout, { params }, { token })).output;
  const draft = await read();
  expect(draft).toMatchObject({ status: 'DRAFT', progress: null, summary: { faulty: 0 } });
  expect((await allRows(app, payer, payout.id)).map(({ refusal }) => refusal)).toEqual([null, null]);
  expect(await payer.balance()).toMatchObject({ posted: 100_000n, reserved: 0n });

  await acceptPayments();
  expect((await confirmWithCode(app, payer, draft)).status).toBe(200);
  expect((await paid(app, payer, payout)).summary).toMatchObject({ paid: 2, failed: 0 });
  const spent = withSepaFee(10_000n) + withSepaFee(20_000n);
  expect(await payer.balance()).toMatchObject({ posted: 100_000n - spent, reserved: 0n });
  expect((await verifyBooks(app.database.sql)).breaches).toEqual([]);
});

test('a row whose account was closed before its day is refused, and pain.002 says AC05', async () => {
  const payer = await createPayer(app, { fundedMinor: 100_000n });
  const payout = await uploadPayout(app, payer, fileOf(rowOf('Anna Tamm', anna, '100.00', newId())));
  expect((await confirmWithCode(app, payer, payout, { payOn: await dayIn(1) })).status).toBe(200);
  // A client cannot close an account while money is held; the bank can.
  await query`update accounts.account set status = 'CLOSED', closed_at = now() where id = ${payer.account.id}`.execute(
    app.database.sql,
  );
  await passDays(1);
  await lookNow(payout);
  await paid(app, payer, payout);
  expect(await allRows(app, payer, payout.id)).toMatchObject([
    { refusal: 'The account to pay from is closed.' },
  ]);
  const options = { params: { id: payout.id }, query: { format: 'pain002', locale: 'en' } } as const;
  const { text } = await app.call(downloadPayoutResults, options, { token: payer.token });
  expect(faultsOf(text)).toEqual([]);
  const row = find(readXml(Buffer.from(text)).root, 'CstmrPmtStsRpt/OrgnlPmtInfAndSts/TxInfAndSts');
  expect(textAt(row, 'StsRsnInf/Rsn/Cd')).toBe('AC05');
});

// Control: without `findChanged` the changed payee is paid, although nobody confirmed it.
test('a row whose payee was changed after the confirmation is not paid, the others are', async () => {
  const payer = await createPayer(app, { fundedMinor: 100_000n });
  const payee = await addPayee(app, payer.clientId, { name: 'Hansa GmbH', iban: hansa });
  const payout = await uploadPayout(
    app,
    payer,
    fileOf(rowOf('Hansa GmbH', hansa, '100.00', newId()), rowOf('Anna Tamm', anna, '50.00')),
  );
  const params = { id: payout.id };
  expect((await confirmWithCode(app, payer, payout, { payOn: await dayIn(1) })).status).toBe(200);
  const party = { legalStatus: 'COMPANY' as const, name: 'Someone Else GmbH', country: 'DE' };
  const change = { params: { id: payee.id }, body: party };
  expect((await callWithCode(app, changeParty, change, payer.token)).status).toBe(200);
  await passDays(1);
  await lookNow(payout);
  expect((await paid(app, payer, payout)).summary).toMatchObject({ paid: 1, failed: 1 });
  expect((await allRows(app, payer, payout.id)).map(({ refusal }) => refusal)).toEqual([
    'This payee was changed in the meantime. Check the details again.',
    null,
  ]);
  expect(await payer.balance()).toMatchObject({ posted: 100_000n - withSepaFee(5_000n), reserved: 0n });
  const again = { params, body: { include: ['refused' as const] } };
  const { output } = await app.call(repeatFailedRows, again, {
    token: payer.token,
    idempotencyKey: newId(),
  });
  expect(output.summary).toMatchObject({ rows: 1 });
});

const rightsWithoutPayments = { ...noRights, can_create_benef: true };

test.each([
  [
    'the right to pay',
    async (firm: Firm) => {
      const body = { rights: rightsWithoutPayments, validUntil: null };
      return callWithCode(app, changePerson, { ...ofClara(firm), body }, firm.boris.companyToken);
    },
  ],
  ['the membership', (firm: Firm) => callWithCode(app, removePerson, ofClara(firm), firm.boris.companyToken)],
])('rows of a later day are not paid once their payer has lost %s', async (_what, lose) => {
  const firm = await createFirm(app);
  const [clara, boris] = [firm.clara, firm.boris].map(({ companyToken: token }) => ({ token }));
  if (!clara || !boris) throw new Error('no colleagues');
  const rule = { requesterIds: [], currency: 'EUR', above: '0', measure: 'PAYMENT' as const, steps: [] };
  await setPolicy(app, firm, { paymentRules: [rule] });
  await addPayee(app, firm.companyId, { name: 'Anna Tamm', iban: anna });
  const rows = [rowOf('Anna Tamm', anna, '100.00', newId()), rowOf('Hansa GmbH', hansa, '200.00', newId())];
  const payout = await uploadPayout(app, clara, fileOf(...rows));
  const confirmed = await confirmWithCode(app, clara, payout, { payOn: await dayIn(1) });
  expect([confirmed.status, confirmed.output.status]).toEqual([200, 'SCHEDULED']);
  expect((await lose(firm)).status).toBeOneOf([200, 204]);
  await passDays(1);
  await lookNow(payout);
  expect((await paid(app, boris, payout)).summary).toMatchObject({ paid: 0, failed: 2 });
  expect((await allRows(app, boris, payout.id)).map(({ refusal }) => refusal)).toEqual(
    Array(2).fill('You are not allowed to request payments'),
  );
  expect(await moneyOf(app, firm)).toMatchObject({ posted: 10_000_000n, reserved: 0n });
});

const ofClara = (firm: Firm) => ({ params: { id: firm.clara.personId } });
