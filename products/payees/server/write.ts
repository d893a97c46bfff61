/**
 * Writes payees: rules first, then the database's "one active payee per account". The callers (`service.ts`) handle codes and approvals.
 *
 * Errors in the order checked: `not_found`, `beneficiary_deleted`, `beneficiary_changed`, `invalid_request` with the fields,
 * `beneficiary_address_needed`.
 */
import type { BankDetailInput, BeneficiaryInput, PartyInput } from '@calmly/contract';
import { checkIban, nameKey } from '@calmly/domain';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import {
  type Bank,
  findAccountsByNumberOrIban,
  findOwnIbans,
  isIbanOf,
} from '../../accounts/server/accounts/index.ts';
import type { CheckedDetail } from './bank-detail-rules.ts';
import { deleteBankDetails, insertBankDetails, type TrustedAccount } from './bank-detail-store.ts';
import {
  accountField,
  accountKey,
  accountOf,
  type Checked,
  type CheckedParty,
  checkAddress,
  checkBankDetails,
  checkParty,
  schemeOf,
} from './rules.ts';
import * as store from './store.ts';

/** What is not said in the request: the moment, by whom, and whether the client trusts the payee from the start. */
export interface Addition {
  readonly id: string;
  readonly input: BeneficiaryInput;
  readonly at: Date;
  readonly trusted: boolean;
  readonly addedBy?: string;
  /** Saved by a confidential payout. */
  readonly confidential?: boolean;
  /** From before an address was required: its readiness shows what it lacks, nothing refuses it. */
  readonly incomplete?: true;
}

/** Adds payees to a client without asking for a code. The first refused field refuses all. */
export async function addBeneficiaries(
  sql: Sql,
  clientId: string,
  bank: Bank,
  additions: readonly Addition[],
): Promise<store.BeneficiaryRecord[]> {
  const inputs = additions.flatMap(({ input }) => input.bankDetails);
  const known = await readKnown(sql, clientId, bank, inputs);
  const checked = additions.map((addition) => {
    const { input, at, incomplete } = addition;
    const details = checkBankDetails(input.bankDetails, { ...known, payeeCountry: input.country });
    const party = checkParty(input, at);
    return { ...addition, ...bothOf(party, details, incomplete ? undefined : bank.bic) };
  });
  await store.insertBeneficiaries(
    sql,
    checked.map(({ id, input, at, addedBy = null, confidential = false, party, details }) => ({
      ...party,
      ...schemeOf(details),
      id,
      clientId,
      direction: input.direction ?? 'OUTGOING',
      confidential,
      addedBy,
      search: searchOf(party, details),
      createdAt: at,
    })),
  );
  await writeDetails(
    sql,
    clientId,
    checked.map(({ id, input, trusted, confidential = false, party, details }) => ({
      id,
      owner: { ...party, direction: input.direction ?? 'OUTGOING', confidential },
      details,
      isTrusted: () => trusted,
    })),
    accountFieldOf,
  );
  const records = await store.findBeneficiaries(
    sql,
    additions.map(({ id }) => ({ clientId, id })),
    'all',
  );
  return records.map(present);
}

/** A payee that may be changed, locked; `seen` is the version that the caller has read. */
export async function lockForChange(
  sql: Sql,
  key: store.BeneficiaryKey,
  seen?: number,
): Promise<store.BeneficiaryRecord> {
  const beneficiary = await store.lockBeneficiary(sql, key);
  if (!beneficiary) throw new Problem('not_found');
  if (beneficiary.status === 'DELETED') throw new Problem('beneficiary_deleted');
  if (seen !== undefined && seen !== beneficiary.version) throw new Problem('beneficiary_changed');
  return beneficiary;
}

/** Replaces the bank accounts of a locked payee, without code or approval. */
export async function writeBankDetails(
  sql: Sql,
  bank: Bank,
  payee: store.BeneficiaryRecord,
  inputs: readonly BankDetailInput[],
): Promise<store.BeneficiaryRecord> {
  const { clientId, id, country } = payee;
  const key = { clientId, id };
  const known = await readKnown(sql, clientId, bank, inputs);
  const checked = checkBankDetails(inputs, { ...known, payeeCountry: country });
  if (!checked.ok) throw badFields(...checked.fields);
  if (checkAddress(payee, checked.value, bank.bic).length > 0)
    throw new Problem('beneficiary_address_needed');
  await replaceDetails(sql, key, payee, checked.value, accountFieldOf);
  await store.updateAccountsChanged(sql, key, {
    ...schemeOf(checked.value),
    search: searchOf(payee, checked.value),
  });
  const [found] = await store.findBeneficiaries(sql, [key]);
  return present(found);
}

