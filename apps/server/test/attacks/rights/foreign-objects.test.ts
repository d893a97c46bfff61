/**
 * Another person's object does not exist (A2): every call of the contract is made for objects of every kind that belong to others, in
 * path, body and query, by every kind of caller: other people, other companies, members with and without rights, ex-members, clients in
 * every unfinished state, an application, no one. Each response is byte for byte the one for an object that does not exist (except the
 * request's id), names nothing of the owners, and changes nothing. Each row is a call, made for every object:
 * in full by every caller, in short by another person and by one of the others in turn.
 *
 * Permanent control: an object whose owner check accepts one other person is found.
 */
import { randomUUID } from 'node:crypto';
import {
  addCryptoPayee,
  createCryptoUser,
  type EndpointSpec,
  endpoints,
  issueCard,
  termsVersions,
} from '@calmly/contract';
import { removeMember } from '@calmly/products/identity/server/index.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { sampleBodies } from '../../support/attackers/sample-bodies.ts';
import { expectNothingWritten, rowsByCall } from '../../support/attackers/sweep.ts';
import { makeObjects, withinKind, withoutRow } from '../../support/attackers/victims-objects.ts';
import { isFull, record, sized } from '../../support/campaign.ts';
import { newClient } from '../../support/clients/clients.ts';
import { callWithCode } from '../../support/clients/colleagues.ts';
import {
  connect,
  follow,
  question,
  registerThirdParty,
} from '../../support/clients/connected/third-party.ts';
import { type Colleague, createFirm, type Firm, order } from '../../support/clients/firm.ts';
import { createPayer, fund, openAnotherAccount, systemWork } from '../../support/clients/payments.ts';
import { pageObjects, pdfOf } from '../../support/files/files.ts';
import { cardOrder } from '../../support/issued-cards.ts';
import { createBrowser } from '../../support/processes/browser.ts';
import { sendDirectly } from '../../support/processes/direct.ts';
import { move, openAddress, outside, withdraw } from '../../support/wallets.ts';

/** The callers, by the token that they send. */
type Principals = Readonly<Record<string, string | undefined>>;
/** Objects of others: their kind and their name. */
type Targets = ReadonlyMap<string, string>;

let bank: TestApp;
let principals: Principals;
let targets: Targets;
let canaries: readonly string[];
/** Tables with an owner in which the victim has no row. */
const empty: string[] = [];
let victim: Firm;

beforeAll(async () => {
  bank = await startTestApp();
  victim = await createFirm(bank);
  await orderCard(victim.boris);
  await order(bank, victim, victim.clara);
  await useCrypto(victim.boris);
  await fillProfile(victim.boris);
  await makeObjects(bank, victim);
  const exMember = await leave(victim.clara);
  targets = await targetsOf([victim.companyId, victim.boris.clientId]);
  canaries = await canariesOf(victim);
  principals = { ...(await strangers()), 'an ex-member': exMember };
});
afterAll(() => bank.close());

/** The person is no longer a member; only the token of their own profile remains. */
async function leave({ personId, token }: Colleague): Promise<string> {
  await systemWork(bank.database, (work) => removeMember(work, { clientId: victim.companyId, personId }));
  return token;
}

/** A plastic card in the person's own profile. */
async function orderCard({ clientId, token }: Colleague): Promise<void> {
  const account = await openAnotherAccount(bank, clientId);
  await systemWork(bank.database, (work) => fund(work, account, 10_000n));
  await callWithCode(bank, { token }, issueCard, { body: cardOrder(account.number, { kind: 'PLASTIC' }) });
}

/** A wallet with an address, an entry of the address book, a quote and a withdrawal in the person's own profile. */
async function useCrypto({ clientId, token }: Colleague): Promise<void> {
  const account = await openAnotherAccount(bank, clientId);
  await systemWork(bank.database, (work) => fund(work, account, 20_000n));
  await bank.call(createCryptoUser, { body: { termsVersion: termsVersions.crypto } }, { token });
  await openAddress(bank, { token }, 'BTC');
  const entry = { label: 'Cold wallet', asset: 'BTC', address: outside.bitcoin } as const;
  await callWithCode(bank, { token }, addCryptoPayee, { body: entry });
  await move(bank, { token, account }, 'Deposit', '100.00');
  await withdraw(bank, { token }, { asset: 'EPI', amount: '10', address: outside.evm });
}

