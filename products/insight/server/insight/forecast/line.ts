/** The balance line of a forecast from its steps. Pure; minor units, days `YYYY-MM-DD`. */
import { addDays } from '@calmly/platform/time/zoned-days.ts';

/** A change of the balance on a day; positive for incoming money. */
export interface LineStep {
  readonly on: string;
  readonly minor: bigint;
}

export interface LinePoint {
  readonly date: string;
  readonly minor: bigint;
}

export interface Line<Step> {
  /** The end of each day, the first one included. */
  readonly points: readonly LinePoint[];
  /** In the order in which they change the balance, each with the balance after it. Within a day, money in comes before money out. */
  readonly steps: ReadonlyArray<{ readonly step: Step; readonly afterMinor: bigint }>;
  /** The first day with the lowest balance. */
  readonly lowest: LinePoint;
}

/** The line of `days` days after `firstDay`; steps lie within them. */
export function drawLine<Step extends LineStep>(
  startMinor: bigint,
  steps: readonly Step[],
  { firstDay, days }: { readonly firstDay: string; readonly days: number },
): Line<Step> {
  const sorted = steps.toSorted((a, b) => (a.on === b.on ? compare(b.minor, a.minor) : a.on < b.on ? -1 : 1));
  let balance = startMinor;
  const walked = sorted.map((step) => {
    balance += step.minor;
    return { step, afterMinor: balance };
  });
  const ends = new Map(walked.map(({ step, afterMinor }) => [step.on, afterMinor]));
  let end = startMinor;
  const points = Array.from({ length: days + 1 }, (_, index) => {
    const date = addDays(firstDay, index);
    end = ends.get(date) ?? end;
    return { date, minor: end };
  });
  return {
    points,
    steps: walked,
    lowest: points.reduce((lowest, point) => (point.minor < lowest.minor ? point : lowest)),
  };
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** The first day with a shortfall, and the shortfall on that and on the worst day; undefined if there is none. */
export function shortageOf(
  line: Pick<Line<unknown>, 'points' | 'lowest'>,
): { readonly first: LinePoint; readonly lowest: LinePoint } | undefined {
  const first = line.points.find(({ minor }) => minor < 0n);
  return first && { first, lowest: line.lowest };
}
