/**
 * L5: a client whose response is lost repeats the call with the same key, one after another or concurrently, until a response arrives.
 * Each call that moves or requests money acts once and returns the lost bytes. The calls come from the contract.
 */
import {
  type Approval,
  amendOrder,
  approvePayment,
  type CallInput,
  type CardDetails,
  cancelPayment,
  closeCard,
  confirmPayout,
  createMoneyRequest,
  createPayment,
  createQuote,
  createStandingOrder,
  createWithdrawal,
  decideInbox,
  type EndpointSpec,
  endpoints,
  executeExchange,
  issueCard,
  moveCrypto,
  openAccount,
  openDispute,
  type PaymentInput,
  placeOrder,
  rejectPayment,
  replaceCard,
  sendMessage,
  sendMissedRun,
  startConversation,
  topUpCard,
  withdrawFromCard,
} from '@calmly/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { type Call, createCall, startTestApp, type TestApp } from '../support/app.ts';
import { addCard, paymentWith, processorOf } from '../support/cards.ts';
import { callWithCode, createFirm, type Firm, inboxOf, order } from '../support/clients/firm.ts';
import {
  addPayee,
  codeIn,
  createPayer,
  openAnotherAccount,
  type Payer,
} from '../support/clients/payments.ts';
import { typedPayout } from '../support/clients/payouts.ts';
import { cardOrder, createCardholder, issue, topUp } from '../support/issued-cards.ts';
import { type DroppingProxy, startDroppingProxy } from '../support/processes/dropping-proxy.ts';
import { newTrader, sendOrder, type Trader, orderBody as tradeBody } from '../support/trading.ts';
import { createHolder, prepareWithdrawal } from '../support/wallets.ts';

let app: TestApp;
let proxy: DroppingProxy;
/** Their answers are dropped. */
let callAndLose: Call;
let payer: Payer;
let other: Payer;
let firm: Firm;
let payeeId: string;
let ownAccount: string;
let dollarAccount: string;
let standingOrderId: string;
/** Three, for a person may have ten cards. */
let cardBuyer: Payer;
let cardLoser: Payer;
let holder: Payer;
let cardholder: Payer & { readonly card: CardDetails };
let trader: Trader;
beforeAll(async () => {
  app = await startTestApp();
  proxy = await startDroppingProxy(app.url);
  callAndLose = createCall(proxy.url);
  payer = await createPayer(app, { fundedMinor: 100_000_000n });
  other = await createPayer(app, { firstName: 'Boris', fundedMinor: 0n });
  payeeId = (await addPayee(app, payer.clientId, { trusted: true })).id;
  ownAccount = (await openAnotherAccount(app, payer.clientId)).number;
  const dollars = { body: { currency: 'USD', name: 'Dollars' } } as const;
  const options = { token: payer.token, idempotencyKey: newId() };
  dollarAccount = (await app.call(openAccount, dollars, options)).output.number;
  firm = await createFirm(app);
  [cardBuyer, cardLoser] = [await createPayer(app), await createPayer(app)];
  cardholder = await createCardholder(app);
  holder = await createHolder(app, { fundedMinor: 100_000_000n });
  await topUp(app, cardholder, cardholder.card.id, '10.00');
  trader = await newTrader(app, { EPI: '1000000', BTC: '0' });
  const input = { body: { ...orderBody, ...laterOnce } };
  standingOrderId = (await callWithCode(app, createStandingOrder, input, payer.token)).output.id;
});
afterAll(async () => {
  expect(proxy.dropped.length).toBeGreaterThan(400);
  proxy.close();
  await app.close();
});

/** Makes days and currencies that were not used yet. */
let rounds = 0;

const orderBody = {
  get debtorAccount() {
    return payer.account.number;
  },
  get beneficiaryId() {
    return payeeId;
  },
  amount: '1.00',
  reference: 'Tea',
  chargeBearer: 'SHA',
} as const;
const laterOnce = {
  frequency: 'ONCE',
  // So far ahead that nothing is due while this runs.
  startOn: new Date(Date.now() + 400 * 86_400_000).toISOString().slice(0, 10),
  endOn: null,
  times: null,
  restDays: 'AFTER',
} as const;

/** A call that is made again and again, and how it is seen what it has done. */
interface Move {
  readonly endpoint: EndpointSpec;
  readonly token: () => string;
  /** A fresh one: what it needs is made. */
  readonly input: (round: number) => Promise<{ params?: object; body: object }> | { body: object };
  readonly asksForCode?: true;
  /** The same but for this. */
  readonly otherwise: object;
  /** How often it was done so far. */
  readonly effects: () => Promise<number>;
}