/** A document, a request for money with its link, a connection and a request for one, in Boris's own profile. */
async function fillProfile({ browser, clientId }: Colleague): Promise<void> {
  const body = { FileName: 'lease.pdf', FileBody: pdfOf(pageObjects()).toString('base64') };
  await browser.send('POST', '/documents', { body });
  const { id: account, number } = await openAnotherAccount(bank, clientId);
  const asked = await browser.send('POST', '/transactions/incoming', {
    body: { ...sampleBodies.createMoneyRequest, ToAccount: number },
    headers: { 'idempotency-key': randomUUID() },
  });
  await browser.send('POST', '/getpaid/links', { body: { RequestId: (asked.body as { Id: string }).Id } });
  await browser.send('POST', '/bookkeeping/exports', {
    body: { ...sampleBodies.createExportProfile, AccountIds: [account] },
    headers: { 'idempotency-key': randomUUID() },
  });
  await browser.send('POST', '/masspayout', {
    body: { Name: 'Salaries' },
    headers: { 'idempotency-key': randomUUID() },
  });
  const penny = await registerThirdParty(bank);
  await connect(bank, penny, browser, { accountIds: [account] });
  await follow(createBrowser(bank.url), (await question(penny)).address);
}

const createAccount = async (clientId: string) => (await openAnotherAccount(bank, clientId)).id;

async function strangers(): Promise<Principals> {
  const other = await createFirm(bank);
  const payer = await createPayer(bank, { firstName: 'Otto' });
  const connected = await newClient(bank, { firstName: 'Ada' });
  const account = await createAccount(connected.clientId);
  const scope = 'accounts:read payees:read payments:request payments:new-payee';
  const party = await registerThirdParty(bank, { name: 'Pocket' });
  const tokens = await connect(bank, party, connected.browser, { accountIds: [account], scope });
  const inState = async (state: 'DRAFT' | 'KYC_DECLINED') => (await newClient(bank, { state })).token;
  return {
    'another person': payer.token,
    'the boss of another company': other.boris.companyToken,
    'a member of another company': other.clara.companyToken,
    'a declined client': await inState('KYC_DECLINED'),
    'a draft': await inState('DRAFT'),
    'an application': tokens.access_token,
    nobody: undefined,
  };
}

/** One object of each table that belongs to these clients or their people, and the numbers that name accounts. */
async function targetsOf(clientIds: readonly string[]): Promise<Targets> {
  const people = [victim.boris.personId, victim.maria.personId];
  const { rows: columns } = await query<{ name: string; owner: string }>`
    select format('%I.%I', c.table_schema, c.table_name) as name, min(c.column_name) as owner
    from information_schema.columns c
    join information_schema.columns i using (table_schema, table_name)
    where i.column_name = 'id' and i.data_type = 'uuid' and c.column_name in ('client_id', 'person_id')
    group by 1`.execute(bank.database.sql);
  const found = new Map([
    ['company', victim.companyId],
    ['client', victim.boris.clientId],
    ['person', victim.boris.personId],
    ['account number', victim.account.number],
    ['iban', victim.account.iban ?? ''],
  ]);
  for (const { name, owner } of columns) {
    const owners = owner === 'client_id' ? clientIds : people;
    const { rows } = await query<{ id: string }>`
      select id from ${query.raw(name)} where ${query.ref(owner)} = any(${owners}::uuid[]) order by id desc limit 1
    `.execute(bank.database.sql);
    if (rows[0]) found.set(name, rows[0].id);
    else empty.push(name);
  }
  const { rows: requests } = await query<{ uid: string }>`
    select substring(payload ->> 'returnTo' from '[^/]+$') as uid from connections.artifact
    where kind = 'Interaction' order by expires_at desc limit 1`.execute(bank.database.sql);
  return found.set('request of an application', requests[0]?.uid ?? '');
}

/** Strings that must not appear in a stranger's answer. */
async function canariesOf({ account, boris, maria }: Firm): Promise<string[]> {
  const { rows } = await query<{ text: string }>`
    select company_name as text from identity.client where id = ${victim.companyId}
    union all select name from beneficiaries.beneficiary where client_id = ${victim.companyId}
    union all select number from transactions.transaction where client_id = ${victim.companyId}
  `.execute(bank.database.sql);
  const texts = rows.map(({ text }) => text).filter((text) => text !== 'Hansa GmbH');
  return [...texts, account.number, account.iban ?? '', boris.email, maria.email].filter(Boolean);
}

