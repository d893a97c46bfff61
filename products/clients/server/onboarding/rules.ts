/**
 * Rules of onboarding without other data: who may become a client, which step is due, which terms belong to a choice. Field names are
 * ours; the edge translates them for the wire. Source: specification sections 4 and 9; server page section 4.
 */
import {
  type Client,
  type CompanyDetails,
  type Onboarding,
  type PersonDetails,
  type ResidentialAddress,
  termsVersions,
} from '@calmly/contract';
import { isCountry, isServedCountry } from '@calmly/domain';
import { rejectPostCode } from '@calmly/platform/post-code.ts';
import type { FieldRejection } from '@calmly/platform/problem.ts';
import { rejectHolderName, rejectLongAddress } from '@calmly/platform/travelling-texts.ts';

type ClientState = Client['state'];

/** Lifetimes of an emailed code, a texted code and an emailed link, and when another may be requested. */
export const emailCodeSeconds = 600;
export const phoneCodeSeconds = 300;
export const linkSeconds = 86_400;
export const resendSeconds = 9;
export const codeTries = 5;

/** After this many days an unconfirmed draft is deleted. */
export const draftDays = 30;

/** Messages to one address or number, and wrong codes of one person, before a pause that doubles. */
export const messageLimit = { tries: 10, firstLockSeconds: 3600 };
export const wrongCodeLimit = { tries: 10, firstLockSeconds: 900 };
/** Texts that one person may request, over all numbers. */
export const textLimit = { tries: 20, firstLockSeconds: 3600 };

const fullAge = 18;
const earliestBirthSeconds = Date.UTC(1900, 0, 1) / 1000;

/** Why these personal details are refused; empty if they are valid. */
export function checkPerson(person: PersonDetails, now: Date): FieldRejection[] {
  const rejections: FieldRejection[] = [];
  const birth = checkBirth(person.dateOfBirth, now);
  if (birth) rejections.push({ field: 'dateOfBirth', code: birth });
  if (!isCountry(person.citizenship)) rejections.push({ field: 'citizenship', code: 'invalid' });
  rejections.push(
    ...checkCountry('residence', person.residence),
    ...rejectHolderName('lastName', `${person.firstName} ${person.lastName}`),
  );
  return rejections;
}

function checkBirth(seconds: number, now: Date): 'date_of_birth' | 'under_age' | undefined {
  if (seconds < earliestBirthSeconds || seconds * 1000 > now.getTime()) return 'date_of_birth';
  const birth = new Date(seconds * 1000);
  // A person born on 29 February comes of age on 1 March.
  const ofAge = Date.UTC(birth.getUTCFullYear() + fullAge, birth.getUTCMonth(), birth.getUTCDate());
  return ofAge > now.getTime() ? 'under_age' : undefined;
}

/** The country must exist and be served, and payments must be able to carry the name. */
export const checkCompany = ({ country, name }: CompanyDetails): FieldRejection[] => [
  ...checkCountry('country', country),
  ...rejectHolderName('name', name),
];

/** All errors at once: an unknown or unserved country, a postcode that does not fit the country, and text that payments cannot carry. */
export const checkAddress = (address: ResidentialAddress): FieldRejection[] => [
  ...checkCountry('country', address.country),
  ...rejectPostCode('', address),
  ...rejectLongAddress('', address),
];

function checkCountry(field: string, code: string): FieldRejection[] {
  if (!isCountry(code)) return [{ field, code: 'invalid' }];
  return isServedCountry(code) ? [] : [{ field, code: 'country_unsupported' }];
}

/** Whether a draft has everything its first steps require, so that only the address is left to confirm. */
export const isDraftComplete = ({ kind, person, company }: Pick<Onboarding, 'kind' | 'person' | 'company'>) =>
  person !== null && (kind === 'individual' || company !== null);

/** Whether the accepted versions are current, including the card terms if a card was chosen. */
export function areTermsCurrent(
  accepted: { version: string; cardVersion?: string | undefined },
  withCard: boolean,
): boolean {
  return (
    accepted.version === termsVersions.main && (!withCard || accepted.cardVersion === termsVersions.cards)
  );
}

/** The state of the identity check; it follows from the client's state, except for a possible repeat. */
export function identityCheckOf(state: ClientState, retry: boolean): Onboarding['identityCheck'] {
  if (state === 'CREATED') return 'IN_REVIEW';
  if (state === 'KYC_DECLINED') return 'DECLINED';
  if (state === 'ACTIVE' || state === 'BLOCKED' || state === 'CLOSED') return 'APPROVED';
  return retry ? 'RETRY' : 'NOT_STARTED';
}
