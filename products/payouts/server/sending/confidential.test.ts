/** Confidential payouts over HTTP: who may do what with them, and that their data does not appear in anyone else's work. */
import {
  attachReceipt,
  cancelPayment,
  changePayoutRows,
  createPayout,
  createStandingOrder,
  deleteBeneficiary,
  downloadConfirmation,
  endpoints,
  getBeneficiary,
  getPayment,
  getPayout,
  listPayments,
  listPayouts,
  listReceipts,
  type PayoutDetails,
  previewPayment,
  previewPayout,
  repeatFailedRows,
  savePayoutPayees,
  setPayoutConfidential,
  trustBeneficiary,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp, testPayments } from '@calmly/server/test/support/app.ts';
import { sampleBodies } from '@calmly/server/test/support/attackers/sample-bodies.ts';
import {
  type Confidential,
  confirmAs,
  createConfidential,
  fileOf,
  payeesOf,
  salaries,
  uploadConfidential,
} from '@calmly/server/test/support/clients/confidential.ts';
import { callWithCode, decide, inboxOf, order } from '@calmly/server/test/support/clients/firm.ts';
import { company, createPayee } from '@calmly/server/test/support/clients/payees.ts';
import { systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { uploadPayout } from '@calmly/server/test/support/clients/payouts.ts';
import { refusal } from '@calmly/server/test/support/files/payout-rows.ts';
import { drainJobs } from '@calmly/server/test/support/jobs.ts';
import { sendDirectly } from '@calmly/server/test/support/processes/direct.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let world: Confidential;
let otto: string;
let clara: string;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  world = await createConfidential(app);
  otto = world.otto.companyToken;
  clara = world.clara.companyToken;
});
afterAll(() => app.close());

const refused = [403, 'confidential_right_missing'];
const mark = (token: string, { id, version }: PayoutDetails, confidential: boolean) =>
  app.call(setPayoutConfidential, { params: { id }, body: { version, confidential } }, { token });

test('without the right, every call of a confidential payout but its figures is refused', async () => {
  const calls = Object.values(endpoints).filter(({ path }) => path.startsWith('/masspayout/{id}'));
  expect(calls.length).toBeGreaterThanOrEqual(15);
  for (const { id: payoutId } of [world.payout, world.draft])
    for (const { id, method, path } of calls) {
      const isStream = id === 'uploadPayoutFile';
      const body = isStream ? 'name,iban' : sampleBodies[id] && JSON.stringify(sampleBodies[id]);
      const { status, text } = await sendDirectly(app.app.server, {
        method,
        path: `/api${path.replace('{id}', payoutId)}${isStream ? '?fileName=a.csv&version=1' : ''}`,
        headers: {
          authorization: `Bearer ${otto}`,
          'idempotency-key': newId(),
          ...(body && { 'content-type': isStream ? 'application/octet-stream' : 'application/json' }),
        },
        body,
      });
      const told = [status, (JSON.parse(text) as { code?: string }).code];
      if (id === 'getPayout') expect(status).toBe(200);
      else expect(told, id).toEqual(refused);
    }
  const { output } = await app.call(getPayout, { params: { id: world.payout.id } }, { token: otto });
  expect(output).toMatchObject({ name: '', fileName: '', results: [], columns: [], confidential: true });
  expect(output.summary).toMatchObject({ rows: 4, paid: 3, failed: 1, totals: [{ amount: '2666.76' }] });
  const { Items } = (await app.call(listPayouts, { query: { state: 'finished' } }, { token: otto })).output;
  expect(Items).toMatchObject([{ number: world.payout.number, name: '', fileName: '', confidential: true }]);
  const body = { name: 'Mine', confidential: true };
  expect(refusal(await app.call(createPayout, { body }, { token: otto, idempotencyKey: newId() }))).toEqual(
    refused,
  );
});

