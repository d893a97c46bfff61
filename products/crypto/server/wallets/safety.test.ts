/** Wallets under concurrency, when blocks with a settled withdrawal are replaced, and when a second person decides. */
import {
  addCryptoPayee,
  cancelWithdrawal,
  checkCryptoAddress,
  createCryptoUser,
  createWithdrawal,
  deleteCryptoPayee,
  getWithdrawal,
  listCryptoPayees,
  listPayments,
  listWallets,
  listWithdrawals,
  quoteWithdrawal,
  termsVersions,
} from '@calmly/contract';
import { networks } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { createChains } from '@calmly/server/src/chains.ts';
import { startTestApp, type TestApp, testConfig } from '@calmly/server/test/support/app.ts';
import {
  callWithCode,
  newBoss,
  newColleague,
  noRights,
  problemOf,
} from '@calmly/server/test/support/clients/colleagues.ts';
import { createFirm, decide, inboxOf } from '@calmly/server/test/support/clients/firm.ts';
import { tightRaces } from '@calmly/server/test/support/tight-races.ts';
import {
  chainsOf,
  createFundedHolder,
  createHolder,
  decideIncident,
  forget,
  type Holder,
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
import { incidentQueue } from './incidents/desk.ts';
import { proveReserves, reserveFaults } from './index.ts';

let bank: TestApp;
let chains: ReturnType<typeof chainsOf>;

beforeAll(async () => {
  bank = await startTestApp();
  chains = chainsOf(bank);
  for (const network of networks) await chains.settle(network);
});
afterAll(() => bank.close());

const faults = async () =>
  reserveFaults(
    await proveReserves(bank.database.sql, createChains(testConfig, bank.database).wallets.networks),
  );

describe('a settled withdrawal whose block is replaced', () => {
  const order = { asset: 'ETH', amount: '1', address: outside.evm } as const;
  const statusOf = async (id: string, holder: Holder) =>
    (await bank.call(getWithdrawal, { params: { id } }, holder)).output.status;
  /** The amount that the payee received on the chain. */
  const paidOf = async (id: string): Promise<number> => {
    const { rows } = await query<{ paid: number }>`
      select count(*)::int as paid from chain.movement m join chain.transaction t using (network, tx_id)
      where m.index = 0 and t.height is not null and not t.has_failed
        and tx_id = (select tx_id from wallets.withdrawal where id = ${id})`.execute(bank.database.sql);
    return rows[0]?.paid ?? 0;
  };
  const waiting = async (id: string) => incidentQueue.find(bank.database.sql, id);
  const sendOne = async (isFailing: boolean) => {
    const anna = await createFundedHolder(bank, 'ETH', '3');
    const { id } = (await withdraw(bank, anna, order)).output;
    await chains.send('evm');
    if (isFailing) await chains.fail('evm');
    await chains.settle('evm');
    return { anna, id };
  };

  test('failed and then paid: the bank bears it, and nothing leaves the wallet until the desk takes it back', async () => {
    const { anna, id } = await sendOne(true);
    expect([await statusOf(id, anna), await paidOf(id)]).toEqual(['FAILED', 0]);
    await chains.reorganise('evm', 12);
    await chains.settle('evm');
    expect([await statusOf(id, anna), await paidOf(id)]).toEqual(['FAILED', 1]);
    expect(await walletOf(bank, anna, 'ETH')).toMatchObject({
      booked: '3.000000000000000000',
      isLocked: true,
    });
    expect(problemOf(await withdraw(bank, anna, order))).toBe('crypto_wallet_locked');
    expect(await faults()).toEqual([]);
    const sheet = await waiting(id);
    expect(sheet?.subject).toContain('paid a withdrawal whose money was given back');
    await decideIncident(bank, id, 'approve');
    expect(await walletOf(bank, anna, 'ETH')).toMatchObject({
      booked: '1.999580000000000000',
      isLocked: false,
    });
    expect([await faults(), await waiting(id)]).toEqual([[], undefined]);
    const { Items } = (await bank.call(listPayments, { query: { limit: 1 } }, anna)).output;
    expect(Items).toMatchObject([{ direction: 'DEBIT', amount: '1.000420000000000000' }]);
    await expect(decideIncident(bank, id, 'approve')).rejects.toThrow('withdrawal_state');
  });

  test('paid and then failed: the desk gives the money back, once', async () => {
    const { anna, id } = await sendOne(false);
    await chains.reorganise('evm', 12);
    await chains.fail('evm');
    await chains.settle('evm');
    expect([await statusOf(id, anna), await paidOf(id)]).toEqual(['CONFIRMED', 0]);
    expect((await walletOf(bank, anna, 'ETH')).isLocked).toBe(true);
    expect(await faults()).toEqual([]);
    await decideIncident(bank, id, 'approve');
    expect(await statusOf(id, anna)).toBe('FAILED');
    expect(await walletOf(bank, anna, 'ETH')).toMatchObject({
      booked: '3.000000000000000000',
      isLocked: false,
    });
    expect(await faults()).toEqual([]);
  });

  test('gone: it is sent again, and the incident closes when it is confirmed', async () => {
    const { anna, id } = await sendOne(false);
    await forget(bank, id);
    await chains.reorganise('evm', 12);
    await chains.read('evm');
    expect((await walletOf(bank, anna, 'ETH')).isLocked).toBe(true);
    expect(await faults()).toEqual([]);
    await chains.settle('evm');
    expect([await statusOf(id, anna), await paidOf(id)]).toEqual(['CONFIRMED', 1]);
    expect(await walletOf(bank, anna, 'ETH')).toMatchObject({ isLocked: false });
    expect([await faults(), await waiting(id)]).toEqual([[], undefined]);
  });

  test('failed and then gone: it is not sent again, because the money was given back', async () => {
    const { anna, id } = await sendOne(true);
    await forget(bank, id);
    await chains.reorganise('evm', 12);
    await chains.settle('evm');
    await chains.settle('evm');
    expect([await statusOf(id, anna), await paidOf(id)]).toEqual(['FAILED', 0]);
    expect(await walletOf(bank, anna, 'ETH')).toMatchObject({
      isLocked: false,
      booked: '3.000000000000000000',
    });
    expect(await faults()).toEqual([]);
  });

  test('a lost deposit is written off: the client keeps it', async () => {
    const anna = await createFundedHolder(bank, 'ETH', '2');
    await chains.reorganise('evm', 13, true);
    await chains.settle('evm');
    const { rows } = await query<{ id: string }>`
      select id from wallets.incident where client_id = ${anna.clientId} and closed_at is null`.execute(
      bank.database.sql,
    );
    await decideIncident(bank, rows[0]?.id ?? '', 'reject');
    expect(await walletOf(bank, anna, 'ETH')).toMatchObject({
      booked: '2.000000000000000000',
      isLocked: false,
    });
    expect(await faults()).toEqual([]);
    expect((await verifyBooks(bank.database.sql)).breaches).toEqual([]);
    const { rows: recorded } = await query`
      select action from platform.audit where client_id = ${anna.clientId} and action like 'crypto.incident_%'`.execute(
      bank.database.sql,
    );
    expect(recorded).toEqual([{ action: 'crypto.incident_written_off' }]);
  });
});

describe('at once', () => {
  test('withdrawals and transfers cannot spend one balance twice', async () => {
    const anna = await createHolder(bank, { fundedMinor: 10_000n });
    await move(bank, anna, 'Deposit', '100.00');
    const order = { asset: 'EPI', amount: '58.5', address: outside.evm } as const;
    const answers = await Promise.all([
      withdraw(bank, anna, order),
      withdraw(bank, anna, { ...order, amount: '58.4' }),
      move(bank, anna, 'Transfer', '60'),
      move(bank, anna, 'Transfer', '60.01'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    expect((await verifyBooks(bank.database.sql)).breaches).toEqual([]);
  });

  test('two servers send each withdrawal once', async () => {
    const holders = [await createFundedHolder(bank, 'ETH', '3'), await createFundedHolder(bank, 'ETH', '3')];
    for (const holder of holders)
      for (let time = 0; time < 3; time += 1)
        await withdraw(bank, holder, { asset: 'ETH', amount: '0.5', address: outside.evm });
    for (let round = 0; round < 12; round += 1)
      await Promise.allSettled(Array.from({ length: 4 }, () => chains.send('evm')));
    await chains.settle('evm');
    await chains.settle('evm');
    for (const holder of holders) {
      const { Items } = (await bank.call(listWithdrawals, {}, holder)).output;
      expect(Items.map(({ status }) => status)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED']);
    }
    const { rows } = await query<{ paid: string; count: number }>`
      select sum(amount_minor)::text as paid, count(*)::int as count from chain.movement
      where address = ${outside.evm} and asset = 'ETH' and amount_minor = 500000000000000000`.execute(
      bank.database.sql,
    );
    expect(rows[0]).toEqual({ paid: '3000000000000000000', count: 6 });
    expect(await faults()).toEqual([]);
  });

  test('a withdrawal is either cancelled or sent', async () => {
    const anna = await createFundedHolder(bank, 'BTC', '1');
    await tightRaces(8, async (start) => {
      const order = { asset: 'BTC', amount: '0.1', address: outside.bitcoin } as const;
      const { id } = (await withdraw(bank, anna, order)).output;
      const [canceled] = await Promise.all([
        start.first().then(() => bank.call(cancelWithdrawal, { params: { id } }, anna)),
        start.second().then(() => chains.send('bitcoin').catch(() => undefined)),
      ]);
      await chains.send('bitcoin');
      const { status } = (await bank.call(getWithdrawal, { params: { id } }, anna)).output;
      expect(status).toBe(canceled.status === 200 ? 'CANCELED' : 'BROADCAST');
      return canceled.status === 200 ? 'first' : 'second';
    });
    await chains.settle('bitcoin');
    expect(await faults()).toEqual([]);
  });

  test('a withdrawal that a reorganisation drops is sent again, and paid once', async () => {
    const anna = await createFundedHolder(bank, 'BTC', '1');
    const { id } = (await withdraw(bank, anna, { asset: 'BTC', amount: '0.25', address: outside.bitcoin }))
      .output;
    await chains.send('bitcoin');
    await chains.mine('bitcoin');
    await chains.read('bitcoin');
    await forget(bank, id);
    await chains.reorganise('bitcoin', 1);
    await chains.read('bitcoin');
    await chains.settle('bitcoin');
    expect((await bank.call(getWithdrawal, { params: { id } }, anna)).output.status).toBe('CONFIRMED');
    expect(await faults()).toEqual([]);
  });
});

test('a withdrawal needs a quote that is the client’s own, of its asset, and not over', async () => {
  const { order, token } = await prepareWithdrawal(bank);
  const other = await prepareWithdrawal(bank);
  const refused = async (quoteId: string) => {
    const call = { body: { ...order, quoteId } };
    return problemOf(await bank.call(createWithdrawal, call, { token, idempotencyKey: newId() }));
  };
  expect(await refused(other.order.quoteId)).toBe('crypto_quote_expired');
  const bitcoin = await bank.call(quoteWithdrawal, { body: { asset: 'BTC' } }, { token });
  expect(await refused(bitcoin.output.id)).toBe('crypto_quote_expired');
  await query`update wallets.quote set expires_at = now() where id = ${order.quoteId}`.execute(
    bank.database.sql,
  );
  expect(await refused(order.quoteId)).toBe('crypto_quote_expired');
});

describe('in a company', () => {
  test('a member’s withdrawal waits for an approver, and is then sent or given back', async () => {
    const firm = await createFirm(bank);
    const boris = { token: firm.boris.companyToken };
    const clara = { token: firm.clara.companyToken };
    const terms = { body: { termsVersion: termsVersions.crypto } };
    expect(problemOf(await bank.call(createCryptoUser, terms, clara))).toBe('boss_needed');
    await bank.call(createCryptoUser, terms, boris);
    await move(bank, { ...boris, account: firm.account }, 'Deposit', '100');
    const order = { asset: 'EPI', amount: '20', address: outside.evm } as const;
    for (const decision of ['APPROVE', 'REJECT'] as const) {
      const asked = await withdraw(bank, clara, order);
      expect([asked.status, asked.text]).toEqual([202, expect.stringContaining('ApprovalId')]);
      const [waiting] = await inboxOf(bank, firm.boris);
      if (!waiting) throw new Error('nothing waits');
      expect(waiting).toMatchObject({ kind: 'withdrawal', amount: '20.00000000', currency: 'EPI' });
      expect(waiting.facts).toMatchObject({ address: outside.evm, network: 'Ethereum' });
      await decide(bank, firm.boris.token, [waiting], decision);
      const id = waiting.subjectId ?? '';
      const { status } = (await bank.call(getWithdrawal, { params: { id } }, clara)).output;
      expect(status).toBe(decision === 'APPROVE' ? 'QUEUED' : 'CANCELED');
    }
    expect((await walletOf(bank, boris, 'EPI')).reserved).toBe('21.50000000');
  });

  test('a person who may not move money only sees wallets', async () => {
    const boss = await newBoss(bank);
    await bank.call(createCryptoUser, { body: { termsVersion: termsVersions.crypto } }, boss);
    const reader = await newColleague(bank, boss, { rights: noRights });
    expect((await bank.call(listWallets, {}, reader)).status).toBe(200);
    const body = { asset: 'BTC', address: outside.bitcoin } as const;
    expect(problemOf(await bank.call(checkCryptoAddress, { body }, reader))).toBe('payment_right_missing');
    const mover = await newColleague(bank, boss, { rights: { ...noRights, can_request_trans: true } });
    expect((await bank.call(checkCryptoAddress, { body }, mover)).status).toBe(200);
    const entry = { body: { label: 'Cold', ...body } };
    expect(problemOf(await callWithCode(bank, mover, addCryptoPayee, entry))).toBe(
      'beneficiary_right_missing',
    );
  });
});

describe('an order is refused', () => {
  let anna: Awaited<ReturnType<typeof createFundedHolder>> | undefined;
  test.each([
    [{ amount: '0.00009999' }, 'at least'],
    [{ amount: '0.123456789' }, 'Amount'],
    [{ amount: '0' }, 'Amount'],
    [{ address: undefined }, 'Address'],
    [{ address: outside.evm }, 'another network'],
    [{ address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' }, 'test network'],
    [{ address: `${outside.bitcoin.slice(0, -1)}5` }, 'typing error'],
    [{ amount: '50' }, 'enough money'],
  ])('%o', async (change, says) => {
    anna ??= await createFundedHolder(bank, 'BTC', '0.5');
    const order = { asset: 'BTC', amount: '0.1', address: outside.bitcoin, ...change } as const;
    const refused = await withdraw(bank, anna, order as Parameters<typeof withdraw>[2]);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.text).toContain(says);
    expect((await walletOf(bank, anna, 'BTC')).available).toBe('0.50000000');
  });

  test('to the client’s own address; to another client’s it goes over the chain', async () => {
    const anna = await createFundedHolder(bank, 'BTC', '0.5');
    const boris = await createHolder(bank);
    const theirs = await openAddress(bank, boris, 'BTC');
    const own = await withdraw(bank, anna, { asset: 'BTC', amount: '0.1', address: anna.address });
    expect(own.text).toContain('your own address');
    await withdraw(bank, anna, { asset: 'BTC', amount: '0.1', address: theirs });
    await chains.send('bitcoin');
    await chains.settle('bitcoin');
    expect((await walletOf(bank, boris, 'BTC')).available).toBe('0.10000000');
    expect(await faults()).toEqual([]);
  });
});

test('an address book keeps an address once, per client', async () => {
  const anna = await createHolder(bank);
  const entry = { body: { label: 'Cold wallet', asset: 'BTC', address: outside.bitcoin } } as const;
  const added = await callWithCode(bank, anna, addCryptoPayee, entry);
  expect(added.status).toBe(201);
  expect(problemOf(await callWithCode(bank, anna, addCryptoPayee, entry))).toBe('crypto_payee_exists');
  const boris = await createHolder(bank);
  const foreign = await bank.call(deleteCryptoPayee, { params: { id: added.output.id } }, boris);
  expect(foreign.status).toBe(404);
  for (let time = 0; time < 2; time += 1)
    expect((await bank.call(deleteCryptoPayee, { params: { id: added.output.id } }, anna)).status).toBe(204);
  expect((await bank.call(listCryptoPayees, {}, anna)).output.Items).toEqual([]);
});

test('an address book shows until when cooling-off refuses withdrawals to an address', async () => {
  const anna = await createFundedHolder(bank, 'BTC', '0.5');
  const entry = { body: { label: 'Cold wallet', asset: 'BTC', address: outside.bitcoin } } as const;
  await callWithCode(bank, anna, addCryptoPayee, entry);
  const until = async () => (await bank.call(listCryptoPayees, {}, anna)).output.Items[0]?.coolingOffUntil;
  expect(await until()).toBeNull();
  // No factor is older than the change.
  await query`
    update identity.person set email_changed_at = now() - interval '3 hours'
    where id = (select holder_id from identity.client where id = ${anna.clientId})
  `.execute(bank.database.sql);
  const refused = await withdraw(bank, anna, { asset: 'BTC', amount: '0.1', address: outside.bitcoin });
  expect(problemOf(refused)).toBe('cooling_off');
  expect(await until()).toBe((refused.body as { until: string }).until);
});

test('the proof of reserves finds one unit that is missing on the chain, or in the books', async () => {
  const holder = await createFundedHolder(bank, 'TON', '3');
  expect(await faults()).toEqual([]);
  const changeChain = (by: number) =>
    query`update chain.movement set amount_minor = amount_minor + ${by} where address = ${holder.address}`.execute(
      bank.database.sql,
    );
  await changeChain(-1);
  expect(await faults()).toEqual([expect.stringContaining('TON: the books say')]);
  await changeChain(1);
  const changeBooks = (by: number) =>
    query`
      update ledger.accounts set credits = credits + ${by}
      where kind = 'wallet' and currency = 'TON' and client_id = ${holder.clientId}
    `.execute(bank.database.sql);
  await changeBooks(-1);
  expect(await faults()).toEqual([expect.stringContaining('TON: clients own')]);
  await changeBooks(1);
});
