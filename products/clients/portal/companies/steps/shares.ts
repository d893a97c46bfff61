/** Shares of a company: typed as a percentage, stored in basis points. Pure. */
import { namedOwnerBasisPoints, wholeBasisPoints } from '@calmly/contract';

interface Owned {
  readonly people: readonly { readonly isOwner: boolean; readonly share: string }[];
  readonly owners: readonly { readonly share: string }[];
}

/** 3333 is `33.33`. */
export const percentOf = (basisPoints: number): string => String(basisPoints / 100);

/** `33,33 %` is 3333; undefined for a text that is not a valid share. */
export function basisPointsOf(text: string): number | undefined {
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/.exec(text.trim());
  if (!match) return undefined;
  const points = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return points > 0 && points <= wholeBasisPoints ? points : undefined;
}

/** The sum of the named owners' shares, in basis points. */
export const namedBasisPoints = ({ people, owners }: Owned): number =>
  [...people.filter(({ isOwner }) => isOwner), ...owners].reduce(
    (sum, { share }) => sum + (basisPointsOf(share) ?? 0),
    0,
  );

/** Whether the user must declare that no one else owns more than a quarter. */
export const asksForOthers = (draft: Owned): boolean =>
  wholeBasisPoints - namedBasisPoints(draft) > namedOwnerBasisPoints;
