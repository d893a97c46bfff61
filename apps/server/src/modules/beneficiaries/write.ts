/**
 * Writing payees: rules first, then the database's own "one active payee per account". Nobody is asked here, neither for a code nor
 * for approval; that is the verbs' business (`service.ts`).
 *
 * Errors in the order checked: `not_found`, `beneficiary_deleted`, `invalid_request` with the fields.
 */
import type { BankDetailInput, BeneficiaryInput } from '@calmly/contract';
import { badFields, Problem } from '../../platform/problem.ts';
import type { Sql } from '../../platform/work.ts';
import { type Bank, findOwnIbans } from '../accounts/index.ts';
import type { CheckedDetail } from './bank-detail-rules.ts';
import {
  accountField,
  accountKey,
  accountOf,
  type Checked,
  type CheckedParty,
  checkBankDetails,
  checkParty,
  schemeOf,
} from './rules.ts';
import { searchText } from './search-text.ts';
import * as store from './store.ts';

/** What is not said in the request: the moment, and whether the client trusts the payee from the start. */
export interface Addition {
  readonly id: string;
  readonly input: BeneficiaryInput;
  readonly at: Date;
  readonly trusted: boolean;
}

/** Adds payees to a client without asking for a code. The first refused field refuses all. */
export async function addBeneficiaries(
  sql: Sql,
  clientId: string,
  bank: Bank,
  additions: readonly Addition[],
): Promise<store.BeneficiaryRecord[]> {
  const ownIbans = await findOwnIbans(sql, clientId);
  const checked = additions.map(({ id, input, at, trusted }) => {
    const details = checkBankDetails(input.bankDetails, {
      payeeCountry: input.country,
      ownIbans,
      ownBank: bank,
    });
    const party = checkParty(input, at);
    return { id, at, trusted, ...bothOf(party, details) };
  });
  await store.insertBeneficiaries(
    sql,
    checked.map(({ id, at, trusted, party, details }) => ({
      ...party,
      ...schemeOf(details),
      id,
      clientId,
      trusted,
      search: searchOf(party.name, details),
      createdAt: at,
    })),
  );
  for (const { id, details } of checked) await writeDetails(sql, clientId, id, details);
  const records = await store.findBeneficiaries(
    sql,
    additions.map(({ id }) => ({ clientId, id })),
  );
  return records.map(present);
}

/** A payee that may be changed, locked. */
export async function lockForChange(sql: Sql, key: store.BeneficiaryKey): Promise<store.BeneficiaryRecord> {
  const beneficiary = await store.lockBeneficiary(sql, key);
  if (!beneficiary) throw new Problem('not_found');
  if (beneficiary.status === 'DELETED') throw new Problem('beneficiary_deleted');
  return beneficiary;
}

/** Gives a locked payee other bank accounts, without asking anybody. */
export async function writeBankDetails(
  sql: Sql,
  bank: Bank,
  { clientId, id, country, name }: store.BeneficiaryRecord,
  inputs: readonly BankDetailInput[],
): Promise<store.BeneficiaryRecord> {
  const key = { clientId, id };
  const ownIbans = await findOwnIbans(sql, clientId);
  const checked = checkBankDetails(inputs, { payeeCountry: country, ownIbans, ownBank: bank });
  if (!checked.ok) throw badFields(...checked.fields);
  await store.deleteBankDetails(sql, key);
  await writeDetails(sql, clientId, id, checked.value);
  await store.updateBeneficiary(sql, key, {
    ...schemeOf(checked.value),
    search: searchOf(name, checked.value),
  });
  const [found] = await store.findBeneficiaries(sql, [key]);
  return present(found);
}

/** Both, or the fields of both that were refused. */
function bothOf(party: Checked<CheckedParty>, details: Checked<readonly CheckedDetail[]>) {
  if (party.ok && details.ok) return { party: party.value, details: details.value };
  throw badFields(...(party.ok ? [] : party.fields), ...(details.ok ? [] : details.fields));
}

async function writeDetails(
  sql: Sql,
  clientId: string,
  beneficiaryId: string,
  details: readonly CheckedDetail[],
): Promise<void> {
  const rows = details.map((detail, index) => ({
    ...detail,
    index,
    beneficiaryId,
    clientId,
    accountKey: accountKey(detail),
  }));
  const written = await store.insertBankDetails(sql, rows);
  const refused = rows.filter((row) => !written.some(({ index }) => index === row.index));
  if (refused.length > 0)
    throw badFields(
      ...refused.map((row) => ({
        field: `bankDetails.${row.index}.${accountField(row)}`,
        code: 'duplicate_payee' as const,
      })),
    );
}

const searchOf = (name: string, details: readonly CheckedDetail[]): string =>
  searchText([name, ...details.flatMap((detail) => [accountOf(detail), detail.bankName, detail.bic])]);

/** What was just written is there. */
export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a beneficiary that was just written is gone');
  return value;
}
