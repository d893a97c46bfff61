/** One person alone against rules that require a second one: raw calls by a member who has a session and few or many rights. */
import { randomUUID } from 'node:crypto';
import {
  allRights,
  type CallInput,
  changePolicy,
  decideInbox,
  type EndpointSpec,
  getPayout,
  getPolicy,
  invitePerson,
  previewPayment,
  removePerson,
  resumePerson,
  suspendPerson,
} from '@calmly/contract';
import {
  type AccountRecord,
  defaultBank,
  openAccounts,
} from '@calmly/products/accounts/server/accounts/index.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { problemOf } from '../../support/clients/colleagues.ts';
import {
  type Colleague,
  callWithCode,
  createFirm,
  decide,
  type Firm,
  inboxOf,
  order,
  rulesOf,
  setPolicy,
} from '../../support/clients/firm.ts';
import { lettersTo } from '../../support/clients/letters.ts';
import { addPayee, createPayer, fund, systemWork } from '../../support/clients/payments.ts';
import { templateHeadings, uploadPayout } from '../../support/clients/payouts.ts';
import { anna, confirmWithCode, fileOf, hansa, paid, rowOf } from '../../support/files/payout-rows.ts';
import { drainJobs } from '../../support/jobs.ts';

let app: TestApp;
let firm: Firm;

beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());
beforeEach(async () => {
  firm = await createFirm(app);
});

test('a payout in two currencies needs the approvals of each of them', async () => {
  await openDollars();
  const inside = await createPayer(app, { currency: 'USD', firstName: 'Mart', lastName: 'Kask' });
  const ruleFor = (currency: string, person: string) => ({
    requesterIds: [firm.clara.personId],
    currency,
    above: '0',
    measure: 'PAYMENT' as const,
    steps: [{ personIds: [person] }],
  });
  await setPolicy(app, firm, {
    paymentRules: [ruleFor('EUR', firm.boris.personId), ruleFor('USD', firm.maria.personId)],
  });
  const token = firm.clara.companyToken;
  const dollars = rowOf('Mart Kask', inside.account.number, '9000.00').replace(',EUR,', ',USD,');
  const payout = await uploadPayout(app, { token }, fileOf(rowOf('Anna Tamm', anna, '1.00'), dollars));
  expect(payout.summary).toMatchObject({ rows: 2, faulty: 0 });
  const params = { id: payout.id };
  expect((await confirmWithCode(app, { token }, payout)).status).toBe(202);

  await order(app, firm, firm.clara);
  const forBoris = (await inboxOf(app, firm.boris)).toSorted((one, other) =>
    one.kind < other.kind ? -1 : 1,
  );
  expect(forBoris.map(({ kind }) => kind)).toEqual(['payment', 'payout']);
  // The code of both names all that moves.
  const items = forBoris.map(({ id, version }) => ({ id, version }));
  const asked = await app.call(
    decideInbox,
    { body: { items, decision: 'APPROVE' } },
    { token: firm.boris.token, idempotencyKey: randomUUID() },
  );
  expect(asked.status).toBe(203);
  expect(asked.text).toMatch(
    /2 requests, (101\.00\u00a0€, 9.000\.00\u00a0\$|9.000\.00\u00a0\$, 101\.00\u00a0€)/,
  );
  await drainJobs(app);
  const [letter] = (await lettersTo(app.database.sql, firm.boris.email)).filter(({ subject }) =>
    subject?.includes('the payout'),
  );
  expect(letter?.subject).toMatch(
    /2 payments, (1\.00\u00a0€, 9.000\.00\u00a0\$|9.000\.00\u00a0\$, 1\.00\u00a0€)/,
  );
  expect(await decide(app, firm.boris.token, forBoris)).toEqual(['APPROVED', 'CONSENTED']);
  const [byMaria] = await inboxOf(app, firm.maria);
  if (!byMaria) throw new Error('nothing waits for Maria');
  expect((await app.call(getPayout, { params }, { token })).output.status).toBe('WAITING');
  expect(await decide(app, firm.maria.token, [byMaria])).toEqual(['APPROVED']);
});

