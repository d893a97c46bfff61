/**
 * Formats a moment: its time today, its weekday within a week, its date before. The surrounding text takes the parts as ICU arguments,
 * `{day, select, today {{time}} yesterday {…} weekday {…} other {…}}`.
 */

import { type DayName, dayName, localDay } from '@calmly/portal-kit/shared/days/days.ts';
import { timeOfDay, useFormatter } from '@calmly/texts/index.tsx';

export interface Moment extends Record<string, string> {
  day: DayName;
  weekday: string;
  date: string;
  time: string;
}

/** `const momentOf = useMoment(); … t('since', momentOf(approval.waitingSince))` */
export function useMoment(): (at: string) => Moment {
  const format = useFormatter();
  return (at) => {
    const date = new Date(at);
    return {
      day: dayName(localDay(date), new Date()),
      weekday: format.dateTime(date, { weekday: 'long' }),
      date: format.dateTime(date, { day: 'numeric', month: 'long' }),
      time: format.dateTime(date, timeOfDay),
    };
  };
}
