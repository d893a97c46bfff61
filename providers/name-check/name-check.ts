/**
 * Name check: does an account at another bank belong to a name? The bank compares its own accounts itself; a provider answers for all
 * others. If it does not know, it answers `cannot_be_checked`.
 *
 * Source: Regulation (EU) 2024/886, article 5c (verification of payee); server page section 7.
 */

import { compareNames } from '@calmly/domain';

export interface NameCheckSubject {
  /** Valid, without blanks. */
  readonly iban: string;
  readonly name: string;
}

/** `close_match` reveals the right name; a provider may do so only for close matches. */
export type NameCheckAnswer =
  | { readonly result: 'match' | 'no_match' | 'cannot_be_checked' | 'temporarily_unavailable' }
  | { readonly result: 'close_match'; readonly suggestedName: string };

export interface NameChecks {
  readonly name: string;
  /** May ask another house: never with a transaction open. Does not throw; what fails is `temporarily_unavailable`. */
  check(subject: NameCheckSubject): Promise<NameCheckAnswer>;
}

/** Where no bank is asked. */
export const noNameChecks: NameChecks = {
  name: 'none',
  check: () => Promise.resolve({ result: 'cannot_be_checked' }),
};

/** What may be said of a name by who knows the holder. */
export function answerFor(name: string, holder: string): NameCheckAnswer {
  const result = compareNames(name, holder);
  return result === 'close_match' ? { result, suggestedName: holder } : { result };
}
