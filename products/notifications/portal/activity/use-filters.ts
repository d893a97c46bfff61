/** The filters of the activity log, kept in the URL: a link shows the same list, and reload and back keep it. */
import { type Activity, activityKinds } from '@calmly/contract';
import { useSearchChange } from '@calmly/portal-kit/shared/navigation/use-search-change.ts';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import type { ActivityFilters } from './queries.ts';

const isDay = (text: string | undefined): text is string => z.iso.date().safeParse(text).success;
const isId = (text: string | undefined): text is string => z.uuid().safeParse(text).success;

/** Filters to change; undefined removes one. */
export type ActivityPatch = { readonly [Name in keyof ActivityFilters]?: ActivityFilters[Name] | undefined };

/** Invalid values in the URL are ignored. Only for the route of the profile. */
export function useActivityFilters() {
  const search = useSearch({ from: '/shell/account-profile' });
  const changeSearch = useSearchChange();
  const kind = activityKinds.find((name) => name === search.kind);
  const filters: ActivityFilters = {
    ...(kind && { kind }),
    ...(isId(search.person) && { person: search.person }),
    ...(isDay(search.from) && { from: search.from }),
    ...(isDay(search.to) && { to: search.to }),
  };
  return {
    filters,
    change: (patch: ActivityPatch) => changeSearch((now) => ({ ...now, ...patch })),
    clear: () => changeSearch(() => ({ tab: 'activity' })),
  };
}

/** Everyone seen in the list since it was opened, by name: filtering removes no one from the choice. */
export function usePeopleSeen(entries: readonly Activity[]): readonly { id: string; name: string }[] {
  const [seen, setSeen] = useState<ReadonlyMap<string, string>>(new Map());
  const added = entries.flatMap(({ person }) => (person && !seen.has(person.id) ? [person] : []));
  if (added.length > 0) setSeen(new Map([...seen, ...added.map(({ id, name }) => [id, name] as const)]));
  return [...seen].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name));
}
