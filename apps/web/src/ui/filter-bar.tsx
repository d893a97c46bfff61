/**
 * The bar over a list: search, filters as chips, and what else can be done with the list. A chip opens its panel under it. Few filters
 * share the search's line where there is room; beside an open drawer the first ones stay and the rest are behind "2 more". Under 600
 * one button opens all of them on a whole screen, and those in use stay as chips.
 */
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from './button.tsx';
import classes from './filter-bar.module.css';
import { FilterChip } from './filter-chip.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import { breakpoints, useMedia } from './media.ts';
import { Popover } from './popover.tsx';

export interface Filter {
  readonly key: string;
  readonly name: string;
  /** What is chosen, in words; undefined while the filter is not used. */
  readonly value: string | undefined;
  /** What it offers; `done` is called when there is nothing more to choose. */
  readonly panel: (done: () => void) => ReactNode;
  readonly onClear: () => void;
}

interface FilterBarProps {
  /** For screen readers: which list it narrows. */
  label: string;
  /** A `SearchField`. */
  search?: ReactNode;
  filters: readonly Filter[];
  onClearAll: () => void;
  /** A docked drawer takes room. */
  narrow?: boolean;
  /** Buttons at the right of the search. */
  children?: ReactNode;
}

/** Beside the drawer there is room for so many chips, one fewer once one of them shows its value. */
const chipsBesideDrawer = 4;
/** So many chips fit beside a search. */
const chipsInLine = 3;

export function FilterBar({ label, search, filters, onClearAll, narrow = false, children }: FilterBarProps) {
  const t = useTranslations('ui');
  const phone = useMedia(breakpoints.phone);
  const wide = useMedia(breakpoints.wide);
  const [open, setOpen] = useState<string>();
  const close = () => setOpen(undefined);
  const used = filters.filter(({ value }) => value !== undefined);
  const fits = chipsBesideDrawer - Math.min(used.length, 1);
  const shown = phone
    ? used
    : filters.filter(({ value }, index) => !narrow || index < fits || value !== undefined);
  const rest = filters.length - shown.length;
  const inLine = !phone && (!search || (wide && !narrow && filters.length <= chipsInLine));

  const chips = shown.length > 0 && (
    <div className={classes.chips}>
      {shown.map(({ key, name, value, panel, onClear }) => (
        <Popover
          key={key}
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
      <div className={classes.line}>
        {search && <div className={classes.search}>{search}</div>}
        {inLine && chips}
        <div className={classes.beside}>
          {children}
          {phone && filters.length > 0 && (
            <Button
              icon={<IconAdjustmentsHorizontal aria-hidden="true" />}
              aria-label={t('filters')}
              aria-haspopup="dialog"
              className={classes.all}
              onClick={() => setOpen('')}
            >
              {used.length > 0 && <span className={classes.used}>{used.length}</span>}
            </Button>
          )}
        </div>
      </div>
      {!inLine && chips}
      {open === '' && <FilterSheet filters={filters} onClearAll={onClearAll} onClose={close} />}
    </search>
  );
}
