/** The year, account and currency of the overview, in the URL; by default the current year and all accounts. */

import { localDay } from '@calmly/portal-kit/shared/days/days.ts';
import { useSearchChange } from '@calmly/portal-kit/shared/navigation/use-search-change.ts';
import { useSearch } from '@tanstack/react-router';

interface Shown {
  readonly year: number;
  readonly account: string | undefined;
  /** The chart's currency. */
  readonly currency: string | undefined;
}

/** By the browser's clock and time zone. */
export const runningYear = (): number => Number(localDay(new Date()).slice(0, 4));

/** Only for the route of the year overview. The current year is not written into the URL. */
export function useYear(): Shown & { readonly show: (change: Partial<Shown>) => void } {
  const { year = runningYear(), account, currency } = useSearch({ from: '/shell/statements/year' });
  const changeSearch = useSearchChange();
  return {
    year,
    account,
    currency,
    show(change) {
      changeSearch((now) => {
        const next = { ...now, ...change };
        return { ...next, year: next.year === runningYear() ? undefined : next.year };
      });
    },
  };
}
