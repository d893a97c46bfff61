/** The effect of a change of the client's receipt rule. Pure. */
import type { ReceiptRule } from './rule-store.ts';

type Asked = Pick<ReceiptRule, 'ask' | 'aboveMinor' | 'lockAfterDays'>;

/**
 * The rule after a change. Payments made before a client required receipts need none, and the days before a lock start again if the rule requires
 * more, so that a change never locks a card at once.
 */
export function ruleAfter(
  before: ReceiptRule | undefined,
  asked: Asked,
  { now, today }: { readonly now: Date; readonly today: string },
): ReceiptRule {
  const isNew = before === undefined || before.ask === 'NEVER';
  return {
    ...asked,
    lockAfterDays: asked.ask === 'NEVER' ? null : asked.lockAfterDays,
    askedSince: isNew ? now : before.askedSince,
    countedFrom: isNew || asksForMore(before, asked) ? today : before.countedFrom,
  };
}

function asksForMore(before: Asked, after: Asked): boolean {
  const least = ({ ask, aboveMinor }: Asked) => (ask === 'ABOVE' ? (aboveMinor ?? 0n) : -1n);
  return (
    least(after) < least(before) || (after.lockAfterDays ?? Infinity) < (before.lockAfterDays ?? Infinity)
  );
}
