import {
  acceptOnboardingTerms,
  type CallInput,
  type Client,
  clientStates,
  confirmEmail,
  confirmPhone,
  getClient,
  getOnboarding,
  saveAccountChoice,
  saveCompany,
  savePerson,
  saveResidentialAddress,
  sendEmailCode,
  sendPhoneCode,
} from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import {
  type Applicant,
  acceptance,
  accountChoice,
  address,
  chooseAccount,
  company,
  createClientIn,
  person,
} from '@calmly/server/test/support/clients/joining/applicant.ts';
import { auditedActions } from '@calmly/server/test/support/clients/joining/kyc.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const clientOf = async (applicant: Applicant) =>
  (await app.call(getClient, { params: { id: applicant.clientId } }, applicant)).output;

const code = '000000';
const steps: ReadonlyArray<
  readonly [Client['state'], (applicant: Applicant) => Promise<{ status: number }>]
> = [
  ['DRAFT', (applicant) => app.call(savePerson, { body: person }, applicant)],
  ['DRAFT', (applicant) => app.call(sendEmailCode, { body: {} }, applicant)],
  ['DRAFT', (applicant) => app.call(confirmEmail, { body: { code } }, applicant)],
  ['EMAIL_CONFIRMED', (applicant) => app.call(sendPhoneCode, { body: {} }, applicant)],
  ['EMAIL_CONFIRMED', (applicant) => app.call(confirmPhone, { body: { code } }, applicant)],
  ['SMS_CONFIRMED', (applicant) => app.call(saveAccountChoice, { body: accountChoice }, applicant)],
  ['SMS_CONFIRMED', (applicant) => app.call(saveResidentialAddress, { body: address }, applicant)],
  ['SMS_CONFIRMED', (applicant) => app.call(acceptOnboardingTerms, { body: acceptance }, applicant)],
];

test.each(clientStates)('in %s only its own steps are open', async (state) => {
  const applicant = await createClientIn(app, state);
  for (const [due, call] of steps) {
    const { status } = await call(applicant);
    if (due === state) expect(status).not.toBe(409);
    else expect(status).toBe(409);
  }
  expect((await clientOf(applicant)).state).toBe(state);
});

test('refusals are named by field, in the caller’s language, and nothing is stored', async () => {
  const anna = await createClientIn(app, 'DRAFT');
  const child = {
    ...person,
    dateOfBirth: Date.UTC(new Date().getUTCFullYear() - 17, 0, 1) / 1000,
    residence: 'KP',
  };
  const refused = await app.call(
    savePerson,
    { body: child },
    { ...anna, headers: { 'accept-language': 'ru' } },
  );
  expect([refused.status, refused.body]).toMatchObject([
    400,
    {
      code: 'invalid_request',
      detail: [
        { field: 'DateOfBirth', message: 'Открыть счёт можно с 18 лет.' },
        { field: 'CountryOfResidence', message: 'Calmly пока не работает в этой стране.' },
      ],
    },
  ]);
  expect((await app.call(getOnboarding, {}, anna)).output.person).toBeNull();
});

test('the country of residence follows the address', async () => {
  const anna = await createClientIn(app, 'SMS_CONFIRMED');
  const riga = { ...address, country: 'LV', postCode: 'LV-1010' };
  const moved = await app.call(saveResidentialAddress, { body: riga }, anna);
  expect(moved.output).toMatchObject({ address: { country: 'LV' }, person: { residence: 'LV' } });
  const refused = await app.call(saveResidentialAddress, { body: { ...address, country: 'SY' } }, anna);
  expect(refused.body).toMatchObject({ detail: [{ field: 'PhysicalAddressCountry' }] });
});

test('a postcode must fit the country, if that has postcodes', async () => {
  const anna = await createClientIn(app, 'SMS_CONFIRMED');
  const save = (part: Partial<typeof address>) =>
    app.call(saveResidentialAddress, { body: { ...address, ...part } }, anna);
  expect((await save({ postCode: '104' })).body).toMatchObject({
    detail: [
      {
        field: 'PhysicalAddressPostalCode',
        message: 'Enter a postcode like 12345.',
      },
    ],
  });
  expect((await save({ country: 'AE', postCode: 'PO Box 5' })).status).toBe(200);
});

