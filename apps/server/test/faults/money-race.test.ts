/**
 * L1 over all ways to move money: 64 callers over HTTP pay by every scheme, in payouts and by standing orders, to and from cards and wallets,
 * exchange, trade,
 * cancel, approve and reject, while credits and returns arrive, the desk decides, and an auditor reads. The books are correct at every check, and in
 * the end every account matches its
 * payments. `CALMLY_MONEY_SECONDS` sets the length.
 */
import {
  approvePayment,
  cancelPayment,
  createCryptoUser,
  createQuote,
  executeExchange,
  listInbox,
  openAccount,
  type PaymentInput,
  rejectPayment,
  termsVersions,
  withdrawFromCard,
} from '@calmly/contract';
import { type CurrencyCode, chargesOf, isFinal, type PaymentStatus } from '@calmly/domain';
import type { DeskQueue } from '@calmly/platform/desk.ts';
import { newId } from '@calmly/platform/ids.ts';
import { Problem } from '@calmly/platform/problem.ts';
import { verifyTrading } from '@calmly/products/crypto/server/trading/index.ts';
import { verifyBooks } from '@calmly/products/ledger/server/index.ts';
import { type ClearingModule, verifySuspense } from '@calmly/products/payments/server/clearing/index.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyHolds } from '../../src/verify/holds.ts';
import { startTestApp, type TestApp, testClearing, testPayments } from '../support/app.ts';
import { record, sized } from '../support/campaign.ts';
import { chanceOfRun } from '../support/chance.ts';
import { reachWorkingDay } from '../support/clients/due-orders.ts';
import { callWithCode, createFirm, type Firm, order } from '../support/clients/firm.ts';
import { at, entriesWithoutTransaction } from '../support/clients/ledger.ts';
import { addPayee, openAnotherAccount, type Payer, systemWork } from '../support/clients/payments.ts';
import { typedPayout } from '../support/clients/payouts.ts';
import { confirmWithCode } from '../support/files/payout-rows.ts';
import { createCardholder, topUp } from '../support/issued-cards.ts';
import { retryNow } from '../support/retries.ts';
import { confirmOrders, giveWallets, settled } from '../support/trading.ts';
import { until } from '../support/until.ts';
import { move } from '../support/wallets.ts';
import { payByOrder, trade } from './order-load.ts';

const callers = 64;
const runMs = Number(process.env.CALMLY_MONEY_SECONDS ?? sized(8, 40)) * 1_000;

/** Settles; is rejected; is returned; accepts no instant payments. */
const ibans = [
  'DE33200505501289447016',
  'DE48200505500000000041',
  'DE80200505500000000047',
  'DE26200505500000000049',
];

interface Client extends Payer {
  readonly card: { readonly id: string };
  /** The last is on the watch list, the second to last is a client of the bank. */
  readonly payees: readonly string[];
  readonly swiftPayee: string;
  readonly savings: string;
  readonly dollars: string;
}

let app: TestApp;
let clearing: ClearingModule;
let desk: DeskQueue[];
let clients: readonly Client[];
let firm: Firm;
beforeAll(async () => {
  const sandbox = { enabled: true, railDelayMs: 0, paymentsPerHour: 0, seed: 'tests' };
  app = await startTestApp({ jobs: true, config: { sandbox } });
  clearing = testClearing(app.database);
  desk = [...(testPayments(app.database).desk ?? []), ...(clearing.desk ?? [])];
  const first = await newMoneyClient(undefined);
  clients = [first, await newMoneyClient(first), await newMoneyClient(first), await newMoneyClient(first)];
  firm = await createFirm(app);
  await reachWorkingDay(app);
});
afterAll(() => app.close());

async function newMoneyClient(neighbour: Payer | undefined): Promise<Client> {
  const payer = await createCardholder(app, { fundedMinor: 200_000n });
  await app.call(createCryptoUser, { body: { termsVersion: termsVersions.crypto } }, { token: payer.token });
  await giveWallets(app, payer.clientId, { BTC: '1', EPI: '50000' });
  await confirmOrders(app, payer);
  const dollars = { body: { currency: 'USD', name: 'Dollars' } } as const;
  const options = { token: payer.token, idempotencyKey: newId() };
  const add = async (iban: string, name = 'Hansa GmbH', currency: CurrencyCode = 'EUR') =>
    (await addPayee(app, payer.clientId, { iban, name, currency, trusted: true })).id;
  const opened = (await app.call(openAccount, dollars, options)).output;
  await arrive(opened.number, 'USD', 100_000n);
  return {
    ...payer,
    savings: (await openAnotherAccount(app, payer.clientId)).number,
    dollars: opened.number,
    swiftPayee: await add(ibans[0] ?? '', 'Hansa GmbH', 'USD'),
    payees: [
      ...(await Promise.all(ibans.map((iban) => add(iban)))),
      await add(neighbour?.account.iban ?? 'EE382200221020145685'),
      await add('DE96200505500000000050', 'Blocked Trading House'),
    ],
  };
}

