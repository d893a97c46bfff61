/**
 * Concurrent actions fail closed: of two that exclude each other exactly one succeeds, money leaves at most once, and every reservation
 * ends. Each race runs many times with the real app and database.
 * Controls, each tried once: without `for no key update` in `lockRequests` two approvers both find it open, and so do approval and
 * withdrawal; if `barOf` ignores the requester, Boris approves his own request at the first try; if the version is neither compared
 * nor bound to the code, consents to edited content count.
 */
import { getPayment, recallApproval, updateBeneficiary } from '@calmly/contract';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import {
  actAlso,
  callWithCode,
  createFirm,
  decide,
  type Firm,
  inboxOf,
  moneyOf,
  order,
  setPolicy,
} from '../support/clients/firm.ts';
import { systemWork } from '../support/clients/payments.ts';
import { tightRaces } from '../support/tight-races.ts';

vi.setConfig({ testTimeout: 180_000 });

const rounds = 64;
const atOnce = 8;

let app: TestApp;
let firm: Firm;

beforeAll(async () => {
  app = await startTestApp();
  firm = await createFirm(app, 100_000_000n);
});
afterAll(() => app.close());

let orders = 0;

/** One request of Clara's, and its payment. */
async function ask() {
  orders += 1;
  const { id } = (await order(app, firm, firm.clara, { amount: '10.00', reference: `Race ${orders}` }))
    .output;
  const waiting = (await inboxOf(app, firm.maria)).find(({ subjectId }) => subjectId === id);
  if (!waiting) throw new Error('the payment does not wait');
  return { paymentId: id, waiting };
}

const statusOf = async (id: string) =>
  (await app.call(getPayment, { params: { id } }, { token: firm.maria.companyToken })).output.status;

/** How often the consents to a request were voided. */
async function revisionOf(id: string): Promise<number | undefined> {
  const { rows } = await query<{ revision: number }>`
    select revision from approvals.request where id = ${id}
  `.execute(app.database.sql);
  return rows[0]?.revision;
}

