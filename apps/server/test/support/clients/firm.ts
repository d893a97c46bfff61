/** A company with money and three people who act for it at once: two administrators and one who may only request. */
import { randomUUID } from 'node:crypto';
import {
  type Approval,
  allRights,
  type CallInput,
  changePolicy,
  createPayment,
  decideInbox,
  type EndpointSpec,
  getApproval,
  getPolicy,
  listInbox,
  type PaymentInput,
  type PolicyRules,
  type Rights,
} from '@calmly/contract';
import {
  type AccountRecord,
  defaultBank,
  openAccounts,
} from '@calmly/products/accounts/server/accounts/index.ts';
import { addMember } from '@calmly/products/identity/server/index.ts';
import { balances } from '@calmly/products/ledger/server/index.ts';
import type { CallResult, TestApp } from '../app.ts';
import { newClient, type SignedIn } from './clients.ts';
import { newCompany } from './company.ts';
import { addPayee, codeIn, fund, systemWork } from './payments.ts';
import { openBrowser } from './sessions.ts';

export interface Colleague extends SignedIn {
  /** A second session of the person, which acts for the company; `token` is for their own profile. */
  readonly companyToken: string;
}

export interface Firm {
  readonly companyId: string;
  readonly account: AccountRecord;
  readonly payeeId: string;
  /** Administrators. */
  readonly boris: Colleague;
  readonly maria: Colleague;
  /** May request payments and payees. */
  readonly clara: Colleague;
}

const requester: Rights = {
  ...allRights,
  is_boss: false,
  can_approve: false,
  can_plast_view: false,
  can_plast_perform: false,
};

export async function createFirm(test: TestApp, fundedMinor = 10_000_000n): Promise<Firm> {
  const boss = await newClient(test, { firstName: 'Boris', lastName: 'Sokolov' });
  const companyId = await newCompany(test, boss);
  const join = async (firstName: string, lastName: string, rights: Rights) => {
    const person = await newClient(test, { firstName, lastName });
    const member = { clientId: companyId, personId: person.personId, rights, validUntil: null };
    await systemWork(test.database, (work) => addMember(work, member));
    return person;
  };
  const approver = await join('Maria', 'Kask', allRights);
  const clerk = await join('Clara', 'Vaher', requester);

  const opened: AccountRecord[] = [];
  await systemWork(test.database, async (work) => {
    const opening = { clientId: companyId, currency: 'EUR', name: 'Main', withIban: true } as const;
    opened.push(...(await openAccounts(work, defaultBank, [opening])));
    if (opened[0] && fundedMinor > 0n) await fund(work, opened[0], fundedMinor);
  });
  const [account] = opened;
  if (!account) throw new Error('the account was not opened');
  const act = (person: SignedIn) => actAlso(test, person, companyId);
  const payee = await addPayee(test, companyId);
  const [boris, maria, clara] = await Promise.all([act(boss), act(approver), act(clerk)]);
  return { companyId, account, payeeId: payee.id, boris, maria, clara };
}

/** Another session of the person, which acts for the company. */
export async function actAlso(test: TestApp, person: SignedIn, companyId: string): Promise<Colleague> {
  const { token } = await openBrowser(test, { ...person, clientId: companyId });
  return { ...person, companyToken: token };
}

/** Sends a call, and again with the requested code. */
export async function callWithCode<E extends EndpointSpec>(
  test: TestApp,
  endpoint: E,
  input: CallInput<E>,
  token: string,
): Promise<CallResult<E>> {
  const options = { token, idempotencyKey: randomUUID() };
  const asked = await test.call(endpoint, input, options);
  return asked.status === 203 ? test.call(endpoint, input, { ...options, code: codeIn(asked.body) }) : asked;
}

/** Orders a payment of the firm, code included. */
export function order(
  test: TestApp,
  { account, payeeId }: Firm,
  { companyToken }: Colleague,
  input: Partial<PaymentInput> = {},
): Promise<CallResult<typeof createPayment>> {
  const to = input.creditorAccount === undefined ? { beneficiaryId: payeeId } : { creditorName: 'Anna Tamm' };
  const body = {
    debtorAccount: account.number,
    amount: '100.00',
    reference: 'Invoice 7',
    chargeBearer: 'SHA' as const,
    ...to,
    ...input,
  };
  return callWithCode(test, createPayment, { body }, companyToken);
}

/** Requests that wait for a person, or that they made, from the own profile. */
export const inboxOf = async (
  test: TestApp,
  { token }: Pick<SignedIn, 'token'>,
  view: 'WAITING' | 'REQUESTED' | 'CLOSED' = 'WAITING',
): Promise<Approval[]> => (await test.call(listInbox, { query: { view } }, { token })).output.Items;

export const readAs = async (
  test: TestApp,
  { token }: Pick<SignedIn, 'token'>,
  id: string,
): Promise<Approval> => (await test.call(getApproval, { params: { id } }, { token })).output;

/** Decides, with the code; returns each outcome with the problem of a refusal. */
export async function decide(
  test: TestApp,
  token: string,
  items: ReadonlyArray<Pick<Approval, 'id' | 'version'>>,
  decision: 'APPROVE' | 'REJECT' = 'APPROVE',
): Promise<string[]> {
  const body = {
    items: items.map(({ id, version }) => ({ id, version })),
    decision,
    ...(decision === 'REJECT' && { reason: 'Not this month' }),
  };
  const reply = await callWithCode(test, decideInbox, { body }, token);
  if (reply.status !== 200) return [`${reply.status}`];
  return reply.output.results.map(({ outcome, problem }) => problem ?? outcome);
}

/** Rules with only these. */
export const rulesOf = (change: Partial<PolicyRules>): PolicyRules => ({
  paymentRules: [],
  payeeSteps: [],
  cardSteps: [],
  peopleSteps: [],
  policySteps: [],
  standIns: [],
  expiryDays: 7,
  ...change,
});

/** Puts a policy in force, as Boris and with Maria's approval if the previous one requires it. */
export async function setPolicy(test: TestApp, firm: Firm, change: Partial<PolicyRules>): Promise<void> {
  const { boris, maria } = firm;
  const before = await currentVersion(test, firm);
  const body = { version: before, rules: rulesOf(change) };
  const reply = await callWithCode(test, changePolicy, { body }, boris.companyToken);
  if (reply.status === 200) return;
  const [waiting] = (await inboxOf(test, maria)).filter(({ kind }) => kind === 'policy');
  if (!waiting) throw new Error(`the policy was refused: ${reply.text}`);
  const [outcome] = await decide(test, maria.token, [waiting]);
  if (outcome !== 'APPROVED') throw new Error(`the policy was not approved: ${outcome}`);
}

const currentVersion = async (test: TestApp, { boris }: Firm): Promise<number> =>
  (await test.call(getPolicy, {}, { token: boris.companyToken })).output.version;

export async function moneyOf(test: TestApp, { account }: Firm) {
  const found = (await balances(test.database.sql, [account.id])).get(account.id);
  if (!found) throw new Error('the account is not in the ledger');
  return { posted: found.postedMinor, reserved: found.reservedMinor, available: found.availableMinor };
}
