/** Unpaid rows of a finished payout over HTTP: repeated once by another payout, or sent again individually. */
import { countUnpaidRows, deletePayout, repeatFailedRows, type UnpaidKind } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import {
  addPayee,
  createPayer,
  type Payer,
  readPayment,
} from '@calmly/server/test/support/clients/payments.ts';
import { allRows, uploadPayout } from '@calmly/server/test/support/clients/payouts.ts';
import {
  anna,
  closed,
  fileOf,
  hansa,
  paidPayout,
  refusal,
  rowOf,
} from '@calmly/server/test/support/files/payout-rows.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());

/** The calls that repeat the unpaid rows of a payout and count them. */
function repeating({ token }: Payer, id: string) {
  const count = () => app.call(countUnpaidRows, { params: { id } }, { token });
  return {
    again: (...include: UnpaidKind[]) =>
      app.call(repeatFailedRows, { params: { id }, body: { include } }, { token, idempotencyKey: newId() }),
    count,
    counted: async () => (await count()).output,
  };
}

// Control: without the lock of the finished payout, or without the mark on its rows, all six calls create a payout.
test('each row that was not paid is paid again once, whoever asks, and again only if that payout is discarded', async () => {
  const payer = await createPayer(app, { fundedMinor: 1_000_000n });
  const { id } = await paidPayout(
    app,
    payer,
    rowOf('Anna Tamm', anna, '10.00'),
    rowOf('Gone GmbH', closed, '50.00', 'Wages', 'W-2'),
    rowOf('Wrong account', 'DE00', '10.00', 'Wages', 'W-3'),
  );
  const { token } = payer;
  const { again, counted } = repeating(payer, id);
  expect(await counted()).toEqual({ refused: 0, failed: 1, leftOut: 1, repeated: 0 });

  const answers = await Promise.all(Array.from({ length: 6 }, () => again('failed', 'refused')));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  const [first] = answers.flatMap((each) => (each.status === 201 ? each.output : []));
  expect(first).toMatchObject({ status: 'DRAFT', repeatOf: id, summary: { rows: 1, faulty: 0 } });
  expect(first?.results).toMatchObject([
    { cells: { name: 'Gone GmbH', amount: '50.00', endToEndId: 'W-2' } },
  ]);
  expect(refusal(await again('failed'))).toEqual([409, 'payout_nothing_unpaid']);
  expect(await counted()).toEqual({ refused: 0, failed: 0, leftOut: 1, repeated: 1 });

  const second = (await again('failed', 'left_out')).output;
  expect(second).toMatchObject({ summary: { rows: 1, faulty: 1 } });
  expect(second.results).toMatchObject([{ cells: { name: 'Wrong account', endToEndId: 'W-3' } }]);
  await app.call(deletePayout, { params: { id: first?.id ?? '' } }, { token });
  expect(await counted()).toEqual({ refused: 0, failed: 1, leftOut: 0, repeated: 1 });
  expect((await again('failed', 'left_out')).output.results).toMatchObject([
    { cells: { name: 'Gone GmbH' } },
  ]);
});

// Control: without `payments.repeated` the payment is sent again in addition to the payout, without `findReplacements` the payout repeats it: each
// pays twice.
test('a failed payment is sent again individually or repeated by a payout, never both', async () => {
  const payer = await createPayer(app, { fundedMinor: 1_000_000n });
  const done = await paidPayout(
    app,
    payer,
    rowOf('Gone GmbH', closed, '50.00'),
    rowOf('Gone Too GmbH', closed, '60.00'),
  );
  const { token } = payer;
  const [first = '', second = ''] = (await allRows(app, payer, done.id)).map(
    ({ paymentId }) => paymentId ?? '',
  );
  const mended = await addPayee(app, payer.clientId, { name: 'Hansa Neu', trusted: true });
  const sendAgain = (repairOf: string) => payer.pay({ beneficiaryId: mended.id, repairOf });
  const { again, counted } = repeating(payer, done.id);

  expect((await sendAgain(first)).status).toBe(201);
  expect(await counted()).toEqual({ refused: 0, failed: 1, leftOut: 0, repeated: 0 });
  const { output: repeated } = await again('failed');
  expect(repeated.results).toMatchObject([{ cells: { name: 'Gone Too GmbH' } }]);
  expect(refusal(await again('failed'))).toEqual([409, 'payout_nothing_unpaid']);
  expect(await readPayment(app, payer, second)).toMatchObject({ canSendAgain: false, replacedBy: null });
  expect(refusal(await sendAgain(second))).toEqual([409, 'already_sent_again']);

  // Once that payout is discarded, either way is free again, and of both at once one is taken.
  await app.call(deletePayout, { params: { id: repeated.id } }, { token });
  expect(await readPayment(app, payer, second)).toMatchObject({ canSendAgain: true });
  const both = await Promise.all([sendAgain(second), again('failed')]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test('a payout that is not finished has nothing to pay again', async () => {
  const payer = await createPayer(app);
  const { id } = await uploadPayout(app, payer, fileOf(rowOf('Hansa GmbH', hansa, '10.00')));
  const { again, count } = repeating(payer, id);
  expect(refusal(await count())).toEqual([409, 'payout_state']);
  expect(refusal(await again('failed'))).toEqual([409, 'payout_state']);
});
