/** The heading of a day in a list: today and yesterday by name, this year's with the weekday, older ones with the year. */
import { useFormatter, useTranslations } from '../../i18n/index.tsx';
import { dayAsDate, dayName } from './days.ts';

export function useDayHeading() {
  const t = useTranslations('ui');
  const format = useFormatter();
  return (day: string): string => {
    const now = new Date();
    const name = dayName(day, now);
    const at = dayAsDate(day);
    const date = format.dateTime(at, { day: 'numeric', month: 'long' });
    if (name === 'today' || name === 'yesterday') return t(name, { date });
    const text = format.dateTime(at, {
      day: 'numeric',
      month: 'long',
      ...(at.getFullYear() === now.getFullYear() ? { weekday: 'long' } : { year: 'numeric' }),
    });
    // A heading begins with a capital, also in languages whose weekdays do not.
    return text.charAt(0).toUpperCase() + text.slice(1);
  };
}
