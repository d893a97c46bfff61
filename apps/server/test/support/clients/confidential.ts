/**
 * A company with an approved and paid confidential payout: one row reached its payee, one was rejected, one came back, one is to a payee that
 * everyone knows. There is also a draft. All its values are unique, so that they are recognised wherever they appear.
 */
import {
  allRights,
  changeNote,
  confirmPayout,
  createPayout,
  getPayout,
  listBeneficiaries,
  type PayoutDetails,
  previewPayout,
  type Rights,
  saveNotificationChoice,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { addMember } from '@calmly/products/identity/server/index.ts';
import { sql as query } from 'kysely';
import type { TestApp } from '../app.ts';
import { until } from '../until.ts';
import { newClient } from './clients.ts';
import { allow, exchange, follow, question, registerThirdParty, uidOf } from './connected/third-party.ts';
import { actAlso, type Colleague, callWithCode, createFirm, decide, type Firm, inboxOf } from './firm.ts';
import { hansaIban, systemWork } from './payments.ts';
import { awaitRead, templateHeadings } from './payouts.ts';

export interface Salary {
  readonly name: string;
  readonly iban: string;
  readonly amount: string;
  readonly reference: string;
}

export const salaries = {
  paid: {
    name: 'Zebulon Quartzman',
    iban: 'NL91ABNA0417164300',
    amount: '1111.13',
    reference: 'Salary Zq Nine',
  },
  rejected: {
    name: 'Gustava Wrongly',
    iban: 'DE48200505500000000041',
    amount: '444.49',
    reference: 'Salary Gw Ten',
  },
  returned: {
    name: 'Ottilie Fjordvik',
    iban: 'DE80200505500000000047',
    amount: '333.35',
    reference: 'Salary Of Six',
  },
  known: { name: 'Hansa GmbH', iban: hansaIban, amount: '777.79', reference: 'Bonus Hx Two' },
} as const satisfies Record<string, Salary>;
const drafted: readonly Salary[] = [
  { name: 'Philippa Undine', iban: 'BE68539007547034', amount: '2525.27', reference: 'Salary Pu Four' },
  { name: 'Casimir Oblong', iban: 'FI2112345600000785', amount: '3636.37', reference: 'Salary Co Five' },
];
const fileName = 'september-wages-list.csv';
/** An annotation of the first row. */
const note = 'Raise agreed with Zq in June';

/** Texts that only people with the right may ever read. */
export const secrets: readonly string[] = [
  fileName,
  note,
  ...[...Object.values(salaries), ...drafted].flatMap(({ name, iban, amount, reference }) =>
    name === 'Hansa GmbH' ? [amount, reference] : [name, iban, amount, reference],
  ),
];

/** Secrets in a text, however amounts and accounts are grouped there. */
export function secretsIn(text: string): string[] {
  const plain = (words: string) => words.replaceAll(/\s/g, '');
  const compact = plain(text);
  const ungrouped = text.replaceAll(/(?<=\d)(?:[\s,]|\\u00a0)(?=\d{3}\b)/g, '');
  return secrets.filter((secret) =>
    /^\d/.test(secret)
      ? new RegExp(`(?<!\\d)${secret.replace('.', '[.,]')}(?!\\d)`).test(ungrouped)
      : compact.includes(plain(secret)),
  );
}

export interface Confidential extends Firm {
  /** Has every right except the administrator's and the one to see confidential payouts. */
  readonly otto: Colleague;
  /** The token of an application that Boris has connected to the company. */
  readonly application: string;
  readonly payout: PayoutDetails;
  readonly draft: PayoutDetails;
}

const withoutRight: Rights = { ...allRights, is_boss: false, can_view_confidential: false };

export const fileOf = (...rows: readonly Salary[]) =>
  [
    templateHeadings,
    ...rows.map(
      ({ name, iban, amount, reference }) => `,${name},company,${iban},,,,,${amount},EUR,${reference},,,,,,`,
    ),
    '',
  ].join('\n');

/** Uploads a file as a confidential payout. */
export async function uploadConfidential(
  test: TestApp,
  token: string,
  rows: readonly Salary[],
): Promise<PayoutDetails> {
  const body = { fileName, content: Buffer.from(fileOf(...rows)).toString('base64'), confidential: true };
  const { output } = await test.call(createPayout, { body }, { token, idempotencyKey: newId() });
  return awaitRead(test, { token }, output.id);
}

/** With every warning of the preview acknowledged. */
export async function confirmAs(test: TestApp, token: string, { id, version }: PayoutDetails) {
  const params = { id };
  const preview = await test.call(previewPayout, { params }, { token });
  const acknowledgedWarnings = preview.status === 200 ? preview.output.warnings : [];
  const body = { version, mode: 'ALL' as const, payOn: null, skipNameCheck: true, acknowledgedWarnings };
  return callWithCode(test, confirmPayout, { params, body }, token);
}

export async function createConfidential(test: TestApp): Promise<Confidential> {
  const firm = await createFirm(test);
  const person = await newClient(test, { firstName: 'Otto', lastName: 'Pärn' });
  await systemWork(test.database, (work) =>
    addMember(work, {
      clientId: firm.companyId,
      personId: person.personId,
      rights: withoutRight,
      validUntil: null,
    }),
  );
  const otto = await actAlso(test, person, firm.companyId);
  const choice = { topic: 'payment_executed', portal: true, email: true, sms: true, push: false } as const;
  await test.call(saveNotificationChoice, { body: choice }, { token: otto.token });
  const { companyToken: token } = firm.clara;
  const payout = await uploadConfidential(test, token, Object.values(salaries));
  const sent = await confirmAs(test, token, payout);
  if (sent.status !== 202) throw new Error(`not sent for approval: ${sent.text}`);
  const [waiting] = await inboxOf(test, otto);
  if (!waiting) throw new Error('nothing waits for Otto');
  const [outcome] = await decide(test, otto.token, [waiting]);
  if (outcome !== 'APPROVED') throw new Error(`not approved: ${outcome}`);
  const read = async () => (await test.call(getPayout, { params: { id: payout.id } }, { token })).output;
  await until(read, ({ status, summary }) => status === 'DONE' && summary.pending === 0);
  await until(
    () => countReturned(test, firm.companyId),
    (count) => count === 1,
  );
  await annotate(test, firm);
  return {
    ...firm,
    otto,
    application: await connected(test, firm),
    payout: await read(),
    draft: await uploadConfidential(test, token, drafted),
  };
}

/** Boris annotates a row that only people with the right see. */
async function annotate(test: TestApp, { companyId, boris }: Firm): Promise<void> {
  const { rows } = await query<{ id: string }>`
    select id from transactions.transaction
    where client_id = ${companyId} and audience = 'CONFIDENTIAL' and creditor_name = ${salaries.paid.name}
  `.execute(test.database.sql);
  for (const { id } of rows)
    await test.call(changeNote, { params: { id }, body: { note } }, { token: boris.companyToken });
}

async function countReturned(test: TestApp, clientId: string): Promise<number> {
  const { rows } = await query<{ count: number }>`
    select count(*)::int as count from transactions.transaction
    where client_id = ${clientId} and direction = 'CREDIT' and debtor_name = ${salaries.returned.name}
  `.execute(test.database.sql);
  return rows[0]?.count ?? 0;
}

async function connected(test: TestApp, { boris, account, companyId }: Firm): Promise<string> {
  const party = await registerThirdParty(test);
  const asked = await question(party, {
    scope: 'accounts:read payees:read payments:request payments:new-payee',
  });
  const uid = uidOf(await follow(boris.browser, asked.address));
  const allowed = await allow(boris.browser, uid, [account.id], companyId);
  const back = await follow(boris.browser, test.url + (allowed.body as { ReturnTo: string }).ReturnTo);
  return (await exchange(party, asked, back)).access_token;
}

/** Payees saved by the payout, as a person sees them. */
export const payeesOf = async (test: TestApp, token: string) =>
  (await test.call(listBeneficiaries, { query: {} }, { token })).output.Items;
