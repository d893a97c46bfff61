/**
 * Payees that wait for somebody's approval: the change is tried out when it is asked for, kept whole in its request, and made when
 * the last consent is given, if the payee is then still as it was. What cannot be made any more is refused to who approves.
 */
import {
  type BankDetailInput,
  type BeneficiaryInput,
  createBeneficiary,
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
import { accountOf, shortAccounts } from './rules.ts';
import type { BeneficiaryRecord } from './store.ts';
import { addBeneficiaries, lockForChange, present, writeBankDetails } from './write.ts';

type Change =
  | { readonly action: 'add'; readonly beneficiary: BeneficiaryRecord; readonly input: BeneficiaryInput }
  | {
      readonly action: 'change';
      readonly before: BeneficiaryRecord;
      readonly beneficiary: BeneficiaryRecord;
      readonly inputs: readonly BankDetailInput[];
    };

/** Makes a change and takes it back, so that whatever refuses it refuses it now. */
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
  const content: JsonValue =
    change.action === 'add'
      ? { action, input: z.encode(createBeneficiary.body, change.input) as JsonValue }
      : {
          action,
          input: z.encode(updateBeneficiary.body, { bankDetails: [...change.inputs] }) as JsonValue,
          // The payee that was looked at.
          version: change.before.version,
        };
  const bank = bankDetails.map(({ bankName }) => bankName).find((known) => known !== null);
  const facts = {
    action,
    name,
    country,
    account: accountsIn(bankDetails),
    ...(bank && { bank }),
    ...(change.action === 'change' && { accountBefore: accountsIn(change.before.bankDetails) }),
  };
  return openApproval(work, { kind: 'payee', clientId, subjectId: id, content, facts }, need);
}

const accountsIn = (details: ReadonlyArray<Parameters<typeof accountOf>[0]>): string =>
  details.map(accountOf).join(', ');

const zContent = z.discriminatedUnion('action', [
  z.object({ action: z.literal('add'), input: createBeneficiary.body }),
  z.object({ action: z.literal('change'), input: updateBeneficiary.body, version: z.number() }),
]);

/** How approvals of payees are carried out. */
export const payeeApprovals = (bank: Bank): ApprovalHandler => ({
  kind: 'payee',
  async approved(work, { clientId, subjectId: id, content }) {
    const { sql } = work;
    const change = z.decode(zContent, content as never);
    if (change.action === 'add') {
      const addition = { id, input: change.input, at: work.now, trusted: false };
      const [added] = await addBeneficiaries(sql, clientId, bank, [addition]);
      await record(work, 'payee.added', present(added));
    } else {
      const before = await lockForChange(sql, { clientId, id });
      if (before.version !== change.version) throw new Problem('approval_changed');
      await record(
        work,
        'payee.changed',
        await writeBankDetails(sql, bank, before, change.input.bankDetails),
      );
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
    details: { name: payee.name, accounts: shortAccounts(payee.bankDetails) },
  });
