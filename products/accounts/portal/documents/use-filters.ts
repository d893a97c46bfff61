/** The filters of the documents, kept in the URL: a link shows the same list, and reload and back keep it. */
import { listedKinds } from '@calmly/contract';
import { useSearchChange } from '@calmly/portal-kit/shared/navigation/use-search-change.ts';
import { useSearch } from '@tanstack/react-router';
import { z } from 'zod';
import type { DocumentFilters } from './queries.ts';

const isDay = (text: string | undefined): text is string => z.iso.date().safeParse(text).success;

/** Filters to change; undefined removes one. */
export type DocumentPatch = { readonly [Name in keyof DocumentFilters]?: DocumentFilters[Name] | undefined };

/** Invalid values in the URL are ignored. Only for the route of the documents. */
export function useDocumentFilters() {
  const written = useSearch({ from: '/shell/documents' });
  const changeSearch = useSearchChange();
  const kind = listedKinds.find((name) => name === written.kind);
  const search = written.search?.trim().slice(0, 100);
  const filters: DocumentFilters = {
    ...(kind && { kind }),
    ...(isDay(written.from) && { from: written.from }),
    ...(isDay(written.to) && { to: written.to }),
    ...(search && { search }),
  };
  return {
    filters,
    change: (patch: DocumentPatch) => changeSearch((now) => ({ ...now, ...patch })),
    clear: () => changeSearch(() => ({})),
  };
}
