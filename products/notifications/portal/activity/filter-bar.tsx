/** The filters of the activity log. The people to choose from are those who occur in it. */
import { type Activity, activityKinds } from '@calmly/contract';
import { useDaysText } from '@calmly/portal-kit/shared/days/use-days-text.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { FilterBar } from '@calmly/ui/lists/filter-bar.tsx';
import { choiceFilter, daysFilter } from '@calmly/ui/lists/filters.tsx';
import type { ReactNode } from 'react';
import type { ActivityFilters } from './queries.ts';
import { type ActivityPatch, usePeopleSeen } from './use-filters.ts';

interface ActivityFilterBarProps {
  filters: ActivityFilters;
  entries: readonly Activity[];
  onChange: (patch: ActivityPatch) => void;
  /** Buttons at the right of the filters. */
  children?: ReactNode;
}

export function ActivityFilterBar({ filters, entries, onChange, children }: ActivityFilterBarProps) {
  const t = useTranslations('activity');
  const people = usePeopleSeen(entries);
  const days = useDaysText(filters);
  return (
    <FilterBar
      label={t('filters')}
      filters={[
        choiceFilter({
          key: 'kind',
          name: t('kind'),
          value: filters.kind && t(`kinds.${filters.kind}`),
          choices: activityKinds.map((value) => ({ value, text: t(`kinds.${value}`) })),
          chosen: filters.kind,
          onChoose: (kind) => onChange({ kind }),
        }),
        choiceFilter({
          key: 'person',
          name: t('person'),
          value: filters.person && (people.find(({ id }) => id === filters.person)?.name ?? '…'),
          choices: people.map(({ id, name }) => ({ value: id, text: name })),
          chosen: filters.person,
          onChoose: (person) => onChange({ person }),
        }),
        daysFilter({ name: t('date'), value: days, days: filters, onChange }),
      ]}
      onClearAll={() => onChange({ kind: undefined, person: undefined, from: undefined, to: undefined })}
    >
      {children}
    </FilterBar>
  );
}
