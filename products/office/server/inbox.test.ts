/** The inbox: who sees which queue, decisions on what was seen, claims, documents, and the traces in the audit. */
import { sendDeskCredit } from '@calmly/contract';
import {
  claimInboxItem,
  decideInboxItem,
  getInboxDocument,
  getInboxItem,
  listAudit,
  listInboxItems,
  listOwnItems,
  listQueues,
  releaseInboxItem,
} from '@calmly/contract/staff';
import { newId } from '@calmly/platform/ids.ts';
import {
  addPayee,
  createPayer,
  type Payer,
  readPayment,
} from '@calmly/server/test/support/clients/payments.ts';
import { startTestOffice, type TestOffice } from '@calmly/server/test/support/staff.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestOffice;
let payer: Payer;
let payeeId: string;
const cookies: Record<string, string> = {};

beforeAll(async () => {
  app = await startTestOffice({ jobs: true });
  payer = await createPayer(app, { fundedMinor: 100_000_000n });
  payeeId = (await addPayee(app, payer.clientId, { name: 'Blocked Trading House Ltd', trusted: true })).id;
  for (const person of Object.values(app.people)) cookies[person.name] = await app.signIn(person);
});
afterAll(() => app.close());

type Who = 'SUPPORT' | 'FIN' | 'AML' | 'HISTORY' | 'SUPER';
const as = (who: Who) => ({ cookie: cookies[`${who} Person`] });

/** A payment that screening held. */
async function held(): Promise<string> {
  const { id } = (await payer.pay({ beneficiaryId: payeeId })).output;
  await until(
    () => readPayment(app, payer, id),
    ({ status }) => status === 'HOLD_AML',
  );
  return id;
}

/** Money that no account could take. */
async function suspended(debtorName: string, creditorAccount = 'EE471000001020145685'): Promise<string> {
  const credit = {
    id: newId(),
    creditorAccount,
    amount: '250.00',
    currency: 'EUR',
    debtorName,
    debtorAccount: 'DE89370400440532013000',
    reference: 'Invoice 12',
  };
  const answer = await app.call(sendDeskCredit, { body: credit });
  expect(answer.output).toEqual({ Verdict: 'suspended' });
  const { rows } = await query<{ id: string }>`
    select id from clearing.suspense order by id desc limit 1`.execute(app.database.sql);
  return rows[0]?.id ?? '';
}

const open = (queue: string, id: string, who: Who) =>
  app.office(getInboxItem, { params: { queue, id } }, as(who));
const list = (queue: string, who: Who) => app.office(listInboxItems, { params: { queue } }, as(who));
const decide = (
  queue: string,
  id: string,
  who: Who,
  body: { decision: 'approve' | 'reject' | 'hold'; version: string; reason?: string; account?: string },
  key = newId(),
) => app.office(decideInboxItem, { params: { queue, id }, body }, { ...as(who), key });

test('a role sees its own queues, an auditor reads those without suspicions, and nobody learns of others', async () => {
  const queuesOf = async (who: Who) =>
    Object.fromEntries(
      (await app.office(listQueues, {}, as(who))).output.queues.map(({ queue, access }) => [queue, access]),
    );
  expect(await queuesOf('SUPPORT')).toEqual({
    'address-change': 'decide',
    'blocked-codes': 'decide',
    'frozen-access': 'decide',
    support: 'decide',
  });
  expect(await queuesOf('AML')).toEqual({
    'company-change': 'decide',
    'identity-check': 'decide',
    payment: 'decide',
    suspense: 'decide',
    withdrawal: 'decide',
  });
  expect(await queuesOf('FIN')).toEqual({
    'chain-incident': 'decide',
    exception: 'decide',
    suspense: 'decide',
    'waiting-withdrawal': 'decide',
  });
  const read = await queuesOf('HISTORY');
  expect(Object.keys(read).sort()).toEqual([
    'address-change',
    'blocked-codes',
    'chain-incident',
    'exception',
    'frozen-access',
    'support',
    'suspense',
    'waiting-withdrawal',
  ]);
  expect(new Set(Object.values(read))).toEqual(new Set(['read']));
  for (const who of ['SUPPORT', 'FIN', 'HISTORY', 'SUPER'] as const)
    expect((await list('payment', who)).code, who).toBe('not_found');
});

