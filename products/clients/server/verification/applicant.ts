/** The applicant's facts as known to the bank, and whether the watch list has one of the names. */

import type { Sql } from '@calmly/platform/work.ts';
import type { KnownIdentity, ProvedIdentity } from '@calmly/providers/kyc/kyc.ts';
import type { Screening } from '@calmly/providers/screening/screening.ts';
import { findAppliedAs } from '../../../identity/server/index.ts';
import { findCompany } from '../companies/index.ts';

export interface ApplicantFacts {
  readonly known: KnownIdentity;
  /** A company's directors and owners. */
  readonly others: readonly string[];
}

/** Undefined for an unknown client, and before a name is entered. */
export async function findApplicantFacts(sql: Sql, clientId: string): Promise<ApplicantFacts | undefined> {
  const company = await findCompany(sql, clientId);
  if (company) {
    const { name, registrationNumber, country, people, corporateOwners } = company;
    return {
      known: { kind: 'company', name, registrationNumber, country },
      others: [
        ...people.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
        ...corporateOwners.map((owner) => owner.name),
      ],
    };
  }
  const person = await findAppliedAs(sql, clientId);
  return person && { known: { kind: 'individual', ...person }, others: [] };
}

export const nameOf = (known: KnownIdentity): string =>
  known.kind === 'company' ? known.name : `${known.firstName} ${known.lastName}`;

/** Each listed name, with its entry. */
export async function findListedNames(
  sql: Sql,
  { findListed }: Pick<Screening, 'findListed'>,
  { known, others }: ApplicantFacts,
  proved: Pick<ProvedIdentity, 'names'> | null | undefined,
): Promise<string[]> {
  const names = [...new Set([nameOf(known), ...others, ...(proved?.names ?? [])])];
  const entries = await findListed(sql, names);
  return names.flatMap((name, index) =>
    entries[index] === undefined ? [] : [`${name} resembles ${entries[index]}`],
  );
}