test('data of a confidential payout does not appear in anyone else’s work', async () => {
  const { name, iban } = salaries.paid;
  // The same bytes as the confidential one.
  const ordinary = await uploadPayout(app, { token: otto }, fileOf(...Object.values(salaries)));
  expect(ordinary.sameFileAs).toBeNull();
  expect(ordinary.results.map(({ beneficiaryId }) => beneficiaryId)).toEqual([
    null,
    null,
    null,
    world.payeeId,
  ]);
  // Names are compared in the background, and the banks of these payees can't check them.
  const warnings = ordinary.warnings.filter(({ code }) => code !== 'name_not_checked');
  expect(warnings.map(({ code, rows }) => [code, rows])).toEqual([['first_payment', 4]]);
  const preview = await app.call(previewPayout, { params: { id: ordinary.id } }, { token: otto });
  expect(preview.output).toMatchObject({ newPayees: 3 });

  const input = {
    debtorAccount: world.account.number,
    amount: salaries.known.amount,
    beneficiaryId: world.payeeId,
    chargeBearer: 'SHA' as const,
  };
  const single = await app.call(
    previewPayment,
    { body: { ...input, reference: salaries.known.reference } },
    { token: otto },
  );
  expect(single.output.preview?.warnings).not.toContain('duplicate');
  expect(single.output.preview?.warnings).toContain('first_payment');
  // A first payment this large is reviewed.
  const large = await order(app, world, world.boris, { amount: '50000.00', reference: 'Machine' });
  expect(large.output.status).toBe('UNDER_REVIEW');

  const own = await createPayee(app, otto, { ...company(name, iban), country: 'NL' });
  expect(own.status, own.text).toBe(202);
  const waiting = (await inboxOf(app, world.boris)).filter(({ kind }) => kind === 'payee');
  expect(await decide(app, world.boris.token, waiting)).toEqual(['APPROVED']);
  expect((await payeesOf(app, otto)).map((payee) => payee.name)).toEqual([name, 'Hansa GmbH']);
  const theirs = (await payeesOf(app, clara)).filter((payee) => payee.name === name);
  expect(theirs.map(({ confidential }) => confidential)).toEqual([false, true]);
});

test('a payout is made confidential by a member with the right, until it is confirmed, and its rows are checked again', async () => {
  const open = await uploadPayout(app, { token: clara }, fileOf(salaries.returned));
  expect(open.results).toMatchObject([{ beneficiaryId: null }]);
  expect(refusal(await mark(otto, open, true))).toEqual(refused);
  expect(refusal(await mark(clara, { ...open, version: open.version - 1 }, true))).toEqual([
    409,
    'payout_changed',
  ]);
  const marked = (await mark(clara, open, true)).output;
  expect(marked).toMatchObject({ confidential: true, version: open.version + 1 });
  expect(marked.results).toMatchObject([{ beneficiaryId: expect.any(String) }]);
  const opened = (await mark(clara, marked, false)).output;
  expect(opened).toMatchObject({ confidential: false, results: [{ beneficiaryId: null }] });
  const row = { position: 1, version: opened.results[0]?.version ?? 0, cells: { amount: '12.00' } };
  const body = { changed: [row], added: [], removed: [] };
  expect((await app.call(changePayoutRows, { params: { id: open.id }, body }, { token: otto })).status).toBe(
    200,
  );
  expect(refusal(await mark(clara, world.payout, false))).toEqual([409, 'payout_state']);
});

test('an account that only a confidential payout has paid is a new payee for a payout that everyone sees', async () => {
  const { id, version } = await uploadPayout(app, { token: otto }, fileOf(salaries.rejected));
  const body = { version, kind: 'company' as const, kinds: [] };
  const asked = await callWithCode(app, savePayoutPayees, { params: { id }, body }, otto);
  expect([asked.status, asked.body]).toMatchObject([202, { ApprovalId: expect.any(String) }]);
});

test('rows that failed are repeated as a confidential payout', async () => {
  const params = { id: world.payout.id };
  const body = { include: ['failed' as const] };
  const { output } = await app.call(
    repeatFailedRows,
    { params, body },
    { token: clara, idempotencyKey: newId() },
  );
  expect(output).toMatchObject({
    confidential: true,
    results: [{ cells: { name: salaries.rejected.name } }],
  });
});

