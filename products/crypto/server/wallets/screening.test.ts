/** Withdrawals to watched addresses are held for staff; new entries of a company's address book need the same approval as its payees. */
import {
  addCryptoPayee,
  cancelWithdrawal,
  createCryptoUser,
  listCryptoPayees,
  termsVersions,
} from '@calmly/contract';
import type { Decision } from '@calmly/platform/desk.ts';
import { newId } from '@calmly/platform/ids.ts';
import { watchedAddresses } from '@calmly/providers/address-screening/sandbox.ts';
import type { Signer } from '@calmly/providers/chain/chain.ts';
import { SignerRefused, SignerUnavailable } from '@calmly/providers/chain/signer-client.ts';
import { createChains } from '@calmly/server/src/chains.ts';
import { startTestApp, type TestApp, testConfig } from '@calmly/server/test/support/app.ts';
import { callWithCode, createFirm, decide, inboxOf } from '@calmly/server/test/support/clients/firm.ts';
import {
  chainsOf,
  createFundedHolder,
  historyOf,
  outside,
  walletOf,
  withdraw,
} from '@calmly/server/test/support/wallets.ts';
import { systemWork } from '@calmly/server/test/support/work.ts';
import { sql as query } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { incidentQueue } from './incidents/desk.ts';
import { insertIncident } from './incidents/incident-store.ts';
import { listWaiting } from './raising/attempt-store.ts';
import { reviewQueue } from './withdrawals/review-desk.ts';
import { sendWithdrawals } from './withdrawals/send.ts';
import { findWithdrawal } from './withdrawals/withdrawal-store.ts';

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

test('a withdrawal that the signer refuses after it was prepared goes to staff, and nothing of it stays prepared', async () => {
  const holder = await createFundedHolder(app, 'BTC', '1');
  const { output } = await withdraw(app, holder, {
    asset: 'BTC',
    amount: '0.4',
    address: outside.bitcoin,
  });
  const { wallets } = createChains(testConfig, app.database);
  const accepts = () => Promise.resolve();
  const run = async (signer: Signer) =>
    sendWithdrawals({ ...wallets, signerOf: () => signer }).outside(systemWork(app.database.sql), {
      network: 'bitcoin',
    });
  const stored = async () => {
    const found = await findWithdrawal(app.database.sql, output.id);
    return [found?.state, found?.unsigned === null, found?.finding];
  };
  // While the signer is down, a prepared transaction stays: it may have been signed.
  await expect(
    run({ check: accepts, sign: () => Promise.reject(new SignerUnavailable('away')) }),
  ).rejects.toThrow('away');
  expect(await stored()).toEqual(['SIGNING', false, null]);
  // Others may know a different transaction: that stays too.
  const other = () => Promise.reject(new SignerRefused('other_transaction'));
  await expect(run({ check: accepts, sign: other })).rejects.toThrow('other_transaction');
  expect(await stored()).toEqual(['SIGNING', false, null]);
  await run({ check: accepts, sign: () => Promise.reject(new SignerRefused('day_limit')) });
  expect(await stored()).toEqual(['REVIEW', true, 'the signer refuses: day_limit']);
  expect((await walletOf(app, holder, 'BTC')).reserved).toBe('0.40002000');
  await decideAtDesk(output.id, 'reject');
  expect((await walletOf(app, holder, 'BTC')).reserved).toBe('0.00000000');
});

