/** Each call of the contract that moves or requests money, with its body and its effect. */
import {
  type Approval,
  amendOrder,
  approvePayment,
  closeCard,
  confirmPayout,
  createMoneyRequest,
  createPayment,
  createQuote,
  createStandingOrder,
  createWithdrawal,
  decideInbox,
  type EndpointSpec,
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
import { newId } from '@calmly/platform/ids.ts';
import { sql } from 'kysely';
import { addCard, paymentWith, processorOf } from '../../support/cards.ts';
import { inboxOf, order } from '../../support/clients/firm.ts';
import { typedPayout } from '../../support/clients/payouts.ts';
import { cardOrder, issue } from '../../support/issued-cards.ts';
import { sendOrder, orderBody as tradeBody } from '../../support/trading.ts';
import { prepareWithdrawal } from '../../support/wallets.ts';
import { count, forgetLimits, laterOnce, orderBody, type People } from './people.ts';

/** A repeated call, and how to count its effects. */
export interface Move {
  readonly endpoint: EndpointSpec;
  readonly token: (people: People) => string;
  /** A new input with its prerequisites. `round` gives unused days and currencies. */
  readonly input: (
    people: People,
    round: number,
  ) => Promise<{ params?: object; body: object }> | { body: object };
  readonly asksForCode?: true;
  /** The difference of a changed input. */
  readonly otherwise: object;
  /** The number of effects so far. */
  readonly effects: (people: People) => Promise<number>;
}

const moveWith = ({ account }: People['cardholder'], amount: string) => ({ account: account.number, amount });
const tradeOrder = tradeBody({ operation: 'BUY', amount: '0.1', price: '50000' });
const cardMoves = ({ app, cardholder }: People) =>
  count(
    app,
    'transactions.transaction',
    cardholder.clientId,
    sql`scheme = 'CARD_MOVE' and direction = 'DEBIT'`,
  );

const moveOf = (endpoint: EndpointSpec, rest: Partial<Move> & Pick<Move, 'input'>): Move => ({
  endpoint,
  token: ({ payer }) => payer.token,
  otherwise: { amount: '2.00' },
  effects: ({ app, payer }) =>
    count(app, 'transactions.transaction', payer.clientId, sql`direction = 'DEBIT'`),
  ...rest,
});
const payment = (change: (people: People) => Partial<PaymentInput>, rest: Partial<Move> = {}) =>
  moveOf(createPayment, {
    ...rest,
    input: (people) => ({ body: { ...orderBody(people), ...change(people) } }),
  });
const decision = (
  endpoint: EndpointSpec,
  status: string,
  inputOf: (waiting: Approval) => { params?: object; body: object },
  otherwise: object,
) =>
  moveOf(endpoint, {
    asksForCode: true,
    token: ({ firm }) => firm.boris.companyToken,
    effects: ({ app, firm }) =>
      count(app, 'transactions.transaction', firm.companyId, sql`status = ${status}`),
    otherwise,
    async input({ app, firm }) {
      const { output } = await order(app, firm, firm.clara);
      const waiting = (await inboxOf(app, firm.boris)).find(({ subjectId }) => subjectId === output.id);
      if (!waiting) throw new Error('nothing waits');
      return inputOf(waiting);
    },
  });

export const moves: Readonly<Record<string, Move>> = {
  'a SEPA payment': payment(() => ({})),
  'an instant payment': payment(() => ({ instant: true })),
  'a transfer between own accounts': payment(({ ownAccount }) => ({
    beneficiaryId: undefined,
    creditorAccount: ownAccount,
  })),
  'a payment to another client': payment(
    ({ other }) => ({
      beneficiaryId: undefined,
      creditorAccount: other.account.number,
      creditorName: 'Anna Tamm',
    }),
    { asksForCode: true },
  ),
  'an exchange': moveOf(executeExchange, {
    otherwise: { quoteId: newId() },
    async input({ app, payer, dollarAccount }) {
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
    effects: ({ payer, app }) => count(app, 'requests.request', payer.clientId),
    input: ({ payer }) => ({
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
    effects: ({ payer, app }) => count(app, 'accounts.account', payer.clientId),
    otherwise: { name: 'Otherwise' },
    input: (_people, round) => ({
      body: { currency: ['GBP', 'CHF', 'PLN', 'SEK'][round % 4], name: `Account ${round}` },
    }),
  }),
  'a standing order': moveOf(createStandingOrder, {
    asksForCode: true,
    effects: ({ payer, app }) => count(app, 'orders.standing_order', payer.clientId),
    input: (people) => ({ body: { ...orderBody(people), ...laterOnce } }),
  }),
  'a missed payment of one': moveOf(sendMissedRun, {
    otherwise: { dueOn: '2031-01-01' },
    async input({ app, standingOrderId }, round) {
      const dueOn = `2030-01-${String(round + 1).padStart(2, '0')}`;
      await sql`insert into orders.run values (${standingOrderId}, ${dueOn}, 'MISSED', now(), null)`.execute(
        app.database.sql,
      );
      return { params: { id: standingOrderId }, body: { dueOn } };
    },
  }),
  'a new card': moveOf(issueCard, {
    asksForCode: true,
    token: ({ cardBuyer }) => cardBuyer.token,
    effects: ({ cardBuyer, app }) => count(app, 'cards.card', cardBuyer.clientId),
    otherwise: { name: 'Another' },
    input: ({ cardBuyer }) => ({ body: cardOrder(cardBuyer.account.number) }),
  }),
  'a top-up of a card': moveOf(topUpCard, {
    asksForCode: true,
    token: ({ cardholder }) => cardholder.token,
    effects: cardMoves,
    input: ({ cardholder }) => ({ params: { id: cardholder.card.id }, body: moveWith(cardholder, '1.00') }),
  }),
  'a withdrawal from a card': moveOf(withdrawFromCard, {
    token: ({ cardholder }) => cardholder.token,
    effects: cardMoves,
    input: ({ cardholder }) => ({ params: { id: cardholder.card.id }, body: moveWith(cardholder, '0.01') }),
  }),
  'a card that is closed': moveOf(closeCard, {
    asksForCode: true,
    token: ({ cardholder }) => cardholder.token,
    effects: ({ cardholder, app }) => count(app, 'cards.card', cardholder.clientId, sql`status = 'CLOSED'`),
    otherwise: { account: '40000001' },
    input: async ({ app, cardholder }) => ({
      params: { id: (await issue(app, cardholder)).id },
      body: { account: undefined },
    }),
  }),
  'a card that is replaced': moveOf(replaceCard, {
    asksForCode: true,
    token: ({ cardLoser }) => cardLoser.token,
    effects: ({ cardLoser, app }) => count(app, 'cards.card', cardLoser.clientId, sql`replaces is not null`),
    otherwise: { reason: 'stolen' },
    input: async ({ app, cardLoser }) => ({
      params: { id: (await issue(app, cardLoser)).id },
      body: { reason: 'lost' },
    }),
  }),
  'a dispute of a card payment': moveOf(openDispute, {
    token: ({ cardholder }) => cardholder.token,
    effects: ({ cardholder, app }) => count(app, 'cards.dispute', cardholder.clientId),
    otherwise: { reason: 'other' },
    async input({ app, cardholder }) {
      const { clientId, card: known } = cardholder;
      const { card } = await addCard(app.database, { clientId, holderId: known.holder.id });
      const { transactionId } = await processorOf(app.database).take(paymentWith(card).clear('5.00'));
      const body = { reason: 'duplicate', text: 'Paid twice.', amount: '5.00', documents: [] } as const;
      return { params: { id: transactionId ?? '' }, body };
    },
  }),
  'a question to support': moveOf(startConversation, {
    token: ({ payer }) => payer.token,
    effects: ({ payer, app }) => count(app, 'support.conversation', payer.clientId),
    otherwise: { text: 'Something else' },
    async input({ app }) {
      await forgetLimits(app);
      return { body: { text: 'Where is my payment?', documents: [] } };
    },
  }),
  'another message to support': moveOf(sendMessage, {
    token: ({ payer }) => payer.token,
    effects: ({ payer, app }) =>
      count(app, 'platform.audit', payer.clientId, sql`action = 'support.written'`),
    otherwise: { text: 'Something else' },
    async input({ app, payer }) {
      await forgetLimits(app);
      const body = { text: 'Where is my payment?', documents: [] };
      const { token } = payer;
      const asked = await app.call(startConversation, { body }, { token, idempotencyKey: newId() });
      return { params: { id: asked.output.id }, body: { text: 'And when?', documents: [] } };
    },
  }),
  'an order of the exchange': moveOf(placeOrder, {
    token: ({ trader }) => trader.token,
    effects: ({ trader, app }) => count(app, 'trading.trade_order', trader.clientId),
    otherwise: { amount: '0.2' },
    input: () => ({ body: tradeOrder }),
  }),
  'an order that is changed': moveOf(amendOrder, {
    token: ({ trader }) => trader.token,
    effects: ({ trader, app }) =>
      count(app, 'platform.audit', trader.clientId, sql`action = 'trade_order.amended'`),
    otherwise: { amount: '0.3' },
    async input({ app, trader }) {
      const { id } = (await sendOrder(app, trader, tradeOrder)).output;
      return { params: { id }, body: { amount: '0.2' } };
    },
  }),
  'a withdrawal from a wallet': moveOf(createWithdrawal, {
    asksForCode: true,
    token: ({ holder }) => holder.token,
    effects: ({ holder, app }) => count(app, 'wallets.withdrawal', holder.clientId),
    otherwise: { amount: '2' },
    input: async ({ app, holder }) => ({ body: (await prepareWithdrawal(app, holder, '1')).order }),
  }),
  'a transfer to a wallet': moveOf(moveCrypto, {
    asksForCode: true,
    token: ({ holder }) => holder.token,
    effects: ({ holder, app }) => count(app, 'wallets.move', holder.clientId),
    input: ({ holder }) => ({ body: { type: 'Deposit', account: holder.account.number, amount: '1.00' } }),
  }),
  'a payout that is paid': moveOf(confirmPayout, {
    asksForCode: true,
    effects: ({ payer, app }) => count(app, 'payouts.payout', payer.clientId, sql`status = 'PAYING'`),
    otherwise: { mode: 'READY' },
    // The same amount to the same payee would raise a warning that has to be accepted.
    async input({ app, payer }, round) {
      const { id, version } = await typedPayout(app, payer, { amount: `1.${10 + round}` });
      return { params: { id }, body: { version, mode: 'ALL', payOn: null, skipNameCheck: true } };
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
