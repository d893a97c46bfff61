/**
 * A 203 asks and does nothing (D7): whatever call needs a code, its first answer is kept by no cache and under no idempotency key,
 * and changes nothing but what belongs to the asking: the challenge, its message, the count of codes sent. The walk is over
 * the contract, so a new call that needs a code fails here until it can be walked.
 */
import { randomUUID } from 'node:crypto';
import { type EndpointSpec, endpoint, endpoints, offerHandover, termsVersions } from '@calmly/contract';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { StepUp } from '../../src/platform/http/step-up.ts';
import { newId } from '../../src/platform/ids.ts';
import type { Work } from '../../src/platform/work.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { createBrowser } from '../support/browser.ts';
import { newClient, type SignedIn } from '../support/clients.ts';
import { callWithCode, newBoss, newColleague, noRights } from '../support/colleagues.ts';
import { handInPaper, newActiveCompany } from '../support/companies.ts';
import { changedTables, imprint } from '../support/doors.ts';
import { startTestEdge } from '../support/edge.ts';
import { pageObjects, pdfOf } from '../support/files.ts';
import { createFirm, inboxOf, order } from '../support/firm.ts';
import { inviteBy, linkTo } from '../support/invitations.ts';
import { openAnotherAccount } from '../support/payments.ts';
import { sampleBodies } from '../support/sample-bodies.ts';
import { follow, question, registerThirdParty, uidOf } from '../support/third-party.ts';

const asking = new Set([
  'identity.challenge',
  'identity.throttle',
  'outbox.message',
  'graphile_worker._private_jobs',
]);

let app: TestApp;
let client: SignedIn;
let payeeId: string;
beforeAll(async () => {
  app = await startTestApp();
  client = await newClient(app, { phone: '+37120000678' });
  const key = { 'idempotency-key': 'payee' };
  const account = { iban: 'DE33200505501289447016', currency: 'EUR' };
  const payee = { body: { ...sampleBodies.createBeneficiary, bank_details: [account] } };
  const asked = await call(endpoints.createBeneficiary, payee, key);
  const code = { 'x-tfa-code': asked.detail.code ?? '' };
  const made = await call(endpoints.createBeneficiary, payee, { ...key, ...code });
  payeeId = made.id;
});
afterAll(() => app.close());

interface Prepared {
  readonly id?: string;
  /** Of an application's request, and the cookie of the browser that brought it. */
  readonly uid?: string;
  readonly cookie?: string;
  readonly body?: object;
  /** Of somebody else than the client. */
  readonly token?: string;
}

/** What a call needs before it asks for a code: the object it changes, a document it refers to. */
const prepared: Readonly<Record<string, () => Promise<Prepared>>> = {
  updateBeneficiary: async () => ({ id: payeeId }),
  changeParty: async () => ({ id: payeeId }),
  closeAccount: async () => {
    await openAnotherAccount(app, client.clientId);
    return { id: (await openAnotherAccount(app, client.clientId)).id };
  },
  requestIban: async () => {
    await call(endpoints.acceptTerms, {
      body: { iban_mdle: { version: termsVersions.iban_mdle, read: true } },
    });
    return {};
  },
  requestAddressChange: async () => {
    const FileBody = pdfOf(pageObjects()).toString('base64');
    const kept = await call(endpoints.uploadDocument, { body: { FileName: 'bill.pdf', FileBody } });
    const sample = sampleBodies.requestAddressChange;
    return { body: { ...sample, Documents: [kept.id] } };
  },
  requestCompanyChange: async () => {
    const boss = await newClient(app);
    await newActiveCompany(app, boss);
    const sample = sampleBodies.requestCompanyChange;
    return { token: boss.token, body: { ...sample, Documents: [await handInPaper(app, boss)] } };
  },
  allowConnection: async () => {
    const browser = createBrowser(app.url);
    const { address } = await question(await registerThirdParty(app));
    const uid = uidOf(await follow(browser, address));
    const account = await openAnotherAccount(app, client.clientId);
    return { uid, cookie: `connect_request=${uid}`, body: { AccountIds: [account.id] } };
  },
  removeFactor: async () => ({ id: await ensureTotp() }),
  changePolicy: async () => ({ token: (await createFirm(app)).boris.companyToken }),
  decideInbox: async () => {
    const { maria, waiting } = await waitingPayment();
    const items = [{ Id: waiting.id, Version: waiting.version }];
    return { token: maria.token, body: { Items: items, Decision: 'APPROVE' } };
  },
  approvePayment: async () => {
    const { maria, waiting } = await waitingPayment();
    return {
      token: maria.companyToken,
      id: waiting.subjectId ?? '',
      body: { Version: waiting.version },
    };
  },
  rejectPayment: async () => {
    const { maria, waiting } = await waitingPayment();
    const body = { Version: waiting.version, Reason: 'Not this month' };
    return { token: maria.companyToken, id: waiting.subjectId ?? '', body };
  },
  changePerson: async () => colleague(),
  suspendPerson: async () => colleague(),
  removePerson: async () => colleague(),
  resumePerson: async () => {
    const ready = await colleague();
    await query`update identity.membership set status = 'SUSPENDED' where person_id = ${ready.id}`.execute(
      app.database.sql,
    );
    return ready;
  },
  invitePerson: async () => ({ token: (await newBoss(app)).token }),
  acceptInvitation: async () => {
    await inviteBy(app, await newBoss(app), { email: client.email, rights: noRights });
    return { body: { Token: await linkTo(app, client.email) } };
  },
  acceptOwnInvitation: async () => ({
    id: (await inviteBy(app, await newBoss(app), { email: client.email, rights: noRights })).output.id,
  }),
  offerHandover: async () => {
    const { id, token } = await colleague();
    return { token, body: { PersonId: id } };
  },
  acceptHandover: async () => {
    const boss = await newBoss(app);
    const clara = await newColleague(app, boss, { rights: noRights });
    const body = { personId: clara.personId };
    const { id } = (await callWithCode(app, boss, offerHandover, { body })).output;
    return { token: clara.token, id };
  },
  makeRecoveryCodes: async () => {
    await ensureTotp();
    return {};
  },
};

