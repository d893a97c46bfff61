/**
 * Disputes over HTTP: opened, sent, decided once whatever the order of the messages, and the money of won ones. Control: if `followRefund` does not
 * reverse credits, the test of a refund after a won dispute and the property test of payments fail.
 */
import {
  type CardTransaction,
  type DisputeInput,
  decideDeskDispute,
  getCard,
  getPayment,
  listCardTransactions,
  listDeskPurchases,
  listNotifications,
  listPayments,
  openDispute,
  uploadDocument,
  withdrawDispute,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import type { OutsideJobHandler } from '@calmly/platform/jobs/jobs.ts';
import type { SentDispute } from '@calmly/providers/issuer/issuer.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { addCard, paymentWith, processorOf, type TestCard } from '@calmly/server/test/support/cards.ts';
import { newClient, type Person, type SignedIn } from '@calmly/server/test/support/clients/clients.ts';
import { problemOf } from '@calmly/server/test/support/clients/colleagues.ts';
import { createFirm } from '@calmly/server/test/support/clients/firm.ts';
import { pageObjects, pdfOf } from '@calmly/server/test/support/files/files.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { systemWork } from '@calmly/server/test/support/work.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyBooks } from '../../../ledger/server/index.ts';
import { sendDispute } from './send.ts';

let bank: TestApp;
let anna: Person & SignedIn;
let processor: ReturnType<typeof processorOf>;
beforeAll(async () => {
  bank = await startTestApp({ jobs: true });
  anna = await newClient(bank);
  processor = processorOf(bank.database);
});
afterAll(async () => {
  expect((await verifyBooks(bank.database.sql)).breaches).toEqual([]);
  await bank.close();
});

type Who = { readonly token: string };
const open = (id: string, body: Partial<DisputeInput> = {}, { token }: Who = anna) =>
  bank.call(
    openDispute,
    {
      params: { id },
      body: { reason: 'not_received', text: 'Nothing arrived.', amount: '20.00', documents: [], ...body },
    },
    { token, idempotencyKey: newId() },
  );
const withdraw = (id: string, { token }: Who = anna) =>
  bank.call(withdrawDispute, { params: { id } }, { token });
const listed = async ({ card }: TestCard, { token }: Who = anna): Promise<CardTransaction[]> =>
  (await bank.call(listCardTransactions, { params: { id: card.id }, query: {} }, { token })).output.Items;
const stateOf = async (held: TestCard, id: string) =>
  (await listed(held)).find((each) => each.id === id)?.dispute?.status;
const annasCard = () => addCard(bank.database, { clientId: anna.clientId, holderId: anna.personId });
const eventsOf = async (id: string) =>
  (await bank.call(listNotifications, { query: { limit: 100 } }, anna)).output.Items.filter(
    ({ subjectId }) => subjectId === id,
  ).map(({ params }) => params.event);

/** A card payment of 100.00, of which 30.00 was collected. */
async function collected() {
  const held = await annasCard();
  const paid = paymentWith(held.card);
  const { transactionId } = await processor.decide(paid.ask('30.00'));
  await processor.take(paid.clear('30.00'));
  return { held, paid, id: transactionId ?? '' };
}

/** The same with 20.00 disputed. */
async function disputed() {
  const found = await collected();
  const { output } = await open(found.id);
  const disputeId = output.dispute?.id ?? '';
  const news = (outcome: 'won' | 'lost', cardAmount?: string) =>
    ({ kind: 'dispute', id: newId(), disputeId, outcome, cardAmount }) as const;
  return { ...found, disputeId, news };
}

