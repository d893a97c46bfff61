/**
 * Random deposits, blocks, reorganisations and withdrawals on one chain, in any order. After each reading the chain holds what the books say; at the
 * end every
 * deposit on the chain is credited once, and each paid withdrawal left its wallet once.
 */
import { listWithdrawals } from '@calmly/contract';
import { parseDecimal } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { createChains } from '@calmly/server/src/chains.ts';
import { startTestApp, type TestApp, testConfig } from '@calmly/server/test/support/app.ts';
import {
  chainsOf,
  createHolder,
  historyOf,
  openAddress,
  outside,
  walletOf,
  withdraw,
} from '@calmly/server/test/support/wallets.ts';
import fc from 'fast-check';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyBooks } from '../../../ledger/server/index.ts';
import { proveReserves, reserveFaults } from './index.ts';

let bank: TestApp;
beforeAll(async () => {
  bank = await startTestApp();
});
afterAll(() => bank.close());

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('deposit' as const),
      satoshi: fc.integer({ min: 600, max: 90_000_000 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('mine' as const), blocks: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('read' as const), servers: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('reorganise' as const),
      blocks: fc.integer({ min: 1, max: 4 }),
      isDropping: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('withdraw' as const),
      satoshi: fc.integer({ min: 10_000, max: 30_000_000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('send' as const), servers: fc.integer({ min: 1, max: 2 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fail' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget' as const) }) },
);

const bitcoins = (satoshi: number) =>
  `${Math.floor(satoshi / 100_000_000)}.${String(satoshi % 100_000_000).padStart(8, '0')}`;
const minor = (text: string): bigint => parseDecimal(text, 'BTC') ?? -1n;
const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

test('the chain holds what the books say, and nothing is credited or paid twice', async () => {
  const chains = chainsOf(bank);
  const { networks } = createChains(testConfig, bank.database).wallets;
  const faults = async () => reserveFaults(await proveReserves(bank.database.sql, networks));
  /** Waiting transactions are forgotten, as a node may do after a reorganisation. */
  const forgetReplaced = () =>
    query`delete from chain.transaction where network = 'bitcoin' and is_ours and height is null`.execute(
      bank.database.sql,
    );
  const times = (count: number, run: () => Promise<void>) =>
    Promise.allSettled(Array.from({ length: count }, run));

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
      const holder = await createHolder(bank);
      const address = await openAddress(bank, holder, 'BTC');
      const payee = outside.bitcoin;
      for (const each of steps)
        if (each.kind === 'deposit') await chains.deposit('BTC', address, bitcoins(each.satoshi), newId());
        else if (each.kind === 'mine') await chains.mine('bitcoin', each.blocks);
        else if (each.kind === 'reorganise') await chains.reorganise('bitcoin', each.blocks, each.isDropping);
        else if (each.kind === 'fail') await chains.fail('bitcoin');
        else if (each.kind === 'forget') await forgetReplaced();
        else if (each.kind === 'send') await times(each.servers, () => chains.send('bitcoin'));
        else if (each.kind === 'withdraw')
          await withdraw(bank, holder, { asset: 'BTC', amount: bitcoins(each.satoshi), address: payee });
        else {
          await times(each.servers, () => chains.read('bitcoin'));
          expect(await faults()).toEqual([]);
        }
      for (let round = 0; round < 3; round += 1) {
        await chains.send('bitcoin').catch(() => undefined);
        await chains.settle('bitcoin');
      }

      expect(await faults()).toEqual([]);
      expect((await verifyBooks(bank.database.sql)).breaches).toEqual([]);
      const { rows: lost } = await query<{ amount: string }>`
        select amount_minor::text as amount from wallets.incident
        where client_id = ${holder.clientId} and kind = 'DEPOSIT_LOST' and closed_at is null`.execute(
        bank.database.sql,
      );
      const { rows: onChain } = await query<{ amount: string }>`
        select m.amount_minor::text as amount from chain.movement m join chain.transaction t using (network, tx_id)
        where m.address = ${address} and m.amount_minor >= 1000 and t.height is not null`.execute(
        bank.database.sql,
      );
      // An undone deposit stays booked, and is in review until staff have decided.
      const credited = (await historyOf(bank, holder)).filter(
        ({ status }) => status === 'CREDITED' || status === 'REVIEW',
      );
      expect(sum(credited.map(({ amount }) => minor(amount)))).toBe(
        sum(onChain.map(({ amount }) => BigInt(amount))) + sum(lost.map(({ amount }) => BigInt(amount))),
      );
      const { Items } = (await bank.call(listWithdrawals, { query: { limit: 200 } }, holder)).output;
      const paid = Items.filter(({ status }) => status === 'CONFIRMED');
      const left = sum(paid.map(({ amount, fee }) => minor(amount) + minor(fee)));
      const held = sum(
        Items.filter(({ status }) => status === 'QUEUED').map(
          ({ amount, fee }) => minor(amount) + minor(fee),
        ),
      );
      const wallet = await walletOf(bank, holder, 'BTC');
      expect(minor(wallet.booked)).toBe(sum(credited.map(({ amount }) => minor(amount))) - left);
      expect(minor(wallet.reserved)).toBe(held);
    }),
    { numRuns: 3 },
  );
});
