/** A filter's days in words; the year is always named. */
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { dayAsDate } from './days.ts';

const dayFormat = { day: 'numeric', month: 'short', year: 'numeric' } as const;

interface Days {
  /** `YYYY-MM-DD` */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Undefined while neither day is set. */
export function useDaysText({ from, to }: Days): string | undefined {
  const t = useTranslations('payments.filters');
  const format = useFormatter();
  const day = (text: string) => format.dateTime(dayAsDate(text), dayFormat);
  if (from && to) return format.dateTimeRange(dayAsDate(from), dayAsDate(to), dayFormat);
  if (from) return t('since', { date: day(from) });
  return to && t('until', { date: day(to) });
}
