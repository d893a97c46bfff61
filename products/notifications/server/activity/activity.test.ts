/** The activity log over HTTP, and a check that every recorded action has a sentence. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Activity,
  cancelPayment,
  exportActivity,
  listActivity,
  savePreferences,
} from '@calmly/contract';
import { isHidden, profile, staffOnly } from '@calmly/platform/activity.ts';
import { audit } from '@calmly/platform/audit.ts';
import { csvOf } from '@calmly/platform/files/csv.ts';
import { formatMessage } from '@calmly/platform/http/calls/messages.ts';
import { keptFor } from '@calmly/platform/jobs/retention.ts';
import { createModules } from '@calmly/server/src/composition.ts';
import { startTestApp, type TestApp, testConfig } from '@calmly/server/test/support/app.ts';
import { newClient, type SignedIn } from '@calmly/server/test/support/clients/clients.ts';
import { actFor, newCompany, newMember } from '@calmly/server/test/support/clients/companies.ts';
import { addPayee, createPayer, systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { onOneDay } from '@calmly/server/test/support/days.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sentencesOf } from './sentences.ts';

let bank: TestApp;

beforeAll(async () => {
  bank = await startTestApp();
});
afterAll(() => bank.close());

const russian = { 'accept-language': 'ru' };
const log = async (client: Pick<SignedIn, 'token'>, query: object = {}, headers = {}): Promise<Activity[]> =>
  (await bank.call(listActivity, { query: { limit: 50, ...query } }, { token: client.token, headers })).output
    .Items;
const textsOf = async (...of: Parameters<typeof log>) => (await log(...of)).map(({ text }) => text);

/** Chooses a language, which is recorded. */
const choose = (client: SignedIn, headers = {}) =>
  bank.call(savePreferences, { body: { language: 'en' } }, { token: client.token, headers });

/** Records something about a client as the system. */
const record = (clientId: string, action: `${string}.${string}`, details = {}, personId?: string) =>
  systemWork(bank.database, (work) =>
    audit(
      { ...work, actor: { kind: 'anonymous' } },
      { action, clientId, details, ...(personId !== undefined && { personId }) },
    ),
  );

test('shows who did what, when and from where, newest first, in the reader’s language', async () => {
  const anna = await newClient(bank);
  await choose(anna, {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  });
  await record(anna.clientId, 'client.state_changed', { from: 'ACTIVE', to: 'BLOCKED' });
  const [first, second] = await log(anna);
  expect(first).toMatchObject({ text: 'Profile: blocked', person: null, ip: null });
  expect(second).toMatchObject({
    text: 'Language or theme changed',
    kind: 'profile',
    person: { id: anna.personId, name: 'Anna Tamm' },
    ip: '127.0.0.1',
    browser: 'Firefox',
    system: 'Linux',
    profileName: null,
  });
  expect(await textsOf(anna, {}, russian)).toEqual([
    'Состояние профиля: заблокирован',
    'Изменён язык или тема',
  ]);
});

test('the bank’s actions about a person are shown as the bank’s: without a person, an address or a browser', async () => {
  const anna = await newClient(bank);
  await systemWork(bank.database, (work) =>
    audit(
      {
        ...work,
        actor: { kind: 'system', name: 'Maija' },
        request: { id: randomUUID(), ip: '10.1.2.3', userAgent: 'Firefox/143.0' } as never,
      },
      {
        action: 'client.state_changed',
        clientId: anna.clientId,
        personId: anna.personId,
        details: { to: 'ACTIVE' },
      },
    ),
  );
  expect(await log(anna)).toMatchObject([
    { text: 'Profile: active', person: null, ip: null, browser: null, system: null },
  ]);
  expect(await log(anna, { person: anna.personId })).toEqual([]);
});

test('an entry links to its subject, but not to a deleted payee', async () => {
  const anna = await newClient(bank);
  const payeeId = randomUUID();
  for (const action of ['payee.added', 'payee.deleted'] as const)
    await record(anna.clientId, action, { payeeId, name: 'Hansa' });
  expect((await log(anna)).map(({ subject }) => subject)).toEqual([null, { kind: 'payee', id: payeeId }]);
});

test('an action without a sentence is shown by its name, and the bank’s own suspicions are hidden', async () => {
  const anna = await newClient(bank);
  await record(anna.clientId, 'teapot.boiled');
  await record(anna.clientId, 'verification.contradicted');
  expect(await log(anna)).toMatchObject([{ text: 'Action “teapot.boiled”', kind: 'other' }]);
  expect(await log(anna, { kind: 'other' })).toHaveLength(1);
});

