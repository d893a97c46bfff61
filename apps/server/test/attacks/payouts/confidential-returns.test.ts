/**
 * Returned money of a confidential payout that the bank's staff assign to an account: it is as confidential as the payment, and the
 * statements of that account add up for everyone.
 */
import {
  allRights,
  createPayout,
  downloadOfficialStatement,
  downloadStatement,
  getPayout,
  listNotifications,
  listOfficialStatements,
  listPayments,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { defaultBank, openAccounts } from '@calmly/products/accounts/server/accounts/index.ts';
import { addMember } from '@calmly/products/identity/server/index.ts';
import { suspenseQueue } from '@calmly/products/payments/server/clearing/suspense-queue.ts';
import { sql as query } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, testClearing } from '../../support/app.ts';
import {
  type Confidential,
  confirmAs,
  createConfidential,
  salaries,
  secretsIn,
  uploadConfidential,
} from '../../support/clients/confidential.ts';
import { actAlso, createFirm } from '../../support/clients/firm.ts';
import { endMonth, isAllMade } from '../../support/clients/past/past-books.ts';
import { fund, openAnotherAccount, systemWork } from '../../support/clients/payments.ts';
import { awaitRead, templateHeadings } from '../../support/clients/payouts.ts';
import { dayNow } from '../../support/days.ts';
import { drainJobs } from '../../support/jobs.ts';
import { until } from '../../support/until.ts';

let app: TestApp;
let world: Confidential;
const begun = dayNow();
beforeAll(async () => {
  app = await startTestApp({ jobs: true, pollMs: 50 });
  world = await createConfidential(app);
});
afterAll(() => app.close());

const desk = suspenseQueue({ submit: () => Promise.reject(new Error('nothing is sent back')) });

/** The bank reports that the money of a salary came back. */
async function bringBack(name: string): Promise<void> {
  const { rows } = await query<{ id: string; amountMinor: string }>`
    select id, amount_minor::text as "amountMinor" from transactions.transaction
    where client_id = ${world.companyId} and direction = 'DEBIT' and creditor_name = ${name} and audience = 'CONFIDENTIAL'
  `.execute(app.database.sql);
  const [payment] = rows;
  if (!payment) throw new Error(`no salary of ${name}`);
  await systemWork(app.database, (work) =>
    testClearing(app.database).sinks.report(work, [
      {
        paymentId: payment.id,
        outcome: 'returned',
        reason: 'account_closed',
        railReference: newId(),
        amountMinor: BigInt(payment.amountMinor),
        at: work.now,
      },
    ]),
  );
}

/** Staff assign suspense money to its own account, or to another one. */
async function assign(account?: string): Promise<void> {
  const waiting = await desk.list(app.database.sql, { after: undefined, limit: 10 });
  expect(waiting).toHaveLength(1);
  await systemWork(app.database, (work) =>
    desk.decide(work, waiting[0]?.id ?? '', 'approve', account === undefined ? {} : { account }),
  );
}