const chance = chanceOfRun('money race');
const { pick } = chance;
const amount = () => `${1 + chance.below(40)}.${10 + chance.below(90)}`;

/** Counts of calls, by name and answer. */
const done = new Map<string, number>();
const count = (what: string, outcome: string | number) =>
  done.set(`${what} ${outcome}`, (done.get(`${what} ${outcome}`) ?? 0) + 1);

const pay = (client: Client, change: Partial<PaymentInput>) => client.pay({ amount: amount(), ...change });

/** Every call that moves money, once; each answers its status. */
const calls: Readonly<Record<string, (client: Client) => Promise<number>>> = {
  pay: async (client) => (await pay(client, { beneficiaryId: pick(client.payees) })).status,
  payInstantly: async (client) =>
    (await pay(client, { beneficiaryId: pick(client.payees.slice(0, 4)), instant: true })).status,
  paySwift: async (client) => {
    const chargeBearer = pick(['SHA', 'OUR', 'BEN'] as const);
    const order = { debtorAccount: client.dollars, beneficiaryId: client.swiftPayee, chargeBearer };
    return (await pay(client, { ...order, amount: '30.00' })).status;
  },
  save: async (client) => (await client.pay({ creditorAccount: client.savings, amount: amount() })).status,
  spendSavings: async (client) => {
    const back = { debtorAccount: client.savings, creditorAccount: client.account.number, amount: amount() };
    return (await client.pay(back)).status;
  },
  async exchange(client) {
    const ends = [client.account.number, client.dollars] as const;
    const [fromAccount, toAccount] = chance.happens(0.6) ? ends : [ends[1], ends[0]];
    const body = { fromAccount, toAccount, amount: amount(), side: pick(['SELL', 'BUY'] as const) };
    const quote = await app.call(createQuote, { body }, { token: client.token });
    if (quote.status !== 201) return quote.status;
    const options = { token: client.token, idempotencyKey: newId() };
    return (await app.call(executeExchange, { body: { quoteId: quote.output.id } }, options)).status;
  },
  async cancel(client) {
    // A listed name waits for the desk and can be withdrawn; the others are refused.
    const listed = at(client.payees, client.payees.length - 1);
    const beneficiaryId = chance.happens(0.7) ? listed : pick(client.payees);
    const made = await pay(client, { beneficiaryId });
    if (made.status !== 201) return made.status;
    const params = { id: made.output.id };
    return (await app.call(cancelPayment, { params }, { token: client.token })).status;
  },
  async payout(client) {
    const payout = await typedPayout(app, client, {
      account: pick(ibans.slice(0, 3)),
      amount: amount(),
      reference: newId(),
    });
    return (await confirmWithCode(app, client, payout)).status;
  },
  topUp: async (client) => (await topUp(app, client, client.card.id, amount())).status,
  async withdrawFromCard(client) {
    const call = {
      params: { id: client.card.id },
      body: { account: client.account.number, amount: amount() },
    };
    return (await app.call(withdrawFromCard, call, { token: client.token, idempotencyKey: newId() })).status;
  },
  payByOrder: (client) => payByOrder({ app, chance, amount }, client, pick(client.payees.slice(0, 2))),
  trade: (client) => trade({ app, chance }, client),
  moveIn: async (client) => (await move(app, client, 'Deposit', amount())).status,
  moveOut: async (client) => (await move(app, client, 'Transfer', amount())).status,
  async approve() {
    // Two identical orders at once would share one code, and the slower one would need another.
    const made = await order(app, firm, firm.clara, { amount: amount(), reference: `Invoice ${newId()}` });
    if (made.status !== 201) return made.status;
    const inbox = await app.call(listInbox, { query: { view: 'WAITING' } }, { token: firm.boris.token });
    if (inbox.status !== 200) return inbox.status;
    const waiting = inbox.output.Items.find(({ subjectId }) => subjectId === made.output.id);
    if (!waiting) return made.status;
    const params = { id: made.output.id };
    const { version } = waiting;
    const decide = (boss: Firm['boris']) =>
      chance.happens(0.5)
        ? callWithCode(app, approvePayment, { params, body: { version } }, boss.companyToken)
        : callWithCode(app, rejectPayment, { params, body: { version, reason: 'No' } }, boss.companyToken);
    const [first] = await Promise.all([decide(firm.boris), decide(firm.maria)]);
    return first.status;
  },
};

