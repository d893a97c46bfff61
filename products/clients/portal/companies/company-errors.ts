/** The errors of each step of a company by the call's own paths, and the call's body if there are none. Pure. */
import { type CompanyInput, legalForms, wholeBasisPoints } from '@calmly/contract';
import { checkPostCode } from '@calmly/domain';
import { birthSeconds, type DayDraft } from '@calmly/portal-kit/shared/days/birth-date.ts';
import { z } from 'zod';
import type { AddressDraft, CompanyDraft, OwnerDraft, PersonDraft } from './company-draft.ts';
import { asksForOthers, basisPointsOf, namedBasisPoints } from './steps/shares.ts';

export const draftSteps = ['company', 'seat', 'owners', 'papers'] as const;
export type DraftStep = (typeof draftSteps)[number];

/** The error of a field, as a key of the texts. */
export type FaultKey =
  | 'required'
  | 'noDate'
  | 'share'
  | 'noDirector'
  | 'noPart'
  | 'tooMuch'
  | 'unnamed'
  | 'noPaper'
  | 'postCode';

/** `YYYY-MM-DD`; undefined if there is no such day. */
export function isoDayOf({ day, month, year }: DayDraft): string | undefined {
  if (!/^\d{4}$/.test(year)) return undefined;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return z.iso.date().safeParse(iso).success ? iso : undefined;
}

const dayFault = ({ day, month, year }: DayDraft): FaultKey =>
  `${day}${month}${year}` === '' ? 'required' : 'noDate';

/** The errors of one person, by field. */
export function personFaults(person: PersonDraft, now: Date): Partial<Record<string, FaultKey>> {
  return {
    ...emptyIn(person, ['firstName', 'lastName', 'citizenship']),
    ...(birthSeconds(person, now) === undefined && { dateOfBirth: dayFault(person) }),
    ...prefixed('address', addressFaults(person.address)),
    ...(!person.isDirector && !person.isOwner && { isDirector: 'noPart' as const }),
    ...(person.isOwner &&
      basisPointsOf(person.share) === undefined && { shareBasisPoints: 'share' as const }),
  };
}

/** The errors of one corporate owner. */
export const ownerFaults = (owner: OwnerDraft): Partial<Record<string, FaultKey>> => ({
  ...emptyIn(owner, ['name', 'registrationNumber', 'country']),
  ...(basisPointsOf(owner.share) === undefined && { shareBasisPoints: 'share' as const }),
});

const addressFaults = (address: AddressDraft): Partial<Record<string, FaultKey>> => ({
  ...(!checkPostCode(address.country, address.postCode).ok && { postCode: 'postCode' as const }),
  ...emptyIn(address, ['line1', 'postCode', 'town', 'country']),
});

/** The errors of a step, by the call's paths. */
export function stepFaults(
  step: DraftStep,
  draft: CompanyDraft,
  now: Date,
): Partial<Record<string, FaultKey>> {
  switch (step) {
    case 'company':
      return {
        ...emptyIn(draft, ['name', 'registrationNumber', 'country', 'legalForm', 'activity']),
        ...(isoDayOf(draft.founded) === undefined && { foundedOn: dayFault(draft.founded) }),
      };
    case 'seat':
      return prefixed('address', addressFaults(draft.address));
    case 'owners':
      return {
        ...merge(draft.people.map((person, at) => prefixed(`people.${at}`, personFaults(person, now)))),
        ...merge(draft.owners.map((owner, at) => prefixed(`corporateOwners.${at}`, ownerFaults(owner)))),
        ...(!draft.people.some(({ isDirector }) => isDirector) && { people: 'noDirector' as const }),
        ...(namedBasisPoints(draft) > wholeBasisPoints && { corporateOwners: 'tooMuch' as const }),
        ...(asksForOthers(draft) && !draft.othersBelowQuarter && { othersBelowQuarter: 'unnamed' as const }),
      };
    case 'papers':
      return draft.documents.length === 0 ? { documentIds: 'noPaper' } : {};
  }
}

/** The step to which a path of the call belongs. */
export function stepOfPath(path: string): DraftStep {
  if (path.startsWith('address')) return 'seat';
  if (/^(people|corporateOwners|othersBelowQuarter)/.test(path)) return 'owners';
  return path.startsWith('documentIds') ? 'papers' : 'company';
}

/** The call's body; undefined if a step has an error. */
export function bodyOf(draft: CompanyDraft, now: Date): CompanyInput | undefined {
  const foundedOn = isoDayOf(draft.founded);
  const legalForm = legalForms.find((form) => form === draft.legalForm);
  const isWhole = draftSteps.every((step) => Object.keys(stepFaults(step, draft, now)).length === 0);
  if (!isWhole || foundedOn === undefined || legalForm === undefined) return undefined;
  const { name, registrationNumber, country, activity, othersBelowQuarter } = draft;
  return {
    name,
    registrationNumber,
    country,
    legalForm,
    foundedOn,
    activity,
    address: addressOf(draft.address),
    people: draft.people.map(({ firstName, lastName, citizenship, isDirector, ...person }) => ({
      firstName,
      lastName,
      citizenship,
      isDirector,
      dateOfBirth: birthSeconds(person, now) ?? 0,
      address: addressOf(person.address),
      shareBasisPoints: person.isOwner ? (basisPointsOf(person.share) ?? null) : null,
    })),
    corporateOwners: draft.owners.map(({ share, ...owner }) => ({
      ...owner,
      shareBasisPoints: basisPointsOf(share) ?? 0,
    })),
    othersBelowQuarter: asksForOthers(draft) && othersBelowQuarter,
    documentIds: draft.documents.map(({ id }) => id),
  };
}

const addressOf = ({ line2, ...address }: AddressDraft) => ({ ...address, line2: line2.trim() || null });

const emptyIn = <Draft extends object>(draft: Draft, fields: readonly (keyof Draft & string)[]) =>
  Object.fromEntries(
    fields.filter((field) => String(draft[field]).trim() === '').map((field) => [field, 'required' as const]),
  );

const prefixed = (at: string, faults: Partial<Record<string, FaultKey>>) =>
  Object.fromEntries(Object.entries(faults).map(([field, fault]) => [`${at}.${field}`, fault]));

const merge = (list: readonly Partial<Record<string, FaultKey>>[]) =>
  Object.assign({}, ...list) as Record<string, FaultKey>;
