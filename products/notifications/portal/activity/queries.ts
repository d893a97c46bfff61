/** The activity log, page by page, and as a file. Refreshed by the topic `client`. */
import { type ActivityKind, exportActivity, listActivity } from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { momentsOf, ownTimeZone } from '@calmly/portal-kit/shared/days/days.ts';
import type { Locale } from '@calmly/texts/index.tsx';
import { saveFile } from '@calmly/ui/save-file.ts';
import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query';

const pageSize = 30;

export interface ActivityFilters {
  readonly kind?: ActivityKind;
  /** A person's id. */
  readonly person?: string;
  /** Days in the browser's time zone. */
  readonly from?: string;
  readonly to?: string;
}

/** The sentences come from the bank in the reader's language, so another language is another list. */
export const activityQuery = (filters: ActivityFilters, locale: Locale) =>
  infiniteQueryOptions({
    queryKey: ['client', 'activity', locale, filters],
    queryFn: ({ pageParam, signal }) =>
      bank.call(
        listActivity,
        {
          query: {
            limit: pageSize,
            ...filters,
            ...momentsOf(filters),
            ...(pageParam && { cursor: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.NextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.Items),
  });

export const exportMutation = mutationOptions({
  mutationFn: async ({ filters, locale }: { filters: ActivityFilters; locale: Locale }) => {
    const file = await bank.download(exportActivity, {
      query: { ...filters, ...momentsOf(filters), locale, timeZone: ownTimeZone() },
    });
    saveFile(file.content, file.fileName);
  },
});
