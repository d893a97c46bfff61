/**
 * The bar above a list: search, filters as chips, and other actions. A chip opens its panel below. A few filters share the search's line
 * if there is room; those that do not fit on one line are behind "2 more". Below 600 px one button opens all of them on a full screen,
 * and active ones stay as chips.
 */
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../button.tsx';
import { Popover } from '../layers/popovers/popover.tsx';
import { Inline } from '../layout/boxes.tsx';
import { breakpoints, useMedia } from '../media.ts';
import classes from './filter-bar.module.css';
import { FilterChip } from './filter-chip.tsx';
import { type Filter, FilterSheet } from './filter-sheet.tsx';
import { useFitting } from './use-fitting.ts';

const partOf = ({ name, value }: Pick<Filter, 'name' | 'value'>) => `${name} ${value ?? ''}`;

interface FilterBarProps {
  /** For screen readers: the filtered list. */
  label: string;
  /** A `SearchField`. */
  search?: ReactNode;
  filters: readonly Filter[];
  onClearAll: () => void;
  /** A docked drawer takes up room. */
  narrow?: boolean;
  /** Buttons at the right of the search. */
  children?: ReactNode;
}

/** This many chips fit next to a search in a window of this width. */
const chipsInLine = 3;
const withRoom = '(min-width: 1000px)';

export function FilterBar({ label, search, filters, onClearAll, narrow = false, children }: FilterBarProps) {
  const t = useTranslations('ui');
  const phone = useMedia(breakpoints.phone);
  const wide = useMedia(withRoom);
  const [open, setOpen] = useState<string>();
  const close = () => setOpen(undefined);
  const used = filters.filter(({ value }) => value !== undefined);
  const inLine = !phone && (!search || (wide && !narrow && filters.length <= chipsInLine));
  const { ref, fitting } = useFitting(
    filters.map((filter) => ({ name: partOf(filter), stays: filter.value !== undefined })),
  );
  const fits = (filter: Filter) => inLine || fitting.includes(partOf(filter));
  const shown = phone ? used : filters.filter(fits);
  const rest = filters.length - shown.length;

  const chips = shown.length > 0 && (
    <div ref={ref} className={classes.chips} data-in-line={inLine || undefined}>
      {shown.map(({ key, name, value, panel, onClear }) => (
        <Popover
          key={key}
          part={partOf({ name, value })}
          open={open === key}
          onClose={close}
          opener={
            <FilterChip
              name={name}
              value={value}
              expanded={open === key}
              onOpen={() => setOpen(open === key ? undefined : key)}
              onClear={onClear}
            />
          }
        >
          <div className={classes.panel}>{panel(close)}</div>
        </Popover>
      ))}
      {rest > 0 && !phone && (
        <Button
          className={classes.more}
          icon={<IconAdjustmentsHorizontal aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => setOpen('')}
        >
          {t('moreFilters', { count: String(rest) })}
        </Button>
      )}
    </div>
  );
  return (
    <search className={classes.bar} aria-label={label}>
      <Inline gap={8}>
        {search && <div className={classes.search}>{search}</div>}
        {inLine && chips}
        <div className={classes.beside}>
          {children}
          {phone && filters.length > 0 && (
            <Button
              icon={<IconAdjustmentsHorizontal aria-hidden="true" />}
              aria-label={used.length > 0 ? t('filtersUsed', { count: String(used.length) }) : t('filters')}
              aria-haspopup="dialog"
              className={classes.all}
              onClick={() => setOpen('')}
            >
              {used.length > 0 && <span className={classes.used}>{used.length}</span>}
            </Button>
          )}
        </div>
      </Inline>
      {!inLine && chips}
      {open === '' && <FilterSheet filters={filters} onClearAll={onClearAll} onClose={close} />}
    </search>
  );
}
