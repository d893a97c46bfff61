/** Held payments of one payout decided together with the staff command. */

import { newId } from '@calmly/platform/ids.ts';
import { verifyBooks } from '@calmly/products/ledger/server/index.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../test/support/app.ts';
import { createPayer, withSepaFee } from '../../test/support/clients/payments.ts';
import { uploadPayout } from '../../test/support/clients/payouts.ts';
import { anna, confirmWithCode, fileOf, hansa, rowOf } from '../../test/support/files/payout-rows.ts';
import { drainJobs } from '../../test/support/jobs.ts';
import { ops } from '../../test/support/processes/ops.ts';

const listed = 'Blocked Trading House Ltd';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(async () => {
  expect((await verifyBooks(app.database.sql)).breaches).toEqual([]);
  await app.close();
});

/** A payout with two rows to a listed name and one that is paid. */
async function heldPayout() {
  const payer = await createPayer(app, { fundedMinor: 1_000_000n });
  const rows = [
    rowOf(listed, hansa, '10.00', newId()),
    rowOf(listed, hansa, '20.00', newId()),
    rowOf('Anna Tamm', anna, '30.00', newId()),
  ];
  const payout = await uploadPayout(app, payer, fileOf(...rows));
  expect((await confirmWithCode(app, payer, payout)).status).toBe(200);
  // Every row has become a payment.
  await paidOut(payout.id);
  const statuses = async () => {
    const { rows: found } = await query<{ amount: string; status: string }>`
      select amount_minor::text as amount, status from transactions.transaction
      where payout_id = ${payout.id} order by amount_minor`.execute(app.database.sql);
    return found.map(({ status }) => status);
  };
  return { payer, id: payout.id, statuses };
}

async function paidOut(id: string): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await query`select from payouts.outcome where payout_id = ${id}`.execute(
        app.database.sql,
      );
      return rows.length;
    })
    .toBe(3);
  await drainJobs(app);
}

test('are approved together, and a second time there is nothing to decide', async () => {
  const { id, statuses } = await heldPayout();
  await expect.poll(statuses).toEqual(['HOLD_AML', 'HOLD_AML', 'EXECUTED']);
  const [item] = (await ops(app, 'list')).out.split('\n');
  const shown = await ops(app, 'show', item?.split(' ')[0] ?? '');
  expect(shown.out).toContain(`Payout: ${id}`);

  expect(await ops(app, 'approve', '--payout', id, '--as', 'Mari')).toMatchObject({
    code: 0,
    out: 'Approved by Mari: 2 payments.\n',
  });
  await expect.poll(statuses).toEqual(['EXECUTED', 'EXECUTED', 'EXECUTED']);
  expect(await ops(app, 'approve', '--payout', id, '--as', 'Mari')).toMatchObject({
    code: 1,
    error: `No payment of the payout ${id} is held.\n`,
  });
});

test('are rejected together with a reason; their money is free again', async () => {
  const { payer, id, statuses } = await heldPayout();
  expect((await ops(app, 'reject', '--payout', id, '--as', 'Mari')).code).toBe(2);
  const rejected = await ops(app, 'reject', '--payout', id, '--as', 'Mari', '--reason', 'On list EU 7');
  expect(rejected).toMatchObject({ code: 0, out: 'Rejected by Mari: 2 payments.\n' });
  await expect.poll(statuses).toEqual(['AML_REJECTED', 'AML_REJECTED', 'EXECUTED']);
  expect(await payer.balance()).toMatchObject({
    posted: 1_000_000n - withSepaFee(3_000n),
    reserved: 0n,
  });
});

test('an id beside the payout, or another command with one, is not understood', async () => {
  const id = newId();
  for (const parameters of [
    ['approve', id, '--payout', id],
    ['show', '--payout', id],
    ['approve', '--payout', 'x'],
  ])
    expect((await ops(app, ...parameters, '--as', 'Mari')).code).toBe(2);
});
