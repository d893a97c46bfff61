/** The identity check in the sandbox over HTTP: token, the widget's calls, signed webhooks, the client's state. */
import {
  getSandboxApplicant,
  issueVerificationToken,
  type SandboxAnswer,
  submitSandboxDocuments,
} from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { type Applicant, createClientIn } from '@calmly/server/test/support/clients/joining/applicant.ts';
import {
  auditedActions,
  clientState,
  newApplicant,
  reachesCheck,
  reachesState,
  reportedBy,
} from '@calmly/server/test/support/clients/joining/kyc.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let bank: TestApp;

beforeAll(async () => {
  bank = await startTestApp({ jobs: true });
});
afterAll(() => bank.close());

const issue = (client: Applicant, id = client.clientId) =>
  bank.call(issueVerificationToken, { params: { id }, body: { ttlInSecs: 600 } }, { token: client.token });

async function widgetOf(client: Applicant): Promise<string> {
  return (await issue(client)).output.token;
}

const withToken = (token: string) => ({ headers: { 'x-access-token': token } });

const handIn = (widget: string, answer: SandboxAnswer | null) =>
  bank.call(
    submitSandboxDocuments,
    { body: { country: 'EE', documentType: 'PASSPORT', answer } },
    withToken(widget),
  );

describe('a token for the widget', () => {
  test('is for the caller’s own check, in this page’s own widget', async () => {
    const client = await newApplicant(bank);
    const { status, output } = await issue(client);
    expect(status).toBe(200);
    expect(output).toEqual({ token: expect.stringMatching(/^_act-sbx-[\w-]{43}$/), base_url: null });
    const shown = await bank.call(getSandboxApplicant, {}, withToken(output.token));
    expect(shown.output).toMatchObject({ reviewStatus: 'init', reviewAnswer: null });
    expect(await auditedActions(bank, client.clientId)).toContain('verification.started');
  });

  test('is not issued for another client', async () => {
    const [anna, boris] = [await newApplicant(bank), await newApplicant(bank)];
    expect((await issue(anna, boris.clientId)).status).toBe(404);
  });

  test.each(['DRAFT', 'EMAIL_CONFIRMED', 'SMS_CONFIRMED', 'ACTIVE', 'BLOCKED'] as const)(
    'is refused to a client who is %s and not at the check',
    async (state) => {
      const client = await createClientIn(bank, state);
      expect((await issue(client)).body).toMatchObject({ status: 409, code: 'state_moved' });
    },
  );

  test('does not work once it has expired, or if it is invented', async () => {
    const client = await newApplicant(bank);
    const token = await widgetOf(client);
    await query`update kyc_sandbox.token set expires_at = now() where expires_at > now()`.execute(
      bank.database.sql,
    );
    for (const widget of [token, `${token}x`, ''])
      expect((await bank.call(getSandboxApplicant, {}, withToken(widget))).status).toBe(401);
    expect((await handIn(token, 'GREEN')).status).toBe(401);
    expect((await bank.call(getSandboxApplicant, {}, { token: client.token })).status).toBe(401);
  });
});

describe('the provider’s answers', () => {
  test('GREEN makes an active client, by way of CREATED', async () => {
    const client = await newApplicant(bank);
    const handedIn = await handIn(await widgetOf(client), 'GREEN');
    expect(handedIn.output).toMatchObject({ reviewStatus: 'completed', reviewAnswer: 'GREEN' });
    await reachesState(bank, client.clientId, 'ACTIVE');
    // The submission's own webhook may be overtaken by the result and is then ignored; the client passes through CREATED either way.
    expect((await reportedBy(bank, client.clientId)).at(-1)).toBe('approved, asked');
    const { rows } = await query`
      select details ->> 'to' as state from platform.audit
      where client_id = ${client.clientId} and action = 'client.state_changed' order by id
    `.execute(bank.database.sql);
    expect(rows.slice(-2)).toEqual([{ state: 'CREATED' }, { state: 'ACTIVE' }]);
  });

  test('RED declines, and a declined client may submit again', async () => {
    const client = await newApplicant(bank);
    await handIn(await widgetOf(client), 'RED');
    await reachesState(bank, client.clientId, 'KYC_DECLINED');
    const again = await widgetOf(client);
    expect((await bank.call(getSandboxApplicant, {}, withToken(again))).output).toMatchObject({
      reviewAnswer: 'RED',
      rejectType: 'FINAL',
    });
    await handIn(again, 'GREEN');
    await reachesState(bank, client.clientId, 'ACTIVE');
  });

  test('RED with retry leads back to the check', async () => {
    const client = await newApplicant(bank);
    const widget = await widgetOf(client);
    await handIn(widget, 'RETRY');
    await reachesCheck(bank, client.clientId, 'RETRY');
    expect(await clientState(bank, client.clientId)).toBe('SMS_CONFIRMED');
    await handIn(widget, 'GREEN');
    await reachesState(bank, client.clientId, 'ACTIVE');
  });

  test('without an answer the client waits, and nothing can be submitted meanwhile', async () => {
    const client = await newApplicant(bank);
    const widget = await widgetOf(client);
    await handIn(widget, null);
    await reachesState(bank, client.clientId, 'CREATED');
    expect((await handIn(widget, 'GREEN')).status).toBe(409);
    expect((await issue(client)).status).toBe(200);
  });
});

test('an approved client has nothing more to submit', async () => {
  const client = await newApplicant(bank);
  const widget = await widgetOf(client);
  await handIn(widget, 'GREEN');
  await reachesState(bank, client.clientId, 'ACTIVE');
  expect((await handIn(widget, 'RED')).status).toBe(409);
  expect((await issue(client)).status).toBe(409);
});

test('without a provider and outside the sandbox no one can be checked, and no one can answer for themselves', async () => {
  const alone = await startTestApp({
    config: { sandbox: { enabled: false, railDelayMs: 0, paymentsPerHour: 0, seed: 'tests' } },
  });
  const paths = ['/api/webhooks/sumsub', '/api/sandbox/applicant/documents'];
  for (const path of paths)
    expect((await fetch(alone.url + path, { method: 'POST', body: '{}' })).status).toBe(404);
  expect((await fetch(`${alone.url}/api/sandbox/applicant`)).status).toBe(404);
  await alone.close();
});
