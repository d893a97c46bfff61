/** The payee made of a row's account. Pure. */
import type { BeneficiaryInput } from '@calmly/contract';
import { checkIban, readCountry } from '@calmly/domain';
import { impliedBankCountry } from '../../../payees/server/index.ts';
import { compact, isMeantAsIban } from '../check/account.ts';
import { kindOf } from '../check/party.ts';
import type { Cells } from '../row.ts';

export type PayeeKind = 'person' | 'company';

export interface NewPayee {
  /** Position of its first row. */
  readonly position: number;
  /** The key that identifies the account. */
  readonly key: string;
  readonly account: string;
  readonly currency: string;
  readonly cells: Cells;
}

/** `kind`: the client's choice; by default the row decides. */
export function payeeOf({ cells, account, currency }: NewPayee, kind?: PayeeKind): BeneficiaryInput {
  const { street, buildingNumber, postCode, town } = cells;
  const isIban = isMeantAsIban(account) && checkIban(account).ok;
  const lines = cells.addressLines?.split('\n').filter((line) => line.trim() !== '') ?? [];
  const detail = {
    currency,
    ...(isIban ? { iban: account } : { accountNumber: account }),
    bic: compact(cells.bic) || undefined,
    sortCode: compact(cells.sortCode) || undefined,
    routingNumber: compact(cells.routingNumber) || undefined,
    bankName: cells.bankName,
    bankCountry: cells.bankCountry?.trim().toUpperCase() || undefined,
  };
  return {
    ...nameOf(cells, kind),
    country: readCountry(cells.country ?? '') ?? impliedBankCountry(detail) ?? '',
    street: street ?? lines[0],
    buildingNumber,
    postCode,
    town,
    bankDetails: [detail],
  };
}

/** A person has a first and a last name. */
export const canBePerson = ({ name = '' }: Cells): boolean => /\S\s+\S/u.test(name.trim());

/** A person only if the client, or without a choice the row, says so and the name allows it. */
export const kindOfPayee = (cells: Cells, kind?: PayeeKind): PayeeKind =>
  (kind ?? kindOf(cells.type)) === 'person' && canBePerson(cells) ? 'person' : 'company';

function nameOf(
  cells: Cells,
  kind: PayeeKind | undefined,
): Pick<BeneficiaryInput, 'legalStatus' | 'name' | 'firstName' | 'lastName'> {
  const { name = '' } = cells;
  if (kindOfPayee(cells, kind) === 'company') return { legalStatus: 'COMPANY', name };
  const words = name.trim().split(/\s+/u);
  const lastName = words.pop() ?? '';
  return { legalStatus: 'INDIVIDUAL', firstName: words.join(' '), lastName };
}
