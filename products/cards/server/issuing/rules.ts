/** What a new card costs, how many there may be, and what has to be right about an order. Pure. */
import { type CardOrder, nameOnCardLength } from '@calmly/contract';
import { parseDecimal, transliterate, virtualCardFee } from '@calmly/domain';
import type { FieldRejection } from '@calmly/platform/problem.ts';

type Role = 'INDIVIDUAL' | 'LEGAL';
const kindOf = (role: string) => (role === ('LEGAL' satisfies Role) ? 'company' : 'individual');

/** Of a new card, once; minor units of euro. */
export function issueFeeOf(role: string): bigint {
  const fee = parseDecimal(virtualCardFee[kindOf(role)], 'EUR');
  if (fee === undefined) throw new Error('the fee of a card is not an amount');
  return fee;
}

/** The most cards that a client has open at a time. */
export const mostCards = (role: string): number => ({ individual: 10, company: 200 })[kindOf(role)];

/** A client's name in the letters that a card has room for. */
export const embossedName = (name: string): string =>
  transliterate(name)
    .normalize('NFD')
    .replaceAll(/[^A-Za-z .'-]/g, '')
    .replaceAll(/ +/g, ' ')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, nameOnCardLength)
    .trim()
    .toUpperCase();

/** What is wrong with the days and the address of an order; empty when nothing is. */
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
