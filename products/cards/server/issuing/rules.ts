/** The price of a new card, the maximum number, and the checks of an order. Pure. */
import { type CardOrder, nameOnCardLength } from '@calmly/contract';
import { parseDecimal, transliterate, virtualCardFee } from '@calmly/domain';
import type { FieldRejection } from '@calmly/platform/problem.ts';

type Role = 'INDIVIDUAL' | 'LEGAL';
const kindOf = (role: string) => (role === ('LEGAL' satisfies Role) ? 'company' : 'individual');

/** For a new card, once; minor units of euro. */
export function issueFeeOf(role: string): bigint {
  const fee = parseDecimal(virtualCardFee[kindOf(role)], 'EUR');
  if (fee === undefined) throw new Error('the fee of a card is not an amount');
  return fee;
}

/** Maximum number of a client's open cards. */
export const mostCards = (role: string): number => ({ individual: 10, company: 200 })[kindOf(role)];

/** A client's name in the characters and length that a card allows. */
export const embossedName = (name: string): string =>
  transliterate(name)
    .normalize('NFD')
    .replaceAll(/[^A-Za-z .'-]/g, '')
    .replaceAll(/ +/g, ' ')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, nameOnCardLength)
    .trim()
    .toUpperCase();

/** Errors of the days and the address of an order; empty if there are none. */
export function checkOrder(
  order: Pick<CardOrder, 'kind' | 'address' | 'validUntil'>,
  { today, expiresOn }: { readonly today: string; readonly expiresOn: string },
): FieldRejection[] {
  const { kind, address, validUntil } = order;
  const faults: FieldRejection[] = [];
  if (kind === 'PLASTIC' && address === undefined) faults.push({ field: 'address', code: 'required' });
  if (kind === 'VIRTUAL' && address !== undefined) faults.push({ field: 'address', code: 'invalid' });
  if (validUntil !== undefined && validUntil < today)
    faults.push({ field: 'validUntil', code: 'last_day_past' });
  if (validUntil !== undefined && validUntil > expiresOn)
    faults.push({ field: 'validUntil', code: 'last_day_too_far', params: { date: expiresOn } });
  return faults;
}
