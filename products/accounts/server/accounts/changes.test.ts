/** Opening, naming and closing accounts and requesting an IBAN, over HTTP, with the job that issues IBANs. */

import { randomUUID } from 'node:crypto';
import {
  acceptTerms,
  closeAccount,
  downloadRequisites,
  listAccounts,
  listActivity,
  listIbanRequests,
  listNotifications,
  openAccount,
  renameAccount,
  requestIban,
  termsVersions,
} from '@calmly/contract';
import { type CurrencyCode, checkIban } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient, type SignedIn } from '@calmly/server/test/support/clients/clients.ts';
import {
  callWithCode,
  newBoss,
  newColleague,
  noRights,
  problemOf,
  shownCode,
} from '@calmly/server/test/support/clients/colleagues.ts';
import { transferOf } from '@calmly/server/test/support/clients/ledger.ts';
import { openPage } from '@calmly/server/test/support/clients/live.ts';
import { systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { holdWrites } from '@calmly/server/test/support/held-writes.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moveClient } from '../../../identity/server/index.ts';
import { bankAccount, post, release, reserve } from '../../../ledger/server/index.ts';
import { insertIbanRequest } from './iban-store.ts';
import { issueIban } from './ibans.ts';
import { defaultBank } from './index.ts';

let bank: TestApp;
beforeAll(async () => {
  bank = await startTestApp({ jobs: true });
});
afterAll(() => bank.close());

type Who = Pick<SignedIn, 'token'>;

const open = ({ token }: Who, currency: string, name = `My ${currency}`) =>
  bank.call(openAccount, { body: { currency, name } }, { token, idempotencyKey: randomUUID() });

const listed = async ({ token }: Who, status?: 'ACTIVE' | 'CLOSED' | 'ALL') =>
  (await bank.call(listAccounts, { query: { limit: 200, status } }, { token })).output.Items;

const close = (who: Who, id: string) => callWithCode(bank, who, closeAccount, { params: { id } });

const acceptIbanTerms = ({ token }: Who) =>
  bank.call(
    acceptTerms,
    { body: { iban_mdle: { version: termsVersions.iban_mdle, read: true } } },
    { token },
  );

const askIban = (who: Who, body: { currency: string; accountId?: string }) =>
  callWithCode(bank, who, requestIban, { body });

const ibanRequests = async ({ token }: Who) =>
  (await bank.call(listIbanRequests, { query: { limit: 50 } }, { token })).output.Items;

/** The client's notices about IBANs. */
const notices = async ({ token }: Who) =>
  (await bank.call(listNotifications, { query: { limit: 50 } }, { token })).output.Items.filter(({ kind }) =>
    kind.startsWith('iban_'),
  );

/** Credits the account, as the rail would. */
const credit = (id: string, currency: CurrencyCode, amountMinor: bigint) =>
  bank.database.inTransaction(async (sql) => {
    const nostro = await bankAccount(sql, 'nostro', currency);
    return post(sql, [transferOf(nostro, id, amountMinor)]);
  });

const debit = (id: string, currency: CurrencyCode, amountMinor: bigint) =>
  bank.database.inTransaction(async (sql) => {
    const nostro = await bankAccount(sql, 'nostro', currency);
    return post(sql, [transferOf(id, nostro, amountMinor)]);
  });

it('opens an account in each of nine currencies, with the right decimals', async () => {
  const client = await newClient(bank);
  const currencies = ['EUR', 'USD', 'GBP', 'CHF', 'PLN', 'CZK', 'SEK', 'JPY', 'KWD'];
  const opened = await Promise.all(currencies.map((currency) => open(client, currency)));
  expect(opened.map(({ status }) => status)).toEqual(currencies.map(() => 201));
  const zeros = opened.map(({ output }) => [output.currency, output.available, output.iban]);
  expect(zeros).toEqual(
    currencies.map((currency) => [currency, { JPY: '0', KWD: '0.000' }[currency] ?? '0.00', null]),
  );
  expect((await listed(client)).map(({ currency }) => currency).sort()).toEqual([...currencies].sort());
});

it('opens one account, however often the same request is sent', async () => {
  const { token } = await newClient(bank);
  const wish = () =>
    bank.call(openAccount, { body: { currency: 'JPY', name: 'Kyoto' } }, { token, idempotencyKey: 'kyoto' });
  const answers = await Promise.all([wish(), wish(), wish()]);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await listed({ token })).toHaveLength(1);
});

