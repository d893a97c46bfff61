/** A person adds a company: stored facts, who sees it, its check under the creator's id, and the effect of each result. */
import {
  addCompany,
  getClient,
  getCompany,
  getCompanyDocument,
  issueVerificationToken,
  listAccounts,
  type SandboxAnswer,
  saveCompanyFacts,
  submitSandboxDocuments,
} from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient, type SignedIn } from '@calmly/server/test/support/clients/clients.ts';
import {
  actFor,
  bakery,
  handInPaper,
  newCompany,
  newMember,
  sendCompany,
} from '@calmly/server/test/support/clients/companies.ts';
import { createClientIn } from '@calmly/server/test/support/clients/joining/applicant.ts';
import { auditedActions, reachesState } from '@calmly/server/test/support/clients/joining/kyc.ts';
import { lettersTo } from '@calmly/server/test/support/clients/letters.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let bank: TestApp;

beforeAll(async () => {
  bank = await startTestApp({ jobs: true });
});
afterAll(() => bank.close());

const read = (client: SignedIn, id: string) => bank.call(getCompany, { params: { id } }, client);
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;

/** Requests a token for the company's widget with this client's id. */
const issue = (client: SignedIn, startedBy: string, companyId?: string) =>
  bank.call(
    issueVerificationToken,
    {
      params: { id: startedBy },
      body: { ttlInSecs: 600, ...(companyId !== undefined && { CompanyId: companyId }) },
    },
    { token: client.token },
  );

async function check(client: SignedIn, companyId: string, answer: SandboxAnswer | null): Promise<void> {
  const { token } = (await issue(client, client.clientId, companyId)).output;
  await bank.call(
    submitSandboxDocuments,
    { body: { country: 'EE', documentType: 'PASSPORT', answer } },
    { headers: { 'x-access-token': token } },
  );
}

