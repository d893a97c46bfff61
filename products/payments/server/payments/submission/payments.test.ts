/** The life of a payment over HTTP: from the order to the books. */
import {
  cancelPayment,
  changeParty,
  downloadConfirmation,
  getBeneficiary,
  getTransferFees,
  listPayments,
  updateBeneficiary,
} from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { type Published, subscribe } from '@calmly/platform/notify/push.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { callWithCode } from '@calmly/server/test/support/clients/firm.ts';
import { germanIban } from '@calmly/server/test/support/clients/payees.ts';
import {
  addPayee,
  awaitPayment,
  codeIn,
  createPayer,
  hansaIban,
  openAnotherAccount,
  type Payer,
  readPayment,
  sepaFee,
  withSepaFee,
} from '@calmly/server/test/support/clients/payments.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { balances, bankAccount, verifyBooks } from '../../../../ledger/server/index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());

const bankBalance = async (kind: 'nostro' | 'fees') => {
  const id = await app.database.inTransaction((sql) => bankAccount(sql, kind, 'EUR'));
  return (await balances(app.database.sql, [id])).get(id)?.postedMinor ?? 0n;
};

describe('an outgoing payment', () => {
  test('is ordered with a code, screened, settled, and the books are right to the cent', async () => {
    const payer = await createPayer(app, { fundedMinor: 100_000n });
    const payee = await addPayee(app, payer.clientId);
    const before = { nostro: await bankBalance('nostro'), fees: await bankBalance('fees') };

    const idempotencyKey = newId();
    const order = { beneficiaryId: payee.id, amount: '620.00' };
    const asked = await payer.pay(order, { idempotencyKey });
    expect(asked.status).toBe(203);
    expect(asked.headers.get('x-tfa-required')).toBe('1');
    expect(asked.body).toMatchObject({
      detail: { summary: 'Pay 620.00\u00a0€ to Hansa GmbH, DE33 ···· 7016' },
    });
    expect(await payer.balance()).toMatchObject({ reserved: 0n });

    const { status, output } = await payer.pay(order, { idempotencyKey, code: codeIn(asked.body) });
    expect(status).toBe(201);
    expect(output).toMatchObject({
      status: 'PENDING_FINANCE_INSTITUTION',
      amount: '620.00',
      fee: formatDecimal(sepaFee(62_000n), 'EUR'),
    });
    expect(await readPayment(app, payer, output.id)).toMatchObject({
      total: formatDecimal(withSepaFee(62_000n), 'EUR'),
    });
    expect(output.number).toMatch(/^PAY-\d{4}-\d{7}$/);

    const done = await awaitPayment(app, payer, output.id, ({ status }) => status === 'EXECUTED');
    expect(done.processingStatus).toBe('COMPLETED');
    expect(done.timeline.map(({ status }) => status)).toEqual([
      'SUBMITTED',
      'TO_AML_REVIEW',
      'AML_APPROVED',
      'IN_PROCESS',
      'PENDING_FINANCE_INSTITUTION',
      'EXECUTED',
    ]);
    expect(done.timeline[0]?.actor).toBe('Anna Tamm');
    expect(done.version).toBe(6);
    expect(done.description).toBe(
      `ref:Invoice 7;;Anna Tamm;;${payer.account.iban};;Hansa GmbH;;${done.creditorAccount}`,
    );
    const left = 100_000n - withSepaFee(62_000n);
    expect(await payer.balance()).toEqual({ posted: left, reserved: 0n, available: left });
    expect((await bankBalance('nostro')) - before.nostro).toBe(62_000n);
    expect((await bankBalance('fees')) - before.fees).toBe(sepaFee(62_000n));
    expect((await verifyBooks(app.database.sql)).breaches).toEqual([]);
  });

  test('to a trusted payee and small needs no code; one cent more does', async () => {
    const payer = await createPayer(app);
    const payee = await addPayee(app, payer.clientId, { trusted: true });
    expect((await payer.pay({ beneficiaryId: payee.id, amount: '50.00' })).status).toBe(201);
    expect((await payer.pay({ beneficiaryId: payee.id, amount: '50.01' })).status).toBe(203);
  });

  test('to an account that replaced the one of a trusted payee needs a code, also after the old one is back; a new name alone does not', async () => {
    const payer = await createPayer(app);
    const { token } = payer;
    const { id } = await addPayee(app, payer.clientId, { trusted: true });
    const first = { currency: 'EUR', iban: hansaIban };
    const second = { currency: 'EUR', iban: germanIban(41) };
    const small = async (creditorAccount = hansaIban) =>
      (await payer.pay({ beneficiaryId: id, creditorAccount, amount: '20.00' })).status;
    const change = async (...bankDetails: Array<typeof first>) => {
      await callWithCode(app, updateBeneficiary, { params: { id }, body: { bankDetails } }, token);
      const { output } = await app.call(getBeneficiary, { params: { id } }, { token });
      return [output.trusted, await small(bankDetails[0]?.iban)];
    };

    const party = { legalStatus: 'COMPANY', name: 'Hansa Hamburg', country: 'DE' } as const;
    await callWithCode(app, changeParty, { params: { id }, body: party }, token);
    expect(await small()).toBe(201);
    expect(await change(first, { ...first, currency: 'USD' })).toEqual([true, 201]);
    expect(await change(first, second)).toEqual([false, 203]);
    expect(await change(first)).toEqual([true, 201]);
    expect(await change(second, first)).toEqual([false, 203]);
    expect(await change(second)).toEqual([false, 203]);
    expect(await change(first)).toEqual([false, 203]);
  });

  test('to a number at another bank goes there, though an account here has the same; among several of one number by the currency', async () => {
    const payer = await createPayer(app, { currency: 'USD', fundedMinor: 10_000n });
    const stranger = await createPayer(app, { currency: 'USD', fundedMinor: 0n });
    const { number: accountNumber } = stranger.account;
    const payee = await addPayee(app, payer.clientId, {
      trusted: true,
      bankDetails: [
        { currency: 'EUR', routingNumber: '021000021', accountNumber },
        { currency: 'USD', routingNumber: '021000021', accountNumber },
      ],
    });
    const { output } = await payer.pay({ beneficiaryId: payee.id, creditorAccount: accountNumber });
    expect(await readPayment(app, payer, output.id)).toMatchObject({
      scheme: 'SWIFT',
      creditorAccount: accountNumber,
      currency: 'USD',
    });
    expect(await stranger.balance()).toMatchObject({ posted: 0n });
  });

  test('rejected by the other bank gives back amount and fee, exactly', async () => {
    const payer = await createPayer(app);
    const payee = await addPayee(app, payer.clientId, { iban: 'DE48200505500000000041', trusted: true });
    const { output } = await payer.pay({ beneficiaryId: payee.id, amount: '20.00' });
    const done = await awaitPayment(app, payer, output.id, ({ status }) => status === 'REJECTED');
    expect(done.processingStatus).toBe('FAILED');
    expect(done.timeline.at(-1)?.reason).toBe('account_closed');
    expect(await payer.balance()).toEqual({ posted: 100_000n, reserved: 0n, available: 100_000n });
  });

  test('to a name on the watch list is held with its money reserved, and can be cancelled', async () => {
    const payer = await createPayer(app);
    const payee = await addPayee(app, payer.clientId, { name: 'Sandbox Sanctioned Person', trusted: true });
    const { output } = await payer.pay({ beneficiaryId: payee.id, amount: '20.00' });
    const held = await awaitPayment(app, payer, output.id, ({ status }) => status === 'HOLD_AML');
    expect(held.timeline.at(-1)?.reason).toBe('under_review');
    expect(held.canCancel).toBe(true);
    expect(await payer.balance()).toMatchObject({ reserved: withSepaFee(2_000n) });

    const heard: Published[] = [];
    const stop = await subscribe(
      app.database,
      (message) => message.clientId === payer.clientId && heard.push(message),
      () => undefined,
    );
    const call = () => app.call(cancelPayment, { params: { id: output.id } }, { token: payer.token });
    const canceled = await call();
    expect(canceled.output).toMatchObject({ status: 'CANCELED', canCancel: false });
    expect(await payer.balance()).toMatchObject({ reserved: 0n, available: 100_000n });
    expect((await call()).output).toEqual(canceled.output);
    // The client's other windows show it at once.
    await expect
      .poll(() => heard.map(({ event }) => event))
      .toEqual(expect.arrayContaining([{ topic: 'payments', ids: [output.id] }, { topic: 'accounts' }]));
    await stop();
  });

  test('is named by its id end to end, on both sides; rows leave it out, and earlier ones that have it read alike', async () => {
    const payer = await createPayer(app, { fundedMinor: 100_000n });
    const savings = await openAnotherAccount(app, payer.clientId);
    const payee = await addPayee(app, payer.clientId, { trusted: true });
    const { output: sent } = await payer.pay({ beneficiaryId: payee.id, amount: '1.00' });
    const { output: moved } = await payer.pay({ creditorAccount: savings.number, amount: '1.00' });
    const nameOf = (id: string) => id.replaceAll('-', '').toUpperCase();
    const stored = async (id: string) =>
      (
        await app.database.pool.query<{ id: string; name: string | null }>(
          `select id, end_to_end_id as name from transactions.transaction where end_to_end_id = $1 or id = $2 order by id = $2 desc`,
          [nameOf(id), id],
        )
      ).rows;
    expect(await stored(sent.id)).toEqual([{ id: sent.id, name: null }]);
    const [own, received] = await stored(moved.id);
    expect([own?.name, received?.name]).toEqual([null, nameOf(moved.id)]);
    for (const id of [moved.id, received?.id ?? ''])
      expect(await readPayment(app, payer, id)).toMatchObject({ endToEndId: nameOf(moved.id) });

    const now = await awaitPayment(app, payer, sent.id, ({ status }) => status === 'EXECUTED');
    expect(now.endToEndId).toBe(nameOf(sent.id));
    await app.database.pool.query('update transactions.transaction set end_to_end_id = $1 where id = $2', [
      nameOf(sent.id),
      sent.id,
    ]);
    expect(await readPayment(app, payer, sent.id)).toEqual(now);
  });

  test('cannot be cancelled once it is on its way', async () => {
    const payer = await createPayer(app);
    const payee = await addPayee(app, payer.clientId, { trusted: true });
    const { output } = await payer.pay({ beneficiaryId: payee.id });
    await awaitPayment(app, payer, output.id, ({ status }) => status === 'EXECUTED');
    const answer = await app.call(cancelPayment, { params: { id: output.id } }, { token: payer.token });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ code: 'payment_state' });
  });
});

