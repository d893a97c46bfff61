/**
 * Which fields a payee's bank account needs, by currency and country of the bank. The portal asks for these; the server
 * decides (module beneficiaries, `bank-detail-rules.ts`) and its answer goes to the fields.
 */
import type { BankDetail, BankDetailInput } from '@calmly/contract';
import { isIbanCountry } from '@calmly/domain';
import { z } from 'zod';

export type AccountKind = 'iban' | 'uk' | 'us' | 'swift';

/** What the form holds for one account; every field a text as typed. */
export const zAccountDraft = z.object({
  currency: z.string(),
  bankCountry: z.string(),
  iban: z.string(),
  accountNumber: z.string(),
  sortCode: z.string(),
  routingNumber: z.string(),
  bic: z.string(),
  bankName: z.string(),
});
export type AccountDraft = Readonly<z.output<typeof zAccountDraft>>;

export const emptyAccount: AccountDraft = {
  currency: 'EUR',
  bankCountry: '',
  iban: '',
  accountNumber: '',
  sortCode: '',
  routingNumber: '',
  bic: '',
  bankName: '',
};

/** How accounts of this currency are written in this country. */
export function accountKind(currency: string, country: string): AccountKind {
  if (currency === 'GBP' && country === 'GB') return 'uk';
  if (currency === 'USD' && country === 'US') return 'us';
  if (country === '' || isIbanCountry(country)) return 'iban';
  return 'swift';
}

/** Fields shown for a kind, in their order, and those of them that may stay empty. */
export const fieldsOf: Readonly<Record<AccountKind, readonly (keyof AccountDraft)[]>> = {
  iban: ['iban', 'bic'],
  uk: ['sortCode', 'accountNumber'],
  us: ['routingNumber', 'accountNumber', 'bankName'],
  swift: ['bic', 'accountNumber', 'bankName'],
};
export const optionalFields: readonly (keyof AccountDraft)[] = ['bankName'];

/** What is sent: only the fields of the account's kind, and of those only what was filled in. */
export function toInput(draft: AccountDraft): BankDetailInput {
  const kind = accountKind(draft.currency, draft.bankCountry);
  const filled = fieldsOf[kind]
    .map((field) => [field, draft[field].trim()] as const)
    .filter(([, value]) => value !== '');
  return {
    currency: draft.currency,
    ...(kind !== 'iban' && draft.bankCountry && { bankCountry: draft.bankCountry }),
    ...Object.fromEntries(filled),
  };
}

/** An account the payee already has, as the call that replaces the list wants it. */
export function keepDetail(detail: BankDetail): BankDetailInput {
  const { index: _, nameCheck: __, ...fields } = detail;
  const filled = Object.entries(fields).filter(([, value]) => value !== null);
  return { currency: detail.currency, ...Object.fromEntries(filled) };
}
