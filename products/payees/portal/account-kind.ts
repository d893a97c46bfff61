/**
 * The form's values for one bank account and which of them are required, by currency and country of the bank (the domain's
 * `accountKind`). The server decides (module beneficiaries, `bank-detail-rules.ts`), and its errors go to the fields.
 */
import type { BankDetail, BankDetailInput } from '@calmly/contract';
import { type AccountKind, accountKind, schemeFor } from '@calmly/domain';
import { z } from 'zod';

/** Every field a text as typed. */
export const zAccountDraft = z.object({
  currency: z.string(),
  bankCountry: z.string(),
  iban: z.string(),
  accountNumber: z.string(),
  sortCode: z.string(),
  routingNumber: z.string(),
  bic: z.string(),
  bankName: z.string(),
  correspondentBank: z.string(),
  correspondentBic: z.string(),
  correspondentAccount: z.string(),
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
  correspondentBank: '',
  correspondentBic: '',
  correspondentAccount: '',
};

/** How accounts of the draft's currency are written in its country. */
export const kindOf = ({ currency, bankCountry }: AccountDraft): AccountKind =>
  accountKind({ currency, country: bankCountry });

/** Fields shown for a kind, in their order, and those of them that may stay empty. */
export const fieldsOf: Readonly<Record<AccountKind, readonly (keyof AccountDraft)[]>> = {
  iban: ['iban', 'bic'],
  uk: ['sortCode', 'accountNumber'],
  us: ['routingNumber', 'accountNumber', 'bankName'],
  swift: ['bic', 'accountNumber', 'bankName'],
};
export const optionalFields: readonly (keyof AccountDraft)[] = ['bankName'];

/** Through which bank the money goes, where it does not go straight. */
export const correspondentFields = ['correspondentBic', 'correspondentAccount', 'correspondentBank'] as const;

/** Whether a payment to the account goes by SWIFT: then a correspondent may stand between, and the payee's address travels. */
export const goesBySwift = (draft: AccountDraft): boolean =>
  draft.bankCountry !== '' &&
  schemeFor({
    currency: draft.currency,
    creditorCountry: draft.bankCountry,
    hasIban: kindOf(draft) === 'iban',
  }) === 'SWIFT';

/** What is sent: only the fields of the account's kind, and of those only what was filled in. */
export function toInput(draft: AccountDraft): BankDetailInput {
  const kind = kindOf(draft);
  const filled = [...fieldsOf[kind], ...(goesBySwift(draft) ? correspondentFields : [])]
    .map((field) => [field, draft[field].trim()] as const)
    .filter(([, value]) => value !== '');
  return {
    currency: draft.currency,
    ...(kind !== 'iban' && draft.bankCountry && { bankCountry: draft.bankCountry }),
    ...Object.fromEntries(filled),
  };
}

/** An account the payee already has, in the form of the call that replaces the list. */
export function keepDetail(detail: BankDetail): BankDetailInput {
  const { index: _, nameCheck: __, ...fields } = detail;
  const filled = Object.entries(fields).filter(([, value]) => value !== null);
  return { currency: detail.currency, ...Object.fromEntries(filled) };
}

/** An account the payee already has, as the form holds it. */
export const draftOf = (detail: BankDetail): AccountDraft => {
  const fields = Object.keys(emptyAccount) as (keyof AccountDraft)[];
  return {
    ...emptyAccount,
    ...Object.fromEntries(fields.map((field) => [field, detail[field] ?? ''])),
  };
};
