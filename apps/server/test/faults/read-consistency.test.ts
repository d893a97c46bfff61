/**
 * L7: clients' reads while money moves are consistent: account list, statement, payments list, drawer, order book, orders and wallets. Callers pay
 * and read at once, over HTTP; afterwards the ledger's postings show which states existed (`read-history.ts`). Once everything rests, every view is
 * compared with sums recomputed from the postings.
 * Each round has new clients, so that every statement is read completely. `SEED` repeats the choices, `CALMLY_READ_CALLS` sets their number. The
 * control answers two fifths of the
 * repeated reads with old data, like a cache or a lagging replica.
 */
import {
  getPayment,
  getStatement,
  listAccounts,
  listPayments,
  type Payment,
  type Statement,
} from '@calmly/contract';
import { parseDecimal } from '@calmly/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Call, startTestApp, type TestApp } from '../support/app.ts';
import { record, sized } from '../support/campaign.ts';
import { chanceOfRun } from '../support/chance.ts';
import {
  addPayee,
  createPayer,
  hansaIban,
  openAnotherAccount,
  type Payer,
} from '../support/clients/payments.ts';
import {
  type BalancesRead,
  contradictions,
  type Order,
  type Posting,
  type Read,
  type SeenPayment,
} from '../support/consistency/read-history.ts';
import { staleReads } from '../support/consistency/stale-reads.ts';
import { until } from '../support/until.ts';

const calls = Number(process.env.CALMLY_READ_CALLS ?? sized(1_200, 60_000));
const callsEachRound = 1_200;
const clientsEachRound = 6;
const callersEachClient = 3;

/** A bank that the first client pays instead of a neighbour. */
const otherIban = 'EE382200221020145685';

const chance = chanceOfRun('read consistency');
const minor = (amount: string) => parseDecimal(amount, 'EUR') ?? 0n;

interface Client extends Payer {
  readonly savings: { readonly id: string; readonly number: string };
  /** At another bank, and a client of ours. */
  readonly payees: readonly string[];
}

let app: TestApp;
beforeAll(async () => {
  const sandbox = { enabled: true, railDelayMs: 0, paymentsPerHour: 0, seed: 'tests' };
  app = await startTestApp({ jobs: true, config: { sandbox } });
});
afterAll(() => app.close());

async function newClients(): Promise<Client[]> {
  const clients: Client[] = [];
  for (let place = 0; place < clientsEachRound; place += 1) {
    const payer = await createPayer(app, { fundedMinor: 1_000_000n });
    const neighbour = clients.at(-1)?.account.iban ?? otherIban;
    const payees = [];
    for (const iban of [hansaIban, neighbour])
      payees.push((await addPayee(app, payer.clientId, { iban, trusted: true })).id);
    clients.push({ ...payer, savings: await openAnotherAccount(app, payer.clientId), payees });
  }
  return clients;
}

/** Callers that pay and read until the round's calls are used up. */
async function playRound(clients: readonly Client[], read: Call) {
  const orders: Order[] = [];
  const reads: Read[] = [];
  const timed = async <Value>(act: () => Promise<Value>) => {
    const began = performance.now();
    const value = await act();
    return { value, began, ended: performance.now() };
  };
  const acts: ReadonlyArray<(client: Client) => Promise<void>> = [
    async (client) => {
      const amount = `${1 + chance.below(40)}.${10 + chance.below(90)}`;
      const isBack = chance.happens(0.4);
      const own = isBack
        ? { debtorAccount: client.savings.number, creditorAccount: client.account.number }
        : { creditorAccount: client.savings.number };
      const target = chance.happens(0.5) ? own : { beneficiaryId: chance.pick(client.payees) };
      const { value, ...time } = await timed(() => client.pay({ ...target, amount }));
      if (value.status !== 201) return;
      const { id, status } = value.output;
      orders.push({ id, clientId: client.clientId, isDone: status === 'EXECUTED', ...time });
    },
    async ({ token }) => {
      const { value, ...time } = await timed(() => read(listAccounts, { query: {} }, { token }));
      reads.push({ kind: 'balances', ...time, accounts: value.output.Items.map(balancesOf) });
    },
    async ({ account, savings, token }) => {
      const { id } = chance.pick([account, savings]);
      const { value, ...time } = await timed(() => read(getStatement, statementOf(id), { token }));
      reads.push({ kind: 'statement', ...time, ...statementRead(value.output) });
    },
    async ({ clientId, token }) => {
      const { value, ...time } = await timed(() => read(listPayments, { query: { limit: 100 } }, { token }));
      reads.push({ kind: 'list', clientId, ...time, payments: value.output.Items.map(seenPayment) });
    },
    async ({ clientId, token }) => {
      const ordered = orders.filter((order) => order.clientId === clientId);
      if (ordered.length === 0) return;
      const { id } = chance.pick(ordered.slice(-5));
      const { value, ...time } = await timed(() => read(getPayment, { params: { id } }, { token }));
      reads.push({ kind: 'drawer', clientId, ...time, payments: [seenPayment(value.output)] });
    },
  ];
  let left = callsEachRound;
  const call = async (client: Client) => {
    for (; left > 0; left -= 1) await chance.pick([...acts, ...acts.slice(0, 1)])(client);
  };
  await Promise.all(
    clients.flatMap((client) => Array.from({ length: callersEachClient }, () => call(client))),
  );
  return { orders, reads };
}

const balancesOf = ({
  id,
  booked,
  reserved,
  available,
}: {
  readonly id: string;
  readonly booked: string;
  readonly reserved: string;
  readonly available: string;
}): BalancesRead['accounts'][number] => ({
  id,
  bookedMinor: minor(booked),
  reservedMinor: minor(reserved),
  availableMinor: minor(available),
});

