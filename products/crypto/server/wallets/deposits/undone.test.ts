/** Deposits that a network undoes after the bank has booked them. */
import { PassThrough } from 'node:stream';
import { networks } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { createLog } from '@calmly/platform/log.ts';
import { createChains } from '@calmly/server/src/chains.ts';
import { startTestApp, type TestApp, testConfig } from '@calmly/server/test/support/app.ts';
import { problemOf } from '@calmly/server/test/support/clients/colleagues.ts';
import {
  chainsOf,
  createFundedHolder,
  createHolder,
  decideIncident,
  type Holder,
  historyOf,
  openAddress,
  outside,
  walletOf,
  withdraw,
} from '@calmly/server/test/support/wallets.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyBooks } from '../../../../ledger/server/index.ts';
import { incidentQueue } from '../incidents/desk.ts';
import { proveReserves, reserveFaults } from '../index.ts';

let bank: TestApp;
let chains: ReturnType<typeof chainsOf>;
const logged = new PassThrough({ encoding: 'utf8' });

beforeAll(async () => {
  bank = await startTestApp({ log: createLog('info', logged) });
  chains = chainsOf(bank);
  for (const network of networks) await chains.settle(network);
});
afterAll(() => bank.close());

const faults = async () =>
  reserveFaults(
    await proveReserves(bank.database.sql, createChains(testConfig, bank.database).wallets.networks),
  );

describe('a deposit that the network undoes after it was credited', () => {
  test('locks its wallet and is the bank’s loss until it is back', async () => {
    const anna = await createFundedHolder(bank, 'BTC', '0.5');
    await chains.reorganise('bitcoin', 13, true);
    await chains.read('bitcoin');
    const { rows } = await query<{ id: string; txId: string }>`
      select id, tx_id as "txId" from wallets.deposit where client_id = ${anna.clientId}`.execute(
      bank.database.sql,
    );
    expect(JSON.parse(String(logged.read()))).toMatchObject({
      msg: 'a chain undid what was booked',
      kind: 'DEPOSIT_LOST',
      asset: 'BTC',
      incidentId: rows[0]?.id,
      txId: rows[0]?.txId,
    });
    expect(await walletOf(bank, anna, 'BTC')).toMatchObject({
      available: '0.50000000',
      inReview: '0.50000000',
      isLocked: true,
    });
    expect(await historyOf(bank, anna)).toMatchObject([{ amount: '0.50000000', status: 'REVIEW' }]);
    expect(await faults()).toEqual([]);
    const refused = await withdraw(bank, anna, { asset: 'BTC', amount: '0.1', address: outside.bitcoin });
    expect([refused.status, problemOf(refused)]).toEqual([409, 'crypto_wallet_locked']);
    expect((await verifyBooks(bank.database.sql)).breaches).toEqual([]);
  });

  test('is settled when the same transaction is in a block again', async () => {
    const anna = await createHolder(bank);
    const address = await openAddress(bank, anna, 'TON');
    await chains.deposit('TON', address, '7', 'lost-and-found-0001');
    await chains.settle('ton');
    await chains.reorganise('ton', 20, true);
    await chains.read('ton');
    expect((await walletOf(bank, anna, 'TON')).isLocked).toBe(true);
    await chains.deposit('TON', address, '7', 'lost-and-found-0001');
    await chains.settle('ton');
    expect(await walletOf(bank, anna, 'TON')).toMatchObject({
      available: '7.000000000',
      inReview: '0.000000000',
      isLocked: false,
    });
    expect(await historyOf(bank, anna)).toMatchObject([{ status: 'CREDITED' }]);
    expect(await faults()).toEqual([]);
  });
});

describe('a deposit below the minimum that the network undoes', () => {
  const small = '0.000006';
  const lose = async () => {
    const anna = await createHolder(bank);
    const address = await openAddress(bank, anna, 'BTC');
    const sourceId = newId();
    await chains.deposit('BTC', address, '0.01');
    await chains.settle('bitcoin');
    await chains.deposit('BTC', address, small, sourceId);
    await chains.settle('bitcoin');
    await chains.reorganise('bitcoin', 12, true);
    await chains.read('bitcoin');
    const { rows } = await query<{ id: string }>`
      select id from wallets.deposit where client_id = ${anna.clientId} and state = 'SMALL_LOST'`.execute(
      bank.database.sql,
    );
    return { anna, address, sourceId, id: rows[0]?.id ?? '' };
  };
  const shown = async (anna: Holder) => (await historyOf(bank, anna)).map(({ status }) => status).sort();

  test('is the bank’s loss alone: the wallet stays open, and nothing can be taken from it', async () => {
    const { anna, id } = await lose();
    expect(await walletOf(bank, anna, 'BTC')).toMatchObject({ booked: '0.01000000', isLocked: false });
    expect([await shown(anna), await faults()]).toEqual([['CREDITED', 'REJECTED'], []]);
    expect((await historyOf(bank, anna)).map(({ reason }) => reason)).toEqual(['deposit_too_small', null]);
    await expect(decideIncident(bank, id, 'approve')).rejects.toThrow('This concerns no client');
    await decideIncident(bank, id, 'reject');
    expect((await verifyBooks(bank.database.sql)).breaches).toEqual([]);
  });

  test('is still refused when it is in a block again', async () => {
    const { anna, address, sourceId, id } = await lose();
    await chains.deposit('BTC', address, small, sourceId);
    await chains.settle('bitcoin');
    expect([await shown(anna), await faults()]).toEqual([['CREDITED', 'REJECTED'], []]);
    expect(await walletOf(bank, anna, 'BTC')).toMatchObject({ booked: '0.01000000', isLocked: false });
    expect(await incidentQueue.find(bank.database.sql, id)).toBeUndefined();
  });
});
