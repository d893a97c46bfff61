/** Validates texts that payments carry: their Latin form must fit into the ISO 20022 element. */
import { longestAddress, longestTravellingName, transliterate } from '@calmly/domain';
import type { FieldRejection } from './problem.ts';

/** The text of a field whose Latin form is longer than `most` characters. */
export function rejectLongLatin(
  field: string,
  text: string | null | undefined,
  most: number,
): FieldRejection[] {
  return transliterate(text ?? '').length > most ? [{ field, code: 'latin_too_long', params: { most } }] : [];
}

/** The name of an account's holder. */
export const rejectHolderName = (field: string, name: string): FieldRejection[] =>
  rejectLongLatin(field, name, longestTravellingName);

/** A client's address, whose two lines are sent as one. `at` is its path with its dot: `address.`, or empty. */
export function rejectLongAddress(
  at: string,
  address: {
    readonly line1: string;
    readonly line2: string | null;
    readonly postCode: string;
    readonly town: string;
  },
): FieldRejection[] {
  const { line1, line2, postCode, town } = address;
  const first = rejectLongLatin(`${at}line1`, line1, longestAddress.street);
  const lines = first.length > 0 || !line2 ? first : rejectLines(`${at}line2`, line1, line2);
  return [
    ...lines,
    ...rejectLongLatin(`${at}postCode`, postCode, longestAddress.postCode),
    ...rejectLongLatin(`${at}town`, town, longestAddress.town),
  ];
}

const rejectLines = (field: string, ...lines: readonly string[]): FieldRejection[] =>
  rejectLongLatin(field, lines.join(', '), longestAddress.street);
