/** Payments with cards that are declined, over HTTP: the reason, the notice, what is held, and cards that lock or close. */
import { listCardTransactions, listNotifications, listPayments, type Payment } from '@calmly/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../../test/support/app.ts';
import { addCard, paymentWith, processorOf, type TestCard } from '../../../../../test/support/cards.ts';
import { newClient, type Person, type SignedIn } from '../../../../../test/support/clients/clients.ts';
import { until } from '../../../../../test/support/until.ts';
import { systemWork } from '../../../../../test/support/work.ts';
import { advanceBusinessTime } from '../../../../platform/time/business-time.ts';
import { defaultBank, openAccounts } from '../../../accounts/index.ts';
import { balances, verifyBooks } from '../../../ledger/index.ts';
import { newControls, type StoredCard } from '../../card.ts';
import { lockCard } from '../../card-store.ts';
import { findDebts } from '../money/debt.ts';

let app: TestApp;
let anna: Person & SignedIn;
let processor: ReturnType<typeof processorOf>;

beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  anna = await newClient(app);
  processor = processorOf(app.database);
});
afterAll(async () => {
  expect((await verifyBooks(app.database.sql)).breaches).toEqual([]);
  await app.close();
});

const annasCard = (more: Parameters<typeof addCard>[2] = {}): Promise<TestCard> =>
  addCard(app.database, { clientId: anna.clientId, holderId: anna.personId }, more);

const listed = async ({ id }: StoredCard, status?: string, payment?: string) =>
  (
    await app.call(
      listCardTransactions,
      { params: { id }, query: { ...(status && { status }), ...(payment && { payment }) } },
      { token: anna.token },
    )
  ).output.Items;
const rowsOf = async ({ accountId }: StoredCard): Promise<Payment[]> =>
  (await app.call(listPayments, { query: { accountId } }, { token: anna.token })).output.Items;
const onlyRow = async (card: StoredCard): Promise<Payment> => {
  const [row, ...others] = await rowsOf(card);
  if (!row || others.length > 0) throw new Error('there is not exactly one row');
  return row;
};
const notices = async () =>
  (await app.call(listNotifications, { query: {} }, { token: anna.token })).output.Items;
const _owed = async ({ accountId }: StoredCard) =>
  (await findDebts(app.database.sql, [accountId])).get(accountId) ?? 0n;

describe('a payment is declined', () => {
  test('and shown with its reason; the holder gets a notice, and nothing is held', async () => {
    const { card, balance } = await annasCard({ fundedMinor: 1_000n });
    expect(await processor.decide(paymentWith(card).ask('10.01'))).toMatchObject({
      approved: false,
      declineReason: 'insufficient_balance',
    });
    expect(await balance()).toEqual({ posted: 1_000n, reserved: 0n });
    expect(await listed(card)).toMatchObject([{ status: 'DECLINED', declineReason: 'insufficient_balance' }]);
    const { id, status } = await onlyRow(card);
    expect(status).toBe('REJECTED');
    await until(notices, (found) =>
      found.some(({ kind, subjectId }) => kind === 'card_payment_declined' && subjectId === id),
    );
  });

  test('for a wrong PIN, which locks the card the third time; a right one forgets the wrong ones', async () => {
    const { card } = await annasCard();
    const pin = (given: 'match' | 'mismatch') =>
      processor.decide(
        paymentWith(card).ask('1.00', { checks: { securityCode: 'absent', expiry: 'absent', pin: given } }),
      );
    const reasons: unknown[] = [];
    for (const given of [
      'mismatch',
      'mismatch',
      'match',
      'mismatch',
      'mismatch',
      'mismatch',
      'match',
    ] as const)
      reasons.push((await pin(given)).declineReason);
    expect(reasons).toEqual([
      'wrong_pin',
      'wrong_pin',
      null,
      'wrong_pin',
      'wrong_pin',
      'pin_tries',
      'card_locked',
    ]);
    const locked = await app.database.inTransaction((sql) => lockCard(sql, card.id));
    expect(locked).toMatchObject({ status: 'LOCKED', lock: 'pin_tries' });
  });

  test('when a card for a single payment has paid', async () => {
    const { card } = await annasCard({ isSingleUse: true });
    const first = paymentWith(card);
    expect(await processor.decide(first.ask('1.00'))).toMatchObject({ approved: true });
    expect(await processor.decide(paymentWith(card).ask('1.00'))).toMatchObject({
      declineReason: 'card_used_up',
    });
    await processor.take(first.reverse());
    expect(await processor.decide(paymentWith(card).ask('1.00'))).toMatchObject({
      declineReason: 'card_used_up',
    });
  });

  test('never again with a card for a single payment: it closes, and the rest goes to the client’s account', async () => {
    const { card, balance } = await annasCard({ isSingleUse: true });
    const [account] = await app.database.inTransaction((sql) =>
      openAccounts(systemWork(sql), defaultBank, [
        { clientId: anna.clientId, currency: 'EUR', name: 'Main', withIban: false },
      ]),
    );
    const paid = paymentWith(card);
    await processor.decide(paid.ask('30.00'));
    await processor.take(paid.clear('30.00'));
    const read = () => app.database.inTransaction((sql) => lockCard(sql, card.id));
    await until(read, (found) => found?.status === 'CLOSED');
    expect(await balance()).toEqual({ posted: 0n, reserved: 0n });
    const found = await balances(app.database.sql, [account?.id ?? '']);
    expect(found.get(account?.id ?? '')?.postedMinor).toBe(7_000n);
  });

  test('above the limits; what is held counts, what was declined or released does not', async () => {
    const limits = { ...newControls.limits, perPayment: '40.00', perDay: '60.00' };
    const { card } = await annasCard({ controls: { ...newControls, limits } });
    const reason = async (amount: string) =>
      (await processor.decide(paymentWith(card).ask(amount))).declineReason;
    expect(await reason('40.01')).toBe('limit_payment');
    const first = paymentWith(card);
    await processor.decide(first.ask('40.00'));
    expect(await reason('20.01')).toBe('limit_day');
    await processor.take(first.reverse('10.00'));
    expect(await reason('30.00')).toBeNull();
    expect(await reason('0.01')).toBe('limit_day');
    await advanceBusinessTime(app.database.sql, 24);
    expect(await reason('40.00')).toBeNull();
  });

  test('when the holder may no longer act for the client', async () => {
    const stranger = await newClient(app);
    const { card } = await addCard(app.database, { clientId: anna.clientId, holderId: stranger.personId });
    expect(await processor.decide(paymentWith(card).ask('1.00'))).toMatchObject({
      declineReason: 'client_inactive',
    });
  });
});