it('enforces the limit of accounts per currency under concurrent calls', async () => {
  const client = await newClient(bank);
  const answers = await Promise.all(Array.from({ length: 20 }, () => open(client, 'EUR')));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  const refused = answers.filter(({ status }) => status === 409);
  expect(refused).toHaveLength(15);
  expect(new Set(refused.map(problemOf))).toEqual(new Set(['account_limit']));
  expect(await listed(client)).toHaveLength(5);
  expect((await open(client, 'USD')).status).toBe(201);
});

it('refuses an unknown currency', async () => {
  const client = await newClient(bank);
  for (const currency of ['BTC', 'XXX']) expect((await open(client, currency)).status).toBe(400);
});

it('renames an account, but not another client’s', async () => {
  const client = await newClient(bank);
  const { id } = (await open(client, 'EUR')).output;
  const rename = ({ token }: Who, name: string) =>
    bank.call(renameAccount, { params: { id }, body: { name } }, { token });
  expect((await rename(client, 'Отпуск 2027')).output.name).toBe('Отпуск 2027');
  expect((await listed(client))[0]?.name).toBe('Отпуск 2027');
  const stranger = await newClient(bank);
  expect((await rename(stranger, 'Mine')).status).toBe(404);
  expect((await close(stranger, id)).status).toBe(404);
});

it('closes an empty account with a code; it stays in the history and accepts no money', async () => {
  const client = await newClient(bank);
  await open(client, 'EUR');
  const { id, number } = (await open(client, 'USD', 'Dollars')).output;
  const closed = await close(client, id);
  expect(closed.output).toMatchObject({ id, number, status: 'CLOSED' });
  expect(await credit(id, 'USD', 100n)).toEqual([{ ok: false, reason: 'account_closed' }]);
  expect((await listed(client)).map(({ currency }) => currency)).toEqual(['EUR']);
  expect((await listed(client, 'ACTIVE')).map(({ currency }) => currency)).toEqual(['EUR']);
  expect((await listed(client, 'CLOSED')).map((account) => account.id)).toEqual([id]);
  expect(await listed(client, 'ALL')).toHaveLength(2);
  // Closing again has no effect and needs no code.
  const again = await bank.call(closeAccount, { params: { id } }, { token: client.token });
  expect([again.status, again.output.status]).toEqual([200, 'CLOSED']);
  const renamed = await bank.call(
    renameAccount,
    { params: { id }, body: { name: 'Old' } },
    { token: client.token },
  );
  expect([renamed.status, problemOf(renamed)]).toEqual([409, 'account_closed']);
});

it('says why an account cannot be closed: money, a reservation, the last one', async () => {
  const client = await newClient(bank);
  const { id } = (await open(client, 'KWD')).output;
  const refusal = async () => {
    const answer = await close(client, id);
    return [answer.status, problemOf(answer)];
  };
  expect(await refusal()).toEqual([409, 'account_last']);
  await open(client, 'EUR');
  await credit(id, 'KWD', 5_000n);
  const reservation = newId();
  await bank.database.inTransaction((sql) =>
    reserve(sql, [{ id: reservation, accountId: id, amountMinor: 1_500n }]),
  );
  expect(await refusal()).toEqual([409, 'account_reserved']);
  await bank.database.inTransaction((sql) => release(sql, [reservation]));
  const full = await close(client, id);
  expect(problemOf(full)).toBe('account_not_empty');
  expect(full.text).toContain('5.000');
  await debit(id, 'KWD', 5_000n);
  expect((await close(client, id)).output.status).toBe('CLOSED');
});

it('loses no money that arrives while the account is being closed', async () => {
  const client = await newClient(bank);
  await open(client, 'EUR');
  for (let round = 0; round < 6; round += 1) {
    const { id } = (await open(client, 'USD', `Round ${round}`)).output;
    const params = { id };
    const asked = await bank.call(closeAccount, { params }, { token: client.token });
    const code = shownCode(asked);
    const [closing, [arrived]] = await Promise.all([
      bank.call(closeAccount, { params }, { token: client.token, code }),
      credit(id, 'USD', 250n),
    ]);
    const account = (await listed(client, 'ALL')).find((one) => one.id === id);
    // Either the money arrived first and the account stays open with it, or it found the account closed.
    expect([closing.status, arrived?.ok, account?.status, account?.booked]).toEqual(
      arrived?.ok ? [409, true, 'ACTIVE', '2.50'] : [200, false, 'CLOSED', '0.00'],
    );
    if (arrived?.ok) {
      await debit(id, 'USD', 250n);
      await close(client, id);
    }
  }
});