test('a confidential payee is paid by confidential payouts only, is not changed, and can be deleted', async () => {
  const [payee] = (await payeesOf(app, clara)).filter(({ name }) => name === salaries.returned.name);
  if (!payee) throw new Error('the payout has saved no payee');
  const params = { id: payee.id };
  const paid = await order(app, world, world.boris, { beneficiaryId: payee.id });
  expect(refusal(paid)).toEqual([404, 'not_found']);
  const rows = (await app.call(getPayout, { params: { id: world.payout.id } }, { token: clara })).output
    .results;
  const failed = rows.find(({ status }) => status === 'REJECTED')?.paymentId ?? '';
  expect(refusal(await order(app, world, world.boris, { repairOf: failed }))).toEqual([404, 'not_found']);
  const later = {
    debtorAccount: world.account.number,
    beneficiaryId: payee.id,
    amount: '1.00',
    reference: 'Later',
    chargeBearer: 'SHA',
    frequency: 'MONTHLY',
    startOn: '2030-01-31',
    endOn: null,
    times: null,
    restDays: 'AFTER',
  } as const;
  const standing = await app.call(
    createStandingOrder,
    { body: later },
    { token: clara, idempotencyKey: newId() },
  );
  expect(refusal(standing)).toEqual([404, 'not_found']);
  const trust = (token: string) => app.call(trustBeneficiary, { params, body: { trusted: true } }, { token });
  expect(refusal(await trust(clara))).toEqual([409, 'beneficiary_confidential']);
  expect(refusal(await trust(otto))).toEqual([404, 'not_found']);
  const remove = (token: string) => app.call(deleteBeneficiary, { params, query: {} }, { token });
  expect(refusal(await remove(otto))).toEqual([404, 'not_found']);
  expect((await remove(clara)).status).toBe(204);
  expect((await app.call(getBeneficiary, { params }, { token: clara })).output.status).toBe('DELETED');
});

test('a right that is taken away or given counts for the next call', async () => {
  const read = (token: string) => app.call(previewPayout, { params: { id: world.draft.id } }, { token });
  const give = (has: boolean) =>
    query`
      update identity.membership set can_view_confidential = ${has}
      where person_id = ${world.clara.personId} and client_id = ${world.companyId}
    `.execute(app.database.sql);
  expect((await read(clara)).status).toBe(200);
  await give(false);
  expect(refusal(await read(clara))).toEqual(refused);
  await give(true);
  expect((await read(clara)).status).toBe(200);
});

test('a payment of it cannot be cancelled by someone who does not see it, nor by anyone once it was sent', async () => {
  const payout = await uploadConfidential(app, clara, [salaries.known]);
  expect((await confirmAs(app, world.boris.companyToken, payout)).status).toBe(200);
  const done = async () =>
    (await app.call(getPayout, { params: { id: payout.id } }, { token: clara })).output;
  await expect.poll(done).toMatchObject({ status: 'DONE' });
  const paymentId = (await done()).results[0]?.paymentId ?? '';
  const cancel = (token: string) => app.call(cancelPayment, { params: { id: paymentId } }, { token });
  expect(refusal(await cancel(otto))).toEqual([404, 'not_found']);
  expect(refusal(await cancel(clara))).toEqual([409, 'payment_state']);
});

test('its line has no confirmation, takes no receipt and cannot be cancelled, and a payment of it is not sent again alone', async () => {
  const listed = async (token: string) =>
    (await app.call(listPayments, { query: { limit: 100 } }, { token })).output.Items;
  const line = (await listed(otto)).find(({ maskOf }) => maskOf === world.payout.id);
  const params = { id: line?.id ?? '' };
  const body = { fileName: 'bill.pdf', content: Buffer.from('%PDF-1.7').toString('base64') };
  const answers = [
    await app.call(downloadConfirmation, { params, query: { locale: 'en' } }, { token: otto }),
    await app.call(listReceipts, { params }, { token: otto }),
    await app.call(attachReceipt, { params, body }, { token: otto }),
  ];
  expect(answers.map(refusal)).toEqual([refused, refused, refused]);
  expect(refusal(await app.call(cancelPayment, { params }, { token: otto }))).toEqual([409, 'payment_state']);
  const failed = (await listed(clara)).find(
    ({ isConfidential, status }) => isConfidential && status === 'REJECTED',
  );
  const { output } = await app.call(getPayment, { params: { id: failed?.id ?? '' } }, { token: clara });
  expect(output).toMatchObject({ status: 'REJECTED', canSendAgain: false });
});

