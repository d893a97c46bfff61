import { getClient, getOnboarding, listAccounts } from '@calmly/contract';
import type { Work } from '@calmly/platform/work.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient } from '@calmly/server/test/support/clients/clients.ts';
import { newCompany } from '@calmly/server/test/support/clients/companies.ts';
import {
  type Applicant,
  chooseAccount,
  createClientIn,
  identityCheck,
} from '@calmly/server/test/support/clients/joining/applicant.ts';
import { lettersTo } from '@calmly/server/test/support/clients/letters.ts';
import { openPage } from '@calmly/server/test/support/clients/live.ts';
import { systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function candidate(options: Parameters<typeof createClientIn>[2] = {}): Promise<Applicant> {
  const applicant = await createClientIn(app, 'SMS_CONFIRMED', options);
  await chooseAccount(app, applicant);
  return applicant;
}

const tell = (change: (work: Work) => Promise<void>) => systemWork(app.database, change);
const handIn = ({ clientId }: Applicant) => tell((work) => identityCheck.handIn(work, clientId));
const approve = ({ clientId }: Applicant) => tell((work) => identityCheck.approve(work, clientId));
const decline = ({ clientId }: Applicant, retry = false) =>
  tell((work) => identityCheck.decline(work, clientId, { retry }));

async function standing(applicant: Applicant): Promise<string> {
  const { state } = (await app.call(getClient, { params: { id: applicant.clientId } }, applicant)).output;
  const { identityCheck: check } = (await app.call(getOnboarding, {}, applicant)).output;
  return `${state} ${check}`;
}
const lettersAbout = async ({ email }: Applicant, subject: string) =>
  (await lettersTo(app.database.sql, email)).filter((letter) => letter.subject === subject).length;
const accountsOf = async (applicant: Applicant) => (await app.call(listAccounts, {}, applicant)).output.Items;

test('an approval opens the account once, however often and whenever it is reported', async () => {
  const anna = await candidate();
  expect(await standing(anna)).toBe('SMS_CONFIRMED NOT_STARTED');
  await handIn(anna);
  await handIn(anna);
  expect(await standing(anna)).toBe('CREATED IN_REVIEW');
  await Promise.all([approve(anna), approve(anna), approve(anna)]);
  expect(await standing(anna)).toBe('ACTIVE APPROVED');
  expect(await accountsOf(anna)).toHaveLength(1);
  expect(await lettersAbout(anna, 'Your account is open')).toBe(1);
});

test('an approval shows its account on the client’s open pages at once', async () => {
  const anna = await candidate();
  const page = await openPage(app, anna);
  expect(await page.heardDuring(() => approve(anna))).toContain('accounts');
  page.close();
});

test('the result of a company’s check shows on the open pages of the person who added it', async () => {
  const boris = await newClient(app, { firstName: 'Boris' });
  const { id } = await newCompany(app, boris);
  const page = await openPage(app, boris);
  const declining = () => tell((work) => identityCheck.decline(work, id, { retry: true }));
  expect(await page.heardDuring(declining)).toContain('client');
  page.close();
});

test('a result before the submission counts as both; later reports do nothing', async () => {
  const anna = await candidate();
  await approve(anna);
  await handIn(anna);
  await decline(anna);
  expect(await standing(anna)).toBe('ACTIVE APPROVED');
});

test('a second chance leads back to the check with all data kept', async () => {
  const anna = await candidate();
  await handIn(anna);
  await decline(anna, true);
  await decline(anna, true);
  expect(await standing(anna)).toBe('SMS_CONFIRMED RETRY');
  expect(await lettersAbout(anna, 'We need clearer photos')).toBe(1);
  const { output } = await app.call(getClient, { params: { id: anna.clientId } }, anna);
  expect(output.accountType).toBe('personal');
  await handIn(anna);
  expect(await standing(anna)).toBe('CREATED IN_REVIEW');
  await approve(anna);
  expect(await standing(anna)).toBe('ACTIVE APPROVED');
});

test('a declined client may be checked again', async () => {
  const anna = await candidate({ locale: 'ru' });
  await decline(anna);
  await decline(anna);
  expect(await standing(anna)).toBe('KYC_DECLINED DECLINED');
  expect(await lettersAbout(anna, 'Не удалось подтвердить вашу личность')).toBe(1);
  await handIn(anna);
  await approve(anna);
  expect(await standing(anna)).toBe('ACTIVE APPROVED');
  expect(await accountsOf(anna)).toMatchObject([{ name: 'Основной счёт' }]);
});

test('no one is approved before the terms are accepted', async () => {
  for (const state of ['DRAFT', 'EMAIL_CONFIRMED', 'SMS_CONFIRMED'] as const) {
    const anna = await createClientIn(app, state);
    await expect(approve(anna)).rejects.toMatchObject({ code: 'state_moved' });
    expect(await standing(anna)).toBe(`${state} NOT_STARTED`);
  }
});

test('an applicant with a company is its administrator once the person is a client; its own check comes later', async () => {
  const anna = await candidate({ kind: 'company' });
  await approve(anna);
  await approve(anna);
  const { rows } = await query`
    select c.company_name, c.state, c.role, c.creator_id, m.is_boss from identity.client c
    join identity.membership m on m.client_id = c.id where c.creator_id = ${anna.clientId}
  `.execute(app.database.sql);
  expect(rows).toEqual([
    {
      company_name: 'Tamm OÜ',
      state: 'SMS_CONFIRMED',
      role: 'LEGAL',
      creator_id: anna.clientId,
      is_boss: true,
    },
  ]);
});