/** Money from outside, reported twice. */
const arrive = (
  creditorAccount: string,
  currency: CurrencyCode,
  amountMinor: bigint,
  debtorName = 'Employer AS',
): Promise<void> =>
  systemWork(app.database, async (work) => {
    const credit = {
      railReference: newId(),
      scheme: 'SWIFT',
      creditorAccount,
      currency,
      amountMinor,
      debtorName,
      debtorAccount: 'EE382200221020145685',
      debtorCountry: 'EE',
      reference: 'Salary',
      endToEndId: 'SALARY-1',
      at: new Date(),
    } as const;
    const [verdict = ''] = await clearing.sinks.credit(work, [credit]);
    count('credit', verdict);
    expect(await clearing.sinks.credit(work, [credit])).toEqual(['known']);
  });

const arriveAnywhere = () =>
  arrive(
    pick([pick(clients).account.number, 'LT000000000000000000']),
    pick(['EUR', 'EUR', 'USD']),
    BigInt(1 + chance.below(9_000)),
    pick(['Employer AS', 'Employer AS', 'Forbidden Shipping Lines']),
  );

/** Decides a waiting item, or collides with another decision. */
async function decideAtDesk(): Promise<void> {
  const queue = pick(desk);
  const waiting = await queue.list(app.database.sql, { after: undefined, limit: 10 });
  if (waiting.length === 0) return;
  const { id } = pick(waiting);
  const account = queue.kind === 'suspense' ? { account: pick(clients).account.number } : {};
  const decision = pick(['approve', 'reject'] as const);
  try {
    await systemWork(app.database, (work) =>
      queue.hold && chance.happens(0.2)
        ? queue.hold(work, id, {})
        : queue.decide(work, id, decision, { ...account, reason: 'Why not' }),
    );
    count(`desk ${queue.kind}`, 'decided');
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    count(`desk ${queue.kind}`, error.code);
  }
}

/** Helpers that need a call's answer throw if the server is busy. */
function statusWhenBusy(error: unknown): number {
  if (error instanceof Error && / answered 503: /.test(error.message)) return 503;
  throw error;
}

interface PaymentRow {
  readonly account_id: string;
  readonly direction: 'DEBIT' | 'CREDIT';
  readonly status: PaymentStatus;
  readonly amount_minor: bigint;
  readonly fee_minor: bigint;
  readonly charge_bearer: 'SHA' | 'OUR' | 'BEN';
}

/** The balance and holds of each account, computed from its payments alone. */
async function bySum(): Promise<Map<string, { posted: bigint; reserved: bigint }>> {
  const { rows } = await sql<PaymentRow>`
    select account_id, direction, status, amount_minor::bigint, fee_minor::bigint, charge_bearer from transactions.transaction`.execute(
    app.database.sql,
  );
  const sums = new Map<string, { posted: bigint; reserved: bigint }>();
  for (const { account_id, direction, status, amount_minor, fee_minor, charge_bearer } of rows) {
    const sum = sums.get(account_id) ?? { posted: 0n, reserved: 0n };
    const { debitedMinor } = chargesOf({
      amountMinor: amount_minor,
      feeMinor: fee_minor,
      chargeBearer: charge_bearer,
    });
    if (direction === 'CREDIT') sum.posted += amount_minor;
    else if (status === 'EXECUTED') sum.posted -= debitedMinor;
    else if (!isFinal(status)) sum.reserved += debitedMinor;
    sums.set(account_id, sum);
  }
  return sums;
}

let looksForMoving = 0;
/**
 * Payouts and payments in progress; the rest of an order at the exchange may stay open. Work that failed on a busy machine is retried at once,
 * without the queue's pause.
 */
