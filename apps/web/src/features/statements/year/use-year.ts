/** The year, the account and the currency of the overview, in the URL; without them the running year and all accounts. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { localDay } from '../../../shared/days/days.ts';

interface Shown {
  readonly year: number;
  readonly account: string | undefined;
  /** Of the chart. */
  readonly currency: string | undefined;
}

export const runningYear = (): number => Number(localDay(new Date()).slice(0, 4));

export function useYear(): Shown & { readonly show: (change: Partial<Shown>) => void } {
  const { year = runningYear(), account, currency } = useSearch({ from: '/shell/statements/year' });
  const navigate = useNavigate();
  return {
    year,
    account,
    currency,
    show(change) {
      const next = { year, account, currency, ...change };
      void navigate({
        to: '/statements/year',
        search: {
          ...(next.year !== runningYear() && { year: next.year }),
          ...(next.account && { account: next.account }),
          ...(next.currency && { currency: next.currency }),
        },
        replace: true,
        resetScroll: false,
      });
    },
  };
}