/** A German account of this number, with its check digits (ISO 7064). */
function ibanOf(number: number): string {
  const account = `20050550${String(number).padStart(10, '0')}`;
  const digits = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${String(digits).padStart(2, '0')}${account}`;
}

/** Runs a race many times, some concurrently; each returns its result. */
async function raced<Result>(race: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let round = 0; round < rounds; round += atOnce)
    results.push(...(await Promise.all(Array.from({ length: atOnce }, race))));
  return results;
}

test('of two approvers one is counted, and the payment is sent once', async () => {
  const { boris, maria } = firm;
  const results = await raced(async () => {
    const { paymentId, waiting } = await ask();
    const [first, second] = await Promise.all([
      decide(app, boris.token, [waiting]),
      decide(app, maria.companyToken, [waiting]),
    ]);
    return { outcomes: [...first, ...second].sort(), status: await statusOf(paymentId) };
  });
  for (const result of results)
    expect(result).toEqual({ outcomes: ['APPROVED', 'approval_closed'], status: 'SUBMITTED' });
});

test('approved and withdrawn concurrently: one of them, and the money agrees', async () => {
  const { clara, maria } = firm;
  await tightRaces(rounds, async (start) => {
    const { paymentId, waiting } = await ask();
    const [[outcome], recalled] = await Promise.all([
      start.first().then(() => decide(app, maria.token, [waiting])),
      start
        .second()
        .then(() => app.call(recallApproval, { params: { id: waiting.id } }, { token: clara.token })),
    ]);
    expect([
      ['APPROVED', 409, 'SUBMITTED'],
      ['approval_closed', 200, 'CANCELED'],
    ]).toContainEqual([outcome, recalled.status, await statusOf(paymentId)]);
    return outcome === 'APPROVED' ? 'first' : 'second';
  });
});

test('approved at the moment of expiry: one of them', async () => {
  await tightRaces(rounds, async (start) => {
    const { paymentId, waiting } = await ask();
    const end = query`update approvals.request set expires_at = clock_timestamp() where id = ${waiting.id}`;
    const expire = app.app.jobs.expire_approval;
    if (typeof expire !== 'function') throw new Error('nobody ends what is over');
    const expireNow = async () => {
      await end.execute(app.database.sql);
      await systemWork(app.database, (work) => expire(work, waiting.id));
    };
    const [[outcome]] = await Promise.all([
      start.first().then(() => decide(app, firm.boris.token, [waiting])),
      start.second().then(expireNow),
    ]);
    expect([
      ['APPROVED', 'SUBMITTED'],
      ['approval_closed', 'CANCELED'],
    ]).toContainEqual([outcome, await statusOf(paymentId)]);
    return outcome === 'APPROVED' ? 'first' : 'second';
  });
});

test('the payee is edited while its payment is approved: never with a consent to the old details', async () => {
  const { boris, maria, payeeId } = firm;
  const edit = async () => {
    orders += 1;
    const body = { bankDetails: [{ iban: ibanOf(orders), currency: 'EUR' }] };
    return callWithCode(app, updateBeneficiary, { params: { id: payeeId }, body }, maria.companyToken);
  };
  await tightRaces(rounds, async (start) => {
    const { paymentId, waiting } = await ask();
    const [[outcome], edited] = await Promise.all([
      start.first().then(() => decide(app, boris.token, [waiting])),
      start.second().then(edit),
    ]);
    expect(edited.status).toBe(200);
    const status = await statusOf(paymentId);
    if (outcome === 'APPROVED') {
      expect(status).toBe('SUBMITTED');
      expect(await revisionOf(waiting.id)).toBe(0);
    } else {
      // The seen version, or the one that the code was bound to, no longer exists.
      expect(['approval_changed', '401']).toContain(outcome);
      expect(status).toBe('CREATED');
      const [again] = (await inboxOf(app, boris)).filter(({ id }) => id === waiting.id);
      expect(again).toMatchObject({ warnings: expect.arrayContaining(['payee_account_replaced']) });
      expect(again?.version).not.toBe(waiting.version);
    }
    return outcome === 'APPROVED' ? 'first' : 'second';
  });
});

test('approving one’s own request by switching the profile meanwhile is refused in each of them', async () => {
  const everyPayment = { requesterIds: [], currency: 'EUR', above: '0', measure: 'PAYMENT' as const };
  await setPolicy(app, firm, { paymentRules: [{ ...everyPayment, steps: [{ personIds: [] }] }] });
  const { boris, companyId } = firm;
  const { id } = (await order(app, firm, boris)).output;
  const waiting = (await inboxOf(app, boris, 'REQUESTED')).find(({ subjectId }) => subjectId === id);
  if (!waiting) throw new Error('the payment does not wait');
  for (let round = 0; round < rounds / atOnce; round += 1) {
    // A third session of the same person, which switches to the company while the others decide.
    const [own, company, third] = await Promise.all([
      decide(app, boris.token, [waiting]),
      decide(app, boris.companyToken, [waiting]),
      actAlso(app, boris, companyId).then(({ companyToken }) => decide(app, companyToken, [waiting])),
    ]);
    expect([...own, ...company, ...third]).toEqual(Array(3).fill('approval_own_request'));
  }
  expect(await statusOf(id)).toBe('CREATED');
});

test('after all races money is reserved only for waiting or sent payments', async () => {
  const { rows } = await query<{ reserved: string }>`
    select coalesce(sum(amount_minor + fee_minor), 0) as reserved from transactions.transaction
    where client_id = ${firm.companyId} and direction = 'DEBIT' and status in ('CREATED', 'SUBMITTED')
  `.execute(app.database.sql);
  expect((await moneyOf(app, firm)).reserved).toBe(BigInt(rows[0]?.reserved ?? 0));
});
