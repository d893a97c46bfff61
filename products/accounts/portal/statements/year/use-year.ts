/** The year, the account and the currency of the overview, in the URL; without them the running year and all accounts. */

import { localDay } from '@calmly/portal-kit/shared/days/days.ts';
import { useSearchChange } from '@calmly/portal-kit/shared/navigation/use-search-change.ts';
import { useSearch } from '@tanstack/react-router';

interface Shown {
  readonly year: number;
  readonly account: string | undefined;
  /** Of the chart. */
  readonly currency: string | undefined;
}

/** By the browser's clock and zone. */
export const runningYear = (): number => Number(localDay(new Date()).slice(0, 4));

/** Only on the route of the year overview. The running year is not written into the URL. */
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
