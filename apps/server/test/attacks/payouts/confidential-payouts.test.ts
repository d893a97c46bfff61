/**
 * Confidential payouts: nothing of their rows reaches a member without the right, or an application that an administrator has connected: not by any
 * call of the contract, with any of their ids in path, query or body, or by guessing in a search; nor by mail or SMS. A payment
 * or payee of theirs does not exist, byte for byte. A member with the right reads all of it by the same calls, which is the control that the
 * walk checks the right places. Tried once with the condition of `isShownTo` always true: 99 answers to
 * Otto reveal something, and 35 to the application.
 */
import { randomUUID } from 'node:crypto';
import {
  type EndpointSpec,
  endpoints,
  exportPayments,
  getPayout,
  getStatement,
  getStatementSize,
  listPayments,
  listStatementMonths,
  repairPayout,
  repeatFailedRows,
  summarisePayments,
} from '@calmly/contract';
import { sql as query } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { sampleBodies } from '../../support/attackers/sample-bodies.ts';
import { rowsByCall } from '../../support/attackers/sweep.ts';
import { record } from '../../support/campaign.ts';
import {
  type Confidential,
  confirmAs,
  createConfidential,
  salaries,
  secrets,
  secretsIn,
  uploadConfidential,
} from '../../support/clients/confidential.ts';
import { moneyOf } from '../../support/clients/firm.ts';
import { dayNow } from '../../support/days.ts';
import { pdfText } from '../../support/files/pdf-text.ts';
import { sendDirectly } from '../../support/processes/direct.ts';

let app: TestApp;
let world: Confidential;
/** Names of confidential objects, by kind. */
let targets: ReadonlyArray<readonly [kind: string, id: string]>;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  world = await createConfidential(app);
  targets = await targetsOf(world);
});
afterAll(() => app.close());