async function fetchFile(path: string, token: string): Promise<Buffer> {
  const answer = await fetch(`${app.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

const statementOf = async (accountId: string, token: string): Promise<string> => {
  const period = new URLSearchParams({
    from: begun,
    to: dayNow(),
    timeZone: 'UTC',
    format: 'csv',
    locale: 'en',
  });
  return (
    await fetchFile(`${downloadStatement.path.replace('{id}', accountId)}?${period}`, token)
  ).toString();
};

/** The balance reveals the returned amount; payee and purpose stay hidden. */
const secretsBut = (text: string, { amount }: { readonly amount: string }): string[] =>
  secretsIn(text).filter((secret) => secret !== amount);

test('an unexpected return stays confidential, and every statement can still be made', async () => {
  await bringBack(salaries.paid.name);
  await bringBack(salaries.paid.name);
  await assign();
  const { boris, otto, account } = world;
  expect(secretsBut(await statementOf(account.id, boris.companyToken), salaries.paid)).not.toEqual([]);
  expect(secretsBut(await statementOf(account.id, otto.companyToken), salaries.paid)).toEqual([]);
});

test('a return that staff give to another account is hidden there, in every statement', async () => {
  const { companyId, account, boris, otto } = world;
  const setStatus = (status: string) =>
    query`
      update accounts.account set status = ${status}, closed_at = case when ${status} = 'CLOSED' then now() end where id = ${account.id}
    `.execute(app.database.sql);
  const savings = await openAnotherAccount(app, companyId);
  await setStatus('CLOSED');
  await bringBack(salaries.known.name);
  await assign(savings.number);
  await setStatus('ACTIVE');
  expect(secretsBut(await statementOf(savings.id, boris.companyToken), salaries.known)).not.toEqual([]);
  expect(secretsBut(await statementOf(savings.id, otto.companyToken), salaries.known)).toEqual([]);

  await endMonth(app);
  await until(() => isAllMade(app.database), Boolean);
  const official = async ({ companyToken: token }: typeof otto) => {
    const read = await app.call(listOfficialStatements, { params: { id: savings.id } }, { token });
    const [statement] = read.output.statements;
    const bytes = await fetchFile(downloadOfficialStatement.path.replace('{id}', statement?.id ?? ''), token);
    return (await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })).text;
  };
  expect(secretsBut(await official(boris), salaries.known)).not.toEqual([]);
  expect(secretsBut(await official(otto), salaries.known)).toEqual([]);
});

// Control: with the currency of the payout's first line, the account in euro has a line in dollars.
test('a return of a payout in several currencies is hidden behind a line in the currency of its account', async () => {
  const { companyId, account, boris, otto } = world;
  const { companyToken: token } = boris;
  await systemWork(app.database, async (work) => {
    const opening = { clientId: companyId, currency: 'USD', name: 'Dollars', withIban: false } as const;
    const [dollars] = await openAccounts(work, defaultBank, [opening]);
    if (dollars) await fund(work, dollars, 1_000_000n);
  });
  const row = (name: string, iban: string, bic: string, currency: string) =>
    `,${name},company,${iban},${bic},,,,55.00,${currency},Fee,Pikk,1,10123,Tallinn,EE,`;
  const rows = [
    row('Dollar Payee', 'DE89370400440532013000', 'COBADEFFXXX', 'USD'),
    row('Euro Payee', 'DE02120300000000202051', '', 'EUR'),
  ];
  const content = Buffer.from([templateHeadings, ...rows, ''].join('\n')).toString('base64');
  const body = { fileName: 'fees.csv', content, confidential: true };
  const created = await app.call(createPayout, { body }, { token, idempotencyKey: newId() });
  const read = await awaitRead(app, { token }, created.output.id);
  expect((await confirmAs(app, token, read)).status).toBe(200);
  await until(
    async () => (await app.call(getPayout, { params: { id: read.id } }, { token })).output,
    ({ status, summary }) => status === 'DONE' && summary.pending === 0 && summary.paid === 2,
  );

  const other = await openAnotherAccount(app, companyId);
  const setStatus = (status: string) =>
    query`
      update accounts.account set status = ${status}, closed_at = case when ${status} = 'CLOSED' then now() end where id = ${account.id}
    `.execute(app.database.sql);
  await setStatus('CLOSED');
  await bringBack('Euro Payee');
  await assign(other.number);
  await setStatus('ACTIVE');
  const { output } = await app.call(
    listPayments,
    { query: { accountId: other.id } },
    { token: otto.companyToken },
  );
  expect(output.Items).toMatchObject([{ currency: 'EUR', amount: '0.00', scheme: 'SEPA' }]);
});

/** A company that staff may name by mistake, where Otto sees no confidential payouts either. */
async function createStranger() {
  const { companyId, account } = await createFirm(app, 0n);
  const rights = { ...allRights, is_boss: false, can_view_confidential: false };
  const { personId } = world.otto;
  await systemWork(app.database, (work) =>
    addMember(work, { clientId: companyId, personId, rights, validUntil: null }),
  );
  const { companyToken: token } = await actAlso(app, world.otto, companyId);
  const received = async () =>
    (await app.call(listPayments, { query: { accountId: account.id } }, { token })).output.Items;
  const told = async () =>
    (await app.call(listNotifications, { query: {} }, { token })).output.Items.map(({ kind }) => kind);
  return { account, received, told };
}

test('a return that staff give to another client is an ordinary credit there', async () => {
  const { account, boris } = world;
  const { companyToken: token } = boris;
  const row = { ...salaries.known, name: 'Aurelia Nightjar', iban: 'AT611904300234573201', amount: '66.07' };
  const read = await uploadConfidential(app, token, [row]);
  expect((await confirmAs(app, token, read)).status).toBe(200);
  await until(
    async () => (await app.call(getPayout, { params: { id: read.id } }, { token })).output,
    ({ status, summary }) => status === 'DONE' && summary.paid === 1,
  );
  const setStatus = (status: string) =>
    query`
      update accounts.account set status = ${status}, closed_at = case when ${status} = 'CLOSED' then now() end where id = ${account.id}
    `.execute(app.database.sql);
  const stranger = await createStranger();
  await setStatus('CLOSED');
  await bringBack(row.name);
  await assign(stranger.account.number);
  await setStatus('ACTIVE');
  expect(await stranger.received()).toMatchObject([{ amount: '66.07', direction: 'CREDIT' }]);
  // The notice about the payout is for its own client.
  await drainJobs(app);
  expect(await stranger.told()).toContain('payment_returned');
});

test('money of a confidential payout that is no return is assigned to no account without a line of the payout', async () => {
  const stranger = await createStranger();
  // The first time, it is the payment's return.
  const page = { after: undefined, limit: 10 };
  while ((await desk.list(app.database.sql, page)).length === 0) await bringBack(salaries.paid.name);
  await expect(assign(stranger.account.number)).rejects.toThrow(/money of a confidential payout/);
  expect(await stranger.received()).toEqual([]);
  await assign();
});
