/**
 * `verify` on a bank in which every product holds or has moved money, and on the same bank after each corruption by hand: exactly the checks
 * named in the table fail.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getPayment, listPayoutRows, type PaymentStatus } from '@calmly/contract';
import { loadConfig } from '@calmly/platform/config/config.ts';
import { verifyTransactions } from '@calmly/products/accounts/server/transactions/index.ts';
import { cardBookings } from '@calmly/products/cards/server/index.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../test/support/app.ts';
import { paymentWith, processorOf } from '../../test/support/cards.ts';
import { createPayer, type Payer } from '../../test/support/clients/payments.ts';
import { uploadPayout } from '../../test/support/clients/payouts.ts';
import { notification, statement } from '../../test/support/files/bank-files.ts';
import { anna, confirmWithCode, fileOf, hansa, rowOf } from '../../test/support/files/payout-rows.ts';
import { createCardholder, topUp } from '../../test/support/issued-cards.ts';
import {
  type FileRailBank,
  reference,
  startFileRail,
  stated,
} from '../../test/support/processes/file-rail.ts';
import { whileTampered } from '../../test/support/tampered.ts';
import { confirmOrders, sendOrder, settled } from '../../test/support/trading.ts';
import { until } from '../../test/support/until.ts';
import { createHolder, move, openAddress, outside, withdraw } from '../../test/support/wallets.ts';
import { checks } from './checks.ts';

let bank: FileRailBank;
let app: TestApp;

beforeAll(async () => {
  bank = await startFileRail();
  ({ app } = bank);
  await usePayments();
  await useStatements();
  await useCard();
  await usePayout();
  await useWallet();
});
afterAll(() => bank.close());

const reach = ({ token }: Pick<Payer, 'token'>, id: string, status: PaymentStatus) =>
  until(
    async () => (await app.call(getPayment, { params: { id } }, { token })).output,
    (payment) => payment.status === status,
  );

/** One is executed, one is at the other bank, one stayed inside. */
async function usePayments() {
  const payer = await createPayer(app);
  const inside = await createPayer(app, { firstName: 'Mart', lastName: 'Kask' });
  const executed = await bank.pay(payer);
  await bank.receive(stated(await bank.sentFor(executed), 'ACSC'));
  await reach(payer, executed, 'EXECUTED');
  await bank.sentFor(await bank.pay(inside));
  await payer.payWithCode({ creditorAccount: inside.account.number });
}

/** Two days of our account at the bank's bank; a notification reported one entry before the statement did. */
async function useStatements() {
  const { account } = await createPayer(app);
  const credit = (amount: string, bookedOn: string) => ({
    reference: reference(),
    amount,
    bookedOn,
    creditorAccount: account.iban ?? '',
  });
  const [first, told, last] = [
    credit('75.00', '2026-11-19'),
    credit('5.00', '2026-11-20'),
    credit('2.00', '2026-11-20'),
  ];
  await bank.receive(
    statement(reference(), [first], { opening: '0.00', closing: '75.00', day: '2026-11-19' }),
  );
  await bank.receive(notification(reference(), [told]));
  await bank.receive(
    statement(reference(), [told, last], { opening: '75.00', closing: '82.00', day: '2026-11-20' }),
  );
}

/** A held payment, a partly collected one, a refund, and one that left a debt. */
async function useCard() {
  const holder = await createCardholder(app);
  await topUp(app, holder, holder.card.id, '100.00');
  const processor = processorOf(app.database);
  const [held, part, back, beyond] = [
    paymentWith(holder.card),
    paymentWith(holder.card),
    paymentWith(holder.card),
    paymentWith(holder.card),
  ];
  await processor.decide(held.ask('30.00'));
  await processor.decide(part.ask('20.00'));
  await processor.take(part.clear('5.00', { isFinal: false }));
  await processor.decide(back.ask('10.00'));
  await processor.take(back.clear('10.00'));
  await processor.take(paymentWith(holder.card).refund('4.00'));
  await processor.take(beyond.clear('70.00'));
}

/** Three rows at other banks, of which one is settled. */
async function usePayout() {
  const payer = await createPayer(app);
  const rows = [
    rowOf('Anna Tamm', anna, '10.00'),
    rowOf('Hansa GmbH', hansa, '20.00'),
    rowOf('Hansa GmbH', hansa, '30.00'),
  ];
  const payout = await uploadPayout(app, payer, fileOf(...rows));
  expect((await confirmWithCode(app, payer, payout)).status).toBe(200);
  const list = () =>
    app.call(listPayoutRows, { params: { id: payout.id }, query: { from: 1, limit: 10 } }, payer);
  const written = await until(
    async () => (await list()).output.rows.map(({ paymentId }) => paymentId),
    (ids) => ids.every((id) => id !== null),
  );
  await bank.receive(stated(await bank.sentFor(written[0] ?? ''), 'ACSC'));
  await reach(payer, written[0] ?? '', 'EXECUTED');
}

