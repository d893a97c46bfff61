/** A filter: its name when empty; when active its value, on a sunken background with an ink outline and a cross. */
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import classes from '../surface.module.css';

interface FilterChipProps {
  name: string;
  /** The chosen value in words; undefined while the filter is not used. */
  value?: string | undefined;
  expanded?: boolean;
  onOpen: () => void;
  onClear?: () => void;
}

export function FilterChip({ name, value, expanded, onOpen, onClear }: FilterChipProps) {
  const t = useTranslations('ui');
  return (
    <span className={classes.chip} data-used={value ? '' : undefined}>
      <button
        type="button"
        className={classes.chipMain}
        aria-haspopup="dialog"
        aria-expanded={expanded ?? false}
        onClick={onOpen}
      >
        {value ? `${name} ${value}` : name}
        {!value && <IconChevronDown aria-hidden="true" />}
      </button>
      {value && onClear && (
        <button
          type="button"
          className={classes.chipClear}
          aria-label={t('clearFilter', { name })}
          onClick={onClear}
        >
          <IconX aria-hidden="true" />
        </button>
      )}
    </span>
  );
}