/** Everything since the account was opened. */
function statementOf(id: string) {
  const day = (from: number) => new Date(from).toISOString().slice(0, 10);
  const query = { from: day(Date.now() - 86_400_000), to: day(Date.now()), timeZone: 'UTC', limit: 500 };
  return { params: { id }, query };
}

const statementRead = (statement: Statement) => ({
  accountId: statement.accountId,
  openingMinor: minor(statement.openingBalance),
  closingMinor: minor(statement.closingBalance),
  inMinor: minor(statement.moneyIn),
  outMinor: minor(statement.moneyOut),
  entries: statement.entries,
  lines: statement.lines.map(({ paymentId, amount, balance }) => ({
    paymentId,
    amountMinor: minor(amount),
    balanceMinor: minor(balance),
  })),
});

const seenPayment = ({ id, accountId, version, status }: Payment): SeenPayment => ({
  id,
  accountId,
  version,
  isExecuted: status === 'EXECUTED',
});

/** Waits until nothing moves any more. */
const atRest = () =>
  until(
    async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from transactions.transaction
        where status in ('SUBMITTED', 'TO_AML_REVIEW', 'AML_APPROVED', 'IN_PROCESS', 'PENDING_FINANCE_INSTITUTION')`.execute(
        app.database.sql,
      );
      return rows[0]?.count;
    },
    (moving) => moving === 0,
  );

/** The postings of the accounts, by account. */
async function postingsOf(accountIds: readonly string[]): Promise<Map<string, Posting[]>> {
  const { rows } = await sql<{ accountId: string } & Posting>`
    select e.account_id as "accountId", t.id as "transferId", t.subject_id as "orderId",
      case when e.amount > 0 then coalesce(t.credit_subject_id, t.subject_id) else t.subject_id end as "paymentId",
      e.amount::bigint as "amountMinor"
    from ledger.entries e join ledger.transfers t on t.id = e.transfer_id
    where e.account_id = any(${accountIds}::uuid[]) order by e.account_id, e.seq`.execute(app.database.sql);
  const found = Map.groupBy(rows, ({ accountId }) => accountId);
  return new Map(accountIds.map((id) => [id, found.get(id) ?? []]));
}

/** The views at rest, against the postings and the payments themselves. */
async function checkAtRest(clients: readonly Client[], postings: ReadonlyMap<string, readonly Posting[]>) {
  for (const { token, account, savings } of clients) {
    const { Items } = (await app.call(listAccounts, { query: {} }, { token })).output;
    for (const { id } of [account, savings]) {
      const own = postings.get(id) ?? [];
      const booked = own.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
      const listed = Items.find((item) => item.id === id);
      const statement = (await app.call(getStatement, statementOf(id), { token })).output;
      expect([minor(listed?.booked ?? ''), minor(statement.closingBalance)]).toEqual([booked, booked]);
      expect(listed?.reserved).toBe('0.00');
      const { Items: payments } = (
        await app.call(listPayments, { query: { accountId: id, limit: 100 } }, { token })
      ).output;
      expect(payments.length).toBeGreaterThan(0);
      for (const payment of payments) {
        const moved = own.flatMap(({ paymentId, amountMinor }) =>
          paymentId === payment.id ? [amountMinor] : [],
        );
        const isDebit = payment.direction === 'DEBIT';
        const expected = isDebit ? -minor(payment.amount) - minor(payment.fee) : minor(payment.amount);
        expect([payment.status, moved.reduce((sum, amount) => sum + amount, 0n)]).toEqual([
          'EXECUTED',
          expected,
        ]);
      }
      const shown = chance.pick(payments);
      const drawer = (await app.call(getPayment, { params: { id: shown.id } }, { token })).output;
      expect(drawer).toMatchObject({ amount: shown.amount, fee: shown.fee, status: shown.status });
    }
  }
}

test('clients’ reads while money moves show a state that existed, and never an older one than they have seen', async () => {
  let judged = 0;
  for (let done = 0; done < calls; done += callsEachRound) {
    const clients = await newClients();
    const { orders, reads } = await playRound(clients, app.call);
    await atRest();
    const postings = await postingsOf(clients.flatMap(({ account, savings }) => [account.id, savings.id]));
    expect(contradictions(postings, orders, reads)).toEqual([]);
    await checkAtRest(clients, postings);
    expect(orders.filter(({ isDone }) => !isDone).length).toBeGreaterThan(20);
    for (const kind of ['balances', 'statement', 'list', 'drawer'] as const)
      expect(reads.filter((read) => read.kind === kind).length, kind).toBeGreaterThan(100);
    judged += orders.length + reads.length;
  }
  record({
    id: 'L7',
    what: 'account list, statement, payments list and drawer while money moves',
    figure: `${judged.toLocaleString('en')} calls, 0 contradictions`,
    control: 'two fifths of repeated reads answered as before',
  });
});

test('control: reads that lag are found, in every view', async () => {
  const views = new Set<string | undefined>();
  for (let round = 0; round < 5 && views.size < 4; round += 1) {
    const clients = await newClients();
    const { orders, reads } = await playRound(clients, staleReads(app.call, chance));
    await atRest();
    const postings = await postingsOf(clients.flatMap(({ account, savings }) => [account.id, savings.id]));
    for (const text of contradictions(postings, orders, reads)) views.add(text.split(' ')[0]);
  }
  expect(views).toEqual(new Set(['balances', 'statement', 'list', 'drawer']));
});
