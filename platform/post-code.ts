/** Validates the postcode of an address by its country. */
import { checkPostCode } from '@calmly/domain';
import type { FieldRejection } from './problem.ts';

/** `at` is the path of the address with its dot: `address.`, or empty for fields at the top level. */
export function rejectPostCode(
  at: string,
  { country, postCode }: { readonly country: string; readonly postCode: string },
): FieldRejection[] {
  const checked = checkPostCode(country, postCode);
  if (checked.ok) return [];
  return [{ field: `${at}postCode`, code: 'post_code_invalid', params: { example: checked.example } }];
}
