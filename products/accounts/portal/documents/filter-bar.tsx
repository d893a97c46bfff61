/** Search and filters of the documents. */
import { listedKinds } from '@calmly/contract';
import { useDaysText } from '@calmly/portal-kit/shared/days/use-days-text.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { SearchField } from '@calmly/ui/fields/search-field.tsx';
import { FilterBar } from '@calmly/ui/lists/filter-bar.tsx';
import { choiceFilter, daysFilter } from '@calmly/ui/lists/filters.tsx';
import type { DocumentFilters } from './queries.ts';
import type { DocumentPatch } from './use-filters.ts';

interface DocumentFilterBarProps {
  filters: DocumentFilters;
  onChange: (patch: DocumentPatch) => void;
}

export function DocumentFilterBar({ filters, onChange }: DocumentFilterBarProps) {
  const t = useTranslations('documents');
  const days = useDaysText(filters);
  return (
    <FilterBar
      label={t('filters')}
      search={
        <SearchField
          label={t('search')}
          text={filters.search ?? ''}
          onChange={(search) => onChange({ search })}
        />
      }
      filters={[
        choiceFilter({
          key: 'kind',
          name: t('kind'),
          value: filters.kind && t(`kinds.${filters.kind}`),
          choices: listedKinds.map((value) => ({ value, text: t(`kinds.${value}`) })),
          chosen: filters.kind,
          onChoose: (kind) => onChange({ kind }),
        }),
        daysFilter({ name: t('date'), value: days, days: filters, onChange }),
      ]}
      onClearAll={() => onChange({ kind: undefined, from: undefined, to: undefined })}
    />
  );
}
