/** Ordering over HTTP: charges, instant payments, documents, sending again, and what is told before anything is sent. */
import {
  addAttachment,
  getAttachment,
  listPayments,
  type PaymentInput,
  previewPayment,
  uploadDocument,
} from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import {
  addPayee,
  awaitPayment,
  codeIn,
  createPayer,
  hansaIban,
  type Payer,
  readPayment,
  sepaFee,
} from '@calmly/server/test/support/clients/payments.ts';
import { pageObjects, pdfOf } from '@calmly/server/test/support/files/files.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyBooks } from '../../../../ledger/server/index.ts';

const closedIban = 'DE48200505500000000041';
const notInstantIban = 'DE26200505500000000049';

let app: TestApp;
let pdf: string;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  pdf = pdfOf(pageObjects()).toString('base64');
});
afterAll(() => app.close());

const ended = ({ processingStatus }: { processingStatus: string }) => processingStatus !== 'PROCESSING';

const ask = (payer: Payer, input: Partial<PaymentInput>) =>
  app.call(
    previewPayment,
    { body: { debtorAccount: payer.account.number, amount: '10.00', chargeBearer: 'SHA', ...input } },
    { token: payer.token },
  );
/** The figures of an order that would not be refused. */
const previewOf = async (payer: Payer, input: Partial<PaymentInput>) => {
  const { preview, refusal } = (await ask(payer, input)).output;
  if (!preview) throw new Error(`refused: ${refusal?.code}`);
  return preview;
};

const codeOf = (answer: { body: unknown }) => (answer.body as { code: string }).code;
const fieldsOf = (answer: { body: unknown }) =>
  (answer.body as { detail: Array<{ field: string }> }).detail.map(({ field }) => field);

describe('who pays the charges', () => {
  // SWIFT within the EU: 0.2 %, at least 11.00; OUR costs 16.50 besides.
  test.each([
    ['SHA', { fee: '11.00', total: '111.00', sent: '100.00' }, 88_900n],
    ['OUR', { fee: '27.50', total: '127.50', sent: '100.00' }, 87_250n],
    ['BEN', { fee: '11.00', total: '100.00', sent: '89.00' }, 90_000n],
  ] as const)('%s: told before, charged so, and the books agree', async (chargeBearer, figures, left) => {
    const payer = await createPayer(app, { currency: 'USD' });
    const payee = await addPayee(app, payer.clientId, { currency: 'USD' });
    const order = { beneficiaryId: payee.id, amount: '100.00', chargeBearer };
    expect(await previewOf(payer, order)).toMatchObject({ scheme: 'SWIFT', ...figures });
    const { output } = await payer.payWithCode(order);
    expect(await awaitPayment(app, payer, output.id, ended)).toMatchObject({
      status: 'EXECUTED',
      ...figures,
    });
    expect(await payer.balance()).toMatchObject({ posted: left, reserved: 0n });
    expect((await verifyBooks(app.database.sql)).breaches).toEqual([]);
  });

  test("rejects OUR and BEN for SEPA, and the amount must exceed the payee's charges", async () => {
    const payer = await createPayer(app);
    const payee = await addPayee(app, payer.clientId);
    const ours = await payer.pay({ beneficiaryId: payee.id, chargeBearer: 'OUR' });
    expect([ours.status, fieldsOf(ours)]).toEqual([400, ['ChargeBearer']]);
    const dollars = await createPayer(app, { currency: 'USD' });
    const abroad = await addPayee(app, dollars.clientId, { currency: 'USD' });
    const eaten = await dollars.pay({ beneficiaryId: abroad.id, amount: '11.00', chargeBearer: 'BEN' });
    expect([eaten.status, fieldsOf(eaten)]).toEqual([400, ['Amount']]);
  });
});

