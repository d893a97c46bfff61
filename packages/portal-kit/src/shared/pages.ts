/** Lists that are read page by page: the query of a page, and where the next one begins. */
import { keepPreviousData } from '@tanstack/react-query';

const pageSize = 50;

/** `''`: the first page. */
export const pageFrom = (cursor: string) => ({ limit: pageSize, ...(cursor && { cursor }) });

export const inPages = {
  initialPageParam: '',
  getNextPageParam: (page: { readonly NextCursor: string | null }) => page.NextCursor ?? undefined,
  placeholderData: keepPreviousData,
} as const;
