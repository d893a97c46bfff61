/** Who the payee is, as the form holds it and as the call wants it. */
import type { BeneficiaryInput } from '@calmly/contract';
import { z } from 'zod';
import { emptyAccount, toInput, zAccountDraft } from './account-kind.ts';

export const zPayeeDraft = z.object({
  legalStatus: z.enum(['INDIVIDUAL', 'COMPANY']),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  country: z.string(),
  street: z.string(),
  buildingNumber: z.string(),
  postCode: z.string(),
  town: z.string(),
  account: zAccountDraft,
});
export type PayeeDraft = Readonly<z.output<typeof zPayeeDraft>>;

export const emptyPayee: PayeeDraft = {
  legalStatus: 'INDIVIDUAL',
  name: '',
  firstName: '',
  lastName: '',
  country: '',
  street: '',
  buildingNumber: '',
  postCode: '',
  town: '',
  account: emptyAccount,
};

const personFields = ['firstName', 'lastName'] as const;
const companyFields = ['name'] as const;
export const addressFields = ['street', 'buildingNumber', 'postCode', 'town'] as const;

/** Our field names of what must be filled in and is not. */
export function missingFields(draft: PayeeDraft): string[] {
  const named = draft.legalStatus === 'INDIVIDUAL' ? personFields : companyFields;
  return [...named, 'country' as const].filter((field) => draft[field].trim() === '');
}

export function toBeneficiaryInput(draft: PayeeDraft): BeneficiaryInput {
  const named = draft.legalStatus === 'INDIVIDUAL' ? personFields : companyFields;
  const filled = [...named, ...addressFields]
    .map((field) => [field, draft[field].trim()] as const)
    .filter(([, value]) => value !== '');
  return {
    legalStatus: draft.legalStatus,
    country: draft.country,
    ...Object.fromEntries(filled),
    bankDetails: [toInput(draft.account)],
  };
}

/** Of the faults a server names (`bankDetails.0.iban`), those of the account at `index`, by their own field names. */
export function accountFaults(
  faults: Readonly<Record<string, string>>,
  index: number,
): Record<string, string> {
  const prefix = `bankDetails.${index}.`;
  return Object.fromEntries(
    Object.entries(faults)
      .filter(([field]) => field.startsWith(prefix))
      .map(([field, message]) => [field.slice(prefix.length), message]),
  );
}