describe('an instant payment', () => {
  test('costs what an ordinary one does and arrives the same day', async () => {
    const payer = await createPayer(app);
    const payee = await addPayee(app, payer.clientId);
    const order = { beneficiaryId: payee.id, amount: '100.00' };
    const ordinary = await previewOf(payer, order);
    const instant = await previewOf(payer, { ...order, instant: true });
    expect(ordinary).toMatchObject({ scheme: 'SEPA', instant: 'certain' });
    expect(instant).toMatchObject({ scheme: 'SEPA_INSTANT', fee: ordinary.fee, total: ordinary.total });
    expect(instant.expectedAt < ordinary.expectedAt).toBe(true);
    const { output } = await payer.payWithCode({ ...order, instant: true });
    expect(await awaitPayment(app, payer, output.id, ended)).toMatchObject({
      status: 'EXECUTED',
      scheme: 'SEPA_INSTANT',
      expectedAt: instant.expectedAt,
    });
  });

  test('goes as an ordinary one when their bank cannot, and says so', async () => {
    const payer = await createPayer(app);
    const payee = await addPayee(app, payer.clientId, { iban: notInstantIban, trusted: true });
    const order = { beneficiaryId: payee.id, instant: true };
    const promised = await previewOf(payer, order);
    const { output } = await payer.pay(order);
    const done = await awaitPayment(app, payer, output.id, ended);
    expect(done).toMatchObject({ status: 'EXECUTED', scheme: 'SEPA', fee: output.fee });
    expect(done.timeline.map(({ reason }) => reason)).toContain('instant_unavailable');
    expect(done.expectedAt).not.toBe(promised.expectedAt);
  });

  test('is refused where it cannot be: above the limit, and by SWIFT', async () => {
    const payer = await createPayer(app);
    const payee = await addPayee(app, payer.clientId);
    const large = await payer.pay({ beneficiaryId: payee.id, amount: '100000.01', instant: true });
    expect([large.status, fieldsOf(large)]).toEqual([400, ['Amount']]);
    expect((await previewOf(payer, { beneficiaryId: payee.id, amount: '100000.01' })).instant).toBeNull();
    const dollars = await createPayer(app, { currency: 'USD' });
    const abroad = await addPayee(app, dollars.clientId, { currency: 'USD' });
    const swift = await dollars.pay({ beneficiaryId: abroad.id, amount: '20.00', instant: true });
    expect([swift.status, fieldsOf(swift)]).toEqual([400, ['Instant']]);
  });
});