/** As if the person's messages to support were of an hour ago, and answered. */
async function forgetLimits(): Promise<void> {
  await sql`update support.message set created_at = created_at - interval '2 hours'`.execute(
    app.database.sql,
  );
  await sql`update support.conversation set status = 'CLOSED', waiting_since = null`.execute(
    app.database.sql,
  );
}

const count = async (table: string, clientId: string, more = sql`true`): Promise<number> => {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) from ${sql.table(table)} where client_id = ${clientId} and ${more}`.execute(
    app.database.sql,
  );
  return Number(rows[0]?.count);
};
const moveWith = (amount: string) => ({ account: cardholder.account.number, amount });
const tradeOrder = tradeBody({ operation: 'BUY', amount: '0.1', price: '50000' });
const cardMoves = () =>
  count('transactions.transaction', cardholder.clientId, sql`scheme = 'CARD_MOVE' and direction = 'DEBIT'`);
const paid = () => count('transactions.transaction', payer.clientId, sql`direction = 'DEBIT'`);
const standing = (status: string) =>
  count('transactions.transaction', firm.companyId, sql`status = ${status}`);

const moveOf = (endpoint: EndpointSpec, rest: Partial<Move> & Pick<Move, 'input'>): Move => ({
  endpoint,
  token: () => payer.token,
  otherwise: { amount: '2.00' },
  effects: paid,
  ...rest,
});
const payment = (change: () => Partial<PaymentInput>, rest: Partial<Move> = {}) =>
  moveOf(createPayment, { ...rest, input: () => ({ body: { ...orderBody, ...change() } }) });
const decision = (
  endpoint: EndpointSpec,
  status: string,
  inputOf: (waiting: Approval) => { params?: object; body: object },
  otherwise: object,
) =>
  moveOf(endpoint, {
    asksForCode: true,
    token: () => firm.boris.companyToken,
    effects: () => standing(status),
    otherwise,
    async input() {
      const { output } = await order(app, firm, firm.clara);
      const waiting = (await inboxOf(app, firm.boris)).find(({ subjectId }) => subjectId === output.id);
      if (!waiting) throw new Error('nothing waits');
      return inputOf(waiting);
    },
  });

const moves: Readonly<Record<string, Move>> = {
  'a SEPA payment': payment(() => ({})),
  'an instant payment': payment(() => ({ instant: true })),
  'a transfer between own accounts': payment(() => ({
    beneficiaryId: undefined,
    creditorAccount: ownAccount,
  })),
  'a payment to another client': payment(
    () => ({ beneficiaryId: undefined, creditorAccount: other.account.number, creditorName: 'Anna Tamm' }),
    { asksForCode: true },
  ),
  'an exchange': moveOf(executeExchange, {
    otherwise: { quoteId: newId() },
    async input() {
      const body = {
        fromAccount: payer.account.number,
        toAccount: dollarAccount,
        amount: '1.00',
        side: 'SELL',
      } as const;
      const { output } = await app.call(createQuote, { body }, { token: payer.token });
      return { body: { quoteId: output.id } };
    },
  }),
  'a request for money': moveOf(createMoneyRequest, {
    effects: () => count('requests.request', payer.clientId),
    input: () => ({
      body: {
        creditorAccount: payer.account.number,
        amount: '5.00',
        payerName: 'Hansa GmbH',
        details: 'Tea',
        documentIds: [],
      },
    }),
  }),
  'a new account': moveOf(openAccount, {
    effects: () => count('accounts.account', payer.clientId),
    otherwise: { name: 'Otherwise' },
    input: (round) => ({
      body: { currency: ['GBP', 'CHF', 'PLN', 'SEK'][round % 4], name: `Account ${round}` },
    }),
  }),
  'a standing order': moveOf(createStandingOrder, {
    asksForCode: true,
    effects: () => count('orders.standing_order', payer.clientId),
    input: () => ({ body: { ...orderBody, ...laterOnce } }),
  }),
  'a missed payment of one': moveOf(sendMissedRun, {
    otherwise: { dueOn: '2031-01-01' },
    async input(round) {
      const dueOn = `2030-01-${String(round + 1).padStart(2, '0')}`;
      await sql`insert into orders.run values (${standingOrderId}, ${dueOn}, 'MISSED', now(), null)`.execute(
        app.database.sql,
      );
      return { params: { id: standingOrderId }, body: { dueOn } };
    },
  }),
  'a new card': moveOf(issueCard, {
    asksForCode: true,
    token: () => cardBuyer.token,
    effects: () => count('cards.card', cardBuyer.clientId),
    otherwise: { name: 'Another' },
    input: () => ({ body: cardOrder(cardBuyer.account.number) }),
  }),
  'a top-up of a card': moveOf(topUpCard, {
    asksForCode: true,
    token: () => cardholder.token,
    effects: cardMoves,
    input: () => ({ params: { id: cardholder.card.id }, body: moveWith('1.00') }),
  }),
  'a withdrawal from a card': moveOf(withdrawFromCard, {
    token: () => cardholder.token,
    effects: cardMoves,
    input: () => ({ params: { id: cardholder.card.id }, body: moveWith('0.01') }),
  }),
  'a card that is closed': moveOf(closeCard, {
    asksForCode: true,
    token: () => cardholder.token,
    effects: () => count('cards.card', cardholder.clientId, sql`status = 'CLOSED'`),
    otherwise: { account: '40000001' },
    input: async () => ({ params: { id: (await issue(app, cardholder)).id }, body: { account: undefined } }),
  }),
  'a card that is replaced': moveOf(replaceCard, {
    asksForCode: true,
    token: () => cardLoser.token,
    effects: () => count('cards.card', cardLoser.clientId, sql`replaces is not null`),
    otherwise: { reason: 'stolen' },
    input: async () => ({ params: { id: (await issue(app, cardLoser)).id }, body: { reason: 'lost' } }),
  }),
  'a dispute of a card payment': moveOf(openDispute, {
    token: () => cardholder.token,
    effects: () => count('cards.dispute', cardholder.clientId),
    otherwise: { reason: 'other' },
    async input() {
      const { clientId, card: known } = cardholder;
      const { card } = await addCard(app.database, { clientId, holderId: known.holder.id });
      const { transactionId } = await processorOf(app.database).take(paymentWith(card).clear('5.00'));
      const body = { reason: 'duplicate', text: 'Paid twice.', amount: '5.00', documents: [] } as const;
      return { params: { id: transactionId ?? '' }, body };
    },
  }),
  'a question to support': moveOf(startConversation, {
    token: () => payer.token,
    effects: () => count('support.conversation', payer.clientId),
    otherwise: { text: 'Something else' },
    async input() {
      await forgetLimits();
      return { body: { text: 'Where is my payment?', documents: [] } };
    },
  }),
  'another message to support': moveOf(sendMessage, {
    token: () => payer.token,
    effects: () => count('platform.audit', payer.clientId, sql`action = 'support.written'`),
    otherwise: { text: 'Something else' },
    async input() {
      await forgetLimits();
      const body = { text: 'Where is my payment?', documents: [] };
      const { token } = payer;
      const asked = await app.call(startConversation, { body }, { token, idempotencyKey: newId() });
      return { params: { id: asked.output.id }, body: { text: 'And when?', documents: [] } };
    },
  }),
  'an order of the exchange': moveOf(placeOrder, {
    token: () => trader.token,
    effects: () => count('trading.trade_order', trader.clientId),
    otherwise: { amount: '0.2' },
    input: () => ({ body: tradeOrder }),
  }),
  'an order that is changed': moveOf(amendOrder, {
    token: () => trader.token,
    effects: () => count('platform.audit', trader.clientId, sql`action = 'trade_order.amended'`),
    otherwise: { amount: '0.3' },
    async input() {
      const { id } = (await sendOrder(app, trader, tradeOrder)).output;
      return { params: { id }, body: { amount: '0.2' } };
    },
  }),
  'a withdrawal from a wallet': moveOf(createWithdrawal, {
    asksForCode: true,
    token: () => holder.token,
    effects: () => count('wallets.withdrawal', holder.clientId),
    otherwise: { amount: '2' },
    input: async () => ({ body: (await prepareWithdrawal(app, holder, '1')).order }),
  }),
  'a transfer to a wallet': moveOf(moveCrypto, {
    asksForCode: true,
    token: () => holder.token,
    effects: () => count('wallets.move', holder.clientId),
    input: () => ({ body: { type: 'Deposit', account: holder.account.number, amount: '1.00' } }),
  }),
  'a payout that is paid': moveOf(confirmPayout, {
    asksForCode: true,
    effects: () => count('payouts.payout', payer.clientId, sql`status = 'PAYING'`),
    otherwise: { mode: 'READY' },
    async input() {
      const { id, version } = await typedPayout(app, payer, { amount: '1.00' });
      return { params: { id }, body: { version, mode: 'ALL', payOn: null } };
    },
  }),
  'an approval': decision(
    approvePayment,
    'SUBMITTED',
    ({ subjectId: id, version }) => ({ params: { id }, body: { version } }),
    { version: 'another' },
  ),
  'a rejection': decision(
    rejectPayment,
    'REJECTED',
    ({ subjectId: id, version }) => ({ params: { id }, body: { version, reason: 'No' } }),
    { reason: 'Never' },
  ),
  'a decision in the inbox': decision(
    decideInbox,
    'SUBMITTED',
    ({ id, version }) => ({ body: { items: [{ id, version }], decision: 'APPROVE' } }),
    { decision: 'REJECT', reason: 'No' },
  ),
};

/** Those that need a key and leave all money where it is. */
const movesNoMoney = new Set([
  'addCompany',
  'addCryptoPayee',
  'createBeneficiary',
  'createExportProfile',
  'createPayout',
  'createWallet',
  'invitePerson',
  'keepForm',
  'offerHandover',
  'repeatFailedRows',
  'requestAddressChange',
  'requestCompanyChange',
  'requestIban',
  'savePayoutPayees',
]);

test('every call of the contract that moves or requests money is covered', () => {
  const meant = Object.values(endpoints).filter(({ id, idempotent }) => idempotent && !movesNoMoney.has(id));
  const tried = new Set(Object.values(moves).map(({ endpoint }) => endpoint.id));
  expect(meant.map(({ id }) => id).sort()).toEqual([...tried].sort());
});

type Input = CallInput<EndpointSpec>;

describe.each(Object.entries(moves))('%s', (_, move) => {
  /** Answers the options under which the call is let through: with the code that it asks for. */
  async function confirmed(input: Input) {
    const options = { token: move.token(), idempotencyKey: newId() };
    if (!move.asksForCode) return options;
    return { ...options, code: codeIn((await app.call(move.endpoint, input, options)).body) };
  }

  test.each([
    { times: 1, atOnce: false },
    { times: 3, atOnce: false },
    ...Array.from({ length: 4 }, () => ({ times: 8, atOnce: true })),
  ])('$times responses lost, concurrently: $atOnce', async ({ times, atOnce }) => {
    rounds += 1;
    const input = (await move.input(rounds % 28)) as Input;
    const before = await move.effects();
    const options = await confirmed(input);
    const lose = () =>
      callAndLose(move.endpoint, input, options).then(
        () => 'heard',
        () => 'lost',
      );
    const already = proxy.dropped.length;
    const outcomes: string[] = [];
    if (atOnce) outcomes.push(...(await Promise.all(Array.from({ length: times }, lose))));
    else for (let time = 0; time < times; time += 1) outcomes.push(await lose());
    expect(outcomes).toEqual(Array(times).fill('lost'));

    const heard = await app.call(move.endpoint, input, options);
    expect(heard.status, heard.text).toBe(move.endpoint.status ?? 200);
    const lost = proxy.dropped.slice(already);
    expect(lost).toHaveLength(times);
    expect(lost.filter((answer) => !answer.endsWith(heard.text))).toEqual([]);
    expect(await move.effects()).toBe(before + 1);

    const otherwise = { ...input, body: { ...(input as { body: object }).body, ...move.otherwise } } as Input;
    const { token, idempotencyKey } = options;
    const refused = await app.call(move.endpoint, otherwise, { token, idempotencyKey });
    expect([refused.status, refused.body]).toMatchObject([422, { code: 'idempotency_key_reused' }]);
    expect(await move.effects()).toBe(before + 1);
  });
});

test.each(['a SEPA payment', 'an instant payment', 'a request for money'])(
  'control: %s that is repeated with other keys is executed each time',
  async (name) => {
    const move = moves[name];
    if (!move) throw new Error('no such move');
    const before = await move.effects();
    const input = (await move.input(0)) as Input;
    const lose = () => callAndLose(move.endpoint, input, { token: payer.token, idempotencyKey: newId() });
    await Promise.allSettled(Array.from({ length: 8 }, lose));
    expect(await move.effects()).toBe(before + 8);
  },
);

test('a cancellation whose responses were lost, which takes no key, is answered as done, and the money is released once', async () => {
  // A listed name waits for the desk and can be taken back.
  const listed = await addPayee(app, payer.clientId, { name: 'Blocked Trading House Ltd', trusted: true });
  const before = await payer.balance();
  const { output } = await payer.pay({ beneficiaryId: listed.id });
  expect((await payer.balance()).available).toBeLessThan(before.available);
  const cancel = (call: Call) => call(cancelPayment, { params: { id: output.id } }, { token: payer.token });
  await Promise.allSettled(Array.from({ length: 8 }, () => cancel(callAndLose)));
  const again = await cancel(app.call);
  expect([again.status, again.output]).toMatchObject([200, { status: 'CANCELED' }]);
  expect(await payer.balance()).toEqual(before);
});
