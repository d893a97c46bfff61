/** Folds consecutive identical entries of one day into one row. Pure. */
import type { Activity } from '@calmly/contract';

export interface FoldedActivity {
  /** The newest of them. */
  readonly entry: Activity;
  readonly count: number;
}

/** `dayOf` names the day of an entry, as the list groups them. */
export function fold(entries: readonly Activity[], dayOf: (entry: Activity) => string): FoldedActivity[] {
  const folded: FoldedActivity[] = [];
  for (const entry of entries) {
    const last = folded.at(-1);
    if (last && keyOf(last.entry, dayOf) === keyOf(entry, dayOf))
      folded.splice(-1, 1, { ...last, count: last.count + 1 });
    else folded.push({ entry, count: 1 });
  }
  return folded;
}

/** The visible content of a row except its time. */
const keyOf = (entry: Activity, dayOf: (entry: Activity) => string): string => {
  const { kind, text, amount, currency, subject, person, profileName, ip, browser, system } = entry;
  const shown = [kind, text, amount, currency, subject?.id, person?.id, profileName, ip, browser, system];
  return JSON.stringify([dayOf(entry), ...shown]);
};