interface Probe {
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Kinds that a caller might smuggle in as the client to act for. */
const clientKinds = new Set(['company', 'client', 'person']);

/**
 * The places of a call that can name an object: all parts of its path, the ids of its body, each id of its query. A call without ids in
 * its query also gets an unknown client id; `unknown-fields` tests that it refuses unknown fields of any kind.
 */
function probesOf(spec: EndpointSpec, kind: string, target: string): Probe[] {
  const { id, method } = spec;
  const value = encodeURIComponent(target);
  const sample = sampleBodies[id];
  const text = sample === undefined ? undefined : JSON.stringify(sample);
  const path = `/api${spec.path.replaceAll(/\{\w+\}/g, value)}`;
  const within = targets.get(withinKind[id] ?? '');
  const named = [
    ...(spec.path.includes('{') ? [{ method, path, body: text }] : []),
    ...(within === undefined
      ? []
      : [
          {
            method,
            path: `/api${spec.path.replace(/\{\w+\}/, within).replace(/\{\w+\}/, value)}`,
            body: text,
          },
        ]),
  ];
  const inBody =
    text?.match(uuid) || text?.includes('AccountFrom')
      ? [
          {
            method,
            path,
            body: text
              .replaceAll(uuid, target)
              .replaceAll(/"(AccountFrom|ToAccount)":"[^"]*"/g, `"$1":"${target}"`),
          },
        ]
      : [];
  const names = spec.query instanceof z.ZodObject ? Object.keys(spec.query.shape) : [];
  const asked = names.filter((name) => name.endsWith('Id'));
  const unknown = asked.length === 0 && clientKinds.has(kind) ? ['ClientId'] : [];
  const inQuery = [...asked, ...unknown].map((name) => ({
    method,
    path: `${path}?${name}=${value}`,
    body: text,
  }));
  return [...named, ...inBody, ...inQuery];
}

/** The answer without the parts that always differ: the request's own id, and the named object. */
async function send(probe: Probe, token: string | undefined, named: string): Promise<string> {
  const { method, path, body } = probe;
  const { status, text } = await sendDirectly(bank.app.server, {
    method,
    path,
    headers: {
      'x-background': '1',
      'idempotency-key': randomUUID(),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body,
  });
  // Only a few uploads of one client are accepted at a time.
  if (status === 503) return send(probe, token, named);
  return `${status} ${text.replace(/"requestId":"[^"]*"/, '').replaceAll(named, '…')}`;
}

/** An object that does not exist, in the form of one that does. */
const absent = (target: string): string =>
  target.match(uuid)
    ? '018f0000-0000-7000-8000-0000000000ff'
    : target.replaceAll(/\d{6}$/g, '000000').replaceAll(/[A-Za-z](?=[\w-]{30})/g, 'x');

/** Makes every probe of a call and returns those whose answer reveals that the object exists, or anything of it. */
async function walk(spec: EndpointSpec, tries: Principals): Promise<{ probes: number; leaks: string[] }> {
  const leaks: string[] = [];
  let probes = 0;
  const pairs = [...targets].map(([kind, target]) => ({
    kind,
    target,
    there: probesOf(spec, kind, target),
    missing: probesOf(spec, kind, absent(target)),
  }));
  const tryAll = async ([who, token]: readonly [string, string | undefined]) => {
    const known = new Map<string, Promise<string>>();
    for (const { kind, target, there, missing } of pairs)
      for (const [place, probe] of there.entries()) {
        const other = missing[place];
        if (!other) throw new Error('a probe has its counterpart');
        const key = `${other.path} ${other.body}`;
        const expected = known.get(key) ?? send(other, token, absent(target));
        known.set(key, expected);
        const answer = await send(probe, token, target);
        probes += 1;
        const told = canaries.filter((text) => text !== target && answer.includes(text));
        if (told.length > 0 || answer !== (await expected))
          leaks.push(`${who}: ${kind} (${probe.path}): ${answer.slice(0, 160)}`);
      }
  };
  // Each caller makes one call at a time, and all callers run at once.
  await Promise.all(Object.entries(tries).map(tryAll));
  return { probes, leaks };
}

/**
 * Records of a caller's own attempts: answers stored under the sent key, the last use of a session or connection, and the
 * requester's day, which is locked before the order is decided.
 */
const ofTheCaller = new Set([
  'platform.idempotency_key',
  'identity.session',
  'connections.connection',
  'payments.unlooked_day',
]);

/** The rows of those tables that are the owners'. */
async function victimsRows(): Promise<string[]> {
  const people = [victim.boris.personId, victim.maria.personId];
  const clientIds = [victim.companyId, victim.boris.clientId, victim.maria.clientId];
  const { rows } = await query<{ row: string }>`
    select t::text as row from identity.session t where person_id = any(${people}::uuid[])
    union all select t::text from connections.connection t where person_id = any(${people}::uuid[])
    union all select t::text from payments.unlooked_day t where client_id = any(${clientIds}::uuid[])
    order by 1`.execute(bank.database.sql);
  return rows.map(({ row }) => row);
}

/**
 * At the sandbox's desk a tester plays the outside world, without a session; a bank without the sandbox has no such calls
 * (`sandbox/server/desk.test`).
 */
const ofTheBank = Object.values(endpoints).filter(({ tag }) => tag !== 'Sandbox');

/** Callers of a row; in short form all occur, at different calls each. */
function callersOf(spec: EndpointSpec): Principals {
  if (isFull) return principals;
  const [first, ...others] = Object.entries(principals);
  const chosen = [first, others[ofTheBank.indexOf(spec) % others.length]];
  return Object.fromEntries(chosen.filter((entry) => entry !== undefined));
}

describe('no call reveals or changes another person’s object', () => {
  let probes = 0;
  const callers = new Set<string>();
  let ownBefore: readonly string[];
  beforeAll(async () => {
    ownBefore = await victimsRows();
  });
  afterAll(async () => expect(await victimsRows(), 'rows of the owners').toEqual(ownBefore));
  expectNothingWritten(() => bank.database, ofTheCaller);

  test.each(rowsByCall(ofTheBank))('%s', async (_title, spec) => {
    const tries = callersOf(spec);
    const walked = await walk(spec, tries);
    expect(walked.leaks).toEqual([]);
    probes += walked.probes;
    for (const who of Object.keys(tries)) callers.add(who);
  });

  test('calls that name one object within another are made for the victim’s own one too', () => {
    const double = ofTheBank.filter(({ path }) => /\{\w+\}.*\{\w+\}/.test(path)).map(({ id }) => id);
    expect(Object.keys(withinKind)).toEqual(double.toSorted());
  });

  test('the rows covered every kind of object and every caller', () => {
    expect(empty.toSorted()).toEqual(Object.keys(withoutRow).toSorted());
    expect(targets.size).toBeGreaterThanOrEqual(45);
    expect([...callers].toSorted()).toEqual(Object.keys(principals).toSorted());
    expect(probes).toBeGreaterThanOrEqual(sized(15_000, 50_000));
    record({
      id: 'A2',
      what: `${ofTheBank.length} calls for objects of ${targets.size} kinds, by callers of ${callers.size} kinds`,
      figure: `${probes} probes: each answers as for an object that does not exist, nothing written`,
      control: 'a payment that accepts one other person is found',
    });
  });
});

test('control: an object whose owner check accepts one other person is found', async () => {
  const { getPayment } = endpoints;
  if (!getPayment) throw new Error('there is such a call');
  const id = targets.get('transactions.transaction');
  const give = async (to: string) => {
    const { rows } = await query<{ owner: string }>`
      update transactions.transaction as now set client_id = ${to} from transactions.transaction as before
      where now.id = ${id} and before.id = now.id returning before.client_id as owner
    `.execute(bank.database.sql);
    return rows[0]?.owner ?? '';
  };
  const stranger = await newClient(bank, { firstName: 'Sten' });
  const owner = await give(stranger.clientId);
  const { leaks } = await walk(getPayment, { 'another person': stranger.token });
  await give(owner);
  // A withdrawal has the id of its row, so a call can be made with either kind.
  expect(leaks.length).toBeGreaterThan(0);
});
