/** Money between accounts and cards, to the cent: fees, races, closing. Over HTTP, and the books are verified after all of it. */
import {
  blockCard,
  closeCard,
  downloadConfirmation,
  getCard,
  getPayment,
  listPayments,
  replaceCard,
  summariseAccounts,
  topUpCard,
  withdrawFromCard,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { paymentWith, processorOf } from '@calmly/server/test/support/cards.ts';
import { problemOf, shownCode } from '@calmly/server/test/support/clients/colleagues.ts';
import { entriesWithoutTransaction } from '@calmly/server/test/support/clients/ledger.ts';
import { createPayer, openAnotherAccount, systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { confirmed, createCardholder, issue, topUp } from '@calmly/server/test/support/issued-cards.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bankBalances, release, reserve, verifyBooks } from '../../../ledger/server/index.ts';

let bank: TestApp;

beforeAll(async () => {
  bank = await startTestApp();
});
afterAll(async () => {
  expect((await verifyBooks(bank.database.sql)).breaches).toEqual([]);
  expect(await entriesWithoutTransaction(bank.database.sql)).toEqual([]);
  await bank.close();
});

const cardOf = async (who: { token: string }, id: string) =>
  (await bank.call(getCard, { params: { id } }, who)).output;
const accountIdOf = async (id: string): Promise<string> => {
  const { rows } = await query<{
    id: string;
  }>`select account_id as id from cards.card where id = ${id}`.execute(bank.database.sql);
  return rows[0]?.id ?? '';
};
const fees = async () => (await bankBalances(bank.database.sql, 'fees')).get('EUR') ?? 0n;
const withdraw = (who: { token: string; account: { number: string } }, id: string, amount: string) =>
  bank.call(
    withdrawFromCard,
    { params: { id }, body: { account: who.account.number, amount } },
    { token: who.token, idempotencyKey: newId() },
  );
const close = (who: { token: string }, id: string, account?: string) =>
  confirmed(bank, who, closeCard, { params: { id }, body: { account } });

test('a card costs 5.00, topping it up with 100.00 costs 101.50, and taking it back is free', async () => {
  const before = await fees();
  const anna = await createCardholder(bank, { fundedMinor: 100_000n });
  expect((await anna.balance()).posted).toBe(100_000n - 500n);
  const moved = (await topUp(bank, anna, anna.card.id, '100.00')).output;
  expect(moved).toMatchObject({ amount: '100.00', fee: '1.50', card: { available: '100.00', owed: '0.00' } });
  expect((await anna.balance()).posted).toBe(99_500n - 10_150n);
  expect(await fees()).toBe(before + 650n);

  const back = (await withdraw(anna, anna.card.id, '40.25')).output;
  expect(back).toMatchObject({ amount: '40.25', fee: '0.00', card: { available: '59.75' } });
  expect((await anna.balance()).posted).toBe(99_500n - 10_150n + 4_025n);

  const { Items } = (await bank.call(listPayments, { query: { limit: 20 } }, anna)).output;
  const rows = Items.map(({ scheme: type, direction, amount, fee, status }) => [
    type,
    direction,
    amount,
    fee,
    status,
  ]);
  expect(rows.filter(([type]) => `${type}`.startsWith('CARD')).sort()).toEqual([
    ['CARD_FEE', 'DEBIT', '5.00', '0.00', 'EXECUTED'],
    ['CARD_MOVE', 'CREDIT', '100.00', '0.00', 'EXECUTED'],
    ['CARD_MOVE', 'CREDIT', '40.25', '0.00', 'EXECUTED'],
    ['CARD_MOVE', 'DEBIT', '100.00', '1.50', 'EXECUTED'],
    ['CARD_MOVE', 'DEBIT', '40.25', '0.00', 'EXECUTED'],
  ]);
});

test('every row has its details, and only fees count as spending', async () => {
  const anna = await createCardholder(bank);
  await topUp(bank, anna, anna.card.id, '100.00');
  await withdraw(anna, anna.card.id, '40.00');
  const { Items } = (await bank.call(listPayments, { query: { limit: 20 } }, anna)).output;
  const onCard = await accountIdOf(anna.card.id);
  for (const { id, scheme, accountId } of Items) {
    const { status, output } = await bank.call(getPayment, { params: { id } }, anna);
    expect([status, output.id]).toEqual([200, id]);
    const confirmation = { params: { id }, query: { locale: 'en' } } as const;
    expect((await bank.call(downloadConfirmation, confirmation, anna)).status).toBe(200);
    if (scheme !== 'CARD_MOVE') continue;
    const card = `•••• ${anna.card.lastFour}`;
    expect(output.accountName).toBe(accountId === onCard ? 'Software' : 'Main');
    expect([output.debtorAccount, output.creditorAccount]).toContain(card);
  }
  const query = { currency: 'EUR', days: 30, months: 2 };
  const { flows } = (await bank.call(summariseAccounts, { query }, anna)).output;
  expect(flows.at(-1)).toMatchObject({ moneyIn: '1000.00', moneyOut: '6.50' });
});

test('the fee is rounded half to even, and charged with what leaves the account', async () => {
  const anna = await createCardholder(bank, { fundedMinor: 1_000n });
  // 1.5 % of 1.00 and 0.33 are 0.015 and 0.00495.
  expect((await topUp(bank, anna, anna.card.id, '1.00')).output.fee).toBe('0.02');
  expect((await topUp(bank, anna, anna.card.id, '0.33')).output.fee).toBe('0.00');
  // 3.65 are left: 3.60 and 0.05.
  expect((await anna.balance()).posted).toBe(365n);
  const refused = await topUp(bank, anna, anna.card.id, '3.61');
  expect([refused.status, problemOf(refused)]).toEqual([422, 'insufficient_balance']);
  expect((await topUp(bank, anna, anna.card.id, '3.60')).status).toBe(201);
  expect((await anna.balance()).posted).toBe(0n);
});

test.each([
  ['0.00', 'amount_zero'],
  ['1.001', 'amount_precision'],
])('an amount of %s is refused (%s)', async (amount, code) => {
  const anna = await createCardholder(bank);
  for (const answer of [
    await topUp(bank, anna, anna.card.id, amount),
    await withdraw(anna, anna.card.id, amount),
  ]) {
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(code === 'amount_zero' ? 'above zero' : 'decimals');
  }
});

test('only an own open account in euro takes part', async () => {
  const [anna, boris] = [await createCardholder(bank), await createPayer(bank)];
  const dollars = await createPayer(bank, { currency: 'USD' });
  await query`update accounts.account set client_id = ${anna.clientId} where id = ${dollars.account.id}`.execute(
    bank.database.sql,
  );
  const attempt = (number: string) => topUp(bank, { ...anna, account: { number } }, anna.card.id, '1.00');
  expect((await attempt(boris.account.number)).text).toContain('This account doesn’t exist.');
  expect((await attempt('nowhere')).text).toContain('This account doesn’t exist.');
  expect((await attempt(dollars.account.number)).text).toContain('Choose an account in euro.');
});

test('of two top-ups that the account can pay once, one is made', async () => {
  const anna = await createCardholder(bank, { fundedMinor: 500n + 10_150n });
  const attempt = async () => {
    const input = { params: { id: anna.card.id }, body: { account: anna.account.number, amount: '100.00' } };
    const options = { token: anna.token, idempotencyKey: newId() };
    return { input, options: { ...options, code: shownCode(await bank.call(topUpCard, input, options)) } };
  };
  // A second challenge of the same request would be the same one, so each top-up has a different amount.
  const first = await attempt();
  const input = { ...first.input, body: { ...first.input.body, amount: '99.00' } };
  const options = { token: anna.token, idempotencyKey: newId() };
  const second = {
    input,
    options: { ...options, code: shownCode(await bank.call(topUpCard, input, options)) },
  };
  const answers = await Promise.all(
    [first, second].map((each) => bank.call(topUpCard, each.input, each.options)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  expect(['100.00', '99.00']).toContain((await cardOf(anna, anna.card.id)).available);
});

test('a lost answer is repeated under its key and moves nothing again', async () => {
  const anna = await createCardholder(bank);
  const input = { params: { id: anna.card.id }, body: { account: anna.account.number, amount: '10.00' } };
  const options = { token: anna.token, idempotencyKey: newId() };
  const code = shownCode(await bank.call(topUpCard, input, options));
  const [one, two] = [
    await bank.call(topUpCard, input, { ...options, code }),
    await bank.call(topUpCard, input, { ...options, code }),
  ];
  expect(two.text).toBe(one.text);
  expect((await cardOf(anna, anna.card.id)).available).toBe('10.00');
});

test('the card’s debt is repaid first', async () => {
  const anna = await createCardholder(bank);
  const accountId = await accountIdOf(anna.card.id);
  await query`insert into cards.debt values (${accountId}, 2500)`.execute(bank.database.sql);
  expect(await cardOf(anna, anna.card.id)).toMatchObject({ owed: '25.00', available: '0.00' });
  expect(problemOf(await close(anna, anna.card.id, anna.account.number))).toBe('card_money_owed');
  expect((await topUp(bank, anna, anna.card.id, '10.00')).output.card).toMatchObject({
    owed: '15.00',
    available: '0.00',
  });
  expect((await topUp(bank, anna, anna.card.id, '20.00')).output.card).toMatchObject({
    owed: '0.00',
    available: '5.00',
  });
  expect((await bankBalances(bank.database.sql, 'receivable')).get('EUR')).toBe(2_500n);
});

test('an expired or closed card accepts what it owes and no more', async () => {
  const anna = await createCardholder(bank);
  const accountId = await accountIdOf(anna.card.id);
  await query`insert into cards.debt values (${accountId}, 2500)`.execute(bank.database.sql);
  await query`update cards.card set status = 'EXPIRED' where id = ${anna.card.id}`.execute(bank.database.sql);
  expect(problemOf(await topUp(bank, anna, anna.card.id, '25.01'))).toBe('card_expired');
  expect((await topUp(bank, anna, anna.card.id, '25.00')).status).toBe(201);
  expect(problemOf(await topUp(bank, anna, anna.card.id, '0.01'))).toBe('card_expired');
});

test('no code is asked for a top-up whose fee the account lacks', async () => {
  const anna = await createCardholder(bank, { fundedMinor: 10_649n });
  expect((await anna.balance()).posted).toBe(10_149n);
  const body = { account: anna.account.number, amount: '100.00' };
  const call = { params: { id: anna.card.id }, body };
  const answer = await bank.call(topUpCard, call, { token: anna.token, idempotencyKey: newId() });
  expect([answer.status, problemOf(answer)]).toEqual([422, 'insufficient_balance']);
});

test('closing moves what is left to the chosen account', async () => {
  const anna = await createCardholder(bank);
  await topUp(bank, anna, anna.card.id, '30.00');
  const savings = await openAnotherAccount(bank, anna.clientId);
  const refused = await close(anna, anna.card.id);
  expect([refused.status, problemOf(refused)]).toEqual([409, 'card_not_empty']);
  expect(refused.text).toContain('30.00');
  expect((await close(anna, anna.card.id, savings.number)).output).toEqual({ status: 'CLOSED' });
  expect(await cardOf(anna, anna.card.id)).toMatchObject({ status: 'CLOSED', available: '0.00' });
  const { Items } = (await bank.call(listPayments, { query: { limit: 20 } }, anna)).output;
  expect(Items.filter(({ accountId }) => accountId === savings.id)).toMatchObject([
    { scheme: 'CARD_MOVE', direction: 'CREDIT', amount: '30.00' },
  ]);
  expect(problemOf(await close(anna, anna.card.id))).toBe('card_closed');
  expect(problemOf(await topUp(bank, anna, anna.card.id, '1.00'))).toBe('card_closed');
  expect(problemOf(await bank.call(blockCard, { params: { id: anna.card.id } }, anna))).toBe('card_closed');
});

test('an empty card needs no account', async () => {
  const anna = await createCardholder(bank);
  expect((await close(anna, anna.card.id)).output).toEqual({ status: 'CLOSED' });
});

test('a card with held money cannot be closed', async () => {
  const anna = await createCardholder(bank);
  await topUp(bank, anna, anna.card.id, '30.00');
  const id = newId();
  const reservation = { id, accountId: await accountIdOf(anna.card.id), amountMinor: 1_200n };
  await systemWork(bank.database, async ({ sql }) => {
    await reserve(sql, [reservation]);
  });
  const refused = await close(anna, anna.card.id, anna.account.number);
  expect([refused.status, problemOf(refused)]).toEqual([409, 'card_money_held']);
  expect(refused.text).toContain('12.00');
  expect(problemOf(await withdraw(anna, anna.card.id, '18.01'))).toBe('insufficient_balance');
  await systemWork(bank.database, async ({ sql }) => {
    await release(sql, [id]);
  });
  expect((await close(anna, anna.card.id, anna.account.number)).status).toBe(200);
});

test('closing while topping up: the money is on the account in the end, wherever the calls meet', async () => {
  for (let round = 0; round < 8; round += 1) {
    const anna = await createCardholder(bank, { fundedMinor: 20_000n });
    const { id } = anna.card;
    const topUpInput = { params: { id }, body: { account: anna.account.number, amount: '10.00' } };
    const closeInput = { params: { id }, body: { account: anna.account.number } };
    const keys = [newId(), newId()].map((idempotencyKey) => ({ token: anna.token, idempotencyKey }));
    const codes = [
      shownCode(await bank.call(topUpCard, topUpInput, keys[0])),
      shownCode(await bank.call(closeCard, closeInput, keys[1])),
    ];
    const [added, closed] = await Promise.all([
      bank.call(topUpCard, topUpInput, { ...keys[0], code: codes[0] ?? '' }),
      bank.call(closeCard, closeInput, { ...keys[1], code: codes[1] ?? '' }),
    ]);
    // Closed first: nothing is added. Added first: the confirmed amount has changed, and a new code is required.
    const spent = added.status === 201 ? 15n : 0n;
    expect([added.status, closed.status]).toEqual(added.status === 201 ? [201, 401] : [409, 200]);
    const { available } = await cardOf(anna, id);
    const cents = BigInt(available.replace('.', ''));
    expect((await anna.balance()).posted + cents).toBe(20_000n - 500n - spent);
    expect(cents).toBe(added.status === 201 ? 1_000n : 0n);
  }
});

test('money that arrives on a closed card can be taken back, but not from a replaced one', async () => {
  const anna = await createCardholder(bank);
  await close(anna, anna.card.id);
  expect(problemOf(await withdraw(anna, anna.card.id, '1.00'))).toBe('insufficient_balance');
  const receive = (id: string) => processorOf(bank.database).take(paymentWith({ id }).refund('1.00'));
  await receive(anna.card.id);
  expect((await withdraw(anna, anna.card.id, '1.00')).output.card.available).toBe('0.00');

  const other = await issue(bank, anna, { termsVersion: undefined });
  const input = { params: { id: other.id }, body: { reason: 'lost' } } as const;
  const { id } = (await confirmed(bank, anna, replaceCard, input)).output;
  await receive(id);
  expect(problemOf(await withdraw(anna, other.id, '1.00'))).toBe('card_closed');
  expect(await cardOf(anna, other.id)).toMatchObject({ available: '0.00', replacedBy: id });
  expect(await cardOf(anna, id)).toMatchObject({ available: '1.00', replaces: other.id });
});