async function targetsOf({ companyId }: Confidential) {
  const { rows } = await query<{ kind: string; id: string }>`
    select 'payment' as kind, id from transactions.transaction where client_id = ${companyId} and audience = 'CONFIDENTIAL'
    union all select 'line', id from transactions.transaction where client_id = ${companyId} and audience = 'MASK'
    union all select 'payee', id from beneficiaries.beneficiary where client_id = ${companyId} and confidential
    union all select 'payout', id from payouts.payout where client_id = ${companyId}
    union all select 'approval', id from approvals.request where client_id = ${companyId}
    union all select 'account', id from accounts.account where client_id = ${companyId}
  `.execute(app.database.sql);
  return rows.map(({ kind, id }) => [kind, id] as const);
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const absent = '018f0000-0000-7000-8000-0000000000ff';

interface Probe {
  readonly spec: EndpointSpec;
  readonly path: string;
  readonly body: string | undefined;
  readonly kind: string | undefined;
}

/** At the sandbox's desk a tester plays the other banks, which know the payees. */
const asked = Object.values(endpoints).filter(({ tag, access }) => tag !== 'Sandbox' && access !== 'public');

function probesOf(spec: EndpointSpec): Probe[] {
  const names = spec.query instanceof z.ZodObject ? Object.keys(spec.query.shape) : [];
  const usual = {
    timeZone: 'UTC',
    format: 'csv',
    locale: 'en',
    view: 'WAITING',
    q: 'salary',
    from: '2020-01-01',
    to: dayNow(),
    year: dayNow().slice(0, 4),
  };
  const base = Object.entries(usual).filter(([name]) => names.includes(name));
  const text = sampleBodies[spec.id] && JSON.stringify(sampleBodies[spec.id]);
  const probe = (
    path: string,
    parameters: ReadonlyArray<readonly [string, string]>,
    kind?: string,
    body = text,
  ): Probe => ({
    spec,
    path: `/api${path}?${new URLSearchParams(Object.fromEntries([...base, ...parameters]))}`,
    body,
    kind,
  });
  const found: Probe[] = [];
  if (spec.path.includes('{'))
    for (const [kind, id] of targets) found.push(probe(spec.path.replaceAll(/\{\w+\}/g, id), [], kind));
  if (text?.match(uuid))
    for (const [kind, id] of targets)
      found.push(probe(spec.path.replaceAll(/\{\w+\}/g, id), [], kind, text.replaceAll(uuid, id)));
  if (spec.path.includes('{') || spec.method !== 'GET') return found;
  found.push(probe(spec.path, []));
  for (const name of names.filter((each) => /Ids?$/.test(each)))
    for (const [kind, id] of targets) found.push(probe(spec.path, [[name, id]], kind));
  for (const secret of secrets) {
    for (const name of ['search', 'q'])
      if (names.includes(name)) found.push(probe(spec.path, [[name, secret]]));
    if (names.includes('minAmount') && /^\d+\.\d\d$/.test(secret))
      found.push(
        probe(spec.path, [
          ['minAmount', secret],
          ['maxAmount', secret],
        ]),
      );
  }
  return found;
}

async function send({ spec, path, body }: Probe, token: string): Promise<{ status: number; text: string }> {
  const answer = await sendDirectly(app.app.server, {
    method: spec.method,
    path,
    headers: {
      'x-background': '1',
      'idempotency-key': randomUUID(),
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body,
  });
  // Only a few uploads of one client are accepted at a time.
  return answer.status === 503 ? send({ spec, path, body, kind: undefined }, token) : answer;
}

const withoutIds = (text: string) => text.replace(/"requestId":"[^"]*"/, '').replaceAll(uuid, '…');

/** Makes each probe of a call and returns those whose answers reveal anything. */
async function walk(spec: EndpointSpec, token: string): Promise<{ probes: number; leaks: string[] }> {
  const leaks: string[] = [];
  const missing = new Map<string, string>();
  const probes = probesOf(spec);
  for (const probe of probes) {
    const { status, text } = await send(probe, token);
    const answer = `${status} ${withoutIds(text)}`;
    const told = secretsIn(text);
    if (told.length > 0) leaks.push(`${spec.id} (${probe.path}): ${told.join(', ')}`);
    if (probe.kind !== 'payment' && probe.kind !== 'payee') continue;
    const other = {
      ...probe,
      path: probe.path.replaceAll(uuid, absent),
      body: probe.body?.replaceAll(uuid, absent),
    };
    const key = `${other.path} ${other.body}`;
    if (!missing.has(key)) {
      const reply = await send(other, token);
      missing.set(key, `${reply.status} ${withoutIds(reply.text)}`);
    }
    if (answer !== missing.get(key))
      leaks.push(`${spec.id} (${probe.path}) differs: ${answer.slice(0, 160)}`);
  }
  return { probes: probes.length, leaks };
}

describe('no call reveals anything of a confidential payout to a member without the right, or to an application', () => {
  let probes = 0;

  test.each(rowsByCall(asked))('%s', async (_title, spec) => {
    const readers = {
      'a member in the company': world.otto.companyToken,
      // As the approver, from the own profile.
      'a member in the own profile': world.otto.token,
      'an application of an administrator': world.application,
    };
    for (const [who, token] of Object.entries(readers)) {
      const walked = await walk(spec, token);
      expect(walked.leaks, who).toEqual([]);
      probes += walked.probes;
    }
  });

  test('the rows covered every object and text', () => {
    expect(new Set(targets.map(([kind]) => kind)).size).toBe(6);
    expect(probes).toBeGreaterThan(3_000);
    record({
      id: 'A2',
      what: `${asked.length} calls, with ${targets.length} objects of a confidential payout and ${secrets.length} texts of its rows, by three readers`,
      figure: `${probes} probes: nothing told`,
      control: 'a member with the right reads all of it by the same calls',
    });
  });
});

test('control: a member with the right reads all of it by the same calls', async () => {
  const found = new Set<string>();
  for (const spec of asked.filter(({ method }) => method === 'GET'))
    for (const probe of probesOf(spec))
      for (const secret of secretsIn((await send(probe, world.boris.companyToken)).text)) found.add(secret);
  expect([...found].toSorted()).toEqual([...new Set(secrets)].toSorted());
});

test('mails and SMS name no row, and people without the right get one line for the payout', async () => {
  const { rows } = await query<{ recipient: string; subject: string | null; text: string }>`
    select recipient, subject, text from outbox.message
  `.execute(app.database.sql);
  const wordsTo = ({ email }: { readonly email: string }) =>
    rows.filter(({ recipient }) => recipient === email).map(({ subject, text }) => `${subject} ${text}`);
  for (const letter of [...wordsTo(world.otto), ...wordsTo(world.boris)])
    expect(secretsIn(letter)).toEqual([]);
  expect(wordsTo(world.otto).join()).toContain(`Confidential payout ${world.payout.number} paid`);
  const phones = await query<{ phone: string }>`
    select phone from identity.person where id = ${world.otto.personId}`.execute(app.database.sql);
  for (const { recipient, text } of rows)
    if (recipient === phones.rows[0]?.phone) expect(secretsIn(text)).toEqual([]);
});

test('both see the same sums, and they equal what has left the account', async () => {
  const read = async ({ companyToken: token }: { readonly companyToken: string }) => {
    const list = await app.call(listPayments, { query: { limit: 100 } }, { token });
    const { Currencies } = (await app.call(summarisePayments, { query: {} }, { token })).output;
    const file = await app.call(
      exportPayments,
      { query: { format: 'csv', locale: 'en', timeZone: 'UTC' } },
      { token },
    );
    return { items: list.output.Items, sums: Currencies[0], lines: file.text.trim().split('\r\n').length };
  };
  const [otto, boris] = [await read(world.otto), await read(world.boris)];
  const lines = otto.items.filter(({ maskOf }) => maskOf !== null);
  expect(lines).toMatchObject([
    {
      maskOf: world.payout.id,
      status: 'EXECUTED',
      // Without the rejected row, and without the one that came back.
      amount: '1888.92',
      counterpartyName: `Confidential payout ${world.payout.number}`,
      counterpartyAccount: '',
    },
  ]);
  expect(boris.items.filter(({ maskOf }) => maskOf !== null)).toEqual([]);
  expect(boris.items.filter(({ isConfidential }) => isConfidential)).toHaveLength(5);
  expect([otto.lines, boris.lines]).toEqual([otto.items.length + 1, boris.items.length + 1]);
  const cents = (text = '0') => BigInt(text.replace('.', ''));
  const net = (sums: typeof otto.sums) => cents(sums?.in) - cents(sums?.out) - cents(sums?.fees);
  expect(net(otto.sums)).toBe(net(boris.sums));
  expect(net(otto.sums)).toBe((await moneyOf(app, world)).posted);
});

test('both statements of the account add up, and one has a line for the payout', async () => {
  const { id } = world.account;
  const read = async ({ companyToken: token }: { readonly companyToken: string }) => {
    const query = { from: '2020-01-01', to: dayNow(), timeZone: 'UTC', limit: 500 };
    const { output } = await app.call(getStatement, { params: { id }, query }, { token });
    const files: string[] = [];
    for (const format of ['pdf', 'xlsx', 'camt053', 'mt940']) {
      const parameters = new URLSearchParams({ from: query.from, to: dayNow(), format, locale: 'en' });
      const answer = await fetch(`${app.url}/api/statements/file/${id}?${parameters}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      files.push(await textIn(format, Buffer.from(await answer.arrayBuffer())));
    }
    return { statement: output, files };
  };
  const [otto, boris] = [await read(world.otto), await read(world.boris)];
  const cents = (text: string) => BigInt(text.replace('.', ''));
  for (const { statement } of [otto, boris]) {
    const { lines, entries, openingBalance, closingBalance, moneyIn, moneyOut } = statement;
    expect(lines).toHaveLength(entries);
    expect(cents(openingBalance) + cents(moneyIn) - cents(moneyOut)).toBe(cents(closingBalance));
    let balance = cents(openingBalance);
    for (const line of lines) {
      balance += cents(line.amount);
      expect(cents(line.balance)).toBe(balance);
    }
  }
  expect(otto.statement.closingBalance).toBe(boris.statement.closingBalance);
  expect(otto.statement.lines.filter(({ isConfidentialPayout }) => isConfidentialPayout)).toHaveLength(1);
  expect(otto.files.flatMap(secretsIn)).toEqual([]);
  expect(secretsIn(boris.files[0] ?? '')).toContain('1111.13');
});

test('the list of months shows the same figures as the reader’s own statements', async () => {
  const { id } = world.account;
  for (const { companyToken: token } of [world.otto, world.boris]) {
    const { output } = await app.call(
      listStatementMonths,
      { params: { id }, query: { timeZone: 'UTC' } },
      { token },
    );
    for (const { from, to, ...sums } of output.months) {
      const query = { from, to, timeZone: 'UTC', limit: 500 };
      const statement = await app.call(getStatement, { params: { id }, query }, { token });
      expect(statement.output).toMatchObject(sums);
    }
  }
});

// Control, tried once: counted in the ledger, Otto's statement has as many entries as the payout has rows.
test('the size of a statement counts the lines that the reader sees', async () => {
  const { id } = world.account;
  for (const { companyToken: token } of [world.otto, world.boris]) {
    const period = { from: '2020-01-01', to: dayNow(), timeZone: 'UTC' };
    const size = await app.call(getStatementSize, { query: { ...period, accountId: id } }, { token });
    const { output } = await app.call(
      getStatement,
      { params: { id }, query: { ...period, limit: 500 } },
      { token },
    );
    expect(size.output.entries).toBe(output.lines.length);
  }
});

/** The text of a statement's file. */
async function textIn(format: string, bytes: Buffer): Promise<string> {
  if (format === 'pdf') return await pdfText(bytes);
  return format === 'xlsx' ? JSON.stringify(await readSheet(bytes)) : bytes.toString();
}

/** Figures of a confidential payout that someone without the right may see. */
const figures = [
  'Id',
  'Number',
  'Status',
  'CreatedAt',
  'UpdatedAt',
  'CreatedBy',
  'Version',
  'RemarksVersion',
  'Confidential',
  'Summary',
  'Progress',
  'Date',
];

const isEmpty = (value: unknown) => value === null || value === '' || JSON.stringify(value) === '[]';

/** The informative fields of a payout. */
async function revealedBy(id: string, token: string): Promise<string[]> {
  const { body } = await app.call(getPayout, { params: { id } }, { token });
  return Object.entries(body as object).flatMap(([name, value]) => (isEmpty(value) ? [] : name));
}

// Last, because it confirms another payout. Control, tried once: `readFigures` with the repairs, the payout of the same file and the repeated one
// revealed all three.
test('a payout has nothing but its figures for a member without the right', async () => {
  const token = world.boris.companyToken;
  const again = await app.call(
    repeatFailedRows,
    { params: { id: world.payout.id }, body: { include: ['failed'] } },
    { token, idempotencyKey: randomUUID() },
  );
  const rows = [{ ...salaries.paid, amount: '5858.59' }];
  const drafts = [
    await uploadConfidential(app, token, rows),
    await uploadConfidential(app, token, rows),
  ] as const;
  expect((await confirmAs(app, token, drafts[1])).status).toBeLessThan(300);
  const repair = { repair: 'fill', field: 'purpose', replacement: 'SALA', preview: false, overwrite: false };
  const { id, version } = drafts[0];
  await app.call(repairPayout, { params: { id }, body: { ...repair, version } as never }, { token });
  expect(await revealedBy(again.output.id, token)).toContain('RepeatOf');
  expect(await revealedBy(id, token)).toEqual(
    expect.arrayContaining(['Repairs', 'SameFileAs', 'FilePaidAs']),
  );

  const payouts = [world.payout.id, world.draft.id, again.output.id, ...drafts.map((draft) => draft.id)];
  for (const payoutId of payouts) {
    const told = await revealedBy(payoutId, world.otto.companyToken);
    expect(told).toContain('Number');
    expect(told.filter((name) => !figures.includes(name))).toEqual([]);
  }
});