/** A colleague without rights, and the token of their boss. */
async function colleague() {
  const boss = await newBoss(app);
  const { personId } = await newColleague(app, boss, { rights: noRights });
  return { token: boss.token, id: personId };
}

/** A payment that waits for Maria. */
async function waitingPayment() {
  const firm = await createFirm(app);
  await order(app, firm, firm.clara);
  const [waiting] = await inboxOf(app, firm.maria);
  if (!waiting) throw new Error('nothing waits');
  return { maria: firm.maria, waiting };
}

/** An authenticator app of the client; which codes it shows does not matter here. */
async function ensureTotp(): Promise<string> {
  const { rows } = await query<{ id: string }>`
    insert into identity.totp (id, person_id, name, secret, last_step, created_at)
    values (${newId()}, ${client.personId}, 'App', ${Buffer.from('sealed')}, 0, now())
    on conflict (person_id) do update set name = 'App' returning id`.execute(app.database.sql);
  return rows[0]?.id ?? '';
}

/** What is read of an answer: the id of what was made, or the challenge. */
interface Reply {
  readonly Id?: string;
  readonly detail?: { readonly code?: string; readonly challenge_id?: string };
}

async function call(
  spec: EndpointSpec | undefined,
  { id = client.clientId, uid = '', cookie = '', body, token = client.token }: Prepared,
  headers: Record<string, string> = {},
) {
  if (!spec) throw new Error('there is no such call');
  const answer = await fetch(`${app.url}/api${spec.path.replace('{id}', id).replace('{uid}', uid)}`, {
    method: spec.method,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': randomUUID(),
      cookie,
      ...headers,
    },
    body: JSON.stringify(body ?? sampleBodies[spec.id] ?? {}),
  });
  const text = await answer.text();
  const { Id = '', detail = {} } = (text === '' ? {} : JSON.parse(text)) as Reply;
  return { status: answer.status, cache: answer.headers.get('cache-control'), id: Id, detail };
}

const walked = Object.values(endpoints).filter(
  ({ twoFactor, access }) => twoFactor === 'always' && access !== 'public',
);

test.each(walked.map((spec) => [spec.id, spec] as const))('%s asks, and nothing else', async (id, spec) => {
  const ready = (await prepared[id]?.()) ?? {};
  const key = { 'idempotency-key': `asked-${id}` };
  // Activity is written every 30 seconds at most: not between the two looks.
  await query`update identity.session set last_seen_at = now()`.execute(app.database.sql);
  const before = await imprint(app.database);
  const asked = await call(spec, ready, key);
  expect([asked.status, asked.cache]).toEqual([203, 'no-store']);
  expect(asked.detail.challenge_id).toBeTruthy();
  const again = await call(spec, ready, key);
  // The same challenge, not a stored answer: its seconds are counted anew.
  expect([again.status, again.detail.challenge_id]).toEqual([203, asked.detail.challenge_id]);
  const changed = changedTables(before, await imprint(app.database));
  expect(changed).toContain('identity.challenge');
  expect(changed.filter((table) => !asking.has(table))).toEqual([]);
});

test('the walk has gone over every kind of call that needs a code', () => {
  expect(walked.length).toBeGreaterThanOrEqual(10);
});

test('a write that asks late is undone; the check notices one that is not (the control)', async () => {
  const shape = {
    method: 'POST',
    tag: 'Test',
    summary: 'For tests',
    access: 'client',
    presence: 'open',
  } as const;
  const whole = endpoint({ ...shape, id: 'whole', path: '/whole', body: z.strictObject({}) });
  const hasty = endpoint({ ...shape, id: 'hasty', path: '/hasty', body: z.strictObject({}) });
  const doThenAsk = async (work: Work) => {
    await query`insert into note values (1)`.execute(work.sql);
    throw new StepUp(async () => challengeBody);
  };
  const edge = await startTestEdge((router) => {
    router.write(whole, doThenAsk);
    router.own(hasty, doThenAsk);
  });
  await query`create table note (one integer)`.execute(edge.database.sql);
  const changedBy = async (spec: EndpointSpec) => {
    const before = await imprint(edge.database);
    const { status } = await fetch(`${edge.url}/api${spec.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer anna' },
      body: '{}',
    });
    expect(status).toBe(203);
    return changedTables(before, await imprint(edge.database));
  };
  expect(await changedBy(whole)).toEqual([]);
  expect(await changedBy(hasty)).toEqual(['public.note']);
  await edge.close();
});

const challengeBody = {
  detail: {
    challenge_id: newId(),
    sent_via: 'email',
    sent_to: 'a••••a@test.example',
    methods: ['email'],
    summary: 'Note',
    expires_in: 300,
    resend_in: 9,
  },
};