describe('a payment inside the bank', () => {
  test('between own accounts needs no code and is there at once, on both sides', async () => {
    const payer = await createPayer(app);
    const savings = await openAnotherAccount(app, payer.clientId);
    const { status, output } = await payer.pay({ creditorAccount: savings.number, amount: '400.00' });
    expect(status).toBe(201);
    expect(output).toMatchObject({ status: 'EXECUTED', scheme: 'OWN', fee: '0.00' });
    const { output: page } = await app.call(listPayments, { query: {} }, { token: payer.token });
    expect(page.Items.map(({ direction, accountId }) => [direction, accountId])).toEqual([
      ['CREDIT', savings.id],
      ['DEBIT', payer.account.id],
      ['CREDIT', payer.account.id],
    ]);
  });

  test('to another client asks for a code, costs nothing and is there at once, on both sides', async () => {
    const payer = await createPayer(app);
    const other = await createPayer(app, { firstName: 'Boris' });
    const { status, output } = await payer.payWithCode({
      creditorAccount: other.account.iban ?? '',
      amount: '120.00',
    });
    expect(status).toBe(201);
    expect(output).toMatchObject({ status: 'EXECUTED', scheme: 'INTERNAL', fee: '0.00' });
    const { timeline } = await readPayment(app, payer, output.id);
    expect(timeline.map(({ status }) => status)).toContain('AML_APPROVED');
    expect(await payer.balance()).toMatchObject({ available: 88_000n });
    expect(await other.balance()).toMatchObject({ available: 112_000n });
    const { output: page } = await app.call(listPayments, { query: {} }, { token: other.token });
    expect(page.Items[0]).toMatchObject({
      direction: 'CREDIT',
      amount: '120.00',
      counterpartyName: 'Anna Tamm',
    });
    expect((await verifyBooks(app.database.sql)).breaches).toEqual([]);
  });

  test('to a held name stays reserved and moves nothing', async () => {
    const payer = await createPayer(app);
    const other = await createPayer(app, { firstName: 'Sandbox Sanctioned Person' });
    const { output } = await payer.payWithCode({ creditorAccount: other.account.number });
    expect(output.status).toBe('HOLD_AML');
    expect(await payer.balance()).toMatchObject({ posted: 100_000n, reserved: 1_000n });
    expect(await other.balance()).toMatchObject({ posted: 100_000n });
  });
});

