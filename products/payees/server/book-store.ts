/** SQL that looks up many payees of one client at once, by id or by account, with the facts that decide where a payment goes. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { type Among, type BeneficiaryRecord, isAmong } from './store.ts';

/** One account of a payee in the client's book. */
export interface BookAccount {
  readonly payeeId: string;
  readonly name: string;
  readonly country: string;
  /** What travels; null for payees from before: name and address travel as they stand. */
  readonly latin: BeneficiaryRecord['latin'];
  readonly status: BeneficiaryRecord['status'];
  readonly direction: BeneficiaryRecord['direction'];
  /** IBAN, or sort code, routing number or BIC with a colon and the number. */
  readonly accountKey: string;
  readonly iban: string | null;
  readonly accountNumber: string | null;
  readonly bic: string | null;
  readonly bankCountry: string | null;
  readonly currency: string;
}

type Row = Omit<BookAccount, 'latin'> & {
  readonly latin: BookAccount['latin'] | null;
  readonly street: string | null;
  readonly buildingNumber: string | null;
  readonly postCode: string | null;
  readonly town: string | null;
};

/** Accounts of the payees with these ids, deleted ones too, and accounts of active payees by their keys; the oldest payee first. */
export async function findBookAccounts(
  sql: Sql,
  wanted: {
    readonly clientId: string;
    readonly among: Among;
    readonly payeeIds: readonly string[];
    readonly accountKeys: readonly string[];
  },
): Promise<BookAccount[]> {
  const { clientId, among, payeeIds, accountKeys } = wanted;
  const columns = query`b.id as "payeeId", b.name, b.country, b.latin, b.status, b.direction, b.street,
    b.building_number as "buildingNumber", b.post_code as "postCode", b.town, d.account_key as "accountKey", d.index, d.iban,
    d.account_number as "accountNumber", d.bic, d.bank_country as "bankCountry", d.currency`;
  const payeeOf = query`join beneficiaries.beneficiary b on b.client_id = d.client_id and b.id = d.beneficiary_id and ${isAmong(among)}`;
  const { rows } = await query<Row>`
    select ${columns} from beneficiaries.bank_detail d ${payeeOf}
    where d.client_id = ${clientId} and d.beneficiary_id = any(${payeeIds}::uuid[])
    union
    select ${columns} from beneficiaries.bank_detail d ${payeeOf}
    where d.client_id = ${clientId} and d.account_key = any(${accountKeys}::text[]) and d.active
    order by "payeeId", index
  `.execute(sql);
  return rows.map(({ street, buildingNumber, postCode, town, ...row }) => ({
    ...row,
    latin: row.latin ?? { name: row.name, street, buildingNumber, postCode, town },
  }));
}
