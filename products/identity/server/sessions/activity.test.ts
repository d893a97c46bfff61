/**
 * Idle sessions (D6): after 300 s an active client's session reads balances and recent payments, and needs a code for everything else.
 * After 900 s it has ended, unless it is remembered. The test calls every endpoint of the contract, at both times.
 *
 * The times are the database’s: tests move `last_seen_at`. The control is the same session two seconds earlier.
 */

import * as contract from '@calmly/contract';
import { type EndpointSpec, endpoints, type Token } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { sampleBodies } from '@calmly/server/test/support/attackers/sample-bodies.ts';
import { cheapHash } from '@calmly/server/test/support/clients/clients.ts';
import { createPayer, systemWork } from '@calmly/server/test/support/clients/payments.ts';
import {
  type Browser,
  codeOf,
  type Login,
  requestToken,
  signIn,
} from '@calmly/server/test/support/processes/browser.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defaultBank, openAccounts } from '../../../accounts/server/accounts/index.ts';
import { createPersonClient } from '../index.ts';

let app: TestApp;
let login: Login;
let browser: Browser;
let clientId: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

beforeEach(async () => {
  await query`delete from identity.throttle`.execute(app.database.sql);
  login = { email: `anna.${newId()}@demo.calmly.example`, password: 'more-payments-less-stress' };
  const work = { sql: app.database.sql, now: new Date(), newId };
  await createPersonClient(work, {
    ...login,
    passwordHash: await cheapHash(),
    firstName: 'Anna',
    lastName: 'Ozola',
  });
  ({ browser, clientId } = await signIn(app.url, login, { remember: true }));
  await browser.send('PUT', '/accessmgmt/termsconditions', {
    body: { main: { version: contract.termsVersions.main, read: true } },
  });
});

const letPass = (seconds: number) =>
  query`update identity.session set last_seen_at = last_seen_at - ${seconds} * interval '1 second'
    where client_id = ${clientId} and ended_at is null`.execute(app.database.sql);

const rename = (name: string, code?: string) =>
  browser.send('PUT', '/factors/preferred', {
    body: { Preferred: name },
    headers: code === undefined ? {} : { 'x-tfa-code': code },
  });
const refresh = async () => {
  const reply = await browser.send('POST', '/oauth/refresh');
  browser.token = (reply.body as Token).access_token;
};

test('after 300 s of inactivity a write needs a code first, and balances can still be read', async () => {
  expect((await rename('email')).status).toBe(200);
  await letPass(301);
  expect((await browser.send('GET', contract.listAccounts.path)).status).toBe(200);
  const asked = await rename('email');
  expect(asked.status).toBe(203);
  expect(asked.body).toMatchObject({ detail: { summary: 'Confirm it’s you' } });
  expect((await rename('email', codeOf(asked))).status).toBe(200);
});

test('reading is activity, but does not unlock the session', async () => {
  await letPass(301);
  for (let read = 0; read < 3; read += 1) await browser.send('GET', contract.listAccounts.path);
  expect((await rename('email')).status).toBe(203);
  await refresh();
  expect((await rename('email')).status).toBe(203);
});

test('the code unlocks the session, and the previous token no longer works', async () => {
  await letPass(301);
  const asked = await rename('email');
  const lyingAround = browser.token;
  expect((await rename('email', codeOf(asked))).status).toBe(200);
  expect((await browser.send('GET', contract.listAccounts.path)).status).toBe(401);
  await refresh();
  expect(browser.token).not.toBe(lyingAround);
  expect((await rename('email')).status).toBe(200);
});

test('a wrong code leaves the session unchanged', async () => {
  await letPass(301);
  const code = codeOf(await rename('email'));
  expect((await rename('email', code === '000000' ? '000001' : '000000')).status).toBe(401);
  expect((await rename('email')).status).toBe(203);
});

test('a client who is not active yet needs no code, because there is nothing to protect', async () => {
  await query`update identity.client set state = 'SMS_CONFIRMED' where id = ${clientId}`.execute(
    app.database.sql,
  );
  await letPass(301);
  expect((await rename('email')).status).toBe(200);
});

test('an idle session may still end all sessions', async () => {
  await letPass(301);
  expect((await browser.send('DELETE', '/sessions')).status).toBe(204);
  expect((await browser.send('POST', '/freeze')).status).toBe(204);
});

/** They end the session used by this test; each has its own test. */
const ending = new Set(['freezeAccess', 'endSession', 'endOtherSessions']);
const walked = Object.values(endpoints).filter(({ access, id }) => access !== 'public' && !ending.has(id));

