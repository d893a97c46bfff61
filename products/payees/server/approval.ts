/**
 * Payees that wait for approval. The change is validated when it is requested, stored in its request, and made with the last consent if
 * the payee is still unchanged. If it can no longer be made, the approver gets an error.
 */
import {
  type BankDetailInput,
  type BeneficiaryInput,
  changeParty,
  createBeneficiary,
  type PartyInput,
  type SentForApproval,
  updateBeneficiary,
} from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { z } from 'zod';
import type { Bank } from '../../accounts/server/accounts/index.ts';
import {
  type ApprovalHandler,
  type JsonValue,
  type Need,
  openApproval,
  type PayeeChange,
  voidApprovals,
} from '../../approvals/server/index.ts';
import { tellPayeeChange, tellPayeesAdded } from './payee-notice.ts';
import { accountOf, shortAccounts } from './rules.ts';
import type { BeneficiaryRecord } from './store.ts';
import { addBeneficiaries, lockForChange, present, writeBankDetails, writeParty } from './write.ts';

type Change =
  | {
      readonly action: 'change';
      readonly before: BeneficiaryRecord;
      readonly beneficiary: BeneficiaryRecord;
      readonly inputs: readonly BankDetailInput[];
    }
  | {
      readonly action: 'party';
      readonly before: BeneficiaryRecord;
      readonly beneficiary: BeneficiaryRecord;
      readonly input: PartyInput;
    };

/** Makes a change and takes it back, so that a refusal happens now. */
export async function tryOut<Result>(sql: Sql, change: () => Promise<Result>): Promise<Result> {
  await query`savepoint tried`.execute(sql);
  const result = await change();
  await query`rollback to savepoint tried`.execute(sql);
  return result;
}

/** Opens the request for a change that was tried out; inputs are kept as they travelled. */
export function sendForApproval(work: Work, need: Need, change: Change): Promise<SentForApproval> {
  const { beneficiary } = change;
  const { id, clientId, name, country, bankDetails } = beneficiary;
  const bank = bankDetails.map(({ bankName }) => bankName).find((known) => known !== null);
  const facts = {
    action: 'change',
    name,
    country,
    account: accountsIn(bankDetails),
    ...(bank && { bank }),
    ...(change.action === 'change' && { accountBefore: accountsIn(change.before.bankDetails) }),
    ...(change.action === 'party' && { address: addressIn(beneficiary), ...before(change) }),
  };
  const content = contentOf(change);
  return openApproval(work, { kind: 'payee', clientId, subjectId: id, content, facts }, need);
}

interface Additions {
  readonly beneficiaries: readonly BeneficiaryRecord[];
  readonly inputs: readonly BeneficiaryInput[];
  readonly listId: string | undefined;
}

/** Payees that an approver is shown by name; the others are counted. */
const mostNamed = 100;

/** The same for new payees: of many from one list the approver sees the number and the first names. */
export function sendAdditionsForApproval(
  work: Work,
  need: Need,
  { beneficiaries, inputs, listId }: Additions,
): Promise<SentForApproval> {
  const [first, ...others] = beneficiaries;
  const { id, clientId, name, country, bankDetails } = present(first);
  const encoded = inputs.map((input) => z.encode(createBeneficiary.body, input) as JsonValue);
  if (others.length === 0 && listId === undefined) {
    const bank = bankDetails.map(({ bankName }) => bankName).find((known) => known !== null);
    const facts = {
      action: 'add',
      name,
      country,
      account: accountsIn(bankDetails),
      ...(bank && { bank }),
    };
    const content = { action: 'add', input: encoded[0] ?? null };
    return openApproval(work, { kind: 'payee', clientId, subjectId: id, content, facts }, need);
  }
  const listed = beneficiaries
    .slice(0, mostNamed)
    .map((payee) => `${payee.name}, ${accountsIn(payee.bankDetails)}`)
    .join('\n');
  return openApproval(
    work,
    {
      kind: 'payee',
      clientId,
      subjectId: listId ?? id,
      content: { action: 'add_many', inputs: encoded },
      facts: { action: 'add_many', name, payees: `${beneficiaries.length}`, listed },
    },
    need,
  );
}

