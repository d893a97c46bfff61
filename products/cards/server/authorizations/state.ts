/**
 * The state of a card payment, computed only from the sums of its messages, so that their order does not matter. Pure; amounts are minor units of the
 * card's currency.
 */
import type { CardTransactionStatus } from '@calmly/contract';

export interface Sums {
  readonly approved: boolean;
  readonly authorizedMinor: bigint;
  readonly reversedMinor: bigint;
  readonly clearedMinor: bigint;
  /** Nothing more can follow: cleared for the last time, fully reversed, or expired. */
  readonly isOver: boolean;
}

export type Change =
  /** Approved: the first request, or one that raises the amount. */
  | { readonly kind: 'authorize'; readonly amountMinor: bigint }
  /** Without an amount: everything held. */
  | { readonly kind: 'reverse'; readonly amountMinor: bigint | undefined }
  | { readonly kind: 'clear'; readonly amountMinor: bigint; readonly isFinal: boolean }
  | { readonly kind: 'expire' }
  /** The processor's sums; sums lower than ours are outdated. */
  | {
      readonly kind: 'follow';
      readonly authorizedMinor: bigint;
      readonly reversedMinor: bigint;
      readonly isOver: boolean;
    };

/** Before the first message. */
export const nothingYet: Sums = {
  approved: true,
  authorizedMinor: 0n,
  reversedMinor: 0n,
  clearedMinor: 0n,
  isOver: false,
};

/** The amount held for it on the card's account. */
export function heldMinor({ approved, isOver, authorizedMinor, reversedMinor, clearedMinor }: Sums): bigint {
  const left = authorizedMinor - reversedMinor - clearedMinor;
  return approved && !isOver && left > 0n ? left : 0n;
}

/** The amount that counts against the card's limits: held or collected. */
export const spentMinor = (sums: Sums): bigint => heldMinor(sums) + sums.clearedMinor;

/** The sums after a message. */
export function changed(sums: Sums, change: Change): Sums {
  switch (change.kind) {
    case 'authorize':
      return ended({ ...sums, authorizedMinor: sums.authorizedMinor + change.amountMinor });
    case 'reverse': {
      const { amountMinor } = change;
      if (amountMinor === undefined)
        return { ...sums, reversedMinor: sums.reversedMinor + heldMinor(sums), isOver: true };
      return ended({ ...sums, reversedMinor: sums.reversedMinor + amountMinor });
    }
    case 'clear':
      return ended({
        ...sums,
        clearedMinor: sums.clearedMinor + change.amountMinor,
        isOver: sums.isOver || change.isFinal,
      });
    case 'expire':
      return { ...sums, isOver: true };
    case 'follow':
      return ended({
        ...sums,
        authorizedMinor: higherOf(sums.authorizedMinor, change.authorizedMinor),
        reversedMinor: higherOf(sums.reversedMinor, change.reversedMinor),
        isOver: sums.isOver || change.isOver,
      });
  }
}

export const higherOf = (one: bigint, other: bigint): bigint => (one > other ? one : other);

/** Whether messages can still change a payment: approved and not over. */
export const isUnderWay = <It extends Sums & { readonly isRefund: boolean }>(it: It | undefined): it is It =>
  it?.approved === true && !it.isOver && !it.isRefund;

/** Over once all that was authorised is collected or released. A reversal that overtakes its request ends nothing. */
const ended = (sums: Sums): Sums => ({
  ...sums,
  isOver:
    sums.isOver ||
    (sums.authorizedMinor > 0n && sums.authorizedMinor <= sums.reversedMinor + sums.clearedMinor),
});

/** The status that a client sees. */
export function statusOf(sums: Sums & { readonly isRefund: boolean }): CardTransactionStatus {
  if (sums.isRefund) return 'REFUND';
  if (!sums.approved) return 'DECLINED';
  if (heldMinor(sums) > 0n) return 'HELD';
  return sums.clearedMinor > 0n ? 'CLEARED' : 'RELEASED';
}