test('an amount that an earlier version wrote as people read it keeps no other entry from being shown', async () => {
  const anna = await newClient(bank);
  const details = { currency: 'TON', address: 'UQ-1' };
  for (const amount of ['1.00 TON', '1.000000000'])
    await record(anna.clientId, 'crypto.withdrawal_ordered', { ...details, amount });
  expect((await log(anna, { kind: 'crypto' })).map(({ amount }) => amount)).toEqual(['1.000000000', null]);
});

test('accepted terms are named', async () => {
  const anna = await newClient(bank);
  await record(anna.clientId, 'terms.accepted', { product: 'main', version: '4.0' });
  await record(anna.clientId, 'terms.accepted', { product: 'crypto', version: '1' });
  expect((await textsOf(anna, {})).slice(0, 2)).toEqual([
    'Crypto terms accepted, version 1',
    'Main terms accepted, version 4.0',
  ]);
});

test(
  'can be filtered by kind, person and day, and read page by page',
  onOneDay(async (today) => {
    const anna = await newClient(bank);
    for (let turn = 0; turn < 3; turn += 1) await choose(anna);
    await record(anna.clientId, 'terms.accepted', { product: 'main', version: '4.0' });
    expect(await textsOf(anna, { kind: 'security' })).toEqual([]);
    expect(await log(anna, { person: anna.personId })).toHaveLength(3);
    expect(await log(anna, { from: today, to: today })).toHaveLength(4);
    expect(await log(anna, { to: '2020-01-01' })).toEqual([]);
    expect(await log(anna, { from: '2999-01-01' })).toEqual([]);
    const page = (await bank.call(listActivity, { query: { limit: 3 } }, anna)).output;
    const cursor = page.NextCursor ?? '';
    const rest = (await bank.call(listActivity, { query: { limit: 3, cursor } }, anna)).output;
    expect([...page.Items, ...rest.Items].map(({ id }) => id)).toEqual((await log(anna)).map(({ id }) => id));
    expect(rest.NextCursor).toBeNull();
    // The last day applies to further pages and the file too.
    const until = { to: today, limit: 3 };
    const first = (await bank.call(listActivity, { query: until }, anna)).output;
    const next = { ...until, cursor: first.NextCursor ?? '' };
    expect((await bank.call(listActivity, { query: next }, anna)).output.Items).toHaveLength(1);
    const linesOf = async (query: object) =>
      (await bank.call(exportActivity, { query: { locale: 'en', ...query } }, anna)).text
        .trim()
        .split('\r\n');
    expect(await linesOf({ from: today, to: today })).toHaveLength(5);
    expect(await linesOf({ person: anna.personId })).toHaveLength(4);
    expect(await linesOf({ to: '2020-01-01' })).toHaveLength(1);
  }),
);

test('orders appear among recorded actions, with a link to the payment', async () => {
  const payer = await createPayer(bank);
  // A payee with a listed name waits for the desk and can be withdrawn.
  const payee = await addPayee(bank, payer.clientId, { name: 'Blocked Trading House Ltd', trusted: true });
  const { id, number } = (await payer.pay({ beneficiaryId: payee.id, amount: '12.00' })).output;
  await bank.call(cancelPayment, { params: { id } }, payer);
  expect(await log(payer)).toMatchObject([
    { text: `Payment ${number} cancelled`, kind: 'payments', subject: { kind: 'payment', id } },
    {
      text: `Payment to Blocked Trading House Ltd created, ${number}`,
      amount: '12.00',
      currency: 'EUR',
      person: { name: 'Anna Tamm' },
      ip: '127.0.0.1',
      subject: { kind: 'payment', id },
    },
  ]);
  expect(await log(payer, { kind: 'payments' })).toHaveLength(2);
  expect(await log(payer, { kind: 'cards' })).toEqual([]);
});

test('a company’s log omits its members’ own security; their own log shows it, with the profile', async () => {
  const anna = await newClient(bank);
  const { id, name } = await newCompany(bank, anna);
  await record(id, 'password.changed', {}, anna.personId);
  await record(id, 'invitation.sent', { email: 'clara@test.example' }, anna.personId);
  expect(await log(anna)).toMatchObject([{ text: 'Password changed', profileName: name }]);
  expect(await log(anna, { kind: 'security' })).toHaveLength(1);
  expect(await log(anna, { kind: 'people' })).toEqual([]);
  await actFor(bank, anna, id);
  expect(await textsOf(anna)).toEqual(['clara@test.example invited', 'Company added']);
});