it('keeps one account when the last two are closed concurrently', async () => {
  const client = await newClient(bank);
  const ids = [(await open(client, 'EUR')).output.id, (await open(client, 'USD')).output.id];
  const asked = await Promise.all(
    ids.map((id) => bank.call(closeAccount, { params: { id } }, { token: client.token })),
  );
  const codes = asked.map(shownCode);
  const writes = await holdWrites(bank.database, 'update on accounts.account');
  const answers = Promise.all(
    ids.map((id, place) =>
      bank.call(closeAccount, { params: { id } }, { token: client.token, code: codes[place] ?? '' }),
    ),
  );
  await writes.untilBlocked(2);
  await writes.release();
  expect((await answers).map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await listed(client, 'ACTIVE')).toHaveLength(1);
});

it('gives an account its IBAN once the terms are accepted', async () => {
  const client = await newClient(bank);
  const { id, number } = (await open(client, 'USD')).output;
  const wish = { currency: 'USD', accountId: id };
  expect(problemOf(await askIban(client, wish))).toBe('iban_terms_needed');
  await acceptIbanTerms(client);
  const asked = await askIban(client, wish);
  expect(asked.status).toBe(202);
  expect(asked.output).toMatchObject({ status: 'REQUESTED', currency: 'USD', accountId: id, iban: null });
  const [issued] = await until(
    () => ibanRequests(client),
    ([request]) => request?.status !== 'REQUESTED',
  );
  expect(issued).toMatchObject({ id: asked.output.id, status: 'ISSUED', accountId: id, reason: null });
  expect(checkIban(issued?.iban ?? '')).toMatchObject({ ok: true, country: 'LT' });
  expect((await listed(client))[0]?.iban).toBe(issued?.iban);
  expect(issued?.iban).toContain(number);
  expect(problemOf(await askIban(client, wish))).toBe('iban_exists');
  const [told] = await until(
    () => notices(client),
    (all) => all.length > 0,
  );
  expect(told).toMatchObject({ kind: 'iban_issued', subjectId: id, params: { currency: 'USD' } });
});

it('opens an IBAN account if no account is named, one at a time and up to the limit', async () => {
  const client = await newClient(bank);
  await acceptIbanTerms(client);
  const body = { currency: 'CHF' };
  expect((await askIban(client, body)).output).toMatchObject({ status: 'REQUESTED', accountId: null });
  await until(
    () => ibanRequests(client),
    (requests) => requests.every(({ status }) => status === 'ISSUED'),
  );
  const accounts = await listed(client);
  expect(accounts.map(({ currency, name }) => [currency, name])).toEqual([['CHF', 'IBAN CHF']]);
  for (let more = 0; more < 4; more += 1) await open(client, 'CHF');
  expect(problemOf(await askIban(client, body))).toBe('account_limit');
  expect((await askIban(client, { currency: 'BTC' })).status).toBe(400);
});

it('counts an IBAN account on its way, in its currency, and takes only the terms of today', async () => {
  const client = await newClient(bank);
  const { clientId } = client;
  await query`
    insert into identity.terms_acceptance (client_id, person_id, product, version, accepted_at)
    values (${clientId}, ${client.personId}, 'iban_mdle', '3.0', now())`.execute(bank.database.sql);
  expect(problemOf(await askIban(client, { currency: 'EUR' }))).toBe('iban_terms_needed');
  await acceptIbanTerms(client);
  // Requested, but the job has not run yet.
  const waiting = { clientId, id: newId(), currency: 'CHF', accountId: null, createdAt: new Date() } as const;
  await insertIbanRequest(bank.database.sql, waiting);
  expect(problemOf(await askIban(client, { currency: 'CHF' }))).toBe('iban_pending');
  expect((await askIban(client, { currency: 'EUR' })).status).toBe(202);
  for (let count = 1; count <= 4; count += 1) expect((await open(client, 'CHF')).status).toBe(201);
  expect(problemOf(await open(client, 'CHF'))).toBe('account_limit');
});

it('shows no IBAN at a request that was refused, and records what was issued', async () => {
  const client = await newClient(bank);
  const { clientId } = client;
  const { id: accountId } = (await open(client, 'USD')).output;
  const decide = async () => {
    const key = { clientId, id: newId() };
    const request = { ...key, currency: 'USD', accountId, createdAt: new Date() } as const;
    await insertIbanRequest(bank.database.sql, request);
    await systemWork(bank.database, (work) => issueIban(work, defaultBank, key));
  };
  await systemWork(bank.database, (work) => moveClient(work, clientId, 'block'));
  await decide();
  await systemWork(bank.database, (work) => moveClient(work, clientId, 'unblock'));
  await decide();
  const [account] = await listed(client);
  expect((await ibanRequests(client)).map(({ status, iban }) => [status, iban])).toEqual([
    ['ISSUED', account?.iban],
    ['REFUSED', null],
  ]);
  const { Items } = (await bank.call(listActivity, { query: { limit: 20 } }, client)).output;
  expect(Items.map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(new RegExp(`^IBAN .*${account?.iban?.slice(-4)} issued$`)),
      'IBAN in USD not issued',
    ]),
  );
});