test('a held payment is opened with what was found, and approved by whom it is for', async () => {
  const id = await held();
  const { output: sheet } = await open('payment', id, 'AML');
  expect(sheet).toMatchObject({ id, isOpen: true, acts: ['approve', 'reject', 'hold'], claimedBy: null });
  expect(sheet.facts).toContainEqual({ label: 'Resembles', value: 'Blocked Trading House (sandbox)' });
  expect((await open('payment', id, 'FIN')).status).toBe(404);
  const body = { decision: 'approve', version: sheet.version } as const;
  expect((await decide('payment', id, 'FIN', body)).status).toBe(404);
  const key = newId();
  expect((await decide('payment', id, 'AML', body, key)).output).toEqual({
    queue: 'payment',
    id,
    decision: 'approve',
  });
  // The answer was lost: the same key decides nothing again.
  const repeated = await decide('payment', id, 'AML', body, key);
  expect([repeated.status, repeated.headers.get('idempotent-replay')]).toEqual([200, 'true']);
  await until(
    () => readPayment(app, payer, id),
    ({ status }) => status === 'EXECUTED',
  );
  expect((await open('payment', id, 'AML')).status).toBe(404);
});

test('a decision about something that has changed meanwhile is refused, and nothing happens', async () => {
  const id = await held();
  const { version } = (await open('payment', id, 'AML')).output;
  // A colleague asks the client for a document.
  expect((await decide('payment', id, 'AML', { decision: 'hold', version })).status).toBe(200);
  expect((await decide('payment', id, 'AML', { decision: 'approve', version })).code).toBe('item_changed');
  expect((await readPayment(app, payer, id)).status).not.toBe('EXECUTED');
  const { version: now } = (await open('payment', id, 'AML')).output;
  expect((await decide('payment', id, 'AML', { decision: 'approve', version: now })).status).toBe(200);
});