describe('a dispute', () => {
  test('is opened, goes to the card scheme, and a won one credits the card by a row of its own', async () => {
    const { held, id, news } = await disputed();
    await until(
      () => stateOf(held, id),
      (status) => status === 'IN_REVIEW',
    );
    const { transactionId } = await processor.take(news('won'));
    expect(await held.balance()).toEqual({ posted: 9_000n, reserved: 0n });
    const [credit, payment] = await listed(held);
    expect(credit).toMatchObject({
      id: transactionId,
      status: 'REFUND',
      isDisputeCredit: true,
      refundOf: id,
      amount: '20.00',
      disputable: null,
    });
    expect(payment).toMatchObject({ dispute: { status: 'WON', amount: '20.00' }, disputable: null });
    const { Items } = (
      await bank.call(listPayments, { query: { accountId: held.card.accountId } }, { token: anna.token })
    ).output;
    expect(Items[0]).toMatchObject({
      scheme: 'CARD',
      direction: 'CREDIT',
      status: 'EXECUTED',
      amount: '20.00',
      reference: 'Dispute',
    });
    await until(
      () => eventsOf(id),
      (events) => events.join() === 'WON,IN_REVIEW,OPEN',
    );
    expect(problemOf(await open(id))).toBe('dispute_exists');
  });

  test('takes evidence once, and another’s document not at all', async () => {
    const { id } = await collected();
    const upload = async ({ token }: Who) =>
      (
        await bank.call(
          uploadDocument,
          { body: { fileName: 'mail.pdf', content: pdfOf(pageObjects()).toString('base64') } },
          { token },
        )
      ).output.id;
    const stranger = await newClient(bank);
    expect((await open(id, { documents: [await upload(stranger)] })).body).toMatchObject({
      detail: [{ field: 'Documents' }],
    });
    const own = await upload(anna);
    expect((await open(id, { documents: [own] })).output.dispute).toMatchObject({ status: 'OPEN', files: 1 });
    expect((await open((await collected()).id, { documents: [own] })).status).toBe(400);
  });

  test('is possible for what was collected less refunds, for 120 days', async () => {
    const { held, paid, id } = await collected();
    await processor.take(paid.refund('8.00'));
    const payment = async () => (await listed(held)).find((each) => each.id === id);
    expect((await payment())?.disputable?.amount).toBe('22.00');
    expect((await open(id, { amount: '22.01' })).body).toMatchObject({ detail: [{ field: 'Amount' }] });
    expect((await open(id, { amount: '0.00' })).status).toBe(400);
    await daysPass(id, 121);
    expect(problemOf(await open(id))).toBe('dispute_too_late');
    expect((await payment())?.disputable).toBeNull();
    await daysPass(id, -1);
    expect((await open(id, { amount: '22.00' })).status).toBe(201);
  });

  test.each(['held', 'declined', 'refund', 'refunded'] as const)(
    'is refused for a payment that is %s',
    async (what) => {
      const held = await annasCard();
      const paid = paymentWith(held.card);
      const { transactionId } = await processor.decide(paid.ask(what === 'declined' ? '500.00' : '30.00'));
      const isOver = what === 'refund' || what === 'refunded';
      if (isOver) await processor.take(paid.clear('30.00'));
      const back = isOver ? (await processor.take(paid.refund('30.00'))).transactionId : null;
      const id = (what === 'refund' ? back : transactionId) ?? '';
      expect(problemOf(await open(id))).toBe('dispute_not_possible');
    },
  );

  test('is withdrawn, and may be opened again', async () => {
    const { held, id } = await disputed();
    expect((await withdraw(id)).output.dispute?.status).toBe('WITHDRAWN');
    expect(problemOf(await withdraw(id))).toBe('dispute_over');
    expect((await open(id)).output.dispute?.status).toBe('OPEN');
    expect((await held.balance()).posted).toBe(7_000n);
  });

  test('is the holder’s, or theirs who may change cards; another client’s is not found', async () => {
    const { companyId: clientId, boris, clara } = await createFirm(bank);
    const held = await addCard(bank.database, { clientId, holderId: boris.personId });
    const paid = paymentWith(held.card);
    const id = (await processor.decide(paid.ask('30.00'))).transactionId ?? '';
    await processor.take(paid.clear('30.00'));
    expect((await open(id)).status).toBe(404);
    await query`update identity.membership set can_plast_view = true where person_id = ${clara.personId}`.execute(
      bank.database.sql,
    );
    expect(problemOf(await open(id, {}, { token: clara.companyToken }))).toBe('card_right_missing');
    const [seen] = await listed(held, { token: clara.companyToken });
    expect(seen?.disputable).toBeNull();
    expect((await open(id, {}, { token: boris.companyToken })).status).toBe(201);
    expect((await withdraw(id)).status).toBe(404);
    expect(problemOf(await withdraw(id, { token: clara.companyToken }))).toBe('card_right_missing');
  });
});