describe('documents', () => {
  const upload = async (payer: Payer) =>
    (
      await app.call(
        uploadDocument,
        { body: { fileName: 'invoice.pdf', content: pdf } },
        { token: payer.token },
      )
    ).output;

  test('go with an order, once, and are read by those of the client only', async () => {
    const payer = await createPayer(app);
    const payee = await addPayee(app, payer.clientId, { trusted: true });
    const { id } = await upload(payer);
    const order = { beneficiaryId: payee.id, attachments: [id], purpose: 'SUPP' as const };
    const { output } = await payer.pay(order);
    expect(await readPayment(app, payer, output.id)).toMatchObject({
      purpose: 'SUPP',
      attachments: [{ id, fileName: 'invoice.pdf' }],
    });
    const again = await payer.pay(order);
    expect([again.status, fieldsOf(again)]).toEqual([400, ['Attachments']]);

    const read = (token: string) => app.call(getAttachment, { params: { id } }, { token });
    expect((await read(payer.token)).output.mediaType).toBe('application/pdf');
    const stranger = await createPayer(app);
    expect((await read(stranger.token)).status).toBe(404);
    const stolen = await stranger.pay({
      beneficiaryId: (await addPayee(app, stranger.clientId, { trusted: true })).id,
      attachments: [(await upload(payer)).id],
    });
    expect([stolen.status, fieldsOf(stolen)]).toEqual([400, ['Attachments']]);
  });

  test('named by two orders at once go with one of them', async () => {
    const payer = await createPayer(app);
    const payee = await addPayee(app, payer.clientId, { trusted: true });
    const { id } = await upload(payer);
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => payer.pay({ beneficiaryId: payee.id, attachments: [id] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
  });

  test('are handed in while a payment is on its way, five at most', async () => {
    const payer = await createPayer(app, { fundedMinor: 20_000_000n });
    const payee = await addPayee(app, payer.clientId);
    // Held by its amount, so it stays on its way.
    const { output } = await payer.payWithCode({ beneficiaryId: payee.id, amount: '100000.00' });
    const add = () =>
      app.call(addAttachment, { params: { id: output.id }, body: { content: pdf } }, { token: payer.token });
    for (let count = 0; count < 5; count += 1) expect((await add()).status).toBe(201);
    expect((await add()).status).toBe(400);
    expect((await readPayment(app, payer, output.id)).attachments).toHaveLength(5);
  });
});

describe('a payment that failed', () => {
  const rejected = async () => {
    const payer = await createPayer(app);
    const payee = await addPayee(app, payer.clientId, { iban: closedIban, trusted: true });
    const { output } = await payer.pay({ beneficiaryId: payee.id });
    const payment = await awaitPayment(app, payer, output.id, ended);
    const mended = await addPayee(app, payer.clientId, { name: 'Hansa Neu', trusted: true });
    return { payer, payment, order: { beneficiaryId: mended.id, repairOf: payment.id } };
  };

  test('is sent again once, also with simultaneous tries', async () => {
    const { payer, payment, order } = await rejected();
    expect(payment).toMatchObject({ status: 'REJECTED', canSendAgain: true, replacedBy: null });
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => payer.pay(order)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    const sentId = answers.find(({ status }) => status === 201)?.output.id ?? '';
    expect((await readPayment(app, payer, sentId)).repairOf).toBe(payment.id);
    expect(await readPayment(app, payer, payment.id)).toMatchObject({
      canSendAgain: false,
      replacedBy: sentId,
    });
    expect(codeOf(await payer.pay(order))).toBe('already_sent_again');
  });

  test("is the client's own, and one that succeeded is not sent again", async () => {
    const { payer, payment, order } = await rejected();
    const stranger = await createPayer(app);
    const theirs = await addPayee(app, stranger.clientId, { trusted: true });
    expect((await stranger.pay({ beneficiaryId: theirs.id, repairOf: payment.id })).status).toBe(404);
    const { output } = await payer.pay(order);
    await awaitPayment(app, payer, output.id, ({ status }) => status === 'EXECUTED');
    const again = await payer.pay({ ...order, repairOf: output.id });
    expect([again.status, codeOf(again)]).toEqual([409, 'payment_state']);
  });
});

describe('what a payment would come to', () => {
  test('moves and reserves nothing, and names the largest amount that fits', async () => {
    const payer = await createPayer(app, { fundedMinor: 10_000n });
    const payee = await addPayee(app, payer.clientId);
    const fee = sepaFee(10_000n);
    const largestAmount = formatDecimal(10_000n - fee, 'EUR');
    const told = await previewOf(payer, {
      beneficiaryId: payee.id,
      amount: '100.00',
      reference: 'Привет',
    });
    expect(told).toMatchObject({
      available: '100.00',
      balanceAfter: formatDecimal(-fee, 'EUR'),
      largestAmount,
      creditorName: 'Hansa GmbH',
      feeRule: { rate: '0', minimum: formatDecimal(fee, 'EUR'), surcharge: '0.00' },
    });
    expect(told.warnings).toContain('sepa_characters');
    expect(await payer.balance()).toMatchObject({ posted: 10_000n, reserved: 0n });
    expect((await payer.payWithCode({ beneficiaryId: payee.id, amount: largestAmount })).status).toBe(201);
    expect((await payer.balance()).available).toBe(0n);
  });

  test('says what is unusual, and of a repeat which payment it is like', async () => {
    const payer = await createPayer(app);
    const payee = await addPayee(app, payer.clientId, { trusted: true });
    const order = { beneficiaryId: payee.id, amount: '10.00' };
    expect((await previewOf(payer, order)).warnings).toEqual(
      expect.arrayContaining(['first_payment', 'payee_new', 'name_not_checked']),
    );
    const { output } = await payer.pay(order);
    await awaitPayment(app, payer, output.id, ended);
    const same = await previewOf(payer, order);
    expect(same).toMatchObject({ similar: { id: output.id, number: output.number } });
    expect(same.warnings).toEqual(expect.arrayContaining(['duplicate']));
    expect(same.warnings).not.toContain('first_payment');
    const more = await previewOf(payer, { ...order, amount: '300.00' });
    expect(more.warnings).toEqual(expect.arrayContaining(['amount_unusual']));
  });

  test('answers what the order would be refused with: the same problem, field for field', async () => {
    const payer = await createPayer(app);
    const payee = await addPayee(app, payer.clientId, { trusted: true });
    const refused: ReadonlyArray<Partial<PaymentInput>> = [
      { amount: '1.001' },
      { amount: '0.00', chargeBearer: 'OUR' },
      { debtorAccount: '1' },
      { beneficiaryId: newId() },
    ];
    for (const input of refused) {
      const order = { beneficiaryId: payee.id, ...input };
      const { status, output } = await ask(payer, order);
      const { requestId: _, ...met } = (await payer.pay(order)).body as { requestId: string; code: string };
      expect([status, output], met.code).toEqual([200, { preview: null, refusal: met }]);
    }
  });

  test('of a payment to another client is free and at once', async () => {
    const [payer, other] = [await createPayer(app), await createPayer(app)];
    const order = { creditorAccount: other.account.number, creditorName: 'Anna Tamm' };
    expect(await previewOf(payer, order)).toMatchObject({
      scheme: 'INTERNAL',
      fee: '0.00',
      feeRule: null,
      instant: null,
      nameCheck: { result: 'match' },
      warnings: ['first_payment'],
    });
  });

  // Control: with the holder's name as the creditor's, as it was once, each of these answers tells it.
  test('never tells whose account a number is: it compares the name that is given', async () => {
    const payer = await createPayer(app);
    const other = await createPayer(app, { firstName: 'Hildegard' });
    const told = (creditorName: string, creditorAccount = other.account.number) =>
      previewOf(payer, { creditorAccount, creditorName });
    const unnamed = await previewOf(payer, { creditorAccount: other.account.number });
    expect(unnamed).toMatchObject({ creditorName: unnamed?.creditorAccount, nameCheck: null });
    const stranger = await told('Boris Ross');
    expect(JSON.stringify(stranger)).not.toContain('Hildegard');
    expect(stranger).toMatchObject({
      creditorName: 'Boris Ross',
      nameCheck: { result: 'no_match', suggestedName: null },
    });
    expect(stranger.warnings).toContain('name_no_match');
    const near = await told('Hildegrd Tamm', other.account.iban ?? '');
    expect(near).toMatchObject({
      creditorName: 'Hildegrd Tamm',
      nameCheck: { result: 'close_match', suggestedName: 'Hildegard Tamm' },
    });
    // Of an account that was paid the payer's own word is kept, too.
    const paid = await payer.payWithCode({
      creditorAccount: other.account.number,
      creditorName: 'Boris Ross',
    });
    expect(paid.status).toBe(201);
    expect(JSON.stringify(paid.output)).not.toContain('Hildegard');
    const sent = await readPayment(app, payer, paid.output.id);
    expect(sent).toMatchObject({ direction: 'DEBIT', creditorName: 'Boris Ross' });
    expect(JSON.stringify(sent)).not.toContain('Hildegard');
    const [received] = (await app.call(listPayments, { query: { limit: 1 } }, { token: other.token })).output
      .Items;
    expect(await readPayment(app, other, received?.id ?? '')).toMatchObject({
      direction: 'CREDIT',
      creditorName: 'Hildegard Tamm',
    });
  });

  test('compares a few names with an account and then none, however often a sum is changed before', async () => {
    const [payer, other] = [await createPayer(app), await createPayer(app, { firstName: 'Hildegard' })];
    const told = (creditorName: string, amount = '10.00') =>
      previewOf(payer, { creditorAccount: other.account.number, creditorName, amount });
    for (const amount of ['1.00', '2.00', '3.00', '4.00', '5.00', '6.00', '7.00', '8.00', '9.00'])
      expect((await told('Hildegard Tamm', amount)).nameCheck).toMatchObject({ result: 'match' });
    const guesses: unknown[] = [];
    for (let guess = 0; guess < 9; guess += 1) guesses.push((await told(`Anna Guess${guess}`)).nameCheck);
    expect(guesses.filter((check) => check !== null)).toHaveLength(7);
    expect(await told('Hildegard Tamme')).toMatchObject({ nameCheck: null });
    expect((await told('Hildegard Tamme')).warnings).toContain('name_not_checked');
  });
});

describe('a code', () => {
  test('confirms exactly the order it was asked for: with any field changed nothing goes', async () => {
    const payer = await createPayer(app, { currency: 'USD', fundedMinor: 1_000_000n });
    const payee = await addPayee(app, payer.clientId, { currency: 'USD' });
    const other = await addPayee(app, payer.clientId, {
      currency: 'USD',
      iban: closedIban,
      name: 'Other AG',
    });
    const order: Partial<PaymentInput> = {
      beneficiaryId: payee.id,
      creditorAccount: hansaIban,
      amount: '100.00',
      reference: 'Invoice 7',
      chargeBearer: 'SHA',
      purpose: 'SUPP',
    };
    const changes: ReadonlyArray<Partial<PaymentInput>> = [
      { beneficiaryId: other.id, creditorAccount: closedIban },
      { amount: '100.01' },
      { reference: 'Invoice 8' },
      { chargeBearer: 'OUR' },
      { chargeBearer: 'BEN' },
      { purpose: 'SALA' },
      { instant: false },
      { attachments: [] },
      { repairOf: newId() },
    ];
    const asked = await payer.pay(order);
    const code = codeIn(asked.body);
    for (const change of changes) {
      const answer = await payer.pay({ ...order, ...change }, { code });
      expect([change, answer.status < 300 && answer.status !== 203]).toEqual([change, false]);
    }
    expect(await payer.balance()).toMatchObject({ reserved: 0n, posted: 1_000_000n });
    // The control: unchanged, with its fields in another order, it goes.
    const turned = Object.fromEntries(Object.entries(order).reverse());
    expect((await payer.pay(turned, { code })).status).toBe(201);
  });
});
