/**
 * Who may call what (A3): every call × every right × every State × terms accepted or not × AccountType, as a member of a company and in
 * the own profile, against the running server. The expected results come from docs/rights.md, not from the code. Every call ends right
 * after the gate (a NUL in its URL is refused before its handler), so that the test changes nothing.
 * Each browser claims the opposite of its rights in the cookie `rights`. Control: a gate that believes it lets members make calls
 * without the right, and the same check detects that.
 */
import { readFile } from 'node:fs/promises';
import {
  allRights,
  clientStates,
  createPayment,
  type EndpointSpec,
  endpoints,
  type Right,
  type Rights,
  rightNames,
} from '@calmly/contract';
import { addMember } from '@calmly/products/identity/server/index.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { App } from '../../../src/app.ts';
import { rightsPage } from '../../../src/rights.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { actorOf, startTestEdge } from '../../support/attackers/edge.ts';
import { expectNothingWritten, rowsByCall } from '../../support/attackers/sweep.ts';
import { record } from '../../support/campaign.ts';
import { newClient } from '../../support/clients/clients.ts';
import { newCompany } from '../../support/clients/company.ts';
import { sendDirectly } from '../../support/processes/direct.ts';
import { systemWork } from '../../support/work.ts';

const page = new URL('../../../../../docs/rights.md', import.meta.url);
const anyId = '018f0000-0000-7000-8000-000000000000';

let app: TestApp;
let documented: Page;
beforeAll(async () => {
  app = await startTestApp();
  documented = await readPage();
});
afterAll(() => app.close());

test('the page of rights is generated from the contract', async () => {
  expect(await readFile(page, 'utf8')).toBe(rightsPage());
});

/** The right for each call that moves money, repeated here: if the contract lacked a right, the page and the gate would lack it too. */
const rightsOfMoney: Readonly<Record<string, Right | 'own inbox'>> = {
  amendOrder: 'can_request_trans',
  approvePayment: 'can_approve',
  changeOccurrence: 'can_request_trans',
  changeStandingOrder: 'can_request_trans',
  closeCard: 'can_plast_perform',
  confirmPayout: 'can_request_trans',
  createPayment: 'can_request_trans',
  createStandingOrder: 'can_request_trans',
  createWithdrawal: 'can_request_trans',
  // Each request that waits for the person is decided separately.
  decideInbox: 'own inbox',
  executeExchange: 'can_request_trans',
  issueCard: 'can_plast_perform',
  moveCrypto: 'can_request_trans',
  placeOrder: 'can_request_trans',
  replaceCard: 'can_plast_perform',
  restoreOccurrence: 'can_request_trans',
  resumeStandingOrder: 'can_request_trans',
  sendMissedRun: 'can_request_trans',
  topUpCard: 'can_plast_perform',
  withdrawFromCard: 'can_plast_perform',
};

test('calls that move money need the rights that are written here', () => {
  const moving = Object.values(endpoints).filter(({ money }: EndpointSpec) => money && money !== 'desk');
  expect(Object.keys(rightsOfMoney)).toEqual(moving.map(({ id }) => id).toSorted());
  const pages = new Map(documented.calls.map(({ id, right }) => [id, right ?? 'own inbox']));
  for (const [id, right] of Object.entries(rightsOfMoney)) expect([id, pages.get(id)]).toEqual([id, right]);
});

/** A call as the page describes it. */
interface Documented {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly needsActive: boolean;
  readonly right: Right | undefined;
}

interface Page {
  readonly calls: readonly Documented[];
  /** Right to the code of its refusal. */
  readonly refusals: ReadonlyMap<string, string>;
}

async function readPage(): Promise<Page> {
  const rows = (await readFile(page, 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));
  const refusals = new Map<string, string>();
  const calls: Documented[] = [];
  for (const [, first = '', second = '', third = '', fourth] of rows) {
    if (fourth === undefined || rightNames.includes(first as Right)) {
      refusals.set(first, third.split(':')[0] ?? '');
      continue;
    }
    const [method = '', path = ''] = second.split(' ');
    const right = rightNames.find((name) => name === fourth);
    calls.push({ id: first, method, path, needsActive: third.startsWith('active'), right });
  }
  return { calls, refusals };
}

interface Visitor {
  readonly name: string;
  readonly token: string;
  readonly clientId: string;
  /** Undefined in the own profile, which has all rights. */
  readonly rights: Rights | undefined;
  readonly termsAccepted: boolean;
}

const onlyRight = (right?: Right) =>
  Object.fromEntries(rightNames.map((name) => [name, name === right])) as Rights;

/** A member of the company for each set of rights: none, each alone. */
async function visitorsOf(companyId: string, termsAccepted: boolean): Promise<Visitor[]> {
  const visitors: Visitor[] = [];
  for (const right of [undefined, ...rightNames]) {
    const { browser, personId } = await newClient(app);
    const rights = onlyRight(right);
    await app.database.inTransaction((sql) =>
      addMember(systemWork(sql), { clientId: companyId, personId, rights, validUntil: null }),
    );
    const switched = await browser.send('POST', `/oauth/changetoken/${companyId}`);
    const token = (switched.body as { access_token: string }).access_token;
    visitors.push({ name: right ?? 'none', token, clientId: companyId, rights, termsAccepted });
  }
  return visitors;
}