test('what a payment could not carry in Latin letters is refused at its field, and never cut', async () => {
  const anna = await createClientIn(app, 'SMS_CONFIRMED');
  const draft = await createClientIn(app, 'DRAFT', { kind: 'company' });
  const fieldsOf = (body: unknown) =>
    (body as { detail?: { field: string }[] }).detail?.map(({ field }) => field);
  const saved = async (part: Partial<typeof address>) =>
    fieldsOf((await app.call(saveResidentialAddress, { body: { ...address, ...part } }, anna)).body);
  expect(await saved({ line1: 'щ'.repeat(18) })).toEqual(['PhysicalAddressLine1']);
  expect(await saved({ line1: 'щ'.repeat(10), line2: 'щ'.repeat(8) })).toEqual(['PhysicalAddressLine2']);
  expect(await saved({ town: 'щ'.repeat(9) })).toEqual(['PhysicalAddressCity']);
  expect(await saved({ line1: 'щ'.repeat(17), town: 'щ'.repeat(8) })).toBeUndefined();
  const named = async (lastName: string) =>
    fieldsOf((await app.call(savePerson, { body: { ...person, firstName: 'Щ', lastName } }, draft)).body);
  expect(await named('щ'.repeat(17))).toEqual(['LastName']);
  expect(await named('щ'.repeat(16))).toBeUndefined();
  const companyNamed = async (name: string) =>
    fieldsOf((await app.call(saveCompany, { body: { ...company, name } }, draft)).body);
  expect(await companyNamed('щ'.repeat(18))).toEqual(['CompanyName']);
  expect(await companyNamed('щ'.repeat(17))).toBeUndefined();
});

test('the terms need the steps before them, the versions in force, and those of cards with a card', async () => {
  const anna = await createClientIn(app, 'SMS_CONFIRMED');
  const accept = (body: CallInput<typeof acceptOnboardingTerms>['body']) =>
    app.call(acceptOnboardingTerms, { body }, anna);
  expect((await accept(acceptance)).body).toMatchObject({ code: 'state_moved' });
  await app.call(saveAccountChoice, { body: accountChoice }, anna);
  expect((await accept(acceptance)).body).toMatchObject({ code: 'state_moved' });
  await app.call(saveResidentialAddress, { body: address }, anna);
  expect((await accept({ ...acceptance, version: '3.0' })).body).toMatchObject({ code: 'terms_outdated' });
  expect((await accept({ version: '4.0', feesAccepted: true })).body).toMatchObject({
    code: 'terms_outdated',
  });
  const unticked = await anna.browser.send('PUT', '/onboarding/terms', {
    body: { Version: '4.0', CardVersion: '1', FeesAccepted: false },
  });
  expect(unticked.status).toBe(400);
  const first = await accept(acceptance);
  expect(first.output.termsAcceptedAt).not.toBeNull();
  expect(await accept(acceptance)).toMatchObject({ status: 200, text: first.text });
});

test('accepting the terms ends the entries and makes them the profile; the state waits for the identity check', async () => {
  const anna = await createClientIn(app, 'SMS_CONFIRMED');
  await chooseAccount(app, anna);
  expect(await clientOf(anna)).toMatchObject({
    state: 'SMS_CONFIRMED',
    accountType: 'personal',
    firstName: 'Anna',
    addressPostCode: '10415',
  });
  // The client has also agreed to the price list, which may matter in a dispute about a fee.
  expect(await auditedActions(app, anna.clientId)).toContain('fees.accepted');
  for (const call of [
    app.call(saveAccountChoice, { body: { ...accountChoice, cardType: 'plastic' } }, anna),
    app.call(saveResidentialAddress, { body: { ...address, country: 'LV' } }, anna),
  ])
    expect((await call).body).toMatchObject({ code: 'state_moved' });
});