/** A pending withdrawal and an order that rests in the book. */
async function useWallet() {
  const holder = await createHolder(app);
  await move(app, holder, 'Deposit', '200.00');
  await withdraw(app, holder, { asset: 'EPI', amount: '60', address: outside.evm });
  await openAddress(app, holder, 'BTC');
  await confirmOrders(app, holder);
  const order = await sendOrder(app, holder, { operation: 'BUY', amount: '0.01', price: '10000' });
  expect(order.status).toBe(201);
  await settled(app);
}

/** The faults of each check, by its name. `wallets.test.ts` compares the chains, `files.test.ts` the kept files. */
async function findings() {
  const { inbox, outbox } = bank;
  const config = {
    ...loadConfig({ RAIL: 'files', RAIL_INBOX: inbox, RAIL_OUTBOX: outbox }),
    anchorFile: undefined,
  };
  const tools = { config, database: app.database, counted: { at: new Date(), transfers: 0n, entries: 0n } };
  const found: Record<string, readonly string[]> = {};
  for (const { name, run } of checks) {
    if (name === 'reserves' || name === 'files') continue;
    const { faults } = await run(tools);
    if (faults.length > 0) found[name] = faults;
  }
  return found;
}

test('a bank in which every product has moved money has no fault', async () => {
  expect(await findings()).toEqual({});
});

/** The change, its table and statement, and the checks that find it. */
const corruptions: ReadonlyArray<readonly [what: string, table: string, statement: string, found: string[]]> =
  [
    [
      'an executed payment whose amount was changed',
      'transactions.transaction',
      "update transactions.transaction set amount_minor = amount_minor + 1 where id = (select id from transactions.transaction where scheme = 'SEPA' and direction = 'DEBIT' and status = 'EXECUTED' and payout_id is null)",
      ['rows', 'rail'],
    ],
    [
      'an incoming credit without its transaction',
      'transactions.transaction',
      "delete from transactions.transaction where id = (select id from transactions.transaction where scheme = 'SEPA' and direction = 'CREDIT' limit 1)",
      ['rows'],
    ],
    [
      'a transaction of another account',
      'transactions.transaction',
      "update transactions.transaction set account_id = gen_random_uuid() where id = (select id from transactions.transaction where scheme = 'INTERNAL' and direction = 'CREDIT')",
      ['rows'],
    ],
    [
      'an executed transaction that no entry belongs to',
      'transactions.transaction',
      "insert into transactions.transaction select (jsonb_populate_record(it, jsonb_build_object('id', gen_random_uuid(), 'number', 'PAY-1', 'idempotency_key', null))).* from transactions.transaction it where scheme = 'INTERNAL' and direction = 'DEBIT'",
      ['rows'],
    ],
    [
      'a card payment of which more was collected than was booked',
      'cards.authorization',
      'update cards.authorization set cleared_minor = cleared_minor + 1 where is_over and not is_refund and authorized_minor > 0',
      ['rows'],
    ],
    [
      'a payment that ended and is still held',
      'transactions.transaction',
      "update transactions.transaction set status = 'REJECTED' where scheme = 'SEPA' and status = 'PENDING_FINANCE_INSTITUTION' and payout_id is null",
      ['holds'],
    ],
    [
      'a payment at another bank whose money is free again',
      'ledger.reservations',
      "update ledger.reservations set status = 'released', closed_at = now() where id = (select id from transactions.transaction where scheme = 'SEPA' and status = 'PENDING_FINANCE_INSTITUTION' and payout_id is null)",
      ['holds'],
    ],
    [
      'a payment of a payout that ended and is still held with the others',
      'transactions.transaction',
      "update transactions.transaction set status = 'CANCELED' where id = (select id from transactions.transaction where status = 'PENDING_FINANCE_INSTITUTION' and payout_id is not null limit 1)",
      ['holds', 'rail'],
    ],
    [
      'a card payment that is over and still held',
      'cards.authorization',
      'update cards.authorization set is_over = true where expires_at is not null',
      ['holds'],
    ],
    [
      'a card payment that holds more than its reservation',
      'cards.authorization',
      'update cards.authorization set authorized_minor = authorized_minor + 1 where expires_at is not null',
      ['holds'],
    ],
    [
      'a withdrawal of another amount than is held',
      'wallets.withdrawal',
      'update wallets.withdrawal set amount_minor = amount_minor - 1',
      ['holds'],
    ],
    [
      'an order that is over and still holds money',
      'trading.trade_order',
      "update trading.trade_order set status = 'CANCELED', held_minor = 0",
      ['holds', 'trading'],
    ],
    [
      'a reservation that nothing made',
      'ledger.reservations',
      "insert into ledger.reservations (id, account_id, amount, status, created_at) select gen_random_uuid(), account_id, 1, 'open', created_at from ledger.reservations limit 1",
      ['holds'],
    ],
    [
      'a debt that the bank has not paid',
      'cards.debt',
      'update cards.debt set amount_minor = amount_minor + 1',
      ['rows', 'debts'],
    ],
    [
      'a payment that made a larger debt than its card has',
      'cards.debt_part',
      'update cards.debt_part set amount_minor = amount_minor + 1',
      ['debts'],
    ],
    [
      'a row of a payout of another amount than was paid',
      'payouts.row',
      'update payouts.row set amount_minor = amount_minor + 1 where position = 2',
      ['payouts'],
    ],
    [
      'a row of a payout whose payment does not exist',
      'payouts.outcome',
      'update payouts.outcome set payment_id = gen_random_uuid() where position = 1',
      ['payouts'],
    ],
    [
      'a payment of a payout that no row names',
      'payouts.outcome',
      'delete from payouts.outcome where position = 3',
      ['payouts'],
    ],
    [
      'a payment at another bank that was never sent',
      'clearing.instruction',
      "delete from clearing.instruction where payment_id = (select id from transactions.transaction where status = 'PENDING_FINANCE_INSTITUTION' and scheme = 'SEPA' and payout_id is null)",
      ['rail'],
    ],
    [
      'an instruction of another amount than its payment',
      'clearing.instruction',
      `update clearing.instruction set instruction = jsonb_set(instruction, '{instructedAmountMinor}', '"1"')`,
      ['rail', 'nostro movements'],
    ],
    [
      'a payment that was debited and still waits',
      'clearing.instruction',
      "update clearing.instruction set debit_reference = 'D-' || id",
      ['rail', 'nostro movements'],
    ],
    [
      'a closing balance that its entries do not lead to',
      'clearing.closing_balance',
      "update clearing.closing_balance set amount_minor = amount_minor + 1 where day = '2026-11-20'",
      ['nostro'],
    ],
    [
      'an entry of the bank that was lost',
      'clearing.booked_entry',
      'delete from clearing.booked_entry where amount_minor = 500',
      ['nostro', 'nostro movements'],
    ],
    [
      'an entry of the bank of another amount',
      'clearing.booked_entry',
      'update clearing.booked_entry set amount_minor = amount_minor - 1 where amount_minor = 200',
      ['nostro', 'nostro movements'],
    ],
  ];

