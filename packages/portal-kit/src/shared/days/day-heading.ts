/** The heading of a day in a list: today and yesterday by name, this year's with the weekday, older ones with the year. */
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { dayAsDate, dayName } from './days.ts';

/** `day` is `YYYY-MM-DD`; today is that of the browser's zone. */
export function useDayHeading() {
  const t = useTranslations('ui');
  const format = useFormatter();
  return (day: string): string => {
    const now = new Date();
    const name = dayName(day, now);
    const at = dayAsDate(day);
    const date = format.dateTime(at, { day: 'numeric', month: 'long' });
    if (name === 'today' || name === 'yesterday') return t(name, { date });
    if (at.getFullYear() !== now.getFullYear())
      return format.dateTime(at, { day: 'numeric', month: 'long', year: 'numeric' });
    // With a comma, as after today and yesterday.
    const text = `${format.dateTime(at, { weekday: 'long' })}, ${date}`;
    // A heading begins with a capital, also in languages whose weekdays do not.
    return text.charAt(0).toUpperCase() + text.slice(1);
  };
}