/** Calls that an idle session may make, except for payments of the last 90 days. */
const openWhenIdle = new Set(
  `
    addAttachment blockCard cancelOrder changeView checkCryptoAddress companiesFor countInbox countUnread
    countUnreadConversations createQuote deleteDocument deleteView dismissUnusualChange
    downloadPayoutTemplate endConnection endOtherSessions endSession forgetDevice freezeAccess getAccount
    getAccountBalances getBook getCardOffer getClient getFirstSteps getForecast getHistory
    getListSettings getReceiptRule getReceiptRules getTradeOrder getTransferFees hideFirstSteps
    keepPushBrowser listAccounts listAvailableWallets listInstruments listOwnInvitations listPositions
    listPrices listTradeOrders listTrades listUnusualChanges listWallets liveTicket lookUpBank
    markAllRead markRead previewPayment quoteWithdrawal readConversation refuseConnection
    removePushBrowser renameDevice saveColumns savePreferences saveView summariseAccounts testToken
    uploadDocument
  `
    .split(/\s+/)
    .filter(Boolean),
);

/** Calls that an idle session may make unless older payments are in the answer. */
const ofLast90Days = new Set(
  `
    getPayment listCardTransactions listPayments
  `
    .split(/\s+/)
    .filter(Boolean),
);

/** Calls that ask for a code in every session. */
const withOwnCode = new Set(
  `
    acceptHandover acceptInvitation acceptOwnInvitation addCryptoPayee allowConnection approvePayment
    changeParty changePassword changePerson changePolicy changeToken closeAccount closeCard confirmPayout
    createBeneficiary createPayment createWithdrawal decideInbox invitePerson issueCard makeRecoveryCodes
    moveCrypto offerHandover rejectPayment removeFactor removePerson replaceCard requestAddressChange
    requestCompanyChange requestContactChange requestIban resumePerson revealCard savePayoutPayees
    setMessageCodes setPin showPin startPasskey startTotp suspendPerson topUpCard unblockCard
    updateBeneficiary
  `
    .split(/\s+/)
    .filter(Boolean),
);

/** Query parameters of calls that require them. */
const queries: Readonly<Record<string, string>> = {
  exportPayments: '?format=csv&locale=en',
  getStatement: '?from=2026-01-01&to=2026-01-31',
  downloadAllStatements: '?from=2026-01-01&to=2026-01-31&format=csv&locale=en',
  downloadBalances: '?day=2026-01-31&locale=en',
  downloadYearOverview: '?year=2026&format=csv&locale=en',
  getYearOverview: '?year=2026',
  getStatementSize: '?from=2026-01-01&to=2026-01-31',
  downloadStatement: '?from=2026-01-01&to=2026-01-31&format=csv&locale=en',
  exportActivity: '?locale=en',
  getSupportSubject: '?kind=payment',
  forecastAccount: `?accountId=${newId()}&on=2030-01-02`,
  listConnectableAccounts: `?profile=${newId()}`,
  listAnnotations: `?paymentIds=${newId()}`,
  runExportProfile: '?locale=en',
  listLastPaid: `?beneficiaryIds=${newId()}`,
  search: '?q=anna',
  uploadPayoutFile: '?fileName=wages.csv&version=1',
};

const callOf = (endpoint: EndpointSpec, headers: Record<string, string> = {}) =>
  browser.send(
    endpoint.method,
    endpoint.path.replaceAll(/\{\w+\}/g, newId()) + (queries[endpoint.id] ?? ''),
    {
      ...(endpoint.method === 'GET' ? {} : { body: sampleBodies[endpoint.id] ?? {} }),
      headers: {
        'idempotency-key': newId(),
        ...(endpoint.stream !== undefined && { 'content-type': 'application/octet-stream' }),
        ...headers,
      },
    },
  );

/** The calls that this server answers, from its documentation. */
async function printedCalls(): Promise<EndpointSpec[]> {
  const { paths } = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const printed = new Set(
    Object.values(paths).flatMap((path) => Object.values(path).map((each) => each.operationId)),
  );
  return walked.filter(({ id }) => printed.has(id));
}

/** The calls that asked for a code, without those that always ask for one. */
async function askedFor(
  headers: Record<string, string> = {},
  beforeEach: () => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  const asked: string[] = [];
  for (const endpoint of await printedCalls()) {
    if (withOwnCode.has(endpoint.id)) continue;
    await beforeEach();
    const { status, body } = await callOf(endpoint, headers);
    const refused = (body as { code?: string } | undefined)?.code === 'presence_needed';
    if (status === 203 || refused) asked.push(endpoint.id);
    if (headers['x-background']) expect([endpoint.id, status]).not.toEqual([endpoint.id, 203]);
  }
  return asked;
}

const required = async () =>
  (await printedCalls())
    .map(({ id }) => id)
    .filter((id) => ![openWhenIdle, ofLast90Days, withOwnCode].some((names) => names.has(id)));

test('every listed call is in the contract', () => {
  const known = new Set(Object.keys(endpoints));
  expect([...openWhenIdle, ...ofLast90Days, ...withOwnCode].filter((id) => !known.has(id))).toEqual([]);
});

test('every call is classified: at 301 s exactly those that require presence need a code', async () => {
  await letPass(301);
  const wanted = await required();
  expect(wanted.length).toBeGreaterThan(80);
  expect(await askedFor()).toEqual(wanted);
});

