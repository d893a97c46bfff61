/**
 * An account is opened only for the applicant: someone else's documents, and names on the watch list, wait for staff, whatever the provider says.
 * Control, tried once: if `doubtsOf` finds nothing, all of these accounts open.
 */
import { issueVerificationToken, type SandboxAnswer, submitSandboxDocuments } from '@calmly/contract';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient } from '@calmly/server/test/support/clients/clients.ts';
import { actFor, bakery, newCompany } from '@calmly/server/test/support/clients/companies.ts';
import {
  auditedActions,
  checkState,
  clientState,
  newApplicant,
  reachesCheck,
  reachesState,
} from '@calmly/server/test/support/clients/joining/kyc.ts';
import { systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { ops } from '@calmly/server/test/support/processes/ops.ts';
import {
  approved,
  green,
  pending,
  startSumsubCheck,
} from '@calmly/server/test/support/processes/providers/sumsub-check.ts';
import { passportOfAnna } from '@calmly/server/test/support/processes/providers/sumsub-server.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe('in the sandbox', () => {
  let bank: TestApp;
  beforeAll(async () => {
    bank = await startTestApp({ jobs: true });
  });
  afterAll(() => bank.close());

  async function answered(
    { token, clientId }: { readonly token: string; readonly clientId: string },
    answer: SandboxAnswer,
    companyId?: string,
  ) {
    const body = { ttlInSecs: 600 as const, ...(companyId !== undefined && { CompanyId: companyId }) };
    const issued = await bank.call(issueVerificationToken, { params: { id: clientId }, body }, { token });
    await bank.call(
      submitSandboxDocuments,
      { body: { country: 'EE', documentType: 'PASSPORT', answer } },
      { headers: { 'x-access-token': issued.output.token } },
    );
  }
  const accountsOf = async (clientId: string) =>
    (await query`select from accounts.account where client_id = ${clientId}`.execute(bank.database.sql)).rows
      .length;

  test('someone else’s document opens no account; staff read both and let the client in with a reason', async () => {
    const client = await newApplicant(bank);
    await answered(client, 'OTHER');
    await reachesCheck(bank, client.clientId, 'REVIEW');
    expect([await clientState(bank, client.clientId), await accountsOf(client.clientId)]).toEqual([
      'CREATED',
      0,
    ]);

    expect((await ops(bank, 'list')).out).toMatch(
      new RegExp(`${client.clientId}.*identity-check.*another name; another date of birth`),
    );
    const { out } = await ops(bank, 'show', client.clientId);
    expect(out).toMatch(/Applied as\W+Anna Tamm, born 1990-05-17, citizen of Estonia, lives in Estonia/);
    expect(out).toMatch(/Proved as\W+Mark Muulane, born 1971-02-03, Estonia, valid until 2099-12-31/);
    expect(out).toMatch(/Watch list\W+no match among the names/);

    const silent = await ops(bank, 'approve', client.clientId, '--as', 'Maija');
    expect([silent.code, silent.error]).toEqual([1, expect.stringContaining('--reason')]);
    expect(await clientState(bank, client.clientId)).toBe('CREATED');
    const decided = await ops(
      bank,
      'approve',
      client.clientId,
      '--as',
      'Maija',
      '--reason',
      'Married; certificate seen.',
    );
    expect(decided.code).toBe(0);
    expect([await clientState(bank, client.clientId), await accountsOf(client.clientId)]).toEqual([
      'ACTIVE',
      1,
    ]);
    expect(await auditedActions(bank, client.clientId)).toContain('verification.let_in');
    const { rows } = await query`
      select state, doubts, proved from verification.applicant where client_id = ${client.clientId}
    `.execute(bank.database.sql);
    // The data read from documents is kept only until staff have decided.
    expect(rows).toEqual([{ state: 'APPROVED', doubts: null, proved: null }]);
    expect((await ops(bank, 'reject', client.clientId, '--as', 'Maija', '--reason', 'Too late')).code).toBe(
      1,
    );
  });

  test('staff refuse, and no account opens', async () => {
    const client = await newApplicant(bank);
    await answered(client, 'OTHER');
    await reachesCheck(bank, client.clientId, 'REVIEW');
    expect(
      (await ops(bank, 'reject', client.clientId, '--as', 'Maija', '--reason', 'Another person.')).code,
    ).toBe(0);
    expect([await clientState(bank, client.clientId), await checkState(bank, client.clientId)]).toEqual([
      'KYC_DECLINED',
      'DECLINED',
    ]);
    expect((await ops(bank, 'list')).out).not.toContain(client.clientId);
  });

  test('an account whose approval the provider withdraws stays open until staff block it, or say why not', async () => {
    const [kept, blocked] = [await newApplicant(bank), await newApplicant(bank)];
    for (const client of [kept, blocked]) {
      await answered(client, 'GREEN');
      await reachesState(bank, client.clientId, 'ACTIVE');
      await query`
        update kyc_sandbox.applicant set review_answer = 'RED', reject_type = 'FINAL', changed_at = changed_at + interval '1 second'
        where external_id = ${client.clientId}
      `.execute(bank.database.sql);
      await systemWork(bank.database, ({ sql }) =>
        addJobs(sql, [{ task: 'verification_ask', payload: { clientId: client.clientId } }]),
      );
      await expect.poll(() => auditedActions(bank, client.clientId)).toContain('verification.contradicted');
      expect(await clientState(bank, client.clientId)).toBe('ACTIVE');
      expect((await ops(bank, 'list')).out).toMatch(
        new RegExp(`${client.clientId}.*the provider withdrew its approval, declined`),
      );
    }
    const approve = ['approve', kept.clientId, '--as', 'Maija'];
    expect((await ops(bank, ...approve)).error).toContain('--reason');
    expect((await ops(bank, ...approve, '--reason', 'A mistake of theirs.')).code).toBe(0);
    expect((await ops(bank, 'reject', blocked.clientId, '--as', 'Maija', '--reason', 'Forged.')).code).toBe(
      0,
    );
    expect([await clientState(bank, kept.clientId), await clientState(bank, blocked.clientId)]).toEqual([
      'ACTIVE',
      'BLOCKED',
    ]);
    for (const { clientId } of [kept, blocked]) expect((await ops(bank, 'list')).out).not.toContain(clientId);
  });

  test('a person whom a company invited opens no account by a check alone', async () => {
    const { clientId, token } = await newClient(bank, {
      state: 'CREATED',
      grade: 'COMPANY_USER',
      accountType: null,
    });
    const body = { ttlInSecs: 600 as const };
    const issued = await bank.call(issueVerificationToken, { params: { id: clientId }, body }, { token });
    expect([issued.status, issued.body]).toMatchObject([409, { code: 'state_moved' }]);
  });

  test('an applicant on the watch list waits, although the documents are right', async () => {
    const client = await newApplicant(bank, { firstName: 'Testov', lastName: 'Podsanktsionny' });
    await answered(client, 'GREEN');
    await reachesCheck(bank, client.clientId, 'REVIEW');
    expect((await ops(bank, 'show', client.clientId)).out).toMatch(
      /Watch list\W+Testov Podsanktsionny resembles/,
    );
    expect(await clientState(bank, client.clientId)).toBe('CREATED');
    const letIn = ['approve', client.clientId, '--as', 'Maija'];
    expect((await ops(bank, ...letIn)).error).toMatch(/On the watch list: Testov Podsanktsionny resembles/);
    expect((await ops(bank, ...letIn, '--reason', 'Born in another year.')).code).toBe(0);
    const { rows } = await query`
      select details from platform.audit where client_id = ${client.clientId} and action = 'verification.let_in'
    `.execute(bank.database.sql);
    // It can be checked years later whom staff admitted although the name is listed.
    expect(rows).toEqual([
      {
        details: {
          doubts: 'watch_list',
          reason: 'Born in another year.',
          listed: expect.stringMatching(/^Testov Podsanktsionny resembles /),
        },
      },
    ]);
  });

  test('so does a company with a director or an owner on it, and one whose register entry is another’s', async () => {
    const boss = await newClient(bank);
    const [person] = bakery().people;
    if (!person) throw new Error('a bakery without people');
    const listed = { ...person, firstName: 'Testov', lastName: 'Podsanktsionny' };
    const withListed = await newCompany(bank, boss, { people: [listed] });
    const owner = {
      name: 'Podsanktsionny Testov Ltd',
      registrationNumber: '55',
      country: 'EE',
      shareBasisPoints: 3_000,
    };
    const withOwner = await newCompany(bank, boss, {
      people: [{ ...person, shareBasisPoints: 7_000 }],
      corporateOwners: [owner],
    });
    const [plain, other] = [await newCompany(bank, boss), await newCompany(bank, boss)];
    for (const { id } of [withListed, withOwner, plain]) await answered(boss, 'GREEN', id);
    await answered(boss, 'OTHER', other.id);
    await reachesState(bank, plain.id, 'ACTIVE');
    for (const { id } of [withListed, withOwner, other]) await reachesCheck(bank, id, 'REVIEW');
    expect((await ops(bank, 'show', other.id)).out).toMatch(
      /What differs\W+another name; another registration number/,
    );
  });

  test('an administrator who acts for a company has the company checked without naming it', async () => {
    const boss = await newClient(bank);
    const { id } = await newCompany(bank, boss);
    await actFor(bank, boss, id);
    await answered(boss, 'GREEN');
    await reachesState(bank, id, 'ACTIVE');
    expect(await checkState(bank, boss.clientId)).toBeUndefined();
  });
});

