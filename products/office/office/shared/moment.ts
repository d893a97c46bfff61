/** Times of the office: the day and the time, and how long something has waited. */
import { timeOfDay, useFormatter, useTranslations } from '@calmly/texts/index.tsx';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export interface Age {
  readonly unit: 'minutes' | 'hours' | 'days';
  readonly count: number;
}

/** The largest whole unit; a time to come counts as now. */
export function ageOf(since: string, now: number): Age {
  const ms = Math.max(0, now - Date.parse(since));
  if (ms >= dayMs) return { unit: 'days', count: Math.floor(ms / dayMs) };
  if (ms >= hourMs) return { unit: 'hours', count: Math.floor(ms / hourMs) };
  return { unit: 'minutes', count: Math.floor(ms / minuteMs) };
}

/** "3 h" */
export function useAgeText(): (since: string) => string {
  const t = useTranslations('office.age');
  return (since) => {
    const { unit, count } = ageOf(since, Date.now());
    return t(unit, { count: String(count) });
  };
}

/** "30 Nov 2026, 14:05" */
export function useMomentText(): (at: string) => string {
  const format = useFormatter();
  return (at) =>
    format.dateTime(new Date(at), { day: 'numeric', month: 'short', year: 'numeric', ...timeOfDay });
}
