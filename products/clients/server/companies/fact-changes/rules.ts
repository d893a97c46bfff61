/**
 * What a request changes in a company's facts, who is new, and which documents it needs. Pure.
 *
 * A person is the same if name and date of birth are the same; a company that owns shares, if country and number are.
 */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type ChangedFacts,
  type Company,
  type CompanyPart,
  type CompanyPerson,
  type CorporateOwner,
  companyParts,
} from '@calmly/contract';
import type { FieldRejection } from '@calmly/platform/problem.ts';
import type { CompanyFacts } from '../company/rules.ts';
import type { StoredCompany } from '../company/store.ts';

/** Stored facts: some are null for a company added before all of them were required. */
export type KnownFacts = Pick<StoredCompany, keyof CompanyFacts>;

/** Facts visible to a member: birthdays and addresses that the member may not see are null. */
type ShownFacts = Omit<KnownFacts, 'people'> & { readonly people: readonly Company['people'][number][] };

const factsOfPart = (part: CompanyPart): readonly (keyof CompanyFacts)[] =>
  part === 'owners' ? ['people', 'corporateOwners', 'othersBelowQuarter'] : [part];

/** The parts that differ, each with all of its facts. */
export function changedFacts(known: KnownFacts, wanted: CompanyFacts): ChangedFacts {
  const differing = companyParts
    .map(factsOfPart)
    .filter((names) => names.some((name) => !isDeepStrictEqual(known[name], wanted[name])));
  return Object.fromEntries(differing.flat().map((name) => [name, wanted[name]]));
}

/** A hash of some facts, to detect a change based on other ones. */
export const factsVersion = (known: ShownFacts, parts: readonly CompanyPart[] = companyParts): string =>
  createHash('sha256')
    .update(JSON.stringify(parts.flatMap(factsOfPart).map((name) => sorted(known[name]))))
    .digest('base64url')
    .slice(0, 22);

/** The same text for equal values, whatever the order of their fields. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, inner]) => [name, sorted(inner)]);
};

/** The parts that a request changes. */
export const partsOf = (changed: ChangedFacts): CompanyPart[] =>
  companyParts.filter((part) => factsOfPart(part).some((name) => changed[name] !== undefined));

/** The facts after the request is granted. */
export function factsWith(known: KnownFacts, changed: ChangedFacts): CompanyFacts {
  const legalForm = changed.legalForm ?? known.legalForm;
  const foundedOn = changed.foundedOn ?? known.foundedOn;
  const activity = changed.activity ?? known.activity;
  const address = changed.address ?? known.address;
  if (legalForm === null || foundedOn === null || activity === null || address === null)
    throw new Error('a request was taken that leaves facts open');
  return {
    name: changed.name ?? known.name,
    registrationNumber: changed.registrationNumber ?? known.registrationNumber,
    country: changed.country ?? known.country,
    legalForm,
    foundedOn,
    activity,
    address,
    people: [...(changed.people ?? known.people)],
    corporateOwners: [...(changed.corporateOwners ?? known.corporateOwners)],
    othersBelowQuarter: changed.othersBelowQuarter ?? known.othersBelowQuarter,
  };
}

/** People and owners in the request who were not in the company before. */
export function newcomers(
  known: KnownFacts,
  changed: ChangedFacts,
): { readonly people: readonly CompanyPerson[]; readonly corporateOwners: readonly CorporateOwner[] } {
  const people = new Set(known.people.map(keyOfPerson));
  const owners = new Set(known.corporateOwners.map(keyOfOwner));
  return {
    people: (changed.people ?? []).filter((person) => !people.has(keyOfPerson(person))),
    corporateOwners: (changed.corporateOwners ?? []).filter((owner) => !owners.has(keyOfOwner(owner))),
  };
}

/** Case is ignored; another spelling is another person. */
export const keyOfPerson = ({ firstName, lastName, dateOfBirth }: CompanyPerson): string =>
  `${firstName} ${lastName} ${dateOfBirth}`.toLowerCase();

/** Case is ignored; another register number is another company. */
export const keyOfOwner = ({ country, registrationNumber }: CorporateOwner): string =>
  `${country} ${registrationNumber}`.toLowerCase();

/** Requires a document that proves the change, and an identity document for each new person. */
export const checkPapers = (newPeople: number, papers: number): FieldRejection[] =>
  papers < 1 + newPeople ? [{ field: 'documentIds', code: 'identity_papers_missing' }] : [];