describe('an outcome', () => {
  test('of several that arrive at once, repeated or anew, one is credited', async () => {
    const { held, id, news } = await disputed();
    const won = news('won');
    const answers = await Promise.all(
      [won, won, news('won'), news('won')].map((each) => processor.take(each)),
    );
    expect(new Set(answers.map((each) => each.transactionId ?? '')).size).toBe(2);
    expect(await held.balance()).toEqual({ posted: 9_000n, reserved: 0n });
    expect(await stateOf(held, id)).toBe('WON');
  });

  test('won and lost end alike in both orders, and so do a withdrawal and a dispute that is won', async () => {
    for (const order of ['won first', 'won last'] as const) {
      const { held, id, news } = await disputed();
      const [first, last] = order === 'won first' ? (['won', 'lost'] as const) : (['lost', 'won'] as const);
      await processor.take(news(first));
      await processor.take(news(last));
      expect([await stateOf(held, id), (await held.balance()).posted]).toEqual(['WON', 9_000n]);
    }
    for (let round = 0; round < 4; round += 1) {
      const { held, id, news } = await disputed();
      const [withdrawn] = await Promise.all([withdraw(id), processor.take(news('won'))]);
      expect([200, 409]).toContain(withdrawn.status);
      expect([await stateOf(held, id), (await held.balance()).posted]).toEqual(['WON', 9_000n]);
    }
  });

  test('that is lost moves no money', async () => {
    const { held, id, news } = await disputed();
    await processor.take(news('lost'));
    expect([await stateOf(held, id), (await held.balance()).posted]).toEqual(['LOST', 7_000n]);
    expect(problemOf(await withdraw(id))).toBe('dispute_over');
  });

  test('that pays a part credits the part, and never more than is disputed', async () => {
    const part = await disputed();
    await processor.take(part.news('won', '5.00'));
    expect((await part.held.balance()).posted).toBe(7_500n);
    const more = await disputed();
    await processor.take(more.news('won', '500.00'));
    expect((await more.held.balance()).posted).toBe(9_000n);
  });

  test('after a refund of the merchant credits the rest, and after a full one nothing', async () => {
    const part = await disputed();
    await processor.take(part.paid.refund('25.00'));
    expect((await listed(part.held)).find(({ id }) => id === part.id)?.dispute?.amount).toBe('5.00');
    await processor.take(part.news('won'));
    expect((await part.held.balance()).posted).toBe(10_000n);

    const whole = await disputed();
    await processor.take(whole.paid.refund('30.00'));
    expect(await stateOf(whole.held, whole.id)).toBe('REFUNDED');
    expect(await processor.take(whole.news('won'))).toEqual({ transactionId: null });
    expect((await whole.held.balance()).posted).toBe(10_000n);
    await until(
      () => eventsOf(whole.id),
      (events) => events.includes('REFUNDED'),
    );
  });

  test('that is won before a refund is taken back as far as the client would have the money twice', async () => {
    const part = await disputed();
    await processor.take(part.news('won'));
    await processor.take(part.paid.refund('25.00'));
    // 30.00 was collected: 20.00 of the dispute and 25.00 of the merchant are 15.00 too much.
    expect((await part.held.balance()).posted).toBe(10_000n);
    const rows = await listed(part.held);
    expect(rows[0]).toMatchObject({
      amount: '15.00',
      direction: 'DEBIT',
      status: 'CLEARED',
      isDisputeReversal: true,
      isDisputeCredit: false,
      refundOf: part.id,
      disputable: null,
      receipt: 'NOT_NEEDED',
    });
    expect(rows.find(({ id }) => id === part.id)?.dispute).toMatchObject({
      status: 'WON',
      amount: '20.00',
      reversed: '15.00',
    });
    const { output } = await bank.call(
      getPayment,
      { params: { id: rows[0]?.id ?? '' } },
      { token: anna.token },
    );
    expect(output.timeline).toMatchObject([{ status: 'EXECUTED', reason: 'card_dispute_reversed' }]);
    await until(
      () => eventsOf(part.id),
      (events) => events[0] === 'REVERSED',
    );
    // Never more than the rest of the credit, and only once.
    await Promise.all([processor.take(part.paid.refund('4.00')), processor.take(part.paid.refund('6.00'))]);
    expect((await part.held.balance()).posted).toBe(10_500n);
    expect((await listed(part.held)).find(({ id }) => id === part.id)?.dispute).toMatchObject({
      status: 'REFUNDED',
      reversed: '20.00',
    });
    const usage = (await bank.call(getCard, { params: { id: part.held.card.id } }, { token: anna.token }))
      .output;
    expect(usage.usage.total).toBe('30.00');
  });

  // Control: if each refund counts against the payment with its reference, the dispute is still won and the client is paid twice.
  test.each([
    ['ended without being collected', 'expire'],
    ['was declined', 'decline'],
    ['was collected before', 'clear'],
  ] as const)('counts a refund of what was collected late, after its payment %s', async (_how, how) => {
    const held = await annasCard();
    const paid = paymentWith(held.card);
    await processor.decide(paid.ask(how === 'decline' ? '500.00' : '30.00'));
    if (how === 'expire') await processor.take(paid.expire());
    if (how === 'clear') await processor.take(paid.clear('10.00'));
    const id = (await processor.take(paid.clear('30.00'))).transactionId ?? '';
    const disputeId = (await open(id)).output.dispute?.id ?? '';
    const { posted } = await held.balance();
    await processor.take(paid.refund('30.00'));
    expect(await stateOf(held, id)).toBe('REFUNDED');
    expect((await listed(held))[0]).toMatchObject({ status: 'REFUND', refundOf: id });
    await processor.take({ kind: 'dispute', id: newId(), disputeId, outcome: 'won' });
    expect((await held.balance()).posted).toBe(posted + 3_000n);
    // Money collected in time is refunded too.
    if (how !== 'clear') return;
    await processor.take(paid.refund('10.00'));
    expect((await held.balance()).posted).toBe(10_000n);
    expect((await listed(held)).every(({ disputable }) => disputable === null)).toBe(true);
  });

  test('of a withdrawn dispute reduces the newer one', async () => {
    const { held, id, news } = await disputed();
    await withdraw(id);
    const again = (await open(id, { amount: '25.00' })).output.dispute?.id ?? '';
    await processor.take(news('won'));
    expect((await held.balance()).posted).toBe(9_000n);
    expect((await listed(held)).find((each) => each.id === id)?.dispute).toMatchObject({
      id: again,
      amount: '10.00',
    });
    await processor.take({ kind: 'dispute', id: newId(), disputeId: again, outcome: 'won' });
    expect((await held.balance()).posted).toBe(10_000n);
  });

  test('first pays back what the client owes, and one of an unknown dispute changes nothing', async () => {
    const held = await annasCard();
    const paid = paymentWith(held.card);
    const { transactionId } = await processor.take(paid.clear('120.00'));
    const { output } = await open(transactionId ?? '', { amount: '50.00' });
    await processor.take({
      kind: 'dispute',
      id: newId(),
      disputeId: output.dispute?.id ?? '',
      outcome: 'won',
    });
    expect(await held.balance()).toEqual({ posted: 3_000n, reserved: 0n });
    expect(
      await processor.take({ kind: 'dispute', id: newId(), disputeId: newId(), outcome: 'won' }),
    ).toEqual({ transactionId: null });
  });
});

