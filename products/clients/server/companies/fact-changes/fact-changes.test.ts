/** Changes of an active company's facts: requested by its administrator over HTTP, decided by bank staff at their desk. */
import { randomUUID } from 'node:crypto';
import {
  type Company,
  type CompanyChangeInput,
  getClient,
  getCompany,
  listCompanyChanges,
  listNotifications,
  requestAddressChange,
  requestCompanyChange,
  withdrawCompanyChange,
} from '@calmly/contract';
import type { Decision } from '@calmly/platform/desk.ts';
import { createSandboxScreening } from '@calmly/providers/screening/sandbox.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient, type SignedIn } from '@calmly/server/test/support/clients/clients.ts';
import { callWithCode, problemOf } from '@calmly/server/test/support/clients/colleagues.ts';
import {
  actFor,
  bakery,
  handInPaper,
  newActiveCompany,
  newMember,
} from '@calmly/server/test/support/clients/companies.ts';
import { address, person } from '@calmly/server/test/support/clients/joining/applicant.ts';
import { auditedActions } from '@calmly/server/test/support/clients/joining/kyc.ts';
import { lettersTo } from '@calmly/server/test/support/clients/letters.ts';
import { systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeMember } from '../../../../identity/server/index.ts';
import { addressChangeQueue } from '../../profile/desk.ts';
import { factChangeQueue } from './desk.ts';

let bank: TestApp;
beforeAll(async () => {
  bank = await startTestApp({ jobs: true });
});
afterAll(() => bank.close());

interface Firm {
  readonly boss: SignedIn;
  readonly company: Company;
  /** Requests these changes of the company's facts, code included; by default with as many documents as needed. */
  readonly ask: (
    change: Partial<CompanyChangeInput>,
  ) => ReturnType<typeof callWithCode<typeof requestCompanyChange>>;
  readonly read: () => Promise<Company>;
}

async function newFirm(): Promise<Firm> {
  const boss = await newClient(bank, { firstName: 'Boris', lastName: 'Sokolov' });
  const company = await newActiveCompany(bank, boss);
  const { registrationNumber } = company;
  return {
    boss,
    company,
    ask: async (change) => {
      const papers = change.documentIds ?? [await handInPaper(bank, boss), await handInPaper(bank, boss)];
      const body = { ...bakery(), registrationNumber, ...change, documentIds: papers };
      return callWithCode(bank, boss, requestCompanyChange, { body });
    },
    read: async () => (await bank.call(getCompany, { params: { id: company.id } }, boss)).output,
  };
}

/** The desk queue directly, because starting the command takes seconds. */
const desk = factChangeQueue({
  screening: createSandboxScreening({ paymentsPerHour: 0 }),
  portalUrl: 'http://portal.test',
});
const decide = (id: string, decision: Decision, reason?: string) =>
  systemWork(bank.database, (work) =>
    desk.decide(work, id, decision, { ...(reason !== undefined && { reason }) }),
  );
/** The sheet in lines, as the command prints it. */
const show = async (id: string) =>
  ((await desk.find(bank.database.sql, id))?.facts ?? [])
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n');

const clara = {
  ...(bakery().people[0] ?? {
    ...person,
    citizenship: 'EE',
    address,
    isDirector: true,
    shareBasisPoints: null,
  }),
  firstName: 'Clara',
  lastName: 'Vaher',
  shareBasisPoints: 4_000,
};
const anna = { ...clara, firstName: 'Anna', lastName: 'Tamm', shareBasisPoints: 6_000 };