test('a refusal on one server takes nothing from a withdrawal that another has since prepared', async () => {
  const holder = await createFundedHolder(app, 'BTC', '1');
  const { id } = (await withdraw(app, holder, { asset: 'BTC', amount: '0.4', address: outside.bitcoin }))
    .output;
  const { wallets } = createChains(testConfig, app.database);
  const real = wallets.signerOf('bitcoin');
  const run = async (signer: Signer) =>
    sendWithdrawals({ ...wallets, signerOf: () => signer }).outside(systemWork(app.database.sql), {
      network: 'bitcoin',
    });
  const stored = async () => {
    const found = await findWithdrawal(app.database.sql, id);
    return [found?.state, found?.unsigned === null, found?.signed === null];
  };
  // While the first server asks whether it may sign, the second prepares and requests a signature; the first is refused before the second gets its
  // answer.
  let inner: unknown;
  const second: Signer = {
    ...real,
    async sign(...asked) {
      answerFirst();
      await refused;
      return real.sign(...asked);
    },
  };
  let answerFirst = () => {};
  const secondSigns = new Promise<void>((resolve) => {
    answerFirst = resolve;
  });
  let release = () => {};
  const refused = new Promise<void>((resolve) => {
    release = resolve;
  });
  let other: Promise<void> | undefined;
  await run({
    ...real,
    async check() {
      other = run(second).catch((error: unknown) => {
        inner = error;
      });
      await secondSigns;
      throw new SignerRefused('day_limit');
    },
  });
  expect(await stored()).toEqual(['SIGNING', false, true]);
  release();
  await other;
  expect(inner).toBeUndefined();
  expect(await stored()).toEqual(['BROADCAST', false, false]);
});

describe('a withdrawal to a watched address', () => {
  test('is prepared only after staff has approved it', async () => {
    const { holder, id, status } = await held();
    const chains = chainsOf(app);
    // A repeated request does not screen or send it again.
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

  test('rejected, its money is free again, its client is notified and it is never sent', async () => {
    const { holder, id, status } = await held();
    await decideAtDesk(id, 'reject');
    await chainsOf(app).send('bitcoin');
    expect(await status()).toBe('CANCELED');
    expect(await walletOf(app, holder, 'BTC')).toMatchObject({
      available: '1.00000000',
      reserved: '0.00000000',
    });
    expect(await reviewQueue.list(app.database.sql, { after: undefined, limit: 10 })).toEqual([]);
    const { rows: told } = await query`
      select notice ->> 'kind' as kind from graphile_worker._private_jobs, json_array_elements(payload) as notice
      where json_typeof(payload) = 'array' and notice ->> 'subjectId' = ${id}`.execute(app.database.sql);
    expect(told).toEqual([{ kind: 'crypto_failed' }]);
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

/** All pages of one list. */
async function pagesOf(list: (after: string | undefined) => Promise<ReadonlyArray<{ id: string }>>) {
  const ids: string[] = [];
  for (;;) {
    const [next] = await list(ids.at(-1));
    if (!next) return ids;
    ids.push(next.id);
  }
}

test('staff see the longest wait first, whatever was ordered first', async () => {
  const { sql } = app.database;
  const [first, second] = [await held(), await held()];
  const age = (id: string, days: number, state: 'REVIEW' | 'BROADCAST') =>
    query`
      update wallets.withdrawal set updated_at = now() - ${days} * interval '1 day', state = ${state},
        unsigned = case when ${state} = 'BROADCAST' then '{}' end, signed = case when ${state} = 'BROADCAST' then '00' end,
        tx_id = case when ${state} = 'BROADCAST' then id::text end, screened_at = case when ${state} = 'BROADCAST' then now() end
      where id = ${id}`.execute(sql);
  await age(first.id, 1, 'REVIEW');
  await age(second.id, 2, 'REVIEW');
  expect(await pagesOf((after) => reviewQueue.list(sql, { after, limit: 1 }))).toEqual([second.id, first.id]);

  await age(first.id, 1, 'BROADCAST');
  await age(second.id, 2, 'BROADCAST');
  const waiting = { networks: ['bitcoin'], before: new Date(), limit: 1 } as const;
  const listed = await pagesOf((after) => listWaiting(sql, { ...waiting, after }));
  expect(listed.filter((id) => id === first.id || id === second.id)).toEqual([second.id, first.id]);
  for (const { id } of [first, second]) {
    await age(id, 0, 'REVIEW');
    await decideAtDesk(id, 'reject');
  }

  const day = 86_400_000;
  const open = (id: string, days: number) =>
    insertIncident(
      sql,
      { id, kind: 'DEPOSIT_LOST', walletId: null, clientId: null, asset: 'BTC', amountMinor: 1n },
      new Date(Date.now() - days * day),
    );
  const [older, newer] = [newId(), newId()];
  await open(older, 1);
  await open(newer, 2);
  expect(await pagesOf((after) => incidentQueue.list(sql, { after, limit: 1 }))).toEqual([newer, older]);
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
