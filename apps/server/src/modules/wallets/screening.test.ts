/** Withdrawals to watched addresses are held for staff; new entries of a company's address book need the approval that its payees need. */
import {
  addCryptoPayee,
  cancelWithdrawal,
  createCryptoUser,
  listCryptoPayees,
  termsVersions,
} from '@calmly/contract';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { callWithCode, createFirm, decide, inboxOf } from '../../../test/support/clients/firm.ts';
import {
  chainsOf,
  createFundedHolder,
  historyOf,
  outside,
  walletOf,
  withdraw,
} from '../../../test/support/wallets.ts';
import type { Decision } from '../../platform/desk.ts';
import { newId } from '../../platform/ids.ts';
import { watchedAddresses } from '../../providers/address-screening/sandbox.ts';
import { reviewQueue } from './withdrawals/review-desk.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const decideAtDesk = (id: string, decision: Decision) =>
  app.database.inTransaction((sql) =>
    reviewQueue.decide(
      {
        sql,
        now: new Date(),
        actor: { kind: 'system', name: 'Maija' },
        newId,
        log: pino({ level: 'silent' }),
      },
      id,
      decision,
      {},
    ),
  );

/** A withdrawal to a watched address, held. */
async function held() {
  const holder = await createFundedHolder(app, 'BTC', '1');
  const { output } = await withdraw(app, holder, {
    asset: 'BTC',
    amount: '0.4',
    address: watchedAddresses.bitcoin,
  });
  if (!('status' in output)) throw new Error('it needs no approval');
  await chainsOf(app).send('bitcoin');
  const status = async () => (await historyOf(app, holder, 'Transfer'))[0]?.status;
  expect(await status()).toBe('REVIEW');
  return { holder, id: output.id, status };
}

describe('a withdrawal to a watched address', () => {
  test('is prepared only after staff has approved it', async () => {
    const { holder, id, status } = await held();
    const chains = chainsOf(app);
    // Asked for again it is not screened or sent again.
    await chains.send('bitcoin');
    expect(await status()).toBe('REVIEW');
    expect((await walletOf(app, holder, 'BTC')).reserved).toBe('0.40002000');
    const sheet = await reviewQueue.find(app.database.sql, id);
    expect(sheet?.facts).toContainEqual(['Found', 'Sandbox Mixing Service (sandbox)']);
    expect(
      (await reviewQueue.list(app.database.sql, { after: undefined, limit: 10 })).map((item) => item.id),
    ).toEqual([id]);

    await decideAtDesk(id, 'approve');
    await chains.send('bitcoin');
    expect(await status()).toBe('BROADCAST');
    await chains.settle('bitcoin');
    expect(await status()).toBe('CONFIRMED');
    await expect(decideAtDesk(id, 'reject')).rejects.toMatchObject({ code: 'withdrawal_state' });
  });

  test('rejected, its money is free again and it is never sent', async () => {
    const { holder, id, status } = await held();
    await decideAtDesk(id, 'reject');
    await chainsOf(app).send('bitcoin');
    expect(await status()).toBe('CANCELED');
    expect(await walletOf(app, holder, 'BTC')).toMatchObject({
      available: '1.00000000',
      reserved: '0.00000000',
    });
    expect(await reviewQueue.list(app.database.sql, { after: undefined, limit: 10 })).toEqual([]);
  });

  test('can be cancelled by the client', async () => {
    const { holder, id, status } = await held();
    expect((await app.call(cancelWithdrawal, { params: { id } }, holder)).status).toBe(200);
    expect(await status()).toBe('CANCELED');
    await expect(decideAtDesk(id, 'approve')).rejects.toMatchObject({ code: 'withdrawal_state' });
  });

  test('the control: another address is sent at once', async () => {
    const holder = await createFundedHolder(app, 'BTC', '1');
    await withdraw(app, holder, { asset: 'BTC', amount: '0.4', address: outside.bitcoin });
    await chainsOf(app).send('bitcoin');
    expect((await historyOf(app, holder, 'Transfer'))[0]?.status).toBe('BROADCAST');
  });
});

test('a company’s new entry of the address book waits for the approval of a payee', async () => {
  const firm = await createFirm(app);
  const token = firm.clara.companyToken;
  await app.call(
    createCryptoUser,
    { body: { termsVersion: termsVersions.crypto } },
    { token: firm.boris.companyToken },
  );
  const body = { label: 'Cold storage', asset: 'BTC', address: outside.bitcoin } as const;
  const entries = async () => (await app.call(listCryptoPayees, { query: {} }, { token })).output.Items;

  const sent = await callWithCode(app, addCryptoPayee, { body }, token);
  expect(sent.status).toBe(202);
  expect(await entries()).toEqual([]);
  const [waiting] = await inboxOf(app, firm.boris);
  expect(waiting).toMatchObject({
    kind: 'payee',
    facts: {
      action: 'add',
      name: 'Cold storage',
      address: outside.bitcoin,
      network: 'Bitcoin',
      currency: 'BTC',
    },
  });
  expect(await decide(app, firm.boris.token, waiting ? [waiting] : [])).toEqual(['APPROVED']);
  expect(await entries()).toMatchObject([body]);
  const again = await callWithCode(app, addCryptoPayee, { body }, token);
  expect(again.body).toMatchObject({ code: 'crypto_payee_exists' });
});
