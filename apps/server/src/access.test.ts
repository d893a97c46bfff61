/**
 * Who may call what, walked from the contract (A1). The lists are explicit: a new call without a token, or one that is open to a client
 * who is not active, has to be named here.
 */
import { type EndpointSpec, endpoints } from '@calmly/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../test/support/app.ts';
import { newClient } from '../test/support/clients.ts';
import { newId } from './platform/ids.ts';

/** Before there is a session, or by the secret of a mailed link. */
const withoutToken = [
  'checkPasswordReset',
  'chooseMethod',
  'confirmEmailByLink',
  'getSandboxApplicant',
  'issueToken',
  'listCountries',
  'logout',
  'provePasskey',
  'refreshToken',
  'register',
  'requestPasswordReset',
  'resendCode',
  'resetPassword',
  'submitSandboxDocuments',
  'undoContactChange',
  'unfreezeAccess',
];

/** The way to becoming active, and what the profile shows to whoever is not: everything about oneself, nothing about money. */
const withoutBeingActive = [
  'acceptOnboardingTerms',
  'acceptTerms',
  'addPasskey',
  'addTotp',
  'changePassword',
  'confirmEmail',
  'confirmPhone',
  'countUnread',
  'endOtherSessions',
  'endSession',
  'forgetDevice',
  'freezeAccess',
  'getClient',
  'getDocument',
  'getFactors',
  'getNotificationChoices',
  'getOnboarding',
  'getTransferFees',
  'issueVerificationToken',
  'listAddressChanges',
  'listDevices',
  'listNotifications',
  'listSessions',
  'listSignIns',
  'listTermsAcceptances',
  'liveTicket',
  'lookUpBank',
  'makeRecoveryCodes',
  'markAllRead',
  'markRead',
  'removeFactor',
  'renameDevice',
  'renameFactor',
  'saveAccountChoice',
  'saveCompany',
  'saveNotificationChoice',
  'savePerson',
  'savePreferences',
  'saveResidentialAddress',
  'sendEmailCode',
  'sendPhoneCode',
  'setMessageCodes',
  'setPreferredFactor',
  'startPasskey',
  'startTotp',
  'testToken',
  'uploadDocument',
  'withdrawAddressChange',
];

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const all = Object.values(endpoints);
const namesOf = (access: EndpointSpec['access']) =>
  all.filter((endpoint) => endpoint.access === access).map(({ id }) => id);

/** The gate judges before a byte of the body is read, so nothing has to be right but the address. */
async function send({ method, path }: EndpointSpec, token?: string) {
  const answer = await fetch(`${app.url}/api${path.replaceAll(/\{\w+\}/g, newId())}`, {
    method,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  const text = await answer.text();
  const code = answer.ok || text === '' ? undefined : (JSON.parse(text) as { code: string }).code;
  return { status: answer.status, code };
}

test('calls that are open without a token, or to a client who is not active, are those of the lists', () => {
  expect(namesOf('public').sort()).toEqual(withoutToken);
  expect(namesOf('client').sort()).toEqual(withoutBeingActive);
});

// Control: `access: 'public'` on any call that is not listed makes both tests fail.
test('every other call answers 401 without a token, and with one that is none', async () => {
  for (const endpoint of all.filter(({ access }) => access !== 'public')) {
    expect([endpoint.id, await send(endpoint)]).toEqual([
      endpoint.id,
      { status: 401, code: 'unauthenticated' },
    ]);
    const { status, code } = await send(endpoint, 'cal_at_nobody');
    expect([endpoint.id, status, code]).toEqual([endpoint.id, 401, 'session_expired']);
  }
});

test('what needs an active client refuses every other state, and whoever has not accepted the terms in force', async () => {
  const draft = await newClient(app, { state: 'DRAFT' });
  const created = await newClient(app, { state: 'CREATED' });
  const unread = await newClient(app, { termsAccepted: false });
  for (const endpoint of all.filter(({ access }) => access === 'active'))
    for (const [client, code] of [
      [draft, 'client_not_active'],
      [created, 'client_not_active'],
      [unread, 'terms_not_accepted'],
    ] as const)
      expect([endpoint.id, await send(endpoint, client.token)]).toEqual([endpoint.id, { status: 403, code }]);
});