/** Replaces the identity of a locked payee, without code or approval. */
export async function writeParty(
  work: Pick<Work, 'sql' | 'now'>,
  bank: Bank,
  payee: store.BeneficiaryRecord,
  input: PartyInput,
): Promise<store.BeneficiaryRecord> {
  const { sql, now } = work;
  const { clientId, id } = payee;
  const details = payee.bankDetails.map(({ nameCheck: _, ...detail }) => ({
    ...detail,
    bankCountry: detail.bankCountry ?? payee.country,
  }));
  const { party } = bothOf(checkParty(input, now), { ok: true, value: details }, bank.bic);
  await store.updateParty(sql, { clientId, id }, { ...party, search: searchOf(party, details) });
  // The name is part of what makes an account of a payee the same one.
  const field = party.legalStatus === 'INDIVIDUAL' ? 'lastName' : 'name';
  const { direction, confidential } = payee;
  await replaceDetails(sql, { clientId, id }, { ...party, direction, confidential }, details, () => field);
  const [found] = await store.findBeneficiaries(sql, [{ clientId, id }]);
  return present(found);
}

/** What the bank knows of the accounts that are entered. */
async function readKnown(sql: Sql, clientId: string, bank: Bank, inputs: readonly BankDetailInput[]) {
  const ours = inputs.flatMap(({ iban = '' }) => {
    const checked = checkIban(iban);
    return checked.ok && isIbanOf(bank, checked.iban) ? [checked.iban] : [];
  });
  const [ownIbans, found] = await Promise.all([
    findOwnIbans(sql, clientId),
    ours.length > 0 ? findAccountsByNumberOrIban(sql, ours) : [],
  ]);
  const open = found.flatMap((account) => (account?.status === 'ACTIVE' ? (account.iban ?? []) : []));
  return { ownIbans, openIbans: new Set(open), ownBank: bank };
}

/** Both, or the fields of both that were refused; with `ownBic` also what the accounts ask of the address. */
function bothOf(
  party: Checked<CheckedParty>,
  details: Checked<readonly CheckedDetail[]>,
  ownBic: string | undefined,
) {
  if (!party.ok || !details.ok)
    throw badFields(...(party.ok ? [] : party.fields), ...(details.ok ? [] : details.fields));
  const lacking = ownBic === undefined ? [] : checkAddress(party.value, details.value, ownBic);
  if (lacking.length > 0) throw badFields(...lacking);
  return { party: party.value, details: details.value };
}

/** What of its owner is written with each account. */
type Owner = Pick<store.BeneficiaryRecord, 'latin' | 'direction' | 'confidential'>;

async function replaceDetails(
  sql: Sql,
  key: store.BeneficiaryKey,
  owner: Owner,
  details: readonly CheckedDetail[],
  fieldOf: FieldOfDuplicate,
): Promise<void> {
  const trusted = await deleteBankDetails(sql, key);
  const isTrusted = (detail: CheckedDetail) => trusted.some((known) => isSameAccount(known, detail));
  await writeDetails(sql, key.clientId, [{ id: key.id, owner, details, isTrusted }], fieldOf);
}

/** Whether money goes where the client agreed that it goes without a code. */
const isSameAccount = (known: TrustedAccount, detail: CheckedDetail): boolean =>
  known.accountKey === accountKey(detail) &&
  known.bic === detail.bic &&
  known.correspondentAccount === detail.correspondentAccount &&
  known.correspondentBic === detail.correspondentBic;

/** The field at fault when the payee has the account already. */
type FieldOfDuplicate = (row: CheckedDetail & { readonly index: number }) => string;

const accountFieldOf: FieldOfDuplicate = (row) => `bankDetails.${row.index}.${accountField(row)}`;

/** Accounts of one payee. */
interface Accounts {
  readonly id: string;
  readonly owner: Owner;
  readonly details: readonly CheckedDetail[];
  readonly isTrusted: (detail: CheckedDetail) => boolean;
}

async function writeDetails(
  sql: Sql,
  clientId: string,
  payees: readonly Accounts[],
  fieldOf: FieldOfDuplicate,
): Promise<void> {
  const rows = payees.flatMap(({ id: beneficiaryId, owner, details, isTrusted }) =>
    details.map((detail, index) => ({
      ...detail,
      index,
      beneficiaryId,
      clientId,
      accountKey: accountKey(detail),
      nameKey: nameKey(owner.latin.name),
      direction: owner.direction,
      confidential: owner.confidential,
      trusted: isTrusted(detail),
    })),
  );
  const placeOf = (row: { readonly beneficiaryId: string; readonly index: number }) =>
    `${row.beneficiaryId} ${row.index}`;
  const written = new Set((await insertBankDetails(sql, rows)).map(placeOf));
  const refused = rows.filter((row) => !written.has(placeOf(row)));
  if (refused.length > 0)
    throw badFields(...refused.map((row) => ({ field: fieldOf(row), code: 'duplicate_payee' as const })));
}

/** One line per fact, so that no search matches across two of them. */
const searchOf = (
  { name, latin }: Pick<CheckedParty, 'name' | 'latin'>,
  details: readonly CheckedDetail[],
): string =>
  [
    name,
    ...(nameKey(latin.name) === nameKey(name) ? [] : [latin.name]),
    ...details.flatMap((detail) => [accountOf(detail), detail.bankName, detail.bic]),
  ]
    .filter((fact) => fact !== null)
    .join('\n');

/** What was just written is there. */
export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a beneficiary that was just written is gone');
  return value;
}