async function moving(): Promise<unknown[]> {
  if (looksForMoving % 50 === 0) await retryNow(app.database.sql);
  looksForMoving += 1;
  const { rows } = await sql`
    select number, status, scheme from transactions.transaction
    where status in ('SUBMITTED', 'TO_AML_REVIEW', 'AML_APPROVED', 'IN_PROCESS', 'PENDING_FINANCE_INSTITUTION')
      and scheme <> 'TRADE'
    union all select number, status, 'PAYOUT' from payouts.payout where status = 'PAYING'`.execute(
    app.database.sql,
  );
  return rows;
}

test('every way to move money, concurrently: correct at every check, and each account matches its payments', async () => {
  const end = Date.now() + runMs;
  const names = Object.keys(calls);
  const hasMoved = (name: string) => (done.get(`${name} 201`) ?? done.get(`${name} 200`) ?? 0) > 0;
  const looksNeeded = 4;
  /** A slow machine needs longer until every way was used and the books were checked often enough. */
  const goesOn = () =>
    Date.now() < end || (Date.now() < end + 90_000 && !(looks >= looksNeeded && names.every(hasMoved)));
  const call = async (_: unknown, place: number) => {
    while (goesOn()) {
      const name = place < 4 ? 'approve' : pick(names);
      const status = await calls[name]?.(at(clients, place % clients.length)).catch(statusWhenBusy);
      count(name, status ?? 0);
    }
  };
  const repeat = async (act: () => Promise<void>) => {
    while (goesOn()) await act();
  };
  let looks = 0;
  const breaches: unknown[] = [];
  const audit = async () => {
    breaches.push(
      ...(await verifyBooks(app.database.sql)).breaches,
      ...(await verifySuspense(app.database.sql)),
    );
    looks += 1;
  };
  await Promise.all([
    ...Array.from({ length: callers }, call),
    repeat(audit),
    repeat(arriveAnywhere),
    repeat(decideAtDesk),
  ]);
  await until(moving, (left) => left.length === 0);
  await settled(app);
  await audit();
  expect(breaches).toEqual([]);
  expect(await verifyHolds(app.database.sql)).toEqual([]);
  expect(await verifyTrading(app.database.sql)).toEqual([]);
  expect(await entriesWithoutTransaction(app.database.sql)).toEqual([]);
  expect(looks).toBeGreaterThanOrEqual(looksNeeded);
  // 503 asks the caller to come back: on a busy machine a call may wait too long for a connection or a lock.
  // 203 also if two callers of one client requested the same: they share one code.
  const sharesCode = /^(?:payout|topUp|payByOrder|moveIn|moveOut) 203$/;
  const unexpected = [...done.keys()].filter(
    (what) => / (?:203|400|404|50[0-24-9])$/.test(what) && !sharesCode.test(what),
  );
  expect(unexpected).toEqual([]);
  expect(names.filter((name) => !hasMoved(name))).toEqual([]);

  const { rows: accounts } = await sql<{ id: string; posted: bigint; reserved: bigint }>`
    select id, (credits - debits)::bigint as posted, reserved::bigint from ledger.accounts where kind = 'client'`.execute(
    app.database.sql,
  );
  const sums = await bySum();
  for (const { id, ...has } of accounts) expect(has).toEqual(sums.get(id) ?? { posted: 0n, reserved: 0n });
  const moved = names.reduce(
    (sum, name) => sum + (done.get(`${name} 201`) ?? 0) + (done.get(`${name} 200`) ?? 0),
    0,
  );
  record({
    id: 'L1',
    what: `${callers} callers, ${names.length} ways to move money, at once`,
    figure: `${moved} calls that moved money, ${looks} audits, 0 breaches`,
    control: 'one posting that is off by one minor unit',
  });
});

test('control: one posting that is off by one minor unit is found', async () => {
  await app.database.inTransaction(async (db) => {
    await sql`alter table ledger.entries disable trigger all`.execute(db);
    await sql`
      update ledger.entries set amount = amount + 1
      where (account_id, seq) = (select account_id, seq from ledger.entries order by random() limit 1)`.execute(
      db,
    );
  });
  const { breaches } = await verifyBooks(app.database.sql);
  expect(new Set(breaches.map(({ check }) => check))).toEqual(
    new Set(['account_totals', 'running_totals', 'transfer_entries']),
  );
});
