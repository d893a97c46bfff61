/**
 * Serious warnings of a payout over HTTP: it can be confirmed only by a caller who acknowledges exactly the current ones, and its approver sees them
 * too.
 */
import {
  confirmPayout,
  deleteBeneficiary,
  listPayoutRows,
  type PayoutDetails,
  type PayoutFinding,
  payoutWarnings,
  previewPayout,
  updateBeneficiary,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { callWithCode, createFirm, inboxOf } from '@calmly/server/test/support/clients/firm.ts';
import { addPayee, codeIn, createPayer } from '@calmly/server/test/support/clients/payments.ts';
import { type Member, uploadPayout } from '@calmly/server/test/support/clients/payouts.ts';
import {
  anna,
  confirmBody,
  confirmWithCode,
  fileOf,
  hansa,
  paid,
  paidPayout,
  refusal,
  rowOf,
} from '@calmly/server/test/support/files/payout-rows.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());

/** Without the possible findings of the job that compares names: the sandbox's banks do not know these accounts. */
async function preview({ token }: Member, { id }: { readonly id: string }) {
  const { output } = await app.call(previewPayout, { params: { id } }, { token });
  return { ...output, warnings: output.warnings.filter(({ field }) => field !== 'name') };
}

const confirming = ({ token }: Member, payout: PayoutDetails, acknowledgedWarnings?: PayoutFinding[]) =>
  app.call(
    confirmPayout,
    {
      params: { id: payout.id },
      body: confirmBody(payout, acknowledgedWarnings && { acknowledgedWarnings }),
    },
    { token, idempotencyKey: newId() },
  );

const detailOf = ({ body }: { readonly body: unknown }) => (body as { detail: unknown }).detail;

// Control: a confirmation that does not compare the warnings asks for the code at once.
test('a payment that is twice in the file is paid only when the caller acknowledges it', async () => {
  const payer = await createPayer(app, { fundedMinor: 1_000_000n });
  const payout = await uploadPayout(
    app,
    payer,
    fileOf(
      rowOf('Anna Tamm', anna, '100.00'),
      rowOf('Hansa GmbH', hansa, '200.00'),
      rowOf('Anna Tamm', anna, '100.00'),
    ),
  );
  const repeated = { field: 'amount', code: 'duplicate_in_file', rows: 1, position: 3 } as const;
  expect(await preview(payer, payout)).toMatchObject({
    warnings: [repeated, { code: 'first_payment', rows: 3 }],
    examples: [
      {
        code: 'duplicate_in_file',
        position: 3,
        name: 'Anna Tamm',
        account: anna,
        amount: '100.00',
        message: 'Row 1 pays the same amount to the same account with the same reference.',
      },
    ],
  });
  const silent = await confirming(payer, payout);
  expect(refusal(silent)).toEqual([409, 'payout_warnings']);
  expect(detailOf(silent)).toBe('Check the rows with warnings, then confirm again. Same payment twice: 1.');
  for (const other of [
    { ...repeated, rows: 2 },
    { ...repeated, position: 1 },
    { ...repeated, code: 'paid_before' },
  ])
    expect(refusal(await confirming(payer, payout, [other]))).toEqual([409, 'payout_warnings']);
  const more = [repeated, { ...repeated, code: 'paid_before' }];
  expect(refusal(await confirming(payer, payout, more))).toEqual([409, 'payout_warnings']);
  expect(await payer.balance()).toMatchObject({ reserved: 0n });

  const done = await callWithCode(
    app,
    confirmPayout,
    { params: { id: payout.id }, body: confirmBody(payout, { acknowledgedWarnings: [repeated] }) },
    payer.token,
  );
  expect(done.status).toBe(200);
  expect((await paid(app, payer, payout)).summary.paid).toBe(3);
});

test('a payout without serious warnings is confirmed as before, without the field', async () => {
  const payer = await createPayer(app, { fundedMinor: 100_000n });
  const payout = await uploadPayout(app, payer, fileOf(rowOf('Anna Tamm', anna, '100.00')));
  expect((await confirming(payer, payout)).status).toBe(203);
});

// Control: with the warnings stored by the check, both drafts are paid.
test('a payment that another payout has made meanwhile is warned of again, before the code and after it', async () => {
  const payer = await createPayer(app, { fundedMinor: 1_000_000n });
  const rows = [rowOf('Anna Tamm', anna, '100.00'), rowOf('Hansa GmbH', hansa, '200.00')];
  const early = await uploadPayout(app, payer, fileOf(...rows));
  const seen = await preview(payer, early);
  expect(seen.warnings).toMatchObject([{ code: 'first_payment', rows: 2 }]);
  const asked = await confirming(payer, early);
  expect(asked.status).toBe(203);
  await paidPayout(app, payer, rows[0] ?? '');

  const body = confirmBody(early, { acknowledgedWarnings: seen.warnings });
  const late = await app.call(
    confirmPayout,
    { params: { id: early.id }, body: confirmBody(early) },
    { token: payer.token, idempotencyKey: newId(), code: codeIn(asked.body) },
  );
  expect(refusal(late)).toEqual([409, 'payout_warnings']);
  const before = await app.call(
    confirmPayout,
    { params: { id: early.id }, body },
    { token: payer.token, idempotencyKey: newId() },
  );
  expect(refusal(before)).toEqual([409, 'payout_warnings']);
  expect(detailOf(before)).toBe('Check the rows with warnings, then confirm again. Paid before: 1.');

  const now = await preview(payer, early);
  expect(now.warnings[0]).toEqual({ field: 'amount', code: 'paid_before', rows: 1, position: 1 });
  const listed = await app.call(
    listPayoutRows,
    { params: { id: early.id }, query: { limit: 10 } },
    { token: payer.token },
  );
  const codes = listed.output.rows.map(({ warnings }) =>
    warnings.flatMap(({ field, code }) => (field === 'name' ? [] : code)),
  );
  expect(codes).toEqual([['paid_before'], ['first_payment']]);
  expect((await confirmWithCode(app, payer, early)).status).toBe(200);
});

test('a payee’s account that was changed lately is a serious warning, and so is an unusual amount', async () => {
  const payer = await createPayer(app, { fundedMinor: 10_000_000n });
  const payee = await addPayee(app, payer.clientId, { name: 'Rheinwerk GmbH', iban: hansa, trusted: true });
  await paidPayout(app, payer, rowOf('Rheinwerk GmbH', hansa, '20.00'));
  const iban = 'DE89370400440532013000';
  const changed = await callWithCode(
    app,
    updateBeneficiary,
    { params: { id: payee.id }, body: { bankDetails: [{ currency: 'EUR', iban }] } },
    payer.token,
  );
  expect(changed.status).toBe(200);
  const payout = await uploadPayout(app, payer, fileOf(rowOf('Rheinwerk GmbH', iban, '60.01')));
  const { warnings } = await preview(payer, payout);
  expect(warnings.map(({ code }) => code)).toEqual(['payee_changed', 'unusual_amount', 'first_payment']);
  expect(refusal(await confirming(payer, payout))).toEqual([409, 'payout_warnings']);
  expect((await confirmWithCode(app, payer, payout)).status).toBe(200);
});

// Control: without searching payouts that are not paid yet, the second is confirmed with a code alone.
test('the same payment in a payout that waits or has its day is a serious warning, until that one is taken back', async () => {
  const firm = await createFirm(app);
  const clara = { token: firm.clara.companyToken };
  const rows = [rowOf('Anna Tamm', anna, '100.00'), rowOf('Hansa GmbH', hansa, '200.00')];
  const first = await uploadPayout(app, clara, fileOf(...rows));
  expect((await confirmWithCode(app, clara, first)).status).toBe(202);
  const second = await uploadPayout(app, clara, fileOf(...rows.slice(0, 1)));
  const found = { field: 'amount', code: 'in_other_payout', rows: 1, position: 1 };
  expect(second.warnings).toContainEqual(found);
  expect((await preview(clara, second)).warnings[0]).toEqual(found);
  expect((await preview(clara, second)).examples[0]?.message).toBe(
    `Payout ${first.number} also includes this payment: same amount, account and reference.`,
  );
  const refused = await confirming(clara, second);
  expect([...refusal(refused), detailOf(refused)]).toEqual([
    409,
    'payout_warnings',
    'Check the rows with warnings, then confirm again. Also in another payout: 1.',
  ]);
  await query`update payouts.payout set status = 'SCHEDULED' where id = ${first.id}`.execute(
    app.database.sql,
  );
  expect((await preview(clara, second)).warnings[0]).toEqual(found);
  // People who only pay wages must learn nothing about other payments.
  await query`update payouts.payout set confidential = true where id = ${first.id}`.execute(app.database.sql);
  expect((await preview(clara, second)).warnings.map(({ code }) => code)).toEqual(['first_payment']);
  await query`update payouts.payout set confidential = false, status = 'CANCELED' where id = ${first.id}`.execute(
    app.database.sql,
  );
  expect((await preview(clara, second)).warnings.map(({ code }) => code)).toEqual(['first_payment']);
});

// Control: without the lock both are paid.
test('of two payouts with the same payment that are confirmed at the same moment, one is warned of', async () => {
  const payer = await createPayer(app, { fundedMinor: 1_000_000n });
  const row = rowOf('Anna Tamm', anna, '100.00');
  const [one, other] = [
    await uploadPayout(app, payer, fileOf(row, rowOf('Hansa GmbH', hansa, '5.00'))),
    await uploadPayout(app, payer, fileOf(row, rowOf('Hansa GmbH', hansa, '6.00'))),
  ];
  const asked = [await confirming(payer, one), await confirming(payer, other)];
  expect(asked.map(({ status }) => status)).toEqual([203, 203]);
  const answers = await Promise.all(
    [one, other].map((payout, at) =>
      app.call(
        confirmPayout,
        { params: { id: payout.id }, body: confirmBody(payout) },
        { token: payer.token, idempotencyKey: newId(), code: codeIn(asked[at]?.body) },
      ),
    ),
  );
  expect(answers.map(refusal).toSorted()).toEqual([
    [200, undefined],
    [409, 'payout_warnings'],
  ]);
});

// Control: with the payees as they were when the rows were checked, the draft has no warning for these rows.
test('a draft whose payee got another account or was deleted is confirmed only when the payer acknowledges it', async () => {
  const payer = await createPayer(app, { fundedMinor: 1_000_000n });
  const [moved, gone] = [
    await addPayee(app, payer.clientId, { name: 'Moved Oy', iban: 'FI2112345600000785', trusted: true }),
    await addPayee(app, payer.clientId, { name: 'Gone NV', iban: 'BE68539007547034', trusted: true }),
  ];
  const payout = await uploadPayout(
    app,
    payer,
    fileOf(
      rowOf('Moved Oy', 'FI2112345600000785', '10.00'),
      rowOf('Gone NV', 'BE68539007547034', '11.00'),
      rowOf('Anna Tamm', anna, '12.00'),
    ),
  );
  const bankDetails = [{ currency: 'EUR', iban: 'IE29AIBK93115212345678' }];
  const changed = await callWithCode(
    app,
    updateBeneficiary,
    { params: { id: moved.id }, body: { bankDetails } },
    payer.token,
  );
  expect(changed.status).toBe(200);
  await app.call(deleteBeneficiary, { params: { id: gone.id } }, { token: payer.token });
  const { warnings } = await preview(payer, payout);
  expect(warnings.filter(({ code }) => code.startsWith('payee_'))).toEqual([
    { field: 'account', code: 'payee_account_replaced', rows: 1, position: 1 },
    { field: 'account', code: 'payee_deleted_since', rows: 1, position: 2 },
  ]);
  const refused = await confirming(payer, payout);
  expect([...refusal(refused), detailOf(refused)]).toEqual([
    409,
    'payout_warnings',
    'Check the rows with warnings, then confirm again. Payee has another account now: 1. Payee deleted: 1.',
  ]);
  // A payer who confirms nevertheless pays the row with the unchanged payee, and none to another account.
  expect((await confirmWithCode(app, payer, payout)).status).toBe(200);
  expect((await paid(app, payer, payout)).summary).toMatchObject({ paid: 1, failed: 2 });
});

/** The others depend on the payee's current state, and are covered by the tests of drafts and reviews. */
const shownBefore = payoutWarnings.filter(
  (code) => !['payee_account_replaced', 'payee_deleted_since', 'payee_details_changed'].includes(code),
);

// X6. Warnings that only some files or banks cause are written into the row, because this is about showing them, not finding them.
test.each(shownBefore)('%s is shown to payers and approvers', async (code) => {
  const firm = await createFirm(app);
  const clara = { token: firm.clara.companyToken };
  const rows = [rowOf('Anna Tamm', anna, '100.00'), rowOf('Anna Tamm', anna, '100.00')];
  const isRepeat = code === 'duplicate_in_file';
  if (code === 'paid_before')
    await payOnce(firm.boris.companyToken, rowOf('Anna Tamm', anna, '100.00', 'Wages October'));
  if (code === 'unusual_amount') await payOnce(firm.boris.companyToken, rowOf('Anna Tamm', anna, '10.00'));
  if (code === 'payee_changed') await payOnce(firm.boris.companyToken, rowOf('Anna Tamm', anna, '90.00'));
  if (code === 'payee_changed')
    await query`
      update beneficiaries.beneficiary set created_at = now() - interval '90 days', accounts_changed_at = now()
      where client_id = ${firm.companyId}
    `.execute(app.database.sql);
  const payout = await uploadPayout(app, clara, fileOf(...(isRepeat ? rows : rows.slice(0, 1))));
  if (code === 'in_other_payout') {
    const other = await uploadPayout(
      app,
      clara,
      fileOf(...rows.slice(0, 1), rowOf('Hansa GmbH', hansa, '5.00')),
    );
    expect((await confirmWithCode(app, clara, other)).status).toBe(202);
  }
  const isFound =
    isRepeat ||
    ['paid_before', 'in_other_payout', 'unusual_amount', 'payee_changed', 'first_payment'].includes(code);
  if (!isFound)
    await query`
      update payouts.row set warnings = warnings || ${JSON.stringify([{ field: 'name', code, params: { name: 'A', latin: 'A', details: 'A' } }])}::jsonb
      where payout_id = ${payout.id}
    `.execute(app.database.sql);
  const shown = await app.call(previewPayout, { params: { id: payout.id } }, clara);
  expect(shown.output.warnings.map((each) => each.code)).toContain(code);
  expect((await confirmWithCode(app, clara, payout)).status).toBe(202);
  const waiting = (await inboxOf(app, firm.boris)).find(({ subjectId }) => subjectId === payout.id);
  expect(waiting?.warnings).toContain(code);
  expect(waiting?.facts.warned).toMatch(new RegExp(`(^|, )${code} 1(,|$)`));

  async function payOnce(token: string, row: string) {
    const before = await uploadPayout(app, { token }, fileOf(row));
    expect((await confirmWithCode(app, { token }, before)).status).toBe(200);
    await paid(app, { token }, before);
  }
});
