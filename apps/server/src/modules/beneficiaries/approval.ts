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
import { sql as query } from 'kysely';
import { z } from 'zod';
import { audit } from '../../platform/audit.ts';
import { Problem } from '../../platform/problem.ts';
import { publish } from '../../platform/push.ts';
import type { Sql, Work } from '../../platform/work.ts';
import type { Bank } from '../accounts/index.ts';
import {
  type ApprovalHandler,
  type JsonValue,
  type Need,
  openApproval,
  voidApprovals,
} from '../approvals/index.ts';
import { tellPayeeChange } from './payee-notice.ts';
import { accountOf, shortAccounts } from './rules.ts';
import type { BeneficiaryRecord } from './store.ts';
import { addBeneficiaries, lockForChange, present, writeBankDetails, writeParty } from './write.ts';

type Change =
  | { readonly action: 'add'; readonly beneficiary: BeneficiaryRecord; readonly input: BeneficiaryInput }
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
  const { beneficiary, action } = change;
  const { id, clientId, name, country, bankDetails } = beneficiary;
  const bank = bankDetails.map(({ bankName }) => bankName).find((known) => known !== null);
  const facts = {
    action: action === 'party' ? 'change' : action,
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

const before = ({ before: payee }: Extract<Change, { action: 'party' }>) => ({
  nameBefore: payee.name,
  addressBefore: addressIn(payee),
});

/** The change to make once it is approved, with the version that it was based on. */
function contentOf(change: Change): JsonValue {
  if (change.action === 'add')
    return { action: 'add', input: z.encode(createBeneficiary.body, change.input) as JsonValue };
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
  z.object({ action: z.literal('change'), input: updateBeneficiary.body, version: z.number() }),
  z.object({ action: z.literal('party'), input: changeParty.body, version: z.number() }),
]);

/** How approvals of payees are carried out. */
export const payeeApprovals = (bank: Bank): ApprovalHandler => ({
  kind: 'payee',
  outflows: async () => [],
  async approved(work, { clientId, subjectId: id, content, requestedBy: addedBy }) {
    const { sql } = work;
    const change = z.decode(zContent, content as never);
    if (change.action === 'add') {
      const addition = { id, input: change.input, at: work.now, trusted: false, addedBy };
      const [added] = await addBeneficiaries(sql, clientId, bank, [addition]);
      await record(work, 'payee.added', present(added));
      await tellPayeeChange(work, addedBy, present(added), 'added');
    } else {
      const payee = await lockForChange(sql, { clientId, id });
      if (payee.version !== change.version) throw new Problem('approval_changed');
      if (change.action === 'change') {
        const changed = await writeBankDetails(sql, bank, payee, change.input.bankDetails);
        await record(work, 'payee.changed', changed);
        await tellPayeeChange(work, addedBy, changed, 'accounts');
      } else {
        const changed = await writeParty(work, bank, payee, change.input);
        await tellPayeeChange(work, addedBy, changed, 'party');
        const details = { payeeId: id, name: changed.name, before: payee.name };
        await audit(work, { action: 'payee.party_changed', clientId, details });
      }
      await voidApprovals(work, { subjectId: id });
    }
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
