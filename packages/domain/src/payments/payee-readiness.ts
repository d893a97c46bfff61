/**
 * Whether a payee can be paid: which parts of its name and address would make a bank refuse the payment. Pure.
 * - Since 15 November 2026 SEPA accepts only structured addresses: with a street, number or postcode the town is required (the country is always
 *   there). A payment by SWIFT carries the payee's street and town.
 * - Payments carry only the characters that SEPA allows, and at most 70 of them in the name.
 * Source: EPC153-22 (structured addresses); EPC217-08 (characters); SWIFT field 59.
 */
import { checkSepaText } from './remittance.ts';
import type { RailScheme } from './scheme.ts';

export const readinessIssues = ['characters', 'name_too_long', 'street_missing', 'town_missing'] as const;
export type ReadinessIssue = (typeof readinessIssues)[number];

/** Maximum length of a name on any rail. */
export const longestTravellingName = 70;

/** Maximum length of each part of an address on any rail, in Latin letters: PostalAddress24 of ISO 20022. */
export const longestAddress = { street: 70, buildingNumber: 16, postCode: 16, town: 35 } as const;

export interface PostalAddress {
  readonly street: string | null;
  readonly buildingNumber: string | null;
  readonly postCode: string | null;
  readonly town: string | null;
}

/** Name and address in their transmitted form, and the schemes that reach the payee's accounts; empty for accounts at this bank. */
export interface TravellingPayee extends PostalAddress {
  readonly name: string;
  readonly schemes: readonly RailScheme[];
}

/** Details that are missing or would be refused; empty if the payee can be paid. */
export function payeeReadiness(payee: TravellingPayee): ReadinessIssue[] {
  if (payee.schemes.length === 0) return [];
  const { name, street, buildingNumber, postCode, town } = payee;
  const texts = [name, street, buildingNumber, postCode, town];
  const issues: ReadinessIssue[] = [];
  if (texts.some((text) => text !== null && !checkSepaText(text).ok)) issues.push('characters');
  if (name.length > longestTravellingName) issues.push('name_too_long');
  return [...issues, ...addressIssues(payee)];
}

/** What the address lacks for these schemes. */
export function addressIssues(payee: PostalAddress & Pick<TravellingPayee, 'schemes'>): ReadinessIssue[] {
  const bySwift = payee.schemes.includes('SWIFT');
  const given = payee.street || payee.buildingNumber || payee.postCode;
  return [
    ...(bySwift && !payee.street ? (['street_missing'] as const) : []),
    ...((bySwift || given) && !payee.town ? (['town_missing'] as const) : []),
  ];
}
