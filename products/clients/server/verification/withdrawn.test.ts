/** An open account whose approval the provider withdraws: what staff see and decide, and how much of it is stored. */
import { termsVersions } from '@calmly/contract';
import { ops } from '@calmly/server/test/support/processes/ops.ts';
import {
  pending,
  red,
  startSumsubCheck,
} from '@calmly/server/test/support/processes/providers/sumsub-check.ts';
import { confirmOrders, giveWallets, place, settled } from '@calmly/server/test/support/trading.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';

const check = await startSumsubCheck();
afterAll(check.close);
const { approve, bank, begin, send, state } = check;

const decide = (verb: 'approve' | 'reject', reason: string) =>
  ops(bank, verb, check.client.clientId, '--as', 'Maija', '--reason', reason);

async function decisions(): Promise<unknown[]> {
  const { rows } = await query`
    select action, details from platform.audit
    where client_id = ${check.client.clientId} and action in ('verification.kept', 'verification.withdrawn') order by id
  `.execute(bank.database.sql);
  return rows;
}

describe('an approval that is withdrawn', () => {
  beforeEach(async () => {
    await begin();
    await send(pending);
    await approve();
  });

  test.each(['FINAL', 'RETRY'])(
    'with a refusal that is %s waits for staff with its reasons',
    async (type) => {
      await send(red('2026-11-21 10:00:00.000', type));
      expect((await ops(bank, 'list')).out).toMatch(
        new RegExp(`${check.client.clientId}.*the provider withdrew its approval, FORGERY`),
      );
    },
  );

  test('is kept with the reason of the decision', async () => {
    await send(red('2026-11-21 10:00:00.000', 'FINAL'));
    await decide('approve', 'A mistake of theirs.');
    expect(await decisions()).toEqual([
      { action: 'verification.kept', details: { withdrawn: 'FORGERY', reason: 'A mistake of theirs.' } },
    ]);
  });

  test('blocks the client and ends their open orders on the exchange', async () => {
    const { client } = check;
    const wallets = await giveWallets(bank, client.clientId, { BTC: '1', EPI: '0' });
    await confirmOrders(bank, client);
    await query`
      insert into identity.terms_acceptance (client_id, product, version, person_id, accepted_at)
      select client_id, 'main', ${termsVersions.main}, person_id, now() from identity.membership where client_id = ${client.clientId}
    `.execute(bank.database.sql);
    const trader = { ...client, personId: '', wallets };
    const { id } = await place(bank, trader, { operation: 'SELL', amount: '0.01', price: '50000' });
    await send(red('2026-11-21 10:00:00.000', 'FINAL'));
    expect((await decide('reject', 'Forged.')).code).toBe(0);
    expect(await state()).toBe('BLOCKED');
    await settled(bank);
    const { rows } = await query<{ status: string }>`
      select status from trading.trade_order where id = ${id}`.execute(bank.database.sql);
    expect(rows).toEqual([{ status: 'CANCELED' }]);
    expect(await decisions()).toEqual([
      { action: 'verification.withdrawn', details: { withdrawn: 'FORGERY', reason: 'Forged.' } },
    ]);
  });

  test('can be refused for a client who is blocked already', async () => {
    await send(red('2026-11-21 10:00:00.000', 'FINAL'));
    expect((await ops(bank, 'block', check.client.clientId, '--as', 'Maija', '--reason', 'Fraud')).code).toBe(
      0,
    );
    expect((await decide('reject', 'Forged.')).code).toBe(0);
    expect(await state()).toBe('BLOCKED');
    expect((await ops(bank, 'list')).out).not.toContain(check.client.clientId);
  });
});
