/**
 * SQL injection (F2): payloads in every parameter of every call, including headers and cookies, move nothing, break no statement and
 * change no condition. The control is a server with a route that concatenates its parameter into a statement.
 */
import { allRights, type EndpointSpec, endpoint, endpoints } from '@calmly/contract';
import { addMember } from '@calmly/products/identity/server/index.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { startTestEdge, type TestEdge } from '../../support/attackers/edge.ts';
import { type InjectionTarget, prepareSearch, watchErrors } from '../../support/attackers/injection.ts';
import { parametersOf } from '../../support/attackers/parameters.ts';
import { requireSqlmap, runSqlmap } from '../../support/attackers/sqlmap.ts';
import { rowsByCall } from '../../support/attackers/sweep.ts';
import { isFull, record } from '../../support/campaign.ts';
import { newClient } from '../../support/clients/clients.ts';
import { actAlso, createFirm, type Firm, order } from '../../support/clients/firm.ts';
import { systemWork } from '../../support/clients/payments.ts';

let app: TestApp;
let firm: Firm;
let paymentId: string;
beforeAll(async () => {
  app = await startTestApp();
  firm = await createFirm(app);
  paymentId = (await order(app, firm, firm.boris)).output.id;
});
afterAll(() => app.close());

/** A new member of the company each time: some calls end the session, freeze the access or use up a person's attempts. */
async function newToken(): Promise<string> {
  const person = await newClient(app);
  const member = { clientId: firm.companyId, personId: person.personId, rights: allRights, validUntil: null };
  await systemWork(app.database, (work) => addMember(work, member));
  return (await actAlso(app, person, firm.companyId)).companyToken;
}

/** Ids of the company's objects, by the beginning of the call's address. */
const ownIds = (): ReadonlyArray<readonly [string, string]> => [
  ['/transactions/', paymentId],
  ['/beneficiaries/', firm.payeeId],
  ['/clientaccounts/', firm.account.id],
  ['/people/', firm.clara.personId],
  ['/c', firm.companyId],
];

const target = (): InjectionTarget => ({
  server: app.app.server,
  database: app.database,
  token: newToken,
  base: ({ path }) => ({
    accountId: firm.account.id,
    profile: firm.companyId,
    id: ownIds().find(([start]) => path.startsWith(start))?.[1] ?? firm.companyId,
  }),
});

describe('payloads in every parameter are treated as data', () => {
  const all = Object.values(endpoints);
  const total = { calls: 0, parameters: 0 };
  let search: Awaited<ReturnType<typeof prepareSearch>>;
  beforeAll(async () => {
    search = await prepareSearch(target(), isFull);
  });

  test.each(rowsByCall(all))('%s', async (_title, spec) => {
    const { holes, calls, parameters } = await search(spec, all.indexOf(spec));
    expect(holes).toEqual([]);
    total.calls += calls;
    total.parameters += parameters;
  });

  test('the rows covered every parameter', () => {
    const own = all.flatMap(parametersOf).length;
    expect(total.parameters).toBeGreaterThanOrEqual(own + all.length);
    expect(total.parameters).toBeGreaterThan(1_000);
    record({
      id: 'F2',
      what: 'SQL payloads in every parameter of every call, and in each header and cookie',
      figure: `${total.parameters} parameters, ${total.calls} calls: 0 × 5xx, 0 SQL errors of class 42, nothing run`,
      control: 'a route that joins text is found by all three signs',
    });
  });
});

const shape = {
  method: 'GET',
  tag: 'Test',
  summary: 'For tests',
  access: 'client',
  presence: 'required',
} as const;
const seeded = {
  safe: endpoint({
    ...shape,
    id: 'safe',
    path: '/safe',
    query: z.strictObject({ name: z.string().max(200) }),
  }),
  hole: endpoint({
    ...shape,
    id: 'hole',
    path: '/hole',
    query: z.strictObject({ name: z.string().max(200) }),
  }),
};

