/**
 * The verbs of beneficiaries: add, replace the bank accounts, delete, look up a bank.
 *
 * Everything that can refuse a change has refused it before a code is asked for: the rules, then the database's own
 * "one active payee per account", and only then the two-factor code, whose message names payee and account. Without a code
 * the edge rolls all of it back.
 *
 * Errors in the order checked: `not_found`, `beneficiary_deleted`, `invalid_request` with the fields.
 * Source: specification sections 3, 4; server page section 7.
 */
import type { BankDetailInput, BankFound, BeneficiaryInput } from '@calmly/contract';
import { checkBic, checkIban } from '@calmly/domain';
import { findBankByBic } from '@calmly/domain/bank-directory';
import { badFields, Problem } from '../../platform/problem.ts';
import { publish } from '../../platform/push.ts';
import type { ClientActor, Sql, Work } from '../../platform/work.ts';
import { type Bank, findOwnIbans } from '../accounts/index.ts';
import { requireCode } from '../identity/index.ts';
import { type CheckedDetail, findBank } from './bank-detail-rules.ts';
import {
  accountField,
  accountKey,
  accountOf,
  type Checked,
  type CheckedParty,
  checkBankDetails,
  checkParty,
  schemeOf,
  shortAccounts,
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

/** `POST /beneficiaries`. */
export async function createBeneficiary(
  work: Work,
  actor: ClientActor,
  bank: Bank,
  input: BeneficiaryInput,
): Promise<store.BeneficiaryRecord> {
  const addition = { id: work.newId(), input, at: work.now, trusted: false };
  const [added] = await addBeneficiaries(work.sql, actor.clientId, bank, [addition]);
  const beneficiary = present(added);
  const accounts = shortAccounts(beneficiary.bankDetails);
  await requireCode(work, {
    summary: {
      en: `Add the beneficiary ${beneficiary.name}, ${accounts}`,
      ru: `Добавить получателя ${beneficiary.name}, ${accounts}`,
    },
    snapshot: snapshotOf(beneficiary),
  });
  await publish(work.sql, actor.clientId, { topic: 'beneficiaries' });
  return beneficiary;
}

/** `PUT /beneficiaries/{id}`: replaces all bank accounts. */
export async function replaceBankDetails(
  work: Work,
  actor: ClientActor,
  bank: Bank,
  id: string,
  inputs: readonly BankDetailInput[],
): Promise<store.BeneficiaryRecord> {
  const { sql } = work;
  const key = { clientId: actor.clientId, id };
  const before = await store.lockBeneficiary(sql, key);
  if (!before) throw new Problem('not_found');
  if (before.status === 'DELETED') throw new Problem('beneficiary_deleted');
  const ownIbans = await findOwnIbans(sql, actor.clientId);
  const checked = checkBankDetails(inputs, { payeeCountry: before.country, ownIbans, ownBank: bank });
  if (!checked.ok) throw badFields(...checked.fields);

  await store.deleteBankDetails(sql, key);
  await writeDetails(sql, actor.clientId, id, checked.value);
  await store.updateBeneficiary(sql, key, {
    ...schemeOf(checked.value),
    search: searchOf(before.name, checked.value),
  });
  const [found] = await store.findBeneficiaries(sql, [key]);
  const beneficiary = present(found);
  const accounts = shortAccounts(beneficiary.bankDetails);
  await requireCode(work, {
    summary: {
      en: `Change the account of ${beneficiary.name} to ${accounts}`,
      ru: `Изменить счёт получателя ${beneficiary.name} на ${accounts}`,
    },
    snapshot: snapshotOf(beneficiary),
  });
  await publish(sql, actor.clientId, { topic: 'beneficiaries' });
  return beneficiary;
}

/** `DELETE /beneficiaries/{id}`; deleting again changes nothing. */
export async function deleteBeneficiary(work: Work, actor: ClientActor, id: string): Promise<void> {
  const key = { clientId: actor.clientId, id };
  const beneficiary = await store.lockBeneficiary(work.sql, key);
  if (!beneficiary) throw new Problem('not_found');
  if (beneficiary.status === 'DELETED') return;
  await store.markDeleted(work.sql, key);
  await publish(work.sql, actor.clientId, { topic: 'beneficiaries' });
}

/** `GET /banks/lookup`: what is known of an IBAN or else of a BIC; nulls for a bank that is not. */
export function lookUpBank(
  by: { iban?: string | undefined; bic?: string | undefined },
  bank: Bank,
): BankFound {
  if (by.iban) {
    const iban = checkIban(by.iban);
    if (!iban.ok) {
      const { ok: _, code, ...params } = iban;
      throw badFields({ field: 'iban', code, params });
    }
    return found(findBank(iban.iban, bank), iban.country);
  }
  if (!by.bic) throw badFields({ field: 'iban', code: 'required' });
  const bic = checkBic(by.bic);
  if (!bic.ok) throw badFields({ field: 'bic', code: bic.code });
  return found(bic.bic === bank.bic ? bank : findBankByBic(bic.bic), bic.country);
}

const found = (
  bank: { bic: string; name: string; address: string } | undefined,
  country: string,
): BankFound => ({
  bic: bank?.bic ?? null,
  bankName: bank?.name ?? null,
  bankAddress: bank?.address ?? null,
  bankCountry: country,
});

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

/** What a code approves: this payee with these accounts. */
const snapshotOf = ({ name, version, bankDetails }: store.BeneficiaryRecord): string =>
  JSON.stringify({ name, version, bankDetails });

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a beneficiary that was just written is gone');
  return value;
}
