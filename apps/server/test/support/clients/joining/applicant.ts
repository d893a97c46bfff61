/**
 * Applicants, through the same calls as the portal. `createClientIn` takes one to a State in the same way; the end of the identity check
 * is reported as the provider's listener does.
 */
import { randomUUID } from 'node:crypto';
import {
  type AccountChoice,
  acceptOnboardingTerms,
  type Client,
  type CompanyDetails,
  confirmEmail,
  confirmPhone,
  type PersonDetails,
  type ResidentialAddress,
  saveAccountChoice,
  saveCompany,
  savePerson,
  saveResidentialAddress,
  sendEmailCode,
  sendPhoneCode,
  type Token,
  termsVersions,
} from '@calmly/contract';
import { defaultBank } from '@calmly/products/accounts/server/accounts/index.ts';
import { createIdentityCheck } from '@calmly/products/clients/server/onboarding/identity-check.ts';
import { moveClient, type Transition } from '@calmly/products/identity/server/index.ts';
import { sql as query } from 'kysely';
import type { TestApp } from '../../app.ts';
import { type Browser, createBrowser, type Reply } from '../../processes/browser.ts';
import { systemWork } from '../payments.ts';

export const person: PersonDetails = {
  firstName: 'Anna',
  lastName: 'Tamm',
  dateOfBirth: Date.UTC(1990, 4, 17) / 1000,
  citizenship: 'EE',
  residence: 'EE',
};
export const company: CompanyDetails = { name: 'Tamm OÜ', registrationNumber: '12345678', country: 'EE' };
export const address: ResidentialAddress = {
  line1: 'Vana-Kalamaja 21-4',
  line2: null,
  postCode: '10415',
  town: 'Tallinn',
  country: 'EE',
};
export const accountChoice: AccountChoice = { accountType: 'personal', cardType: 'virtual' };
export const acceptance = {
  version: termsVersions.main,
  cardVersion: termsVersions.cards,
  feesAccepted: true,
} as const;

export const applicantPassword = 'plum-ladder-quiet-ocean';

export interface Applicant {
  readonly browser: Browser;
  readonly token: string;
  readonly clientId: string;
  readonly email: string;
  readonly phone: string;
}

/** Properties of the applicant; everything has a default. */
export interface ApplicantOptions {
  readonly email?: string;
  readonly phone?: string;
  readonly kind?: 'individual' | 'company';
  readonly locale?: 'en' | 'ru';
  readonly browser?: Browser;
}

/** `POST /registrations` as the portal sends it. */
export function sendRegistration(browser: Browser, options: ApplicantOptions = {}): Promise<Reply> {
  const { email = `${randomUUID()}@test.example`, phone = '+37255501142', kind = 'individual' } = options;
  return browser.send('POST', '/registrations', {
    body: { Email: email, Password: applicantPassword, Phone: phone, Kind: kind },
    headers: { 'accept-language': options.locale ?? 'en' },
  });
}

let phones = 1_000_000;
/** A number that no other applicant of the file has. */
function newPhone(): string {
  phones += 1;
  return `+3725${phones}`;
}

/** Registers in a new browser; the client is in DRAFT. */
export async function registerApplicant(
  { url }: Pick<TestApp, 'url'>,
  options: ApplicantOptions = {},
): Promise<Applicant> {
  const browser = options.browser ?? createBrowser(url);
  const email = options.email ?? `${randomUUID()}@test.example`;
  const phone = options.phone ?? newPhone();
  const reply = await sendRegistration(browser, { ...options, email, phone });
  if (reply.status !== 201)
    throw new Error(`registration failed: ${reply.status} ${JSON.stringify(reply.body)}`);
  const { access_token: token, ClientId: clientId } = reply.body as Token;
  browser.token = token;
  return { browser, token, clientId, email, phone };
}

/** Requests a code, which the sandbox shows. Ends the countdown of an earlier one first. */
export async function askForCode(
  test: TestApp,
  applicant: Applicant,
  endpoint: typeof sendEmailCode | typeof sendPhoneCode,
): Promise<string> {
  await endCountdown(test, applicant.clientId);
  const { output } = await test.call(endpoint, { body: {} }, applicant);
  if (output.code === undefined) throw new Error('the answer shows no code');
  return output.code;
}

/** Ends the countdown: another code may be requested. */
export async function endCountdown({ database }: TestApp, clientId: string): Promise<void> {
  await query`
    update onboarding.contact_code set sent_at = sent_at - interval '9 seconds' where client_id = ${clientId}
  `.execute(database.sql);
}

/** DRAFT to EMAIL_CONFIRMED. */
export async function proveEmail(test: TestApp, applicant: Applicant): Promise<void> {
  const code = await askForCode(test, applicant, sendEmailCode);
  (await test.call(confirmEmail, { body: { code } }, applicant)).output;
}

/** EMAIL_CONFIRMED to SMS_CONFIRMED. */
export async function provePhone(test: TestApp, applicant: Applicant): Promise<void> {
  const code = await askForCode(test, applicant, sendPhoneCode);
  (await test.call(confirmPhone, { body: { code } }, applicant)).output;
}

/** The three steps before the identity check. */
export async function chooseAccount(test: TestApp, applicant: Applicant): Promise<void> {
  (await test.call(saveAccountChoice, { body: accountChoice }, applicant)).output;
  (await test.call(saveResidentialAddress, { body: address }, applicant)).output;
  (await test.call(acceptOnboardingTerms, { body: acceptance }, applicant)).output;
}

/** The identity check of an app with the default bank, whose letters link to `http://portal.test`. */
export const identityCheck = createIdentityCheck({ bank: defaultBank, portalUrl: 'http://portal.test' });

const beyond: Partial<Record<Client['state'], readonly Transition[]>> = {
  BLOCKED: ['block'],
  CLOSED: ['closeActive'],
};

/** A signed-in client in this State, who went the whole way. */
export async function createClientIn(
  test: TestApp,
  state: Client['state'],
  options: ApplicantOptions = {},
): Promise<Applicant> {
  const applicant = await registerApplicant(test, options);
  if (state === 'DRAFT') return applicant;
  (await test.call(savePerson, { body: person }, applicant)).output;
  if (options.kind === 'company') (await test.call(saveCompany, { body: company }, applicant)).output;
  await proveEmail(test, applicant);
  if (state === 'EMAIL_CONFIRMED') return applicant;
  await provePhone(test, applicant);
  if (state === 'SMS_CONFIRMED') return applicant;
  await chooseAccount(test, applicant);
  await systemWork(test.database, async (work) => {
    const { clientId } = applicant;
    await identityCheck.handIn(work, clientId);
    if (state === 'CREATED') return;
    if (state === 'KYC_DECLINED') return identityCheck.decline(work, clientId, { retry: false });
    await identityCheck.approve(work, clientId);
    for (const transition of beyond[state] ?? []) await moveClient(work, clientId, transition);
  });
  return applicant;
}