test('the processor is sent the dispute as it is, and again if it could not be reached', async () => {
  const { held, paid, id, disputeId } = await disputed();
  await until(
    () => stateOf(held, id),
    (status) => status === 'IN_REVIEW',
  );
  const sent: SentDispute[] = [];
  const desk = {
    sendDispute: async (dispute: SentDispute) => {
      sent.push(dispute);
      if (sent.length === 1) throw new Error('not reached');
      return { status: 'in_review' } as const;
    },
  };
  const job: OutsideJobHandler = sendDispute(bank.database, desk);
  const run = () => job.outside(systemWork(bank.database.sql), { id: disputeId });
  await expect(run()).rejects.toThrow('not reached');
  await run();
  await processor.take(paid.refund('25.00'));
  await run();
  await withdraw(id);
  await run();
  expect(sent.map(({ amount, isWithdrawn }) => [amount, isWithdrawn])).toEqual([
    ['20.00', false],
    ['20.00', false],
    ['5.00', false],
    ['5.00', true],
  ]);
  expect(sent[0]).toMatchObject({ id: disputeId, reference: paid.reference, reason: 'not_received' });
});

test('a tester decides for the scheme at the sandbox desk', async () => {
  const { held, id, disputeId } = await disputed();
  const { Items } = (await bank.call(listDeskPurchases, { query: {} })).output;
  expect(Items.find((each) => each.id === id)?.dispute).toMatchObject({ id: disputeId, amount: '20.00' });
  const decide = (outcome: 'won' | 'lost') =>
    bank.call(decideDeskDispute, { params: { id: disputeId }, body: { outcome } });
  expect((await decide('won')).status).toBe(204);
  expect(problemOf(await decide('lost'))).toBe('dispute_over');
  expect((await held.balance()).posted).toBe(9_000n);
});

/** Moves a payment into the past. */
const daysPass = (id: string, days: number) =>
  query`update cards.authorization set day = day - ${days}::int where id = ${id}`.execute(bank.database.sql);
