/** Moments at which the clocks of a time zone show a given time. Pure. */
import type { ZonedDays } from './zoned-days.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/**
 * The moments at which clocks show `minute` (after midnight) on a day, `YYYY-MM-DD`: one, or two if clocks go back over it. If they skip it, the
 * moment after the jump.
 */
export function momentsAt(zone: ZonedDays, day: string, minute: number): readonly [Date, ...Date[]] {
  const wallMs = Date.parse(day) + minute * minuteMs;
  const shownAt = (ms: number) => zone.wallClockOf(new Date(ms)).getTime();
  const [first, second] = [wallMs - dayMs, wallMs + dayMs]
    .map((ms) => wallMs - (shownAt(ms) - ms))
    .sort((one, other) => one - other) as [number, number];
  const matches = [...new Set([first, second])].filter((ms) => shownAt(ms) === wallMs);
  const [earliest, ...later] = matches.map((ms) => new Date(ms));
  if (earliest) return [earliest, ...later];
  let ms = first;
  while (shownAt(ms) < wallMs) ms += minuteMs;
  return [new Date(ms)];
}