describe('adding a company', () => {
  test('stores everything that was entered, with its creator as the administrator', async () => {
    const anna = await newClient(bank);
    const { status, output } = await sendCompany(bank, anna);
    const { documentIds: _ids, ...facts } = bakery();
    expect(status).toBe(201);
    expect(output).toMatchObject({
      ...facts,
      registrationNumber: output.registrationNumber,
      creatorId: anna.clientId,
      state: 'SMS_CONFIRMED',
      isComplete: true,
      mayRetry: false,
      isRegistered: false,
      documents: [{ fileName: 'register.pdf' }],
    });
    expect((await read(anna, output.id)).output).toEqual(output);
    await actFor(bank, anna, output.id);
    const profile = (await bank.call(getClient, { params: { id: output.id } }, anna)).output;
    expect(profile).toMatchObject({
      companyName: facts.name,
      role: 'LEGAL',
      accountType: 'business',
      addressTown: 'Tallinn',
      rights: { is_boss: true, can_view_documents: true, can_view_statements: true },
    });
    expect(await auditedActions(bank, output.id)).toContain('client.company_created');
  });

  test('a person may add several, but not two with one number', async () => {
    const anna = await newClient(bank);
    const { registrationNumber } = await newCompany(bank, anna);
    await newCompany(bank, anna);
    const again = await sendCompany(bank, anna, { registrationNumber: registrationNumber.toUpperCase() });
    expect(again.status).toBe(400);
    expect(again.text).toContain('RegistrationNumber');
    // Whether another company uses it stays secret.
    expect((await sendCompany(bank, await newClient(bank), { registrationNumber })).status).toBe(201);
  });

  // Control: without the lock on the creator's client, both are added.
  test('adds one when the same number is sent twice concurrently', async () => {
    const anna = await newClient(bank);
    const documents = [await handInPaper(bank, anna), await handInPaper(bank, anna)];
    const answers = await Promise.all(
      documents.map((id) => sendCompany(bank, anna, { registrationNumber: '7', documentIds: [id] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
  });

  test('a lost response is returned again, and nothing is added twice', async () => {
    const anna = await newClient(bank);
    const body = { ...bakery(), documentIds: [await handInPaper(bank, anna)] };
    const options = { token: anna.token, idempotencyKey: 'the-same-wish' };
    const first = await bank.call(addCompany, { body }, options);
    expect((await bank.call(addCompany, { body }, options)).text).toBe(first.text);
    const { rows } = await query`
      select from companies.company where creator_id = ${anna.clientId}
    `.execute(bank.database.sql);
    expect(rows).toHaveLength(1);
  });

  test('reports errors by field, and then stores nothing', async () => {
    const anna = await newClient(bank);
    const [person] = bakery().people;
    const answer = await sendCompany(bank, anna, {
      foundedOn: '2999-01-01',
      people: person ? [{ ...person, shareBasisPoints: 20_000 }] : [],
      documentIds: [],
    });
    expect(answer.status).toBe(400);
    const fields = (answer.body as { detail: { field: string }[] }).detail.map(({ field }) => field);
    expect(fields).toEqual(['FoundedOn', 'People.0.ShareBasisPoints', 'Documents']);
    const { rows } = await query`
      select from identity.client where creator_id = ${anna.clientId}
    `.execute(bank.database.sql);
    expect(rows).toEqual([]);
  });

  test('refuses documents of another person, duplicates and deleted ones', async () => {
    const [anna, boris] = [await newClient(bank), await newClient(bank)];
    const paper = await handInPaper(bank, boris);
    expect((await sendCompany(bank, anna, { documentIds: [paper] })).text).toContain('"Documents"');
    expect((await sendCompany(bank, boris, { documentIds: [paper] })).status).toBe(201);
    expect((await sendCompany(bank, boris, { documentIds: [paper] })).status).toBe(400);
  });

  test('needs the own profile of an active person', async () => {
    const waiting = await newClient(bank, { state: 'CREATED' });
    const documentIds = ['018f0000-0000-7000-8000-000000000000'];
    expect(codeOf(await sendCompany(bank, waiting, { documentIds }))).toBe('client_not_active');
    const anna = await newClient(bank);
    const { id } = await newCompany(bank, anna);
    await check(anna, id, 'GREEN');
    await reachesState(bank, id, 'ACTIVE');
    await actFor(bank, anna, id);
    await query`
      insert into identity.terms_acceptance (client_id, product, version, person_id, accepted_at)
      select ${id}, product, version, person_id, now() from identity.terms_acceptance where client_id = ${anna.clientId}
    `.execute(bank.database.sql);
    expect(codeOf(await sendCompany(bank, anna, { documentIds }))).toBe('own_profile_needed');
  });
});

describe('entering the facts again', () => {
  test('replaces the facts until the check is submitted', async () => {
    const anna = await newClient(bank);
    const { id, documents } = await newCompany(bank, anna);
    const documentIds = [...documents.map((document) => document.id), await handInPaper(bank, anna)];
    const body = { ...bakery(), name: 'Tamm Bread OÜ', documentIds };
    const saved = await bank.call(saveCompanyFacts, { params: { id }, body }, anna);
    expect(saved.output).toMatchObject({ name: 'Tamm Bread OÜ' });
    expect(saved.output.documents).toHaveLength(2);
    await check(anna, id, null);
    await reachesState(bank, id, 'CREATED');
    expect(codeOf(await bank.call(saveCompanyFacts, { params: { id }, body }, anna))).toBe('state_moved');
  });

  test('only the administrator who added it can', async () => {
    const anna = await newClient(bank);
    const { id } = await newCompany(bank, anna);
    const clara = await newMember(bank, id, { can_view_documents: true });
    const body = { ...bakery(), documentIds: [] };
    expect(codeOf(await bank.call(saveCompanyFacts, { params: { id }, body }, clara))).toBe('boss_needed');
    // Its documents belong to the person who added it; another administrator cannot use them.
    const boris = await newMember(bank, id, { is_boss: true });
    expect(codeOf(await bank.call(saveCompanyFacts, { params: { id }, body }, boris))).toBe(
      'own_profile_needed',
    );
    const stranger = await newClient(bank);
    expect((await bank.call(saveCompanyFacts, { params: { id }, body }, stranger)).status).toBe(404);
  });
});

describe('reading a company', () => {
  test('only members with the right to see documents see documents, birthdays and home addresses', async () => {
    const anna = await newClient(bank);
    const { id, documents } = await newCompany(bank, anna);
    const documentId = documents[0]?.id ?? '';
    const paper = (client: SignedIn) => bank.call(getCompanyDocument, { params: { id, documentId } }, client);
    const clara = await newMember(bank, id);
    expect((await read(clara, id)).output).toMatchObject({
      people: [{ firstName: 'Anna', dateOfBirth: null, address: null }],
      documents: [],
    });
    expect(codeOf(await paper(clara))).toBe('document_right_missing');
    const dora = await newMember(bank, id, { can_view_documents: true });
    expect((await read(dora, id)).output).toMatchObject({ people: [{ address: { town: 'Tallinn' } }] });
    expect((await paper(dora)).output).toMatchObject({ fileName: 'register.pdf' });
    expect((await paper(anna)).status).toBe(200);
  });

  // Control, tried: with one version for all, guesses at a birthday could be checked against it.
  test('the version of a member says nothing about birthdays and home addresses that the member may not see', async () => {
    const anna = await newClient(bank);
    const { id } = await newCompany(bank, anna);
    const [clara, dora] = [
      await newMember(bank, id),
      await newMember(bank, id, { can_view_documents: true }),
    ];
    const versions = async () =>
      Promise.all([clara, dora, anna].map(async (reader) => (await read(reader, id)).output.version));
    const [ofClara, ofDora, ofAnna] = await versions();
    expect(ofDora).toBe(ofAnna);
    expect(ofClara).not.toBe(ofAnna);
    const people = query`update companies.person set date_of_birth = date_of_birth + 1, address_town = 'Narva'`;
    await query`${people} where company_id = ${id}`.execute(bank.database.sql);
    const [afterBirthday, , annaAfterBirthday] = await versions();
    expect(afterBirthday).toBe(ofClara);
    expect(annaAfterBirthday).not.toBe(ofAnna);
    // A change that Clara can see changes her version.
    await query`update companies.person set last_name = 'Kask' where company_id = ${id}`.execute(
      bank.database.sql,
    );
    expect((await versions())[0]).not.toBe(ofClara);
  });

  test('another company’s document cannot be read by its id', async () => {
    const anna = await newClient(bank);
    const [first, second] = [await newCompany(bank, anna), await newCompany(bank, anna)];
    const params = { id: first.id, documentId: second.documents[0]?.id ?? '' };
    expect((await bank.call(getCompanyDocument, { params }, anna)).status).toBe(404);
  });

  test('another person’s company does not exist, and an own profile is not a company', async () => {
    const [anna, boris] = [await newClient(bank), await newClient(bank)];
    const { id } = await newCompany(bank, anna);
    expect((await read(boris, id)).status).toBe(404);
    expect((await read(anna, anna.clientId)).status).toBe(404);
  });
});

describe('the check of a company', () => {
  test('covers only the company: its creator was checked before and keeps the date of birth', async () => {
    const applicant = await createClientIn(bank, 'ACTIVE');
    const { rows } = await query<{ holder: string }>`
      select holder_id as holder from identity.client where id = ${applicant.clientId}
    `.execute(bank.database.sql);
    const anna: SignedIn = { ...applicant, personId: rows[0]?.holder ?? '' };
    const profile = await bank.call(getClient, { params: { id: anna.clientId } }, anna);
    expect(profile.output.dateOfBirth).toBe(Date.UTC(1990, 4, 17) / 1000);
    const { id } = await newCompany(bank, anna);
    const { token } = (await issue(anna, anna.clientId, id)).output;
    const answer = await fetch(`${bank.url}/api/sandbox/applicant`, { headers: { 'x-access-token': token } });
    expect(await answer.json()).toMatchObject({ type: 'company', reviewStatus: 'init' });
  });

  test('when approved, it is active and has a euro account with an IBAN; its administrator gets an email', async () => {
    const anna = await newClient(bank);
    const { id } = await newCompany(bank, anna);
    await check(anna, id, 'GREEN');
    await reachesState(bank, id, 'ACTIVE');
    const letters = await lettersTo(bank.database.sql, anna.email);
    expect(letters.map(({ subject }) => subject)).toContain('Tamm Bakery OÜ’s account is open');
    await query`
      insert into identity.terms_acceptance (client_id, product, version, person_id, accepted_at)
      select ${id}, product, version, person_id, now() from identity.terms_acceptance where client_id = ${anna.clientId}
    `.execute(bank.database.sql);
    await actFor(bank, anna, id);
    const { Items } = (await bank.call(listAccounts, {}, anna)).output;
    expect(Items).toMatchObject([{ currency: 'EUR', iban: expect.stringMatching(/^LT/) }]);
  });

  test('when declined, it is checked again with the creator’s id, also by people who act for it', async () => {
    const anna = await newClient(bank);
    const { id } = await newCompany(bank, anna);
    await check(anna, id, 'RED');
    await reachesState(bank, id, 'KYC_DECLINED');
    await actFor(bank, anna, id);
    expect((await issue(anna, anna.clientId)).status).toBe(200);
    expect((await issue(anna, id)).status).toBe(200);
    await check(anna, id, 'GREEN');
    await reachesState(bank, id, 'ACTIVE');
  });

  test('when it has to be repeated, it waits with all data kept', async () => {
    const anna = await newClient(bank);
    const { id } = await newCompany(bank, anna);
    await check(anna, id, 'RETRY');
    const mayRetry = async () => (await read(anna, id)).output.mayRetry;
    await expect.poll(mayRetry).toBe(true);
    expect((await read(anna, id)).output).toMatchObject({ state: 'SMS_CONFIRMED', isComplete: true });
    await check(anna, id, null);
    await reachesState(bank, id, 'CREATED');
    expect((await read(anna, id)).output).toMatchObject({ mayRetry: false });
  });

  test('only its administrator starts it, and not for other companies', async () => {
    const [anna, boris] = [await newClient(bank), await newClient(bank)];
    const { id } = await newCompany(bank, anna);
    const clara = await newMember(bank, id);
    expect((await issue(boris, boris.clientId, id)).status).toBe(404);
    expect((await issue(boris, anna.clientId, id)).status).toBe(404);
    expect((await issue(anna, boris.clientId, id)).status).toBe(404);
    expect(codeOf(await issue(clara, anna.clientId, id))).toBe('boss_needed');
  });

  test('an applicant who registered a company enters the missing facts once they are a client themselves', async () => {
    const applicant = await createClientIn(bank, 'ACTIVE', { kind: 'company' });
    const { rows } = await query<{ id: string; person: string }>`
      select client_id as id, m.person_id as person from companies.company
      join identity.membership m using (client_id) where creator_id = ${applicant.clientId}
    `.execute(bank.database.sql);
    const [founded] = rows;
    if (!founded) throw new Error('no company was founded');
    const anna: SignedIn = { ...applicant, personId: founded.person };
    expect((await read(anna, founded.id)).output).toMatchObject({
      name: 'Tamm OÜ',
      registrationNumber: '12345678',
      state: 'SMS_CONFIRMED',
      legalForm: null,
      people: [],
      isComplete: false,
      isRegistered: true,
    });
    expect(codeOf(await issue(anna, anna.clientId, founded.id))).toBe('state_moved');
    const body = { ...bakery(), documentIds: [await handInPaper(bank, anna)] };
    await bank.call(saveCompanyFacts, { params: { id: founded.id }, body }, anna);
    await check(anna, founded.id, 'GREEN');
    await reachesState(bank, founded.id, 'ACTIVE');
  });
});
