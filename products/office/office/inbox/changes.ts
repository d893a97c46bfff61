/** What has changed between two readings of an item. Pure. */
interface Named {
  readonly label: string;
  readonly value: string;
}

export interface ShownFact extends Named {
  /** The value seen before, if it was another; null for a fact that is new. */
  readonly was?: string | null;
  /** It is no longer there. */
  readonly isGone?: true;
}

/**
 * The facts of now with what each was, and at the end those that are gone. A label may stand several times: its facts are compared in their order.
 * Without an earlier reading nothing has changed.
 */
export function withChanges(now: readonly Named[], before: readonly Named[] | undefined): ShownFact[] {
  if (!before) return [...now];
  const left = new Map<string, string[]>();
  for (const { label, value } of before) left.set(label, [...(left.get(label) ?? []), value]);
  const shown = now.map(({ label, value }): ShownFact => {
    const [was, ...rest] = left.get(label) ?? [];
    left.set(label, rest);
    return was === value ? { label, value } : { label, value, was: was ?? null };
  });
  const gone = [...left].flatMap(([label, values]) =>
    values.map((value): ShownFact => ({ label, value, isGone: true })),
  );
  return [...shown, ...gone];
}

/** Whether the counts of now say that a list is no longer as it was read; `decided` of it were decided here since. */
export function isOutdated(
  countThen: number | null | undefined,
  countNow: number | null | undefined,
  decided: number,
): boolean {
  if (typeof countThen !== 'number' || typeof countNow !== 'number') return false;
  return countNow !== countThen && countNow !== countThen - decided;
}
