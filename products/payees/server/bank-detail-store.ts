/** SQL that writes and deletes the bank accounts of beneficiaries. No decisions here. */
import type { Beneficiary } from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { CheckedDetail } from './bank-detail-rules.ts';
import type { BeneficiaryKey } from './store.ts';

export interface NewBankDetail extends CheckedDetail {
  readonly beneficiaryId: string;
  readonly clientId: string;
  readonly index: number;
  /** What makes two accounts the same one. */
  readonly accountKey: string;
  /** The plain words of the name that travels. */
  readonly nameKey: string;
  readonly direction: Beneficiary['direction'];
  readonly confidential: boolean;
  /** Small payments to it need no code. */
  readonly trusted: boolean;
}

/**
 * Writes bank accounts; returns those that were written. One that an active payee of the same name has already is left out,
 * also when that payee is being added at this very moment. Confidential payees and the others do not know of each other.
 */
export async function insertBankDetails(
  sql: Sql,
  list: readonly NewBankDetail[],
): Promise<Array<{ beneficiaryId: string; index: number }>> {
  const { rows } = await query<{ beneficiaryId: string; index: number }>`
    insert into beneficiaries.bank_detail (beneficiary_id, index, client_id, currency, iban, account_number, bic, sort_code,
      routing_number, bank_name, bank_address, bank_country, correspondent_bank, correspondent_account,
      correspondent_bic, account_key, name_key, direction, confidential, trusted)
    select "beneficiaryId", index, "clientId", currency, iban, "accountNumber", bic, "sortCode",
      "routingNumber", "bankName", "bankAddress", "bankCountry", "correspondentBank", "correspondentAccount",
      "correspondentBic", "accountKey", "nameKey", direction, confidential, trusted
    from json_to_recordset(${JSON.stringify(list)}::json) as d("beneficiaryId" uuid, index smallint, "clientId" uuid,
      currency text, iban text, "accountNumber" text, bic text, "sortCode" text, "routingNumber" text, "bankName" text,
      "bankAddress" text, "bankCountry" text, "correspondentBank" text, "correspondentAccount" text,
      "correspondentBic" text, "accountKey" text, "nameKey" text, direction text, confidential boolean, trusted boolean)
    -- In one order for all, so that two lists that share accounts cannot wait for each other.
    order by "clientId", "accountKey", currency, "nameKey"
    on conflict do nothing
    returning beneficiary_id as "beneficiaryId", index
  `.execute(sql);
  return rows;
}

/** An account that small payments reach without a code. */
export type TrustedAccount = Pick<
  NewBankDetail,
  'accountKey' | 'bic' | 'correspondentAccount' | 'correspondentBic'
>;

/** Deletes all accounts of the payee, before its new ones are written; returns those of them that were trusted. */
export async function deleteBankDetails(
  sql: Sql,
  { clientId, id }: BeneficiaryKey,
): Promise<TrustedAccount[]> {
  const { rows } = await query<TrustedAccount & { trusted: boolean }>`
    delete from beneficiaries.bank_detail where client_id = ${clientId} and beneficiary_id = ${id}
    returning account_key as "accountKey", bic, correspondent_account as "correspondentAccount",
      correspondent_bic as "correspondentBic", trusted
  `.execute(sql);
  return rows.filter(({ trusted }) => trusted);
}

/** Writes whether the client trusts the accounts that the payee has now; false where that changes none of them. */
export async function setTrusted(
  sql: Sql,
  { clientId, id }: BeneficiaryKey,
  trusted: boolean,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await query`
    update beneficiaries.bank_detail set trusted = ${trusted}
    where client_id = ${clientId} and beneficiary_id = ${id} and trusted <> ${trusted}
  `.execute(sql);
  return numAffectedRows > 0n;
}
