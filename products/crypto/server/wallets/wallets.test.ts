/** Wallets over HTTP: start, addresses, deposits, withdrawals, transfers to accounts. */
import {
  cancelWithdrawal,
  createCryptoUser,
  createWallet,
  getWithdrawal,
  listActivity,
  listAvailableWallets,
  listCryptoHistory,
  listPayments,
  listWallets,
  listWithdrawals,
  termsVersions,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { notifyTask, type QueuedNotice } from '@calmly/platform/notify/notices.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { problemOf } from '@calmly/server/test/support/clients/colleagues.ts';
import { createPayer } from '@calmly/server/test/support/clients/payments.ts';
import {
  chainsOf,
  createFundedHolder,
  createHolder,
  historyOf,
  move,
  openAddress,
  outside,
  prepareWithdrawal,
  walletOf,
  withdraw,
} from '@calmly/server/test/support/wallets.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyBooks } from '../../../ledger/server/index.ts';

let bank: TestApp;
let chains: ReturnType<typeof chainsOf>;

beforeAll(async () => {
  bank = await startTestApp();
  chains = chainsOf(bank);
  for (const network of ['bitcoin', 'evm', 'ton'] as const) await chains.settle(network);
});
afterAll(async () => {
  expect((await verifyBooks(bank.database.sql)).breaches).toEqual([]);
  await bank.close();
});

describe('starting', () => {
  test('needs the terms once; until then there are no wallets', async () => {
    const anna = await createPayer(bank);
    const before = await bank.call(listWallets, {}, anna);
    expect([before.status, problemOf(before)]).toEqual([404, 'crypto_user_missing']);
    const without = await bank.call(createCryptoUser, { body: {} }, anna);
    expect([without.status, problemOf(without)]).toEqual([409, 'crypto_terms_needed']);
    const outdated = await bank.call(createCryptoUser, { body: { termsVersion: '0' } }, anna);
    expect(problemOf(outdated)).toBe('terms_outdated');
    const terms = { termsVersion: termsVersions.crypto };
    const started = await bank.call(createCryptoUser, { body: terms }, anna);
    expect([started.status, started.output]).toEqual([201, { Items: [], AddressesLeft: 6 }]);
    expect((await bank.call(createCryptoUser, { body: {} }, anna)).status).toBe(201);
  });

  test('offers six addresses in all, and PFE as new however many there are', async () => {
    const anna = await createHolder(bank);
    const addresses = new Set<string>();
    for (const asset of ['BTC', 'ETH', 'TON', 'EPI', 'PFE', 'PFE'] as const)
      addresses.add(await openAddress(bank, anna, asset));
    expect(addresses.size).toBe(6);
    const seventh = await bank.call(
      createWallet,
      { body: { asset: 'BTC' } },
      { ...anna, idempotencyKey: newId() },
    );
    expect([seventh.status, problemOf(seventh)]).toEqual([409, 'crypto_address_limit']);
    const { output } = await bank.call(listAvailableWallets, {}, anna);
    expect(output.AddressesLeft).toBe(0);
    expect(output.Items.filter(({ isNew }) => isNew).map(({ asset }) => asset)).toEqual(['PFE']);
    expect((await walletOf(bank, anna, 'PFE')).addresses).toHaveLength(2);
  });

  test('six orders at once leave six addresses, all different', async () => {
    const anna = await createHolder(bank);
    const answers = await Promise.all(
      Array.from({ length: 9 }, () =>
        bank.call(createWallet, { body: { asset: 'ETH' } }, { ...anna, idempotencyKey: newId() }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(6);
    const { addresses } = await walletOf(bank, anna, 'ETH');
    expect(new Set(addresses.map(({ address }) => address)).size).toBe(6);
  });
});

describe('a deposit', () => {
  test('is seen with its first block and credited with its last, to the smallest unit', async () => {
    const anna = await createHolder(bank);
    const address = await openAddress(bank, anna, 'ETH');
    const txId = await chains.deposit('ETH', address, '1.234567890123456789');
    await chains.read('evm');
    expect(await historyOf(bank, anna)).toEqual([]);
    await chains.mine('evm');
    await chains.read('evm');
    const [seen] = await historyOf(bank, anna);
    expect(seen).toMatchObject({
      status: 'DETECTED',
      direction: 'CREDIT',
      amount: '1.234567890123456789',
      txId,
      address,
      confirmations: 1,
      confirmationsNeeded: 12,
    });
    expect(await walletOf(bank, anna, 'ETH')).toMatchObject({
      available: '0.000000000000000000',
      arriving: '1.234567890123456789',
    });
    await chains.mine('evm', 10);
    await chains.read('evm');
    expect((await historyOf(bank, anna))[0]).toMatchObject({ status: 'DETECTED', confirmations: 11 });
    await chains.mine('evm');
    await chains.read('evm');
    expect((await historyOf(bank, anna))[0]).toMatchObject({ status: 'CREDITED', confirmations: 12 });
    const linked = async (id: string, { token } = anna) =>
      (await bank.call(listCryptoHistory, { query: { id } }, { token })).output.Items.map((each) => each.id);
    expect(await linked(seen?.id ?? '')).toEqual([seen?.id]);
    expect(await linked(newId())).toEqual([]);
    expect(await walletOf(bank, anna, 'ETH')).toMatchObject({
      available: '1.234567890123456789',
      arriving: '0.000000000000000000',
    });
    const { output } = await bank.call(listPayments, {}, anna);
    expect(output.Items).toContainEqual(
      expect.objectContaining({ id: seen?.id, scheme: 'CRYPTO', status: 'EXECUTED', currency: 'ETH' }),
    );
    // Control: an address was searched in capitals, like an IBAN.
    for (const search of [address, address.toLowerCase(), address.slice(10, 30)]) {
      const found = await bank.call(listPayments, { query: { search } }, anna);
      expect(found.output.Items.map(({ id }) => id)).toEqual([seen?.id]);
    }
  });

  test('read by two servers at once is credited once', async () => {
    const anna = await createHolder(bank);
    const address = await openAddress(bank, anna, 'BTC');
    for (const amount of ['0.10000001', '0.20000002', '0.3']) await chains.deposit('BTC', address, amount);
    await chains.mine('bitcoin', 2);
    await Promise.all(Array.from({ length: 6 }, () => chains.read('bitcoin')));
    await chains.read('bitcoin');
    expect((await walletOf(bank, anna, 'BTC')).available).toBe('0.60000003');
    expect(await historyOf(bank, anna)).toHaveLength(3);
  });

  test('is taken back when the network drops it before its last block', async () => {
    const anna = await createHolder(bank);
    const address = await openAddress(bank, anna, 'BTC');
    await chains.deposit('BTC', address, '0.5');
    await chains.mine('bitcoin');
    await chains.read('bitcoin');
    await chains.reorganise('bitcoin', 1, true);
    await chains.read('bitcoin');
    expect((await historyOf(bank, anna))[0]).toMatchObject({
      status: 'REJECTED',
      reason: 'chain_reorganised',
    });
    await chains.settle('bitcoin');
    expect(await walletOf(bank, anna, 'BTC')).toMatchObject({
      available: '0.00000000',
      arriving: '0.00000000',
    });
    const { output } = await bank.call(listPayments, {}, anna);
    expect(output.Items[0]).toMatchObject({ status: 'REJECTED' });
  });

  test('waits when the network only puts it off', async () => {
    const anna = await createHolder(bank);
    const address = await openAddress(bank, anna, 'BTC');
    await chains.deposit('BTC', address, '0.5');
    await chains.mine('bitcoin');
    await chains.read('bitcoin');
    await chains.reorganise('bitcoin', 1);
    await chains.read('bitcoin');
    expect((await historyOf(bank, anna))[0]).toMatchObject({ status: 'DETECTED', confirmations: 0 });
    await chains.settle('bitcoin');
    expect((await walletOf(bank, anna, 'BTC')).available).toBe('0.50000000');
    expect(await historyOf(bank, anna)).toHaveLength(1);
  });
});

describe('a withdrawal', () => {
  test('holds amount and fee until the network has confirmed it', async () => {
    const anna = await createFundedHolder(bank, 'BTC', '0.5');
    const ordered = await withdraw(bank, anna, { asset: 'BTC', amount: '0.1', address: outside.bitcoin });
    expect([ordered.status, ordered.output]).toEqual([
      201,
      expect.objectContaining({ status: 'QUEUED', amount: '0.10000000', fee: '0.00002000', canCancel: true }),
    ]);
    expect(await walletOf(bank, anna, 'BTC')).toMatchObject({
      available: '0.39998000',
      reserved: '0.10002000',
    });
    await chains.send('bitcoin');
    const id = ordered.output.id;
    const at = async () => (await bank.call(getWithdrawal, { params: { id } }, anna)).output;
    const sent = await at();
    expect(sent).toMatchObject({ status: 'BROADCAST', canCancel: false, confirmations: 0 });
    expect(sent.txId).toMatch(/^[0-9a-f]{64}$/);
    // Repeating the job, as after a server's death, sends nothing else.
    await chains.send('bitcoin');
    await chains.mine('bitcoin');
    await chains.read('bitcoin');
    expect(await at()).toMatchObject({ status: 'BROADCAST', confirmations: 1, txId: sent.txId });
    await chains.mine('bitcoin');
    await chains.read('bitcoin');
    expect(await at()).toMatchObject({ status: 'CONFIRMED', confirmations: 2 });
    expect(await walletOf(bank, anna, 'BTC')).toMatchObject({
      available: '0.39998000',
      booked: '0.39998000',
      reserved: '0.00000000',
    });
    expect((await bank.call(listWithdrawals, {}, anna)).output.Items).toHaveLength(1);
  });

  test('can be cancelled until it is prepared, and again', async () => {
    const anna = await createFundedHolder(bank, 'TON', '5');
    const order = { asset: 'TON', amount: '1', address: outside.ton } as const;
    const { id } = (await withdraw(bank, anna, order)).output;
    for (let time = 0; time < 2; time += 1) {
      const canceled = await bank.call(cancelWithdrawal, { params: { id } }, anna);
      expect([canceled.status, canceled.output.status]).toEqual([200, 'CANCELED']);
    }
    expect((await walletOf(bank, anna, 'TON')).available).toBe('5.000000000');
    const done = (await bank.call(listActivity, { query: { kind: 'crypto', limit: 2 } }, anna)).output.Items;
    expect(done.map(({ text, amount }) => [text, amount])).toEqual([
      ['Withdrawal of TON cancelled', null],
      [`Withdrawal to ${outside.ton} ordered`, '1.000000000'],
    ]);
    const second = (await withdraw(bank, anna, order)).output;
    await chains.send('ton');
    const late = await bank.call(cancelWithdrawal, { params: { id: second.id } }, anna);
    expect([late.status, problemOf(late)]).toEqual([409, 'withdrawal_state']);
  });

  // Held until someone cancels it: no adapter can pay there.
  test('to a witness version of Bitcoin without rules is refused before anything is held', async () => {
    const anna = await createFundedHolder(bank, 'BTC', '0.5');
    const order = { asset: 'BTC', amount: '0.1', address: 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs' } as const;
    const refused = await withdraw(bank, anna, order);
    expect([refused.status, problemOf(refused)]).toEqual([400, 'invalid_request']);
    expect((await walletOf(bank, anna, 'BTC')).reserved).toBe('0.00000000');
  });

  test('that the network refuses gives the money back', async () => {
    const anna = await createFundedHolder(bank, 'EPI', '100');
    const { id } = (await withdraw(bank, anna, { asset: 'EPI', amount: '40', address: outside.evm })).output;
    await chains.send('evm');
    await chains.fail('evm');
    await chains.settle('evm');
    expect((await bank.call(getWithdrawal, { params: { id } }, anna)).output.status).toBe('FAILED');
    expect((await walletOf(bank, anna, 'EPI')).available).toBe('100.00000000');
  });
});

describe('between account and EPI wallet', () => {
  test('money moves one to one, exactly', async () => {
    const anna = await createHolder(bank, { fundedMinor: 10_000n });
    const moved = await move(bank, anna, 'Deposit', '60.01');
    expect([moved.status, moved.output]).toEqual([
      201,
      expect.objectContaining({
        amount: '60.01',
        wallet: expect.objectContaining({ available: '60.01000000' }),
      }),
    ]);
    expect((await move(bank, anna, 'Transfer', '10.02')).output.wallet.available).toBe('49.99000000');
    expect((await anna.balance()).posted).toBe(5_001n);
    expect(problemOf(await move(bank, anna, 'Transfer', '50'))).toBe('insufficient_balance');
    expect((await move(bank, anna, 'Deposit', '1.001')).text).toContain('Amount');
    expect(await historyOf(bank, anna)).toEqual([
      expect.objectContaining({ status: 'EXECUTED', direction: 'CREDIT', account: anna.account.number }),
    ]);
  });
});

test('clients are notified of credited deposits, confirmed withdrawals and failed ones', async () => {
  const anna = await createFundedHolder(bank, 'ETH', '2');
  const order = { asset: 'ETH', amount: '0.5', address: outside.evm } as const;
  for (const isFailing of [false, true]) {
    await withdraw(bank, anna, order);
    await chains.send('evm');
    if (isFailing) await chains.fail('evm');
    await chains.settle('evm');
  }
  const { rows } = await query<{ notice: QueuedNotice }>`
    select notice from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id, json_array_elements(j.payload) as notice
    where t.identifier = ${notifyTask} and notice->>'clientId' = ${anna.clientId} and notice->>'kind' like 'crypto%' order by j.id`.execute(
    bank.database.sql,
  );
  const told = rows.map(({ notice: { kind, params } }) => [kind, params?.amount, params?.counterparty]);
  expect(told).toEqual([
    ['crypto_received', '2.000000000000000000', 'Ethereum'],
    ['crypto_sent', '0.500000000000000000', '0x5aAeb6…1BeAed'],
    ['crypto_failed', '0.500000000000000000', '0x5aAeb6…1BeAed'],
  ]);
});

test('the history takes a direction for a type, and withdrawals a moment as unix time', async () => {
  const holder = await prepareWithdrawal(bank);
  const query = async (parameters: string) => {
    const answer = await fetch(`${bank.url}/api/crypto/${parameters}`, {
      headers: { authorization: `Bearer ${holder.token}` },
    });
    return { status: answer.status, items: ((await answer.json()) as { Items?: object[] }).Items };
  };
  const credits = await query('transactions/history?direction=CREDIT');
  expect(credits.items).toHaveLength(1);
  expect(credits).toEqual(await query('transactions/history?type=Deposit'));
  expect((await query('transactions/history?direction=DEBIT')).items).toEqual([]);
  expect((await query('transactions/history?type=Deposit&direction=DEBIT')).status).toBe(400);

  await withdraw(bank, holder, { asset: 'EPI', amount: '60', address: outside.evm });
  const hour = 3_600_000;
  for (const [moment, count] of [
    [Math.floor((Date.now() - hour) / 1_000), 1],
    [Date.now() - hour, 1],
    [new Date(Date.now() - hour).toISOString(), 1],
    [Math.floor((Date.now() + hour) / 1_000), 0],
    [Date.now() + hour, 0],
  ] as const)
    expect((await query(`withdrawals?from_time=${moment}`)).items).toHaveLength(count);
});
