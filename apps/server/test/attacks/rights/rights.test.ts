/**
 * Who may call what (A3): every call × every right × every State × terms accepted or not × AccountType, as a member of a company and in
 * the own profile, against the running server. The expected results come from docs/rights.md, not from the code. Every call ends right
 * after the gate (a NUL in its URL is refused before its handler), so that the test changes nothing.
 *
 * Each browser claims the opposite of its rights in the cookie `rights`. Control, tried once: a gate that trusts the cookie lets members
 * call what they have no right for.
 */
import { readFile } from 'node:fs/promises';
import { allRights, clientStates, endpoints, type Right, type Rights, rightNames } from '@calmly/contract';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMember } from '../../../src/modules/identity/index.ts';
import { rightsPage } from '../../../src/rights.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { newClient } from '../../support/clients/clients.ts';
import { newCompany } from '../../support/clients/company.ts';
import { sendDirectly } from '../../support/processes/direct.ts';
import { systemWork } from '../../support/work.ts';

const page = new URL('../../../../../docs/rights.md', import.meta.url);
const anyId = '018f0000-0000-7000-8000-000000000000';
const atOnce = 24;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('the page of rights is generated from the contract', async () => {
  expect(await readFile(page, 'utf8')).toBe(rightsPage());
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
  /** Undefined in the own profile, where all are held. */
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

/** What the page says that this visitor is told. `passed` is the refusal of the NUL. */
function expectedOf({ refusals }: Page, call: Documented, visitor: Visitor, state: string): string {
  if (call.needsActive && state !== 'ACTIVE') return 'client_not_active';
  if (call.needsActive && !visitor.termsAccepted) return 'terms_not_accepted';
  const { rights } = visitor;
  if (call.right === undefined || rights === undefined || rights.is_boss || rights[call.right])
    return 'passed';
  return refusals.get(call.right) ?? 'a right that the page does not explain';
}

async function answerTo(call: Documented, visitor: Visitor): Promise<string> {
  const { method, path } = call;
  const { token, rights } = visitor;
  const claimed = Object.fromEntries(rightNames.map((name) => [name, !(rights ?? allRights)[name]]));
  const { text } = await sendDirectly(app.app.server, {
    method,
    path: `/api${path.replaceAll(/\{\w+\}/g, anyId)}?nul=%00`,
    headers: {
      authorization: `Bearer ${token}`,
      cookie: `rights=${encodeURIComponent(JSON.stringify(claimed))}`,
      'x-background': '1',
    },
  });
  const { code } = JSON.parse(text) as { code: string };
  // Only a few uploads of one client are taken in at a time.
  if (code === 'overloaded') return answerTo(call, visitor);
  return code === 'invalid_request' ? 'passed' : code;
}

test('each call answers each member, in each state, with and without terms, as the page says', async () => {
  const documented = await readPage();
  const known = Object.values(endpoints).filter(({ access }) => access !== 'public');
  expect(documented.calls.map(({ id }) => id).toSorted()).toEqual(known.map(({ id }) => id).toSorted());
  const visitors = await allVisitors();
  const clientIds = visitors.map(({ clientId }) => clientId);
  const wrong: string[] = [];
  let cells = 0;
  for (const state of clientStates)
    for (const accountType of ['personal', null]) {
      await query`
        update identity.client set state = ${state}, account_type = ${accountType} where id = any(${clientIds}::uuid[])
      `.execute(app.database.sql);
      const asked = visitors.flatMap((visitor) => documented.calls.map((call) => ({ visitor, call })));
      const walk = asked.values();
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          for (const { visitor, call } of walk) {
            const answer = await answerTo(call, visitor);
            const wanted = expectedOf(documented, call, visitor, state);
            cells += 1;
            if (answer !== wanted)
              wrong.push(`${call.id}, ${visitor.name}, ${state}, ${accountType}: ${answer}, not ${wanted}`);
          }
        }),
      );
    }
  expect(wrong).toEqual([]);
  expect(cells).toBe(visitors.length * known.length * clientStates.length * 2);
}, 600_000);