test('control: two seconds earlier no call needs a code', async () => {
  const asked = await askedFor({}, () =>
    query`update identity.session set last_seen_at = now() - interval '298 seconds', stale_since = null
      where client_id = ${clientId} and ended_at is null`.execute(app.database.sql),
  );
  expect(asked).toEqual([]);
});

test('automatic calls of the page are refused without a challenge, and are not activity', async () => {
  await letPass(301);
  const challenges = async () => {
    const { rows } = await query<{ n: number }>`
      select count(*)::int as n from identity.challenge where client_id = ${clientId}`.execute(
      app.database.sql,
    );
    return rows[0]?.n;
  };
  const before = await challenges();
  expect(await askedFor({ 'x-background': '1' })).toEqual(await required());
  expect(await challenges()).toBe(before);
  // Later than any activity that the test could have caused.
  await letPass(600);
  const { rows } = await query<{ idle: number }>`
    select extract(epoch from now() - last_seen_at)::int as idle from identity.session
    where client_id = ${clientId} and ended_at is null`.execute(app.database.sql);
  expect(rows[0]?.idle).toBeGreaterThan(900);
});

test('concurrent reads share one challenge, and its code unlocks them all', async () => {
  await letPass(301);
  const paths = [
    '/factors',
    '/sessions',
    '/devices',
    '/beneficiaries',
    '/transactions/export?format=csv&locale=en',
  ];
  const asked = await Promise.all(paths.map((path) => browser.send('GET', path)));
  expect(asked.map(({ status }) => status)).toEqual(paths.map(() => 203));
  const ids = asked.map(({ body }) => (body as { detail: { challenge_id: string } }).detail.challenge_id);
  expect(new Set(ids).size).toBe(1);
  const [first] = asked;
  if (!first) throw new Error('nothing was asked');
  const opened = await browser.send('GET', '/sessions', { headers: { 'x-tfa-code': codeOf(first) } });
  expect(opened.status).toBe(200);
  await refresh();
  for (const path of paths) expect((await browser.send('GET', path)).status).toBe(200);
});

test('the client’s personal data is masked until the person has confirmed their presence', async () => {
  const read = async () => (await browser.send('GET', `/clients/${clientId}`)).body as Record<string, string>;
  expect((await read()).Email).toBe(login.email);
  await letPass(301);
  const masked = await read();
  expect(masked.Email).not.toContain(login.email.split('@')[0]);
  expect(masked).toMatchObject({ State: 'ACTIVE', Phone: null, PhysicalAddressLine1: null });
});

/** A payer who can transfer money to an own account by number without a code. */
async function createSaver() {
  const payer = await createPayer(app);
  let savings = '';
  await systemWork(app.database, async (work) => {
    const wanted = { clientId: payer.clientId, currency: 'EUR', name: 'Savings', withIban: true } as const;
    const [account] = await openAccounts(work, defaultBank, [wanted]);
    savings = account?.number ?? '';
  });
  return { ...payer, savings };
}

test('payments of the last 90 days can be read, older ones need a code', async () => {
  const payer = await createSaver();
  const { id } = (await payer.pay({ creditorAccount: payer.savings })).output;
  const age = (days: number) =>
    query`update transactions.transaction set created_at = now() - ${days} * interval '1 day' where id = ${id}`.execute(
      app.database.sql,
    );
  const read = async () => {
    await query`update identity.session set last_seen_at = now() - interval '301 seconds', stale_since = null
      where client_id = ${payer.clientId}`.execute(app.database.sql);
    const list = await app.call(contract.listPayments, { query: {} }, { token: payer.token });
    const one = await app.call(contract.getPayment, { params: { id } }, { token: payer.token });
    return [list.status, one.status];
  };
  await age(89);
  expect(await read()).toEqual([200, 200]);
  await age(91);
  expect(await read()).toEqual([203, 203]);
});

test('a transfer between own accounts, which needs no code, needs one in an idle session', async () => {
  const payer = await createSaver();
  expect((await payer.pay({ creditorAccount: payer.savings })).status).toBe(201);
  await query`update identity.session set last_seen_at = now() - interval '301 seconds'
    where client_id = ${payer.clientId}`.execute(app.database.sql);
  expect((await payer.pay({ creditorAccount: payer.savings })).status).toBe(203);
  expect((await payer.balance()).posted).toBe(99_000n);
});

test('after 900 s every call ends a session that is not remembered, and none that is', async () => {
  const kept = browser.token;
  const plain = await requestToken(browser, login);
  const short = (plain.body as Token).access_token;
  browser.token = short;
  await letPass(898);
  expect((await browser.send('GET', contract.listAccounts.path)).status).toBe(200);
  browser.token = kept;
  await letPass(901);
  browser.token = short;
  for (const endpoint of await printedCalls())
    expect([endpoint.id, (await callOf(endpoint)).status]).toEqual([endpoint.id, 401]);
  browser.token = kept;
  expect((await browser.send('GET', contract.listAccounts.path)).status).toBe(200);
  expect(await askedFor()).toEqual(await required());
});