/** What follows from payees that were added: audit, notice, hint. */
export async function recordAdditions(
  work: Work,
  clientId: string,
  addedBy: string,
  payees: readonly BeneficiaryRecord[],
): Promise<void> {
  const [first, ...others] = payees;
  if (first && others.length === 0) await record(work, 'payee.added', first);
  else await audit(work, { action: 'payees.added', clientId, details: { count: payees.length } });
  await tellPayeesAdded(work, addedBy, payees);
  await publish(work.sql, clientId, { topic: 'beneficiaries' });
}

const before = ({ before: payee }: Extract<Change, { action: 'party' }>) => ({
  nameBefore: payee.name,
  addressBefore: addressIn(payee),
});

/** The change to make once it is approved, with the version that it was based on. */
function contentOf(change: Change): JsonValue {
  const { version } = change.before;
  const input =
    change.action === 'change'
      ? z.encode(updateBeneficiary.body, { bankDetails: [...change.inputs] })
      : z.encode(changeParty.body, change.input);
  return { action: change.action, input: input as JsonValue, version };
}

/** The address as people write it. */
const addressIn = ({ street, buildingNumber, postCode, town, country }: BeneficiaryRecord): string =>
  [[street, buildingNumber].filter(Boolean).join(' '), [postCode, town].filter(Boolean).join(' '), country]
    .filter(Boolean)
    .join(', ');

const accountsIn = (details: ReadonlyArray<Parameters<typeof accountOf>[0]>): string =>
  details.map(accountOf).join(', ');

const zContent = z.discriminatedUnion('action', [
  z.object({ action: z.literal('add'), input: createBeneficiary.body }),
  z.object({ action: z.literal('add_many'), inputs: z.array(createBeneficiary.body) }),
  z.object({ action: z.literal('change'), input: updateBeneficiary.body, version: z.number() }),
  z.object({ action: z.literal('party'), input: changeParty.body, version: z.number() }),
]);

/** Notes that payees of a list were added. */
export type ListAdded = (
  work: Work,
  list: { readonly clientId: string; readonly id: string },
) => Promise<void>;

/** How approvals of payees are carried out. */
export const payeeApprovals = (bank: Bank, listAdded: ListAdded): ApprovalHandler => ({
  kind: 'payee',
  outflows: async () => [],
  async approved(work, { clientId, subjectId: id, content, requestedBy: addedBy }) {
    const { sql } = work;
    const change = z.decode(zContent, content as never);
    const addition = { at: work.now, trusted: false, addedBy };
    if (change.action === 'add') {
      const added = await addBeneficiaries(sql, clientId, bank, [{ ...addition, id, input: change.input }]);
      return recordAdditions(work, clientId, addedBy, added);
    }
    if (change.action === 'add_many') {
      const additions = change.inputs.map((input) => ({ ...addition, id: work.newId(), input }));
      await recordAdditions(work, clientId, addedBy, await addBeneficiaries(sql, clientId, bank, additions));
      return listAdded(work, { clientId, id });
    }
    const payee = await lockForChange(sql, { clientId, id });
    if (payee.version !== change.version) throw new Problem('approval_changed');
    let payeeNow: PayeeChange = 'details';
    if (change.action === 'change') {
      const changed = await writeBankDetails(sql, bank, payee, change.input.bankDetails);
      await record(work, 'payee.changed', changed);
      payeeNow = { accounts: changed.bankDetails.map(accountOf) };
      await tellPayeeChange(work, addedBy, changed, 'accounts');
    } else {
      const changed = await writeParty(work, bank, payee, change.input);
      await tellPayeeChange(work, addedBy, changed, 'party');
      const details = { payeeId: id, name: changed.name, before: payee.name };
      await audit(work, { action: 'payee.party_changed', clientId, details });
    }
    await voidApprovals(work, { subjectId: id, payee: payeeNow });
    await publish(sql, clientId, { topic: 'beneficiaries' });
  },
  refused: () => Promise.resolve(),
});

const record = (work: Work, action: 'payee.added' | 'payee.changed', payee: BeneficiaryRecord) =>
  audit(work, {
    action,
    clientId: payee.clientId,
    details: { payeeId: payee.id, name: payee.name, accounts: shortAccounts(payee.bankDetails) },
  });
