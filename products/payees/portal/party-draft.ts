/** A payee's identity, as the form holds it and as the calls need it. */
import {
  type Beneficiary,
  type BeneficiaryInput,
  beneficiaryDirections,
  type PartyInput,
} from '@calmly/contract';
import { addressIssues, checkSepaText, nameKey, transliterate } from '@calmly/domain';
import { birthDraft, birthSeconds, type DayDraft } from '@calmly/portal-kit/shared/days/birth-date.ts';
import type { Faults } from '@calmly/portal-kit/shared/form/faults.ts';
import { z } from 'zod';
import { emptyAccount, goesBySwift, toInput, zAccountDraft } from './account-kind.ts';

export const zPartyDraft = z.object({
  legalStatus: z.enum(['INDIVIDUAL', 'COMPANY']),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Empty: the name travels by sound. */
  latinName: z.string(),
  born: z.object({ day: z.string(), month: z.string(), year: z.string() }),
  country: z.string(),
  street: z.string(),
  buildingNumber: z.string(),
  postCode: z.string(),
  town: z.string(),
});
export type PartyDraft = Readonly<z.output<typeof zPartyDraft>>;

export const zPayeeDraft = zPartyDraft.extend({
  direction: z.enum(beneficiaryDirections).default('OUTGOING'),
  account: zAccountDraft,
});
export type PayeeDraft = Readonly<z.output<typeof zPayeeDraft>>;

const noDay: DayDraft = { day: '', month: '', year: '' };

export const emptyPayee: PayeeDraft = {
  legalStatus: 'INDIVIDUAL',
  name: '',
  firstName: '',
  lastName: '',
  latinName: '',
  born: noDay,
  country: '',
  street: '',
  buildingNumber: '',
  postCode: '',
  town: '',
  direction: 'OUTGOING',
  account: emptyAccount,
};

const personFields = ['firstName', 'lastName'] as const;
const companyFields = ['name'] as const;
export const addressFields = ['street', 'buildingNumber', 'postCode', 'town'] as const;
export type AddressField = (typeof addressFields)[number];

const namedFields = ({ legalStatus }: PartyDraft) =>
  legalStatus === 'INDIVIDUAL' ? personFields : companyFields;

/** The name as the client writes it. */
export const nameOf = (draft: PartyDraft): string =>
  namedFields(draft)
    .map((field) => draft[field].trim())
    .filter(Boolean)
    .join(' ');

/** The name as it travels with a payment. */
export const travellingName = (draft: PartyDraft): string =>
  transliterate(draft.latinName.trim() || nameOf(draft));

/** Whether a text travels in other letters than it is written in. */
export const travelsChanged = (text: string): boolean => !checkSepaText(text).ok;

/** The address as it travels, in one line. */
export const travellingAddress = (draft: PartyDraft): string =>
  transliterate(
    [
      [draft.street, draft.buildingNumber].map((part) => part.trim()).join(' '),
      [draft.postCode, draft.town].map((part) => part.trim()).join(' '),
    ]
      .map((line) => line.trim())
      .filter(Boolean)
      .join(', '),
  );

/** The names of required fields that are empty, in the order of the form. */
export function missingFields(draft: PartyDraft, bySwift: boolean): string[] {
  const missing = [...namedFields(draft), 'country' as const].filter((field) => draft[field].trim() === '');
  return [...missing, ...requiredAddress(draft, bySwift).filter((field) => draft[field].trim() === '')];
}

/** What of the address has to be there, given the rest of it. */
export function requiredAddress(draft: PartyDraft, bySwift: boolean): readonly ('street' | 'town')[] {
  if (bySwift) return ['street', 'town'];
  const address = { ...draft, town: null };
  return addressIssues({ ...address, schemes: ['SEPA'] }).length > 0 ? ['town'] : [];
}

export const payeeGoesBySwift = ({ account }: PayeeDraft): boolean => goesBySwift(account);

/** Whether the birthday is filled in but is no day. */
export const isBirthWrong = ({ born }: PartyDraft): boolean =>
  Object.values(born).some((part) => part.trim() !== '') && birthSeconds(born, new Date()) === undefined;

/** What keeps a payee from being saved, by field; `bySwift`: an account is paid by SWIFT. */
export function partyFaults(draft: PartyDraft, bySwift: boolean): Record<string, 'required' | 'bornWrong'> {
  return {
    ...Object.fromEntries(missingFields(draft, bySwift).map((field) => [field, 'required' as const])),
    ...(isBirthWrong(draft) && { dateOfBirth: 'bornWrong' as const }),
  };
}

/**
 * Trimmed; empty fields are left out, and so is a date of birth that is no day. Check the draft with
 * `partyFaults` first.
 */
export function toPartyInput(draft: PartyDraft): PartyInput {
  const filled = [...namedFields(draft), 'latinName' as const, ...addressFields]
    .map((field) => [field, draft[field].trim()] as const)
    .filter(([, value]) => value !== '');
  const born = draft.legalStatus === 'INDIVIDUAL' ? birthSeconds(draft.born, new Date()) : undefined;
  return {
    legalStatus: draft.legalStatus,
    country: draft.country,
    ...Object.fromEntries(filled),
    ...(born !== undefined && { dateOfBirth: born }),
  };
}

export const toBeneficiaryInput = (draft: PayeeDraft): BeneficiaryInput => ({
  ...toPartyInput(draft),
  direction: draft.direction,
  bankDetails: [toInput(draft.account)],
});

/** The form of a payee that is there. */
export function partyDraftOf(payee: Beneficiary): PartyDraft {
  const name = payee.name.trim();
  return {
    legalStatus: payee.legalStatus,
    name: payee.legalStatus === 'COMPANY' ? name : '',
    firstName: payee.firstName ?? '',
    lastName: payee.lastName ?? '',
    latinName: nameKey(payee.latin.name) === nameKey(name) ? '' : payee.latin.name,
    born: payee.dateOfBirth === null ? noDay : birthDraft(payee.dateOfBirth),
    country: payee.country,
    street: payee.street ?? '',
    buildingNumber: payee.buildingNumber ?? '',
    postCode: payee.postCode ?? '',
    town: payee.town ?? '',
  };
}

/** Of the faults a server names (`bankDetails.0.iban`), those of the account at `index`, by their own field names. */
export function accountFaults(faults: Faults, index: number): Faults {
  const prefix = `bankDetails.${index}.`;
  return Object.fromEntries(
    Object.entries(faults)
      .filter(([field]) => field.startsWith(prefix))
      .map(([field, message]) => [field.slice(prefix.length), message]),
  );
}