describe('with Sumsub', async () => {
  const check = await startSumsubCheck();
  afterAll(check.close);

  test.each<[string, object | undefined, string[]]>([
    ['another name', { ...passportOfAnna, firstName: 'MARK', lastName: 'MUULANE' }, ['name']],
    [
      'a name that is on the watch list',
      { ...passportOfAnna, firstName: 'TESTOV', lastName: 'PODSANKTSIONNY' },
      ['name', 'watch_list'],
    ],
    ['another day of birth', { ...passportOfAnna, dob: '1971-02-03' }, ['birth_date']],
    ['a document of another country', { ...passportOfAnna, idDocs: [{ country: 'DEU' }] }, ['country']],
    [
      'an expired document',
      { ...passportOfAnna, idDocs: [{ country: 'EST', validUntil: '2020-01-01' }] },
      ['document_expired'],
    ],
    ['no facts', undefined, ['unread']],
  ])('an approval with %s waits for staff', async (_what, info, doubts) => {
    await check.begin();
    await check.send(pending);
    check.answers(approved, info);
    expect(await check.send(green)).toBe(204);
    await reachesCheck(check.bank, check.client.clientId, 'REVIEW');
    expect(await check.state()).toBe('CREATED');
    const { rows } = await query`
      select doubts from verification.applicant where client_id = ${check.client.clientId}
    `.execute(check.bank.database.sql);
    expect(rows).toEqual([{ doubts }]);
  });

  test('the same person in other letters is let in', async () => {
    await check.begin();
    check.answers(approved, {
      ...passportOfAnna,
      firstName: 'АННА',
      firstNameEn: 'ANNA',
      lastName: 'ТАММ',
      lastNameEn: 'TAMM',
    });
    await check.send(pending);
    expect(await check.send(green)).toBe(204);
    await reachesState(check.bank, check.client.clientId, 'ACTIVE');
  });
});

describe('levels of people and of companies', async () => {
  const check = await startSumsubCheck({ companyLevel: 'basic-kyb-level' });
  afterAll(check.close);

  // Control: with one list of levels, the company's level would admit the person.
  test('a person is not let in by the level of companies', async () => {
    await check.begin();
    check.answers({ ...approved, levelName: 'basic-kyb-level' });
    await check.send({ ...pending, levelName: 'basic-kyb-level' });
    expect(await check.state()).toBe('SMS_CONFIRMED');
    expect(await check.send({ ...green, levelName: 'basic-kyb-level' })).toBe(204);
    expect(await check.verdicts()).toEqual(['no_outcome', 'no_outcome']);
    check.answers(approved);
    await check.send(green);
    await reachesState(check.bank, check.client.clientId, 'ACTIVE');
  });
});
