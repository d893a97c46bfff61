/**
 * Profit and loss by average cost: pure. A position is what a wallet has of an asset and what that has cost, in minor units; money is in the quote.
 *
 * - Bought: cost goes up by the value and the fee.
 * - Sold: the sold part's average cost leaves the position; the proceeds less the fee minus that cost are realised.
 * - A deposit costs the market price of its moment, a withdrawal leaves at its average cost: neither is a gain or a loss.
 * - A fee paid in the asset is realised as a loss of its average cost.
 *
 * Always: realised + unrealised = value − net cost, where the net cost is what was paid in less what came out.
 */
import { divideHalfEven } from '@calmly/domain';

export interface Position {
  readonly quantityMinor: bigint;
  /** Cost of the quantity. */
  readonly costMinor: bigint;
  readonly realisedMinor: bigint;
  /** Quantity that ever arrived without a market price; it counts as free. */
  readonly unpricedMinor: bigint;
}

export const emptyPosition: Position = {
  quantityMinor: 0n,
  costMinor: 0n,
  realisedMinor: 0n,
  unpricedMinor: 0n,
};

/** A change of a position. All numbers are positive. */
export type Change =
  /** `costMinor` undefined: there was no market price. */
  | { readonly kind: 'in'; readonly quantityMinor: bigint; readonly costMinor: bigint | undefined }
  /** `proceedsMinor` undefined: leaves at its cost. 0: lost, such as a fee. */
  | { readonly kind: 'out'; readonly quantityMinor: bigint; readonly proceedsMinor: bigint | undefined };

/** The position after the change. A change larger than the position takes all cost. */
export function applyChange(position: Position, change: Change): Position {
  const { quantityMinor, costMinor, realisedMinor, unpricedMinor } = position;
  if (change.kind === 'in')
    return {
      quantityMinor: quantityMinor + change.quantityMinor,
      costMinor: costMinor + (change.costMinor ?? 0n),
      realisedMinor,
      unpricedMinor: unpricedMinor + (change.costMinor === undefined ? change.quantityMinor : 0n),
    };
  const basis = basisOf(position, change.quantityMinor);
  return {
    quantityMinor: quantityMinor - change.quantityMinor,
    costMinor: costMinor - basis,
    realisedMinor: realisedMinor + (change.proceedsMinor ?? basis) - basis,
    unpricedMinor,
  };
}

/** Cost of a part of the position; for the last part the whole rest, so that rounding leaves nothing behind. */
export const basisOf = ({ quantityMinor, costMinor }: Position, partMinor: bigint): bigint =>
  partMinor >= quantityMinor ? costMinor : divideHalfEven(costMinor * partMinor, quantityMinor);

/** Average cost of one whole unit (`unitMinor` minor units); undefined for an empty position. */
export const averageCost = ({ quantityMinor, costMinor }: Position, unitMinor: bigint): bigint | undefined =>
  quantityMinor > 0n ? divideHalfEven(costMinor * unitMinor, quantityMinor) : undefined;

/** Worth of the position at a price of one whole unit. */
export const worthOf = ({ quantityMinor }: Position, priceMinor: bigint, unitMinor: bigint): bigint =>
  divideHalfEven(quantityMinor * priceMinor, unitMinor);