describe('verify finds', () => {
  test.each(corruptions)('%s', async (_, table, statement, found) => {
    expect(Object.keys(await whileTampered(app.database, table, statement, findings))).toEqual(found);
  });

  test.each(corruptions.filter(([, , , found]) => found.includes('rows')))(
    '%s, where accounts are read in parts of one entry',
    async (_, table, statement) => {
      const inParts = () => verifyTransactions(app.database.sql, cardBookings, 1);
      expect(await inParts()).toEqual([]);
      expect(await whileTampered(app.database, table, statement, inParts)).not.toEqual([]);
    },
  );

  test('a file of the bank that was changed after it was read', async () => {
    const done = join(bank.inbox, 'done');
    const [name = ''] = await readdir(done);
    const bytes = await readFile(join(done, name));
    await writeFile(join(done, name), Buffer.concat([bytes, Buffer.from(' ')]));
    expect(await findings()).toEqual({ 'rail files': [`the file done/${name} is not as it was read`] });
    await writeFile(join(done, name), bytes);
  });

  test('files of the bank that are not booked, as a note', async () => {
    await writeFile(join(bank.inbox, '.part.xml'), '');
    expect(await bank.receive('<no/>', 'spoilt.xml')).toBe('failed');
    const config = loadConfig({ RAIL: 'files', RAIL_INBOX: bank.inbox, RAIL_OUTBOX: bank.outbox });
    const counted = { at: new Date(), transfers: 0n, entries: 0n };
    const check = checks.find(({ name }) => name === 'nostro movements');
    const { faults, notes } = (await check?.run({ config, database: app.database, counted })) ?? {};
    expect([faults, notes]).toEqual([
      [],
      expect.arrayContaining(['files in failed/, of which nothing is booked: 1']),
    ]);
    expect(notes?.join()).not.toContain('inbox');
  });

  test('nothing once all of it is as it was', async () => {
    expect(await findings()).toEqual({});
  });
});

test('debts of cards from before their payments were noted are right, owed and repaid', async () => {
  const { sql } = app.database;
  const inParts = () => verifyTransactions(sql, cardBookings, 1);
  const right = async () => expect([await findings(), await inParts()]).toEqual([{}, []]);
  const holder = await createCardholder(app);
  await topUp(app, holder, holder.card.id, '100.00');
  const processor = processorOf(app.database);
  await processor.take(paymentWith(holder.card).clear('170.00'));
  const { rows } = await query<{ owed: string }>`
    delete from cards.debt_part where account_id = (select account_id from cards.card where id = ${holder.card.id})
    returning amount_minor::text as owed`.execute(sql);
  expect(rows).toEqual([{ owed: '7000' }]);
  await right();
  // In the name of the money that arrives: a part of it, then all, with a debt of today behind it.
  await topUp(app, holder, holder.card.id, '30.00');
  await right();
  await processor.take(paymentWith(holder.card).clear('5.00'));
  await topUp(app, holder, holder.card.id, '42.00');
  await right();
  await processor.take(paymentWith(holder.card).refund('10.00'));
  await right();
});