describe('the confirmation', () => {
  const download = (payer: Payer, id: string, locale: 'en' | 'ru' = 'en') =>
    app.call(downloadConfirmation, { params: { id }, query: { locale } }, { token: payer.token });

  test('is a PDF in either language once the payment is executed', async () => {
    const payer = await createPayer(app);
    const other = await createPayer(app);
    const { output } = await payer.payWithCode({ creditorAccount: other.account.number });
    for (const locale of ['en', 'ru'] as const) {
      const answer = await download(payer, output.id, locale);
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      expect(answer.headers.get('content-disposition')).toContain(`${output.number}.pdf`);
      expect(answer.text.startsWith('%PDF-')).toBe(true);
      expect(answer.text).toMatch(/\/BaseFont \/[A-Z]+\+Onest/);
    }
    const query = { timeZone: 'Moon/Sea' };
    const wrong = await app.call(
      downloadConfirmation,
      { params: { id: output.id }, query },
      { token: payer.token },
    );
    expect(wrong.status).toBe(400);
  });

  test('is refused before', async () => {
    const payer = await createPayer(app);
    const payee = await addPayee(app, payer.clientId, { trusted: true, name: 'Sandbox Sanctioned Person' });
    const { output } = await payer.pay({ beneficiaryId: payee.id });
    const answer = await download(payer, output.id);
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ code: 'confirmation_not_ready' });
  });
});

test('the fee table comes in the asked currency', async () => {
  const payer = await createPayer(app);
  const options = { token: payer.token };
  const { output } = await app.call(getTransferFees, { query: { currency: 'JPY' } }, options);
  expect(output.eu.sepa.outgoing).toEqual({ rate: '0', minfix: '34' });
  expect((await app.call(getTransferFees, { query: { currency: 'BTC' } }, options)).status).toBe(400);
});
