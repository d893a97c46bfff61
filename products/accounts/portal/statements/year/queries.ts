/** The year overview and its files. Refreshed with the payments. */
import { downloadYearOverview, getYearOverview, type YearFormat } from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { ownTimeZone } from '@calmly/portal-kit/shared/days/days.ts';
import type { Locale } from '@calmly/texts/index.tsx';
import { saveFile } from '@calmly/ui/save-file.ts';
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';

export interface YearChoice {
  readonly year: number;
  /** If absent: all accounts. */
  readonly account?: string | undefined;
}

const queryOf = ({ year, account }: YearChoice) => ({
  year,
  timeZone: ownTimeZone(),
  ...(account !== undefined && { account }),
});

/** The calendar year in the browser's time zone. */
export const yearQuery = (choice: YearChoice) =>
  queryOptions({
    queryKey: ['payments', 'year', choice.year, choice.account ?? ''],
    queryFn: ({ signal }) => bank.call(getYearOverview, { query: queryOf(choice) }, { signal }),
    placeholderData: keepPreviousData,
  });

interface YearFileOrder extends YearChoice {
  readonly format: YearFormat;
  readonly locale: Locale;
}

export const yearFileMutation = mutationOptions({
  mutationFn: async ({ format, locale, ...choice }: YearFileOrder) => {
    const query = { ...queryOf(choice), format, locale };
    const file = await bank.download(downloadYearOverview, { query });
    saveFile(file.content, file.fileName);
  },
});
