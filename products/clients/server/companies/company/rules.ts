/**
 * Validates a company's facts without other data: its register entry, its directors and its owners.
 *
 * Shares are basis points. Each is above zero, and together they are at most the whole. If the named owners hold less than three
 * quarters, the person who adds the company declares that no other owner holds more than a quarter. Field names are ours, paths into
 * lists with their index (`people.0.shareBasisPoints`); the edge translates them for the wire. Source: specification section 3; server
 * page section 4. Quarter: Directive (EU) 2015/849, article 3 (6).
 */
import { type CompanyInput, namedOwnerBasisPoints, wholeBasisPoints } from '@calmly/contract';
import { isCountry, isServedCountry } from '@calmly/domain';
import { rejectPostCode } from '@calmly/platform/post-code.ts';
import type { FieldRejection } from '@calmly/platform/problem.ts';
import { rejectHolderName, rejectLongAddress } from '@calmly/platform/travelling-texts.ts';

const earliestBirthSeconds = Date.UTC(1900, 0, 1) / 1000;
const earliestFounding = '1200-01-01';

/** A company's register entry and other facts, except documents. */
export type CompanyFacts = Omit<CompanyInput, 'documentIds'>;

/** Why these facts are refused, all reasons at once; empty if they are valid. */
export function checkFacts(facts: CompanyFacts, now: Date): FieldRejection[] {
  return [
    ...checkServed('country', facts.country),
    ...checkServed('address.country', facts.address.country),
    ...rejectPostCode('address.', facts.address),
    ...rejectHolderName('name', facts.name),
    ...rejectLongAddress('address.', facts.address),
    ...checkFounded(facts.foundedOn, now),
    ...checkPeople(facts.people, now),
    ...checkOwners(facts),
  ];
}

function checkServed(field: string, country: string): FieldRejection[] {
  if (!isCountry(country)) return [{ field, code: 'invalid' }];
  return isServedCountry(country) ? [] : [{ field, code: 'country_unsupported' }];
}

function checkFounded(foundedOn: string, now: Date): FieldRejection[] {
  const isPast = foundedOn >= earliestFounding && foundedOn <= now.toISOString().slice(0, 10);
  return isPast ? [] : [{ field: 'foundedOn', code: 'day_not_past' }];
}

function checkPeople(people: CompanyFacts['people'], now: Date): FieldRejection[] {
  if (!people.some(({ isDirector }) => isDirector)) return [{ field: 'people', code: 'director_missing' }];
  return people.flatMap((person, index) => {
    const rejections: FieldRejection[] = [];
    const at = `people.${index}`;
    const isBorn = person.dateOfBirth >= earliestBirthSeconds && person.dateOfBirth * 1000 <= now.getTime();
    if (!isBorn) rejections.push({ field: `${at}.dateOfBirth`, code: 'date_of_birth' });
    if (!isCountry(person.citizenship)) rejections.push({ field: `${at}.citizenship`, code: 'invalid' });
    if (!isCountry(person.address.country))
      rejections.push({ field: `${at}.address.country`, code: 'invalid' });
    rejections.push(...rejectPostCode(`${at}.address.`, person.address));
    if (!person.isDirector && person.shareBasisPoints === null)
      rejections.push({ field: `${at}.isDirector`, code: 'part_missing' });
    return rejections;
  });
}

function checkOwners({ people, corporateOwners, othersBelowQuarter }: CompanyFacts): FieldRejection[] {
  const shares = [
    ...people.map((person, index) => ({ at: `people.${index}`, share: person.shareBasisPoints })),
    ...corporateOwners.map((owner, index) => ({
      at: `corporateOwners.${index}`,
      share: owner.shareBasisPoints,
    })),
  ].filter((owner): owner is { at: string; share: number } => owner.share !== null);
  const rejections: FieldRejection[] = corporateOwners.flatMap(({ country }, index) =>
    isCountry(country) ? [] : [{ field: `corporateOwners.${index}.country`, code: 'invalid' as const }],
  );
  for (const { at, share } of shares)
    if (share <= 0 || share > wholeBasisPoints)
      rejections.push({ field: `${at}.shareBasisPoints`, code: 'share_range' });
  if (rejections.length > 0) return rejections;
  const named = shares.reduce((sum, { share }) => sum + share, 0);
  if (named > wholeBasisPoints) return [{ field: 'corporateOwners', code: 'shares_above_whole' }];
  if (wholeBasisPoints - named > namedOwnerBasisPoints && !othersBelowQuarter)
    return [{ field: 'othersBelowQuarter', code: 'owners_unnamed' }];
  return [];
}
