/** The filters of the activity log. Who can be chosen is who has been seen in it. */
import { type Activity, activityKinds } from '@calmly/contract';
import { useTranslations } from '../../i18n/index.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import classes from './activity.module.css';
import type { ActivityFilters } from './queries.ts';
import { usePeopleSeen } from './use-filters.ts';

interface FilterBarProps {
  filters: ActivityFilters;
  entries: readonly Activity[];
  onChange: (name: keyof ActivityFilters, value: string) => void;
}

export function ActivityFilterBar({ filters, entries, onChange }: FilterBarProps) {
  const t = useTranslations('activity');
  const people = usePeopleSeen(entries);
  const field = (name: keyof ActivityFilters) => ({
    size: 'm' as const,
    value: filters[name] ?? '',
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLSelectElement }) =>
      onChange(name, currentTarget.value),
  });
  return (
    <div className={classes.filters}>
      <SelectField label={t('kind')} {...field('kind')}>
        <option value="">{t('kinds.all')}</option>
        {activityKinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`kinds.${kind}`)}
          </option>
        ))}
      </SelectField>
      <SelectField label={t('person')} {...field('person')}>
        <option value="">{t('anybody')}</option>
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField label={t('from')} type="date" {...field('from')} />
      <TextField label={t('to')} type="date" {...field('to')} />
    </div>
  );
}
