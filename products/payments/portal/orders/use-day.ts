/** Formats a calendar day: Tue, 1 December 2026. */

import { dayAsDate } from '@calmly/portal-kit/shared/days/days.ts';
import { useFormatter } from '@calmly/texts/index.tsx';

/** `day` is `YYYY-MM-DD`; the text is in the reader's language. */
export function useDay(): (day: string) => string {
  const format = useFormatter();
  return (day) =>
    format.dateTime(dayAsDate(day), { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' });
}