test('of four parallel decisions one counts', async () => {
  const id = await held();
  const { version } = (await open('payment', id, 'AML')).output;
  const answers = await Promise.all(
    (['approve', 'reject', 'approve', 'reject'] as const).map((decision) =>
      decide('payment', id, 'AML', { decision, version, reason: 'Looked at.' }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a rejection says why', async () => {
  const id = await held();
  const { version } = (await open('payment', id, 'AML')).output;
  expect((await decide('payment', id, 'AML', { decision: 'reject', version })).code).toBe('reason_needed');
  const reason = 'The payee is under sanctions.';
  expect((await decide('payment', id, 'AML', { decision: 'reject', version, reason })).status).toBe(200);
});

test('money of a listed payer is the business of AML alone; other suspense is that of FIN', async () => {
  const plain = await suspended('Ordinary Payer');
  const hit = await suspended('Blocked Trading House Ltd', payer.account.number);
  const idsFor = async (who: Who) => (await list('suspense', who)).output.items.map(({ id }) => id);
  expect(await idsFor('FIN')).toEqual([plain]);
  expect(await idsFor('HISTORY')).toEqual([plain]);
  expect(await idsFor('AML')).toEqual([hit]);
  expect((await open('suspense', hit, 'FIN')).status).toBe(404);
  expect((await open('suspense', hit, 'SUPER')).status).toBe(404);
  const queues = (await app.office(listQueues, {}, as('SUPER'))).output.queues;
  expect(queues.find(({ queue }) => queue === 'suspense')?.count).toBe(1);
});

test('nothing about a hit is told by the pages of a list, its claims or its decision', async () => {
  const hit = await suspended('Blocked Trading House Ltd', payer.account.number);
  for (const who of ['FIN', 'HISTORY', 'SUPER'] as const) {
    const params = { queue: 'suspense' };
    for (let after: string | undefined, more = true; more; ) {
      const page = (await app.office(listInboxItems, { params, query: { limit: 1, after } }, as(who))).output;
      expect(JSON.stringify(page)).not.toContain(hit);
      after = page.next ?? undefined;
      more = page.next !== null;
    }
  }
  const { version } = (await open('suspense', hit, 'AML')).output;
  await app.office(claimInboxItem, { params: { queue: 'suspense', id: hit }, body: {} }, as('AML'));
  const reason = 'Canary of a listed payer.';
  const answer = await decide('suspense', hit, 'AML', { decision: 'reject', version, reason });
  expect(answer.status).toBe(200);
  const read = async (who: Who) =>
    JSON.stringify((await app.office(listAudit, { query: { limit: 200 } }, as(who))).output.items);
  expect(await read('AML')).toContain(reason);
  for (const who of ['HISTORY', 'SUPER', 'FIN', 'SUPPORT'] as const) {
    const text = await read(who);
    for (const secret of [reason, hit, 'Blocked Trading'])
      expect([who, text]).not.toEqual([who, expect.stringContaining(secret)]);
  }
});

test('suspense is given to an account that the decision names', async () => {
  const id = await suspended('Payer Of The Week');
  const { version, takesAccount } = (await open('suspense', id, 'FIN')).output;
  expect(takesAccount).toBe(true);
  const nowhere = await decide('suspense', id, 'FIN', { decision: 'approve', version });
  expect([nowhere.status, nowhere.code]).toEqual([409, 'desk_refused']);
  const account = payer.account.number;
  expect((await decide('suspense', id, 'FIN', { decision: 'approve', version, account })).status).toBe(200);
});

test('an auditor opens an item and can do nothing with it', async () => {
  const id = await suspended('Audited Payer');
  const { output } = await open('suspense', id, 'HISTORY');
  expect(output).toMatchObject({ access: 'read', acts: [] });
  const { version } = output;
  expect((await decide('suspense', id, 'HISTORY', { decision: 'reject', version, reason: 'No.' })).code).toBe(
    'staff_role_needed',
  );
  const params = { queue: 'suspense', id };
  expect((await app.office(claimInboxItem, { params, body: {} }, as('HISTORY'))).code).toBe(
    'staff_role_needed',
  );
});

test('an item that a colleague has taken is theirs until it is given back', async () => {
  const id = await held();
  const params = { queue: 'payment', id };
  const claim = (person: string | undefined) =>
    app.office(claimInboxItem, { params, body: person === undefined ? {} : { person } }, as('AML'));
  expect((await claim(undefined)).output.claimedBy?.name).toBe('AML Person');
  expect((await claim(app.people.FIN.id)).code).toBe('staff_role_needed');
  await query`
    insert into staff.role (person_id, role, since) values (${app.people.SUPPORT.id}, 'AML', now())`.execute(
    app.database.sql,
  );
  expect((await claim(app.people.SUPPORT.id)).output.claimedBy?.name).toBe('SUPPORT Person');
  const own = await app.office(listOwnItems, {}, as('SUPPORT'));
  expect(own.output.items).toMatchObject([{ queue: 'payment', id, claimedBy: { name: 'SUPPORT Person' } }]);
  const { version } = (await open('payment', id, 'AML')).output;
  const refused = await decide('payment', id, 'AML', { decision: 'approve', version });
  expect(refused.code).toBe('item_taken');
  expect(refused.text).toContain('SUPPORT Person');
  await app.office(releaseInboxItem, { params }, as('SUPPORT'));
  expect((await decide('payment', id, 'AML', { decision: 'approve', version })).status).toBe(200);
  await query`delete from staff.role where person_id = ${app.people.SUPPORT.id} and role = 'AML'`.execute(
    app.database.sql,
  );
});

test('a queue that cannot be read is shown as failed, not as empty', async () => {
  await query`alter table clearing.suspense rename to suspense_away`.execute(app.database.sql);
  try {
    const { queues } = (await app.office(listQueues, {}, as('FIN'))).output;
    expect(queues.find(({ queue }) => queue === 'suspense')).toMatchObject({ state: 'failed', count: null });
    expect(queues.find(({ queue }) => queue === 'exception')).toMatchObject({ state: 'ok', count: 0 });
    expect((await list('suspense', 'FIN')).status).toBe(500);
  } finally {
    await query`alter table clearing.suspense_away rename to suspense`.execute(app.database.sql);
  }
});

test('only documents of the item can be read', async () => {
  const id = await held();
  const document = newId();
  const params = { queue: 'payment', id, document };
  expect((await app.office(getInboxDocument, { params }, as('AML'))).status).toBe(404);
});

test('what was opened and decided stands in the audit, and suspicions only for those who look into them', async () => {
  const id = await held();
  const { version } = (await open('payment', id, 'AML')).output;
  await decide('payment', id, 'AML', { decision: 'reject', version, reason: 'Canary of a suspicion.' });
  const read = async (who: Who) =>
    JSON.stringify((await app.office(listAudit, { query: { limit: 200 } }, as(who))).output.items);
  expect(await read('AML')).toContain('Canary of a suspicion.');
  for (const who of ['HISTORY', 'SUPER', 'FIN', 'SUPPORT'] as const)
    expect(await read(who), who).not.toContain('Canary');
  // Everybody reads what they did themselves, auditors everything else too.
  expect(await read('FIN')).toContain('staff.signed_in');
  expect(await read('FIN')).not.toContain('SUPER Person');
  expect(await read('HISTORY')).toContain('SUPER Person');
});

test('the client learns nothing of who looked', async () => {
  const { rows } = await query<{ count: number }>`
    select count(*)::integer as count from platform.audit
    where client_id = ${payer.clientId} and action like 'inbox.%'`.execute(app.database.sql);
  expect(rows[0]?.count).toBeGreaterThan(0);
  const answer = await fetch(`${app.url}/api/activity`, {
    headers: { authorization: `Bearer ${payer.token}` },
  });
  expect(answer.status).toBe(200);
  expect(await answer.text()).not.toMatch(/inbox|AML Person/);
});