test('ids of people in a record are shown by name', async () => {
  const anna = await newClient(bank);
  const { id } = await newCompany(bank, anna);
  await record(id, 'member.removed', { member: anna.personId });
  await actFor(bank, anna, id);
  expect(await textsOf(anna, { kind: 'people' })).toEqual(['Anna Tamm removed from the company']);
});

test('only an administrator can read it', async () => {
  const [anna, boris] = [await newClient(bank), await newClient(bank)];
  const { id } = await newCompany(bank, anna);
  const clara = await newMember(bank, id, { can_view_documents: true });
  await actFor(bank, clara, id);
  expect((await bank.call(listActivity, { query: { limit: 50 } }, clara)).status).toBe(403);
  expect((await bank.call(exportActivity, { query: { locale: 'en' } }, clara)).status).toBe(403);
  await choose(anna);
  expect(await log(boris)).toEqual([]);
});

test('is exported as a table whose cells contain no formulas', async () => {
  const anna = await newClient(bank, { firstName: '=1+1' });
  await choose(anna);
  const file = await bank.call(exportActivity, { query: { locale: 'ru' } }, anna);
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const [head, line] = file.text.split('\r\n');
  expect(head).toContain('"Время (UTC)","Тип","Событие","Сумма","Валюта","Кто"');
  expect(line).toContain('"Профиль","Изменён язык или тема","","","\'=1+1 Tamm"');
});

test.each(['=', '+', '-', '@', '\t', '\r', '\n'])('a cell that begins with %j is not a formula', (sign) => {
  expect(new TextDecoder().decode(csvOf([[`${sign}"a"`]]))).toBe(`"'${sign}""a"""\r\n`);
});

// Control: if a sentence is removed from the table, its action is named here.
test('every recorded action has a sentence, and every sentence an action', () => {
  const recorded = recordedActions();
  expect(recorded.size).toBeGreaterThan(50);
  const { actions, staffOnly } = sentencesOf(activityTexts());
  const told = new Set([...actions, ...staffOnly]);
  expect([...recorded].filter((action) => !told.has(action))).toEqual([]);
  expect([...told].filter((action) => !recorded.has(action))).toEqual([]);
});

test('every sentence exists in both languages, also for incomplete records', () => {
  const sentences = activityTexts().flatMap((texts) =>
    Object.values(texts).flatMap((text) => (isHidden(text) ? [] : [text])),
  );
  expect(sentences.length).toBeGreaterThan(50);
  for (const { en, ru } of sentences) {
    const params = Object.fromEntries(
      Array.from(`${en}${ru}`.matchAll(/\{(\w+)/g), ([, name]) => [name ?? '', randomUUID()]),
    );
    expect(formatMessage(en, params, 'en').trim()).not.toBe('');
    expect(formatMessage(ru, params, 'ru')).toMatch(/[а-я]/i);
  }
});

const activityTexts = () =>
  createModules({ config: testConfig, database: bank.database, log: bank.log }).modules.flatMap(
    ({ activity }) => (activity ? [activity] : []),
  );

test('two modules cannot both have a sentence for an action', () => {
  const text = { 'card.issued': profile('A card', 'Карта') };
  expect(() => sentencesOf([text, { 'card.issued': staffOnly }])).toThrow(
    'two modules have a sentence for card.issued',
  );
});

/** Every action in the source: literals of that form in files that record, and factors' changes, whose action is composed. */
function recordedActions(): Set<string> {
  const roots = ['../../../../apps/server/src', '../../../../providers', '../../..'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const actions = new Set<string>();
  for (const entry of roots.flatMap((root) => readdirSync(root, { recursive: true, withFileTypes: true }))) {
    if (!entry.isFile() || !entry.name.endsWith('.ts') || entry.name.endsWith('.test.ts')) continue;
    const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
    if (
      /node_modules|\/products\/\w+\/(?:portal|contract)/.test(entry.parentPath) ||
      entry.name === 'activity.ts' ||
      entry.name === 'staff-activity.ts'
    )
      continue;
    if (/platform\/audit\.ts'|\b(?:record|tell)\(|\bactions: \{/.test(text))
      // Purges use table names of the same form.
      for (const [, action = ''] of text.matchAll(/'([a-z_]+\.[a-z_]+)'/g))
        if (!(action in keptFor)) actions.add(action);
    if (entry.name === 'notice-message.ts')
      for (const [, kinds = ''] of text.matchAll(/readonly kind: ('[^;]*);/g))
        for (const [, kind] of kinds.matchAll(/'(\w+)'/g)) actions.add(`factor.${kind}`);
  }
  return actions;
}