test('an administrator who suspends the other one does not decide alone on rules and people', async () => {
  const { boris, maria } = firm;
  const [peopleSteps, policySteps] = [anyone, anyone];
  await setPolicy(app, firm, { peopleSteps, policySteps });
  const params = { id: maria.personId };
  const as = <E extends EndpointSpec>(endpoint: E, input: CallInput<E>) =>
    callWithCode(app, endpoint, input, boris.companyToken);
  expect((await as(suspendPerson, { params })).status).toBe(200);

  const payment = await order(app, firm, boris);
  expect(payment.output.status).toBe('CREATED');
  const weaker = await as(changePolicy, { body: { version: 1, rules: rulesOf({}) } });
  expect(weaker.status).toBe(202);
  const accomplice = { email: 'accomplice@test.example', rights: allRights, validUntil: null };
  expect((await as(invitePerson, { body: accomplice })).status).toBe(202);
  expect((await as(removePerson, { params })).status).toBe(202);
  const policy = await app.call(getPolicy, {}, { token: boris.companyToken });
  expect(policy.output).toMatchObject({ version: 1, policySteps });

  // The suspension can be ended, and then Maria decides.
  expect((await as(resumePerson, { params })).status).toBe(200);
  const waiting = (await inboxOf(app, maria)).map(({ kind }) => kind).toSorted();
  expect(waiting).toEqual(['payment', 'people', 'policy']);
});

test('an account of no payee needs the right to add payees, and the approval of a new payee', async () => {
  const { maria, clara } = firm;
  const inside = await createPayer(app, { firstName: 'Mart', lastName: 'Kask' });
  const toInside = { creditorAccount: inside.account.number };
  const alone = {
    ...{ requesterIds: [], currency: 'EUR', above: '0', measure: 'PAYMENT' as const },
    steps: [],
  };
  await setPolicy(app, firm, { paymentRules: [alone], payeeSteps: anyone });

  expect((await order(app, firm, clara)).output.status).not.toBe('CREATED');
  expect((await order(app, firm, clara, toInside)).output.status).toBe('CREATED');
  const [waiting] = await inboxOf(app, maria);
  expect(waiting).toMatchObject({ kind: 'payment', amount: '100.00', requestedBy: { name: 'Clara Vaher' } });

  const member = { token: clara.companyToken };
  await addPayee(app, firm.companyId, { name: 'Anna Tamm', iban: anna });
  const stranger = rowOf('Mart Kask', inside.account.number, '3.00');
  for (const [rows, status] of [
    [[rowOf('Anna Tamm', anna, '1.00')], 200],
    [[rowOf('Anna Tamm', anna, '2.00'), stranger], 202],
  ] as const) {
    const payout = await uploadPayout(app, member, fileOf(...rows));
    const confirmed = await confirmWithCode(app, member, payout);
    expect(confirmed.status, confirmed.text).toBe(status);
    // A payment made between preview and confirmation changes the warnings.
    if (status === 200) await paid(app, member, payout);
  }

  await withoutPayees(clara);
  expect((await order(app, firm, clara)).output.status).not.toBe('CREATED');
  const refused = await order(app, firm, clara, toInside);
  expect(problemOf(refused)).toBe('beneficiary_right_missing');
  const toStranger = await uploadPayout(app, member, fileOf(stranger));
  expect(problemOf(await confirmWithCode(app, member, toStranger))).toBe('beneficiary_right_missing');
  const body = { debtorAccount: firm.account.number, ...toInside, creditorName: 'Mart Kask', amount: '1.00' };
  const preview = await app.call(
    previewPayment,
    { body: { ...body, chargeBearer: 'SHA' } },
    { token: clara.companyToken },
  );
  expect(preview.text).toContain('beneficiary_right_missing');
});

test('a rule for any currency cannot be sidestepped by paying in another, or in several', async () => {
  await openDollars();
  const { boris, clara } = firm;
  const rule = { requesterIds: [], currency: 'ANY' };
  await setPolicy(app, firm, {
    paymentRules: [
      { ...rule, above: '0', measure: 'PAYMENT', steps: [] },
      { ...rule, above: '1000', measure: 'DAY', steps: anyone },
    ],
  });
  const dollars = await addPayee(app, firm.companyId, {
    name: 'Dollar Inc',
    bankDetails: [{ iban: 'DE33200505501289447016', currency: 'USD' }],
  });
  const inDollars = async (amount: string) => {
    const { rows } = await query<{ number: string }>`
      select number from accounts.account where client_id = ${firm.companyId} and currency = 'USD'`.execute(
      app.database.sql,
    );
    const input = { debtorAccount: rows[0]?.number ?? '', beneficiaryId: dollars.id, amount };
    const { output } = await order(app, firm, clara, input);
    return output.status;
  };
  expect((await order(app, firm, clara, { amount: '600.00' })).output.status).not.toBe('CREATED');
  // 330 dollars are about 300 euro, 550 are about 500.
  expect(await inDollars('330.00')).not.toBe('CREATED');
  expect(await inDollars('550.00')).toBe('CREATED');
  expect((await order(app, firm, clara, { amount: '100.01' })).output.status).toBe('CREATED');
  // The control: another person's day is their own.
  expect((await order(app, firm, boris, { amount: '600.00' })).output.status).not.toBe('CREATED');
});

