/** `verify` on holds while payouts are being paid. */
import { listPayoutRows } from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPayer } from '../../test/support/clients/payments.ts';
import { uploadPayout } from '../../test/support/clients/payouts.ts';
import { anna, confirmWithCode, fileOf, rowOf } from '../../test/support/files/payout-rows.ts';
import { type FileRailBank, startFileRail } from '../../test/support/processes/file-rail.ts';
import { until } from '../../test/support/until.ts';
import { verifyHolds } from './holds.ts';

let bank: FileRailBank;
beforeAll(async () => {
  bank = await startFileRail();
});
afterAll(() => bank.close());

/** Pays a payout until its part is reserved and its row waits at the other bank; returns the part's reservation. */
async function payOut(): Promise<string> {
  const { app } = bank;
  const payer = await createPayer(app);
  const payout = await uploadPayout(app, payer, fileOf(rowOf('Anna Tamm', anna, '10.00')));
  expect((await confirmWithCode(app, payer, payout)).status).toBe(200);
  const paid = await until(
    async () =>
      (await app.call(listPayoutRows, { params: { id: payout.id }, query: { from: 1, limit: 10 } }, payer))
        .output.rows,
    (rows) => rows.every(({ paymentId }) => paymentId !== null),
  );
  const { rows } = await query<{ heldBy: string }>`
    select held_by as "heldBy" from transactions.transaction where id = ${paid[0]?.paymentId}`.execute(
    app.database.sql,
  );
  return rows[0]?.heldBy ?? '';
}

/** The database, in which `meanwhile` happens once the first snapshot has been read. */
function afterFirstSnapshot(meanwhile: () => Promise<unknown>): Sql {
  const { sql } = bank.app.database;
  let isFirst = true;
  const beginning = (builder: object): object =>
    new Proxy(builder, {
      get(target, name) {
        const found = Reflect.get(target, name, target);
        if (name === 'execute')
          return async (read: unknown) => {
            const result = await found.call(target, read);
            if (isFirst) {
              isFirst = false;
              await meanwhile();
            }
            return result;
          };
        return typeof found === 'function'
          ? (...given: unknown[]) => beginning(found.apply(target, given))
          : found;
      },
    });
  return new Proxy(sql, {
    get(target, name) {
      const found = Reflect.get(target, name, target);
      if (name === 'transaction') return () => beginning(target.transaction());
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
}

test('a part of a payout that is reserved while verify reads is held for its rows', async () => {
  const parts: string[] = [];
  const faults = await verifyHolds(afterFirstSnapshot(async () => parts.push(await payOut())));
  expect([parts.length, faults]).toEqual([1, []]);
});

/** A transaction that began before verify did, and ended while it read. */
const reserveBefore = async (change = (id: string) => query`select ${id}`) => {
  const { sql } = bank.app.database;
  const part = await payOut();
  await query`update ledger.reservations set created_at = created_at - interval '1 hour' where id = ${part}`.execute(
    sql,
  );
  await change(part).execute(sql);
};

test('nor is a part a fault whose transaction began before', async () => {
  expect(await verifyHolds(afterFirstSnapshot(() => reserveBefore()))).toEqual([]);
});

test('control: such a part that holds more than its rows take is a fault', async () => {
  const more = (id: string) =>
    query`update transactions.transaction set amount_minor = amount_minor - 1 where held_by = ${id}`;
  const faults = await verifyHolds(afterFirstSnapshot(() => reserveBefore(more)));
  expect(faults).toEqual([
    expect.stringMatching(/^reservation .* holds \d+, its payments of payout .* take \d+$/),
  ]);
});
