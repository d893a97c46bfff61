/** The list of documents, page by page, and their files. Refreshed with the payments. */
import { downloadDocument, type ListedKind, listDocuments } from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { ownTimeZone } from '@calmly/portal-kit/shared/days/days.ts';
import { saveFile } from '@calmly/ui/save-file.ts';
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query';

const pageSize = 30;

export interface DocumentFilters {
  readonly kind?: ListedKind;
  /** Days in the browser's time zone. */
  readonly from?: string;
  readonly to?: string;
  readonly search?: string;
}

/** Newest first, pages of 30, as one list. Days are in the browser's time zone. */
export const documentsQuery = (filters: DocumentFilters) =>
  infiniteQueryOptions({
    queryKey: ['payments', 'documents', filters],
    queryFn: ({ pageParam, signal }) =>
      bank.call(
        listDocuments,
        {
          query: {
            ...filters,
            limit: pageSize,
            timeZone: ownTimeZone(),
            ...(pageParam && { cursor: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.NextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.Items),
  });

export const saveMutation = mutationOptions({
  mutationFn: async (id: string) => {
    const file = await bank.download(downloadDocument, { params: { id } });
    saveFile(file.content, file.fileName);
  },
});

/** The bytes of a picture, for its preview. */
export const pictureQuery = (id: string) =>
  queryOptions({
    queryKey: ['payments', 'document-picture', id],
    queryFn: async ({ signal }) =>
      (await bank.download(downloadDocument, { params: { id } }, { signal })).content,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
