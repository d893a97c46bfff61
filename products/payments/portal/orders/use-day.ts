/** Formats a calendar day: Tue, 1 December 2026. */
import { useFormatter } from '@calmly/portal-kit/i18n/index.tsx';
import { dayAsDate } from '@calmly/portal-kit/shared/days/days.ts';

/** `day` is `YYYY-MM-DD`; the text is in the reader's language. */
export function useDay(): (day: string) => string {
  const format = useFormatter();
  return (day) =>
    format.dateTime(dayAsDate(day), { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' });
}