/** A server with a safe route and a vulnerable one. */
async function startSeeded(): Promise<TestEdge> {
  const edge = await startTestEdge((router) => {
    router.read(seeded.safe as EndpointSpec, async (work, input) => {
      const { name } = (input as { query: { name: string } }).query;
      await query`select note from attacked where note = ${name}`.execute(work.sql);
      return undefined;
    });
    router.read(seeded.hole as EndpointSpec, async (work, input) => {
      const { name } = (input as { query: { name: string } }).query;
      const { rows } = await query.raw(`select note from attacked where note = '${name}'`).execute(work.sql);
      if (rows.length === 0) throw new Error('nothing');
      return undefined;
    });
  });
  await query`create table attacked (note text)`.execute(edge.database.sql);
  await query`insert into attacked values ('a')`.execute(edge.database.sql);
  return edge;
}

test('control: a route that concatenates text is found, and one that does not is not', async () => {
  const edge = await startSeeded();
  const at: InjectionTarget = {
    server: edge.edge.server,
    database: edge.database,
    token: async () => 'anna',
    base: () => ({}),
  };
  const search = await prepareSearch(at, true);
  expect((await search(seeded.safe, 0)).holes).toEqual([]);
  const { holes } = await search(seeded.hole, 0);
  expect(holes).toContain('hole query name: SQL error 42601');
  expect(holes).toContain('hole query name: the payload was run');
  expect(holes.some((hole) => hole.startsWith('hole query name: answers by'))).toBe(true);
  // In short form too, wherever the call is in the contract.
  const short = await prepareSearch(at, false);
  for (let place = 0; place < 12; place += 1) {
    expect((await short(seeded.safe, place)).holes).toEqual([]);
    expect((await short(seeded.hole, place)).holes).not.toEqual([]);
  }
  await edge.close();
});

if (isFull) {
  /** Total minutes for sqlmap, and the first call: a run of all calls takes hours on two cores. */
  const minutes = Number(process.env.CALMLY_SQLMAP_MINUTES ?? 5);
  const from = process.env.CALMLY_SQLMAP_FROM;
  const level = Number(process.env.CALMLY_SQLMAP_LEVEL ?? 3);
  /** Limit for one call. */
  const secondsEach = 300;

  test('control: sqlmap finds the seeded hole', async () => {
    requireSqlmap();
    const edge = await startSeeded();
    const at: InjectionTarget = {
      server: edge.edge.server,
      database: edge.database,
      token: async () => 'anna',
      base: () => ({ name: 'a' }),
    };
    const { vulnerable, output } = await runSqlmap(at, seeded.hole, {
      seconds: secondsEach,
      level,
      withHeaders: true,
    });
    expect([vulnerable, output.slice(-2_000)]).toEqual([true, expect.anything()]);
    await edge.close();
  });

  test('sqlmap finds nothing in the calls of the contract', async () => {
    requireSqlmap();
    const codes = watchErrors(app.database);
    const all: readonly EndpointSpec[] = Object.values(endpoints);
    const first = Math.max(
      0,
      all.findIndex(({ id }) => id === from),
    );
    const specs = [...all.slice(first), ...all.slice(0, first)].filter(
      (spec) => parametersOf(spec).length > 0,
    );
    const end = performance.now() + minutes * 60_000;
    const found: string[] = [];
    const ran: string[] = [];
    const stopped: string[] = [];
    let requests = 0;
    for (const spec of specs) {
      const left = (end - performance.now()) / 1000;
      if (left < 10) break;
      const run = await runSqlmap(target(), spec, {
        seconds: Math.min(secondsEach, left),
        level,
        withHeaders: ran.length === 0,
      });
      requests += run.requests;
      ran.push(spec.id);
      if (run.output.endsWith('[stopped at its limit]')) stopped.push(spec.id);
      if (run.vulnerable) found.push(`${spec.id}: ${run.output.slice(-2_000)}`);
      found.push(...run.failures.slice(0, 3).map((failure) => `${spec.id}: ${failure}`));
      for (const code of codes.splice(0))
        if (code.startsWith('42')) found.push(`${spec.id}: SQL error ${code}`);
    }
    record({
      id: 'F2',
      what: `sqlmap, level ${level}, risk 2, from ${ran[0]} to ${ran.at(-1)}`,
      figure: `${ran.length} of ${specs.length} calls (${stopped.length} stopped at their limit), ${requests} requests, ${found.length} findings`,
      control: 'the seeded hole is found',
    });
    expect(found).toEqual([]);
    expect(requests).toBeGreaterThan(100);
  });
}
