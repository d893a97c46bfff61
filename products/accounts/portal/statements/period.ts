/** The period of a statement, in days of the browser's time zone. It is in the URL; by default the current month. */

import { addDays, localDay } from '@calmly/portal-kit/shared/days/days.ts';
import { useSearchChange } from '@calmly/portal-kit/shared/navigation/use-search-change.ts';
import { useSearch } from '@tanstack/react-router';
import { z } from 'zod';

export interface Period {
  /** `YYYY-MM-DD`, both included. */
  readonly from: string;
  readonly to: string;
}

export const periodNames = ['thisMonth', 'lastMonth', 'thisYear', 'lastYear'] as const;
export type PeriodName = (typeof periodNames)[number];

/** A named period relative to this day. */
export function namedPeriod(name: PeriodName, now: Date): Period {
  const today = localDay(now);
  const month = `${today.slice(0, 7)}-01`;
  const year = `${today.slice(0, 4)}-01-01`;
  switch (name) {
    case 'thisMonth':
      return { from: month, to: today };
    case 'lastMonth': {
      const last = addDays(month, -1);
      return { from: `${last.slice(0, 7)}-01`, to: last };
    }
    case 'thisYear':
      return { from: year, to: today };
    case 'lastYear': {
      const last = addDays(year, -1);
      return { from: `${last.slice(0, 4)}-01-01`, to: last };
    }
  }
}

const isDay = (text: string | undefined): text is string => z.iso.date().safeParse(text).success;

/** The period in the URL, and a function that changes it. */
export function usePeriod(): { readonly period: Period; readonly show: (period: Period) => void } {
  const { from, to } = useSearch({ from: '/shell/statements' });
  const changeSearch = useSearchChange();
  const usual = namedPeriod('thisMonth', new Date());
  return {
    period: isDay(from) && isDay(to) && from <= to ? { from, to } : usual,
    show: (period) => changeSearch((now) => ({ ...now, ...period })),
  };
}