test('its line is executed only once nothing of it is reviewed, and is then what left the account', async () => {
  const iban = 'AT611904300234573201';
  const reviewed = { ...salaries.paid, name: 'Blocked Trading House Ltd', iban, amount: '500.00' };
  const payout = await uploadConfidential(app, clara, [salaries.known, reviewed]);
  expect((await confirmAs(app, world.boris.companyToken, payout)).status).toBe(200);
  const done = async () =>
    (await app.call(getPayout, { params: { id: payout.id } }, { token: clara })).output;
  await expect.poll(done).toMatchObject({ status: 'DONE' });
  const held = async () => {
    const { rows } = await query<{ id: string }>`
      select payment_id as id from payments.held join transactions.transaction t on t.id = payment_id
      where t.payout_id = ${payout.id}`.execute(app.database.sql);
    return rows.map(({ id }) => id);
  };
  const line = async () => {
    const { output } = await app.call(listPayments, { query: {} }, { token: otto });
    const found = output.Items.find(({ reference }) => reference === payout.number);
    return { status: found?.status, amount: found?.amount };
  };
  await expect.poll(held).toHaveLength(1);
  expect(await line()).toEqual({ status: 'IN_PROCESS', amount: '1277.79' });
  const [paymentId = ''] = await held();
  const desk = testPayments(app.database).desk?.find(({ kind }) => kind === 'payment');
  await systemWork(app.database, (work) => Promise.resolve(desk?.decide(work, paymentId, 'reject', {})));
  await expect.poll(line).toEqual({ status: 'EXECUTED', amount: '777.79' });
});

test('when the bank asks for a document for one of its payments, or a colleague cancels it, those who may see the payout are notified', async () => {
  const iban = 'AT611904300234573201';
  const reviewed = { ...salaries.paid, name: 'Blocked Trading House Ltd', iban, amount: '41.00' };
  const payout = await uploadConfidential(app, world.boris.companyToken, [reviewed]);
  expect((await confirmAs(app, world.boris.companyToken, payout)).status).toBe(200);
  const read = async () => {
    const { rows } = await query<{ id: string; status: string }>`
      select id, status from transactions.transaction where payout_id = ${payout.id} and audience = 'CONFIDENTIAL'`.execute(
      app.database.sql,
    );
    return rows;
  };
  await expect.poll(read).toMatchObject([{ status: 'HOLD_AML' }]);
  const id = (await read())[0]?.id ?? '';
  const desk = testPayments(app.database).desk?.find(({ kind }) => kind === 'payment');
  await systemWork(app.database, (work) => Promise.resolve(desk?.hold?.(work, id, {})));
  const askedFor = async () =>
    (
      await query`
        select distinct audience from notifications.notification
        where subject_id = ${id} and kind = 'payment_document_wanted'`.execute(app.database.sql)
    ).rows;
  await drainJobs(app);
  expect(await askedFor()).toEqual([{ audience: 'confidential' }]);
  expect((await app.call(cancelPayment, { params: { id } }, { token: clara })).output.status).toBe(
    'CANCELED',
  );
  const told = async () => {
    const { rows } = await query`
      select person_id = ${world.boris.personId} as "toBoris", audience from notifications.notification
      where subject_id = ${id} and kind = 'payment_canceled'`.execute(app.database.sql);
    return rows;
  };
  await expect.poll(told).toEqual([{ toBoris: true, audience: 'confidential' }]);
});