async function allVisitors(): Promise<Visitor[]> {
  const owner = await newClient(app);
  const [accepted, open] = [
    await newCompany(app, owner),
    await newCompany(app, owner, { termsAccepted: false }),
  ];
  const persons = [await newClient(app), await newClient(app, { termsAccepted: false })];
  return [
    ...(await visitorsOf(accepted, true)),
    ...(await visitorsOf(open, false)),
    ...persons.map(({ token, clientId }, index) => ({
      name: 'own profile',
      token,
      clientId,
      rights: undefined,
      termsAccepted: index === 0,
    })),
  ];
}

/** The page's answer for this visitor. `passed` is the refusal of the NUL. */
function expectedOf({ refusals }: Page, call: Documented, visitor: Visitor, state: string): string {
  if (call.needsActive && state !== 'ACTIVE') return 'client_not_active';
  if (call.needsActive && !visitor.termsAccepted) return 'terms_not_accepted';
  const { rights } = visitor;
  if (call.right === undefined || rights === undefined || rights.is_boss || rights[call.right])
    return 'passed';
  return refusals.get(call.right) ?? 'a right that the page does not explain';
}

async function answerTo(server: App['server'], call: Documented, visitor: Visitor): Promise<string> {
  const { method, path } = call;
  const { token, rights } = visitor;
  const claimed = Object.fromEntries(rightNames.map((name) => [name, !(rights ?? allRights)[name]]));
  const { text } = await sendDirectly(server, {
    method,
    path: `/api${path.replaceAll(/\{\w+\}/g, anyId)}?nul=%00`,
    headers: {
      authorization: `Bearer ${token}`,
      cookie: `rights=${encodeURIComponent(JSON.stringify(claimed))}`,
      'x-background': '1',
    },
  });
  const { code } = JSON.parse(text) as { code: string };
  // Only a few uploads of one client are accepted at a time.
  if (code === 'overloaded') return answerTo(server, call, visitor);
  return code === 'invalid_request' ? 'passed' : code;
}

/** Each answer to each visitor that differs from the page. */
async function wrongAnswers(
  server: App['server'],
  call: Documented,
  { visitors, state }: { readonly visitors: readonly Visitor[]; readonly state: string },
): Promise<string[]> {
  const answers = await Promise.all(
    visitors.map(async (visitor) => {
      const answer = await answerTo(server, call, visitor);
      const wanted = expectedOf(documented, call, visitor, state);
      return answer === wanted ? '' : `${visitor.name}, ${state}: ${answer}, not ${wanted}`;
    }),
  );
  return answers.filter(Boolean);
}

const known = Object.values(endpoints).filter(({ access }) => access !== 'public');

const callOf = ({ id }: EndpointSpec): Documented => {
  const call = documented.calls.find((each) => each.id === id);
  if (!call) throw new Error(`the page does not describe ${id}`);
  return call;
};

test('the page describes every call', () => {
  expect(documented.calls.map(({ id }) => id).toSorted()).toEqual(known.map(({ id }) => id).toSorted());
});

describe('each member, in each state, with and without terms, gets the answer on the page', () => {
  const accountTypes = ['personal', null] as const;
  let visitors: readonly Visitor[];
  let clientIds: readonly string[];
  let cells = 0;
  beforeAll(async () => {
    visitors = await allVisitors();
    clientIds = [...new Set(visitors.map(({ clientId }) => clientId))];
  });
  expectNothingWritten(() => app.database, new Set(['identity.client']));

  test.each(rowsByCall(known))('%s', async (_title, spec) => {
    const call = callOf(spec);
    const wrong: string[] = [];
    for (const state of clientStates)
      for (const accountType of accountTypes) {
        await query`
          update identity.client set state = ${state}, account_type = ${accountType} where id = any(${clientIds}::uuid[])
        `.execute(app.database.sql);
        const found = await wrongAnswers(app.app.server, call, { visitors, state });
        wrong.push(...found.map((answer) => `${answer} (${accountType})`));
        cells += visitors.length;
      }
    expect(wrong).toEqual([]);
  });

  test('the rows covered every call, state, right and type', () => {
    expect(cells).toBe(visitors.length * known.length * clientStates.length * accountTypes.length);
    expect(cells).toBeGreaterThan(100_000);
    record({
      id: 'A3',
      what: `${known.length} calls × ${visitors.length} members × ${clientStates.length} states × ${accountTypes.length} account types`,
      figure: `${cells} cells: each answers as docs/rights.md says`,
      control: 'a gate that believes the cookie is found',
    });
  });
});

test('control: a gate that trusts its callers is detected, and one that checks is not', async () => {
  const call = callOf(createPayment);
  expect(call.right).toBe('can_request_trans');
  const visitors = [undefined, ...rightNames].map((right): Visitor => {
    const name = right ?? 'none';
    return { name, token: name, clientId: '', rights: onlyRight(right), termsAccepted: true };
  });
  const foundAt = async (rightsOf: (token: string) => Rights) => {
    const edge = await startTestEdge(
      (router) => router.write(createPayment as EndpointSpec, async () => undefined),
      {
        authenticate: async (token) => {
          const actor = actorOf(token);
          return actor && { ...actor, role: 'LEGAL', rights: rightsOf(token) };
        },
      },
    );
    const found = await wrongAnswers(edge.edge.server, call, { visitors, state: 'ACTIVE' });
    await edge.close();
    return found;
  };
  expect(await foundAt((token) => onlyRight(rightNames.find((name) => name === token)))).toEqual([]);
  // The cookie claims every right that its sender does not have.
  const believing = await foundAt((token) => {
    const claimed = rightNames.map((name) => [name, name !== token]);
    return Object.fromEntries(claimed) as Rights;
  });
  expect(believing).toContain('none, ACTIVE: passed, not payment_right_missing');
  expect(believing.length).toBeGreaterThan(5);
});
