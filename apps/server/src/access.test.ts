/**
 * Calls that are open to a client who is not active or has not accepted the current terms: an explicit list, compared with the contract.
 * For calls without a token, see test/attacks/rights/doors.test.ts.
 */
import { type EndpointSpec, endpoints } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../test/support/app.ts';
import { newClient } from '../test/support/clients/clients.ts';

/** Calls for becoming active, and the profile of someone who is not: everything about the person, nothing about money. */
const withoutBeingActive = [
  'acceptInvitation',
  'acceptOnboardingTerms',
  'acceptOwnInvitation',
  'acceptTerms',
  'addPasskey',
  'addTotp',
  'allowConnection',
  'changePassword',
  'changeToken',
  'companiesFor',
  'confirmEmail',
  'confirmPhone',
  'countUnread',
  'declineOwnInvitation',
  'deleteDocument',
  'endConnection',
  'endOtherSessions',
  'endSession',
  'exportActivity',
  'forgetDevice',
  'freezeAccess',
  'getClient',
  'getCompany',
  'getCompanyDocument',
  'getConnectionRequest',
  'getDocument',
  'getFactors',
  'getNotificationChoices',
  'getOnboarding',
  'getPushBrowsers',
  'getQuietHours',
  'getTransferFees',
  'issueVerificationToken',
  'keepPushBrowser',
  'listActivity',
  'listAddressChanges',
  'listCompanyChanges',
  'listConnectableAccounts',
  'listConnections',
  'listDevices',
  'listNotifications',
  'listOwnInvitations',
  'listPrices',
  'listSessions',
  'listSignIns',
  'listTermsAcceptances',
  'liveTicket',
  'lookUpBank',
  'makeRecoveryCodes',
  'markAllRead',
  'markRead',
  'refuseConnection',
  'removeFactor',
  'removePushBrowser',
  'renameDevice',
  'renameFactor',
  'saveAccountChoice',
  'saveCompany',
  'saveCompanyFacts',
  'saveNotificationChoice',
  'savePerson',
  'savePreferences',
  'savePushBrowser',
  'saveQuietHours',
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
  'withdrawCompanyChange',
];

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const all = Object.values(endpoints);
/** The gate decides before a byte of the body is read, so only the address has to be valid. */
async function send({ method, path }: EndpointSpec, token: string) {
  const answer = await fetch(`${app.url}/api${path.replaceAll(/\{\w+\}/g, newId())}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
  });
  const text = await answer.text();
  const code = answer.ok || text === '' ? undefined : (JSON.parse(text) as { code: string }).code;
  return { status: answer.status, code };
}

test('only the listed calls are open to a client who is not active', () => {
  const open = all.filter(({ access }) => access === 'client').map(({ id }) => id);
  expect(open.sort()).toEqual(withoutBeingActive);
});

// Control: without its second line the gate lets the client of unread terms in.
test('calls for active clients refuse every other state, and clients who have not accepted the current terms', async () => {
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
