import { getClient, getOnboarding, listAccounts, listTermsAcceptances } from '@calmly/contract';
import { type CallOptions, startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import {
  address,
  applicantPassword,
  company,
  createClientIn,
  person,
} from '@calmly/server/test/support/clients/joining/applicant.ts';
import { lettersTo } from '@calmly/server/test/support/clients/letters.ts';
import { signIn } from '@calmly/server/test/support/processes/browser.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const clientOf = async (clientId: string, options: CallOptions) =>
  (await app.call(getClient, { params: { id: clientId } }, options)).output;

test('an applicant becomes an active client with a euro account, without typing anything twice', async () => {
  const anna = await createClientIn(app, 'ACTIVE');
  const client = await clientOf(anna.clientId, anna);
  expect(client).toMatchObject({
    state: 'ACTIVE',
    email: anna.email,
    phone: anna.phone,
    firstName: 'Anna',
    lastName: 'Tamm',
    citizenship: 'EE',
    residence: 'EE',
    accountType: 'personal',
    addressLine1: address.line1,
    addressTown: 'Tallinn',
    acceptedTerms: { main: { version: '4.0', read: true }, cards: { version: '1', read: true } },
  });
  const { Items: accounts } = (await app.call(listAccounts, {}, anna)).output;
  expect(accounts).toMatchObject([
    { currency: 'EUR', available: '0.00', holder: 'Anna Tamm', name: 'Main account' },
  ]);
  expect(accounts[0]?.iban).toMatch(/^[A-Z]{2}\d{2}/);
  const history = (await app.call(listTermsAcceptances, {}, anna)).output;
  expect(history.Items).toHaveLength(2);
  const letters = await lettersTo(app.database.sql, anna.email);
  expect(letters.map(({ subject }) => subject)).toEqual([
    'Confirm your email',
    'Confirm your email',
    'Your account is open',
  ]);
});

test('all entries are still there after three days and on another device', async () => {
  const anna = await createClientIn(app, 'SMS_CONFIRMED', { kind: 'company' });
  const elsewhere = await signIn(app.url, { email: anna.email, password: applicantPassword });
  const { output } = await app.call(getOnboarding, {}, elsewhere);
  expect(output).toEqual({
    kind: 'company',
    email: anna.email,
    emailConfirmed: true,
    phone: anna.phone,
    person,
    company,
    account: null,
    address: null,
    termsAcceptedAt: null,
    identityCheck: 'NOT_STARTED',
    hasOutbox: true,
  });
});
