/**
 * A converted payment that settles beside rows of a payout locks as those do: first the reservation that they share, then accounts. Control, tried once: with the accounts first, the
 * other settlement, which has the reservation, waits for an account while this one waits for the reservation.
 */

import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { createPayer } from '@calmly/server/test/support/clients/payments.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reserveAll } from '../../../../ledger/server/index.ts';
import { settlePayments } from './settle-money.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('a settlement that waits for a shared reservation holds no account', async () => {
  const { account } = await createPayer(app);
  const [shared, row, converted] = [newId(), newId(), newId()];
  const { database } = app;
  await database.inTransaction(async (sql) => {
    await reserveAll(sql, [
      { id: shared, accountId: account.id, amountMinor: 300n },
      { id: converted, accountId: account.id, amountMinor: 200n },
    ]);
  });
  const payment = {
    accountId: account.id,
    currency: 'EUR',
    amountMinor: 200n,
    feeMinor: 0n,
    chargeBearer: 'SHA',
    converted: null,
    heldBy: null,
  } as const;
  const at = new Date();
  const other = await database.openConnection('another settlement');
  await other.query('begin');
  await other.query('select from ledger.reservations where id = $1 for no key update', [shared]);
  // A deadlock's victim is tried again.
  let attempts = 0;
  const settled = database.inTransaction((sql) => {
    attempts += 1;
    return settlePayments(sql, newId, [
      {
        payment: {
          ...payment,
          id: converted,
          converted: { currency: 'USD', amountMinor: 230n, rate: '1.15' },
        },
        at,
      },
      { payment: { ...payment, id: row, heldBy: shared }, at },
    ]);
  });
  await until(
    () =>
      other.query('select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'),
    ({ rows }) => rows.length > 0,
  );
  await other.query('select ledger.lock_accounts($1)', [[account.id]]);
  await other.query('commit');
  await other.end();
  expect(await settled).toEqual([{ ok: true }, { ok: true }]);
  expect(attempts).toBe(1);
});