it('issues no IBAN for an account that was closed meanwhile or a client who is not active', async () => {
  const client = await newClient(bank);
  await open(client, 'EUR');
  const { id } = (await open(client, 'USD')).output;
  const { clientId } = client;
  // Requested, but the job has not run yet.
  const ask = async (accountId: string | null) => {
    const key = { clientId, id: newId() };
    await insertIbanRequest(bank.database.sql, {
      ...key,
      currency: 'USD',
      accountId,
      createdAt: new Date(),
    });
    return key;
  };
  const issue = (key: { clientId: string; id: string }) =>
    systemWork(bank.database, (work) => issueIban(work, defaultBank, key));
  const forClosed = await ask(id);
  await close(client, id);
  await issue(forClosed);
  const forBlocked = await ask(null);
  await systemWork(bank.database, (work) => moveClient(work, clientId, 'block'));
  await issue(forBlocked);
  await systemWork(bank.database, (work) => moveClient(work, clientId, 'unblock'));
  await issue(forBlocked);
  const decided = (await ibanRequests(client)).map(({ status, reason }) => [status, reason]);
  expect(decided).toEqual([
    ['REFUSED', 'client_inactive'],
    ['REFUSED', 'account_closed'],
  ]);
  expect(await listed(client, 'ACTIVE')).toHaveLength(1);
  const told = await until(
    () => notices(client),
    (all) => all.length === 2,
  );
  expect(told.map(({ kind, params }) => [kind, params.reason])).toEqual([
    ['iban_refused', 'client_inactive'],
    ['iban_refused', 'account_closed'],
  ]);
});

it('prints the account details in both languages, with Cyrillic letters and an IBAN if there is one', async () => {
  const client = await newClient(bank, { firstName: 'Анна', lastName: 'Тамм' });
  const { id, number } = (await open(client, 'JPY')).output;
  for (const locale of ['en', 'ru'] as const) {
    const { status, headers, text } = await bank.call(
      downloadRequisites,
      { params: { id }, query: { locale } },
      { token: client.token },
    );
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(headers.get('content-disposition')).toContain(`${number}.pdf`);
    expect(text.startsWith('%PDF-')).toBe(true);
  }
  const stranger = await newClient(bank);
  const params = { id };
  const query = { locale: 'en' } as const;
  const refused = await bank.call(downloadRequisites, { params, query }, { token: stranger.token });
  expect(refused.status).toBe(404);
});

it('lets only a company’s administrator open, name, close and request an IBAN', async () => {
  const boss = await newBoss(bank);
  const clara = await newColleague(bank, boss, { rights: { ...noRights, can_request_trans: true } });
  const { id } = (await open(boss, 'EUR')).output;
  const refusals = [
    await open(clara, 'USD'),
    await bank.call(renameAccount, { params: { id }, body: { name: 'Hers' } }, { token: clara.token }),
    await close(clara, id),
    await askIban(clara, { currency: 'EUR', accountId: id }),
  ];
  expect(refusals.map(problemOf)).toEqual(refusals.map(() => 'boss_needed'));
  expect((await listed(clara)).map((account) => account.id)).toEqual([id]);
});

it('shows on the client’s open pages at once that an account is opened, renamed, given an IBAN or closed', async () => {
  const client = await newClient(bank);
  await open(client, 'EUR');
  const page = await openPage(bank, client);
  const topics = [await page.heardDuring(() => open(client, 'USD'))];
  const id = (await listed(client)).at(-1)?.id ?? '';
  const request = { clientId: client.clientId, id: newId(), currency: 'USD', accountId: id } as const;
  await insertIbanRequest(bank.database.sql, { ...request, createdAt: new Date() });
  for (const change of [
    () => bank.call(renameAccount, { params: { id }, body: { name: 'Trips' } }, client),
    () => systemWork(bank.database, (work) => issueIban(work, defaultBank, request)),
    () => close(client, id),
  ])
    topics.push(await page.heardDuring(change));
  page.close();
  expect(topics.map((heard) => heard.includes('accounts'))).toEqual([true, true, true, true]);
});