// Controls: half of each payout is below the amount.
test('a payout is measured as one payment, from however many accounts and currencies', async () => {
  await openDollars();
  const second = await openEuro();
  const { clara } = firm;
  const bankDetails = [{ iban: hansa, currency: 'USD' as const }];
  await addPayee(app, firm.companyId, { name: 'Hansa GmbH', bankDetails });
  await addPayee(app, firm.companyId, { name: 'Anna Tamm', iban: anna });
  const member = { token: clara.companyToken };
  const upload = (...rows: string[]) =>
    uploadPayout(app, member, [`${templateHeadings},From account`, ...rows].join('\n'));
  const euros = (from: string, reference: string) =>
    `${rowOf('Anna Tamm', anna, '600.00', reference)},${from}`;
  const dollars = `${rowOf('Hansa GmbH', hansa, '660.00').replace(',EUR,', ',USD,')},`;
  const statusUnder = async (currency: string, ...rows: string[]) => {
    const rule = { requesterIds: [], currency, measure: 'PAYMENT' as const };
    await setPolicy(app, firm, {
      paymentRules: [
        { ...rule, above: '0', steps: [] },
        { ...rule, above: '1000', steps: anyone },
      ],
    });
    const payout = await upload(...rows);
    expect(payout.summary).toMatchObject({ rows: rows.length, faulty: 0 });
    return (await confirmWithCode(app, member, payout)).status;
  };
  const { number: first } = firm.account;
  expect(await statusUnder('EUR', euros(first, 'A'))).toBe(200);
  expect(await statusUnder('EUR', euros(first, 'B'), euros(second, 'C'))).toBe(202);
  expect(await statusUnder('ANY', dollars)).toBe(200);
  expect(await statusUnder('ANY', euros(first, 'D'), dollars.replace('Wages', 'E'))).toBe(202);
});

// Control: an amount that stays below the rule together with the payout.
test('a payout’s payments count towards the day of its person', async () => {
  const { clara, boris } = firm;
  const member = { token: clara.companyToken };
  await addPayee(app, firm.companyId, { name: 'Anna Tamm', iban: anna });
  const rule = { requesterIds: [], currency: 'EUR' };
  await setPolicy(app, firm, {
    paymentRules: [
      { ...rule, above: '0', measure: 'PAYMENT', steps: [] },
      { ...rule, above: '1000', measure: 'DAY', steps: anyone },
    ],
  });
  const confirmed = async (amount: string) => {
    const payout = await uploadPayout(app, member, fileOf(rowOf('Anna Tamm', anna, amount, randomUUID())));
    const { status } = await confirmWithCode(app, member, payout);
    if (status === 200) await paid(app, member, payout);
    return status;
  };
  expect(await confirmed('600.00')).toBe(200);
  expect((await order(app, firm, clara, { amount: '400.00' })).output.status).not.toBe('CREATED');
  expect((await order(app, firm, clara, { amount: '0.01' })).output.status).toBe('CREATED');
  expect(await confirmed('1.00')).toBe(202);
  // Another person's day is their own.
  expect((await order(app, firm, boris, { amount: '900.00' })).output.status).not.toBe('CREATED');
});

/** Removes the right to add payees. */
async function withoutPayees({ personId }: Colleague): Promise<void> {
  await query`update identity.membership set can_create_benef = false where person_id = ${personId} and client_id = ${firm.companyId}`.execute(
    app.database.sql,
  );
}

const anyone = [{ personIds: [] }];

/** A funded account in dollars in addition to the one in euro. */
const openDollars = () => openBeside('USD');
const openEuro = () => openBeside('EUR');

/** Its number. */
async function openBeside(currency: 'EUR' | 'USD'): Promise<string> {
  const opened: AccountRecord[] = [];
  await systemWork(app.database, async (work) => {
    const opening = { clientId: firm.companyId, currency, name: 'Beside', withIban: true } as const;
    opened.push(...(await openAccounts(work, defaultBank, [opening])));
    for (const account of opened) await fund(work, account, 10_000_000n);
  });
  return opened[0]?.number ?? '';
}