describe('requesting', () => {
  test('stores the differences and waits for the bank, while the company works as before', async () => {
    const { boss, company, ask, read } = await newFirm();
    const { status, output } = await ask({ name: 'Tamm & Vaher OÜ', reason: 'Renamed' });
    expect(status).toBe(201);
    expect(output).toMatchObject({
      parts: ['name'],
      facts: { name: 'Tamm & Vaher OÜ' },
      reason: 'Renamed',
      state: 'WAITING',
      askedBy: 'Boris Sokolov',
      decidedAt: null,
    });
    expect(Object.keys(output.facts)).toEqual(['name']);
    expect(await read()).toMatchObject({ name: company.name, state: 'ACTIVE' });
    expect((await bank.call(listCompanyChanges, {}, boss)).output.Items).toEqual([output]);
  });

  test('the code names the changed parts', async () => {
    const { boss, company } = await newFirm();
    const body = {
      ...bakery(),
      registrationNumber: company.registrationNumber,
      activity: 'Bakes cakes',
      documentIds: [await handInPaper(bank, boss)],
    };
    const options = { token: boss.token, idempotencyKey: randomUUID() };
    const asked = await bank.call(requestCompanyChange, { body }, options);
    expect(asked.body).toMatchObject({
      detail: { summary: `Change the details of ${company.name}: business activity` },
    });
  });

  test('is refused while another waits, also under concurrent requests', async () => {
    const { ask } = await newFirm();
    const both = await Promise.all([ask({ activity: 'Bakes' }), ask({ activity: 'Fries' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(problemOf(await ask({ activity: 'Boils' }))).toBe('company_change_open');
  });

  test.each([
    ['no changes', {}, 422, 'company_unchanged'],
    ['a country that is not served', { country: 'KP' }, 400, 'Country'],
    ['no director', { people: [{ ...anna, isDirector: false }] }, 400, 'People'],
    ['no paper', { name: 'Other', documentIds: [] }, 400, 'Documents'],
    ['an unknown document', { name: 'Other', documentIds: [randomUUID()] }, 400, 'Documents'],
    ['shares above 100 %', { people: [anna, { ...clara, shareBasisPoints: 5_000 }] }, 400, 'CorporateOwners'],
  ])('with %s is refused', async (_, change, status, named) => {
    const { ask } = await newFirm();
    const answer = await ask(change);
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(named)]);
  });

  test('a new person needs their own document beside the one that proves the change', async () => {
    const { boss, ask } = await newFirm();
    const one = await ask({ people: [anna, clara], documentIds: [await handInPaper(bank, boss)] });
    expect([one.status, one.text]).toEqual([400, expect.stringContaining('Documents')]);
    expect((await ask({ people: [anna, clara] })).status).toBe(201);
  });

  test('only an administrator can, for the current company; an own profile has no facts to change', async () => {
    const { boss, company, ask } = await newFirm();
    const { output } = await ask({ activity: 'Bakes' });
    const member = await newMember(bank, company.id, { can_view_documents: true });
    const stranger = await newFirm();
    const withdraw = (by: SignedIn) =>
      bank.call(withdrawCompanyChange, { params: { id: output.id } }, { token: by.token });
    expect((await withdraw(stranger.boss)).status).toBe(404);
    expect((await bank.call(listCompanyChanges, {}, member)).status).toBe(404);
    await actFor(bank, member, company.id);
    expect((await withdraw(member)).status).toBe(403);
    expect((await bank.call(listCompanyChanges, {}, member)).status).toBe(403);
    expect((await withdraw(boss)).status).toBe(204);
    expect((await withdraw(boss)).status).toBe(204);
    expect((await ask({ activity: 'Bakes' })).status).toBe(201);
  });
});

describe('the desk', () => {
  test('sees the changes and new people, and an approval applies them', async () => {
    const { boss, company, ask, read } = await newFirm();
    const second = await newMember(bank, company.id, { is_boss: true });
    const seat = { ...address, line1: 'Uus 7' };
    const { output } = await ask({ name: 'Tamm & Vaher OÜ', address: seat, people: [anna, clara] });
    const waiting = await desk.list(bank.database.sql, { after: undefined, limit: 100 });
    expect(waiting.find(({ id }) => id === output.id)).toMatchObject({
      clientId: company.id,
      subject: 'change of company details: name, address, directors and owners',
    });
    const sheet = await show(output.id);
    expect(sheet).toContain('Requested by: Boris Sokolov');
    expect(sheet).toContain('Name: Tamm Bakery OÜ → Tamm & Vaher OÜ');
    expect(sheet).toMatch(/Address: .* → Uus 7/);
    expect(sheet).toMatch(/New person: Clara Vaher, born .*, director, owns 40 %/);
    expect(sheet).toMatch(/Changed person: Anna Tamm.*owns 100 % → Anna Tamm.*owns 60 %/);
    expect(sheet).toContain('Watch list: no match among the new names');
    expect((await desk.find(bank.database.sql, output.id))?.documentIds).toHaveLength(2);

    await decide(output.id, 'approve');
    expect(await read()).toMatchObject({
      name: 'Tamm & Vaher OÜ',
      address: seat,
      state: 'ACTIVE',
      people: [{ lastName: 'Tamm', shareBasisPoints: 6_000 }, { lastName: 'Vaher' }],
      documents: { length: 3 },
    });
    const profile = (await bank.call(getClient, { params: { id: company.id } }, boss)).output;
    expect(profile).toMatchObject({ companyName: 'Tamm & Vaher OÜ', addressLine1: 'Uus 7' });
    expect(await auditedActions(bank, company.id)).toEqual(
      expect.arrayContaining(['company_change.requested', 'company_change.approved']),
    );
    // The administrator who did not make the request is notified of both.
    const letters = (await lettersTo(bank.database.sql, second.email)).map(({ subject }) => subject);
    expect(letters).toEqual(
      expect.arrayContaining([
        'We’re reviewing a change of Tamm Bakery OÜ',
        'The details of Tamm & Vaher OÜ have changed',
      ]),
    );
    const told = async () =>
      (await bank.call(listNotifications, { query: {} }, second)).output.Items.filter(
        ({ kind }) => kind === 'company_changed',
      );
    const lines = await until(told, ({ length }) => length === 2);
    expect(lines.map(({ params }) => params.event).sort()).toEqual(['approved', 'asked']);
    // Waiting messages are dropped if the administrator has left by then.
    const { rows } = await query<{ reader: object; about: string[] }>`
      select m.reader, array(select distinct n.about_client_id::text from notifications.notification n
        where n.person_id = ${second.personId} and n.kind = 'company_changed') as about
      from outbox.message m where m.recipient = ${second.email} and m.subject like '%Tamm & Vaher%'`.execute(
      bank.database.sql,
    );
    const reader = { personId: second.personId, about: [{ clientId: company.id, audience: null }] };
    expect(rows).toEqual([{ reader, about: [company.id] }]);
  });

  test('gives the reason of a rejection and leaves the company unchanged', async () => {
    const { boss, company, ask, read } = await newFirm();
    const { output } = await ask({ name: 'Tamm Bank' });
    await decide(output.id, 'reject', 'The extract is too old.');
    expect((await bank.call(listCompanyChanges, {}, boss)).output.Items).toMatchObject([
      { state: 'REJECTED', comment: 'The extract is too old.' },
    ]);
    expect((await read()).name).toBe(company.name);
    const letters = await lettersTo(bank.database.sql, boss.email);
    expect(letters.some(({ text }) => text.includes('The extract is too old.'))).toBe(true);
    await expect(decide(output.id, 'approve')).rejects.toThrow('company_change_decided');
  });

  // Control: without the watch list check, the first approval goes through.
  test('refuses a name like a listed one without a reason, and never tells the client about the check', async () => {
    const { boss, ask } = await newFirm();
    const listed = { ...clara, firstName: 'Testov', lastName: 'Podsanktsionny' };
    const { output } = await ask({ people: [anna, listed] });
    expect(await show(output.id)).toMatch(/Watch list: Testov Podsanktsionny resembles/);
    await expect(decide(output.id, 'approve')).rejects.toThrow('--reason');
    await decide(output.id, 'approve', 'Born in another year.');
    const shown = await bank.call(listCompanyChanges, {}, boss);
    expect(shown.output.Items).toMatchObject([{ state: 'APPROVED', comment: null }]);
    expect(shown.text).not.toContain('another year');
    const letters = await lettersTo(bank.database.sql, boss.email);
    expect(letters.some(({ text }) => text.includes('another year'))).toBe(false);
  });

  test('an address that was changed separately meanwhile stays, and appears in the company’s facts', async () => {
    const { boss, ask, read } = await newFirm();
    const { output } = await ask({ activity: 'Bakes cakes' });
    await decideMove((await move(boss)).output.id, 'approve');
    await decide(output.id, 'approve');
    expect(await read()).toMatchObject({
      activity: 'Bakes cakes',
      address: { line1: 'Brivibas iela 10', town: 'Riga', country: 'LV' },
    });
  });
});

/** Changes of a company's address by the address form. */
const addressDesk = addressChangeQueue({ portalUrl: 'http://portal.test' });
const move = async (by: SignedIn) => {
  const body = {
    country: 'LV',
    town: 'Riga',
    line: 'Brivibas iela 10',
    postCode: 'LV-1010',
    documentIds: [await handInPaper(bank, by)],
  };
  return callWithCode(bank, by, requestAddressChange, { body });
};
const decideMove = (id: string, decision: Decision) =>
  systemWork(bank.database, (work) => addressDesk.decide(work, id, decision, { reason: 'Not legible.' }));

/** An administrator besides the boss, who acts for the company. */
async function newAdministrator({ company }: Firm): Promise<SignedIn> {
  const second = await newMember(bank, company.id, { is_boss: true });
  await actFor(bank, second, company.id);
  return second;
}

// Controls, tried: without the emails the first fails, without the check of the role the second, without the base the third.
describe('the address of a company is a fact of the company', () => {
  test('all administrators are notified of the request and of the decision', async () => {
    const firm = await newFirm();
    const second = await newMember(bank, firm.company.id, { is_boss: true });
    const { output } = await move(firm.boss);
    await decideMove(output.id, 'approve');
    const letters = (await lettersTo(bank.database.sql, second.email)).map(({ subject }) => subject);
    expect(letters).toEqual(
      expect.arrayContaining([
        `We’re reviewing a change of ${firm.company.name}`,
        `The details of ${firm.company.name} have changed`,
      ]),
    );
    expect(await firm.read()).toMatchObject({ address: { line1: 'Brivibas iela 10' } });
  });

  test('a rejection states the reason', async () => {
    const firm = await newFirm();
    const { output } = await move(firm.boss);
    await decideMove(output.id, 'reject');
    expect((await lettersTo(bank.database.sql, firm.boss.email)).at(-1)).toMatchObject({
      subject: `We couldn’t change the details of ${firm.company.name}`,
      text: expect.stringContaining('Not legible.'),
    });
  });

  test.each([
    ['the form of addresses', async (by: SignedIn) => (await move(by)).output.id, decideMove],
    [
      'the form of facts',
      async (by: SignedIn, { company }: Firm) => {
        const { registrationNumber } = company;
        const documentIds = [await handInPaper(bank, by)];
        const body = { ...bakery(), registrationNumber, activity: 'Bakes cakes', documentIds };
        return (await callWithCode(bank, by, requestCompanyChange, { body })).output.id;
      },
      (id: string, decision: Decision) => decide(id, decision, 'Not legible.'),
    ],
  ])(
    'a request by %s is void once the requester is no longer an administrator',
    async (_, askBy, decideIt) => {
      const firm = await newFirm();
      const before = await firm.read();
      const second = await newAdministrator(firm);
      const id = await askBy(second, firm);
      const key = { clientId: firm.company.id, personId: second.personId };
      await systemWork(bank.database, (work) => removeMember(work, key));
      await expect(decideIt(id, 'approve')).rejects.toThrow('no longer an administrator');
      await decideIt(id, 'reject');
      expect(await firm.read()).toMatchObject({ address: before.address, activity: before.activity });
    },
  );

  test('a request is not granted if another change has replaced its base meanwhile', async () => {
    const firm = await newFirm();
    const facts = await firm.ask({ address: { ...address, line1: 'Uus 7' } });
    expect(problemOf(await move(firm.boss))).toBe('company_change_open');
    await decide(facts.output.id, 'reject', 'Not legible.');
    const moving = await move(firm.boss);
    const again = await firm.ask({ address: { ...address, line1: 'Uus 7' } });
    await decideMove(moving.output.id, 'approve');
    await expect(decide(again.output.id, 'approve')).rejects.toThrow('has been changed since');
    expect(await firm.read()).toMatchObject({ address: { line1: 'Brivibas iela 10' } });
  });

  test('a form that was filled from older facts is refused and undoes nothing', async () => {
    const firm = await newFirm();
    const { version } = await firm.read();
    const first = await firm.ask({ activity: 'Bakes cakes', version });
    await decide(first.output.id, 'approve');
    const second = await firm.ask({ name: 'Tamm & Vaher OÜ', version });
    expect(problemOf(second)).toBe('company_changed');
    expect((await firm.read()).activity).toBe('Bakes cakes');
    const { version: newest } = await firm.read();
    expect(
      (await firm.ask({ name: 'Tamm & Vaher OÜ', activity: 'Bakes cakes', version: newest })).status,
    ).toBe(201);
  });
});
