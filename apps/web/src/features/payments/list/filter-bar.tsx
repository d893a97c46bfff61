/**
 * Search, filters, and the button for a new payment. Chips open a panel under them; beside an open drawer two of them go
 * under "2 more". Under 600 one button opens all filters on a whole screen, and what is used stays as chips.
 */
import { type Account, createPayment } from '@calmly/contract';
import { IconAdjustmentsHorizontal, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from '../../../i18n/index.tsx';
import { NeedsRight } from '../../../session/needs-right.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { FilterChip } from '../../../ui/filter-chip.tsx';
import { ListBar } from '../../../ui/list-page.tsx';
import { breakpoints, useMedia } from '../../../ui/media.ts';
import { Popover } from '../../../ui/popover.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { countFilters, type PaymentFilters } from '../model/filters.ts';
import { FilterSheet } from './filter-sheet.tsx';
import classes from './list.module.css';
import { type Filter, useFilterList } from './use-filter-list.ts';

interface FilterBarProps {
  filters: PaymentFilters;
  accounts: readonly Account[];
  /** The drawer takes room: only the first four filters fit. */
  narrow: boolean;
  onChange: (patch: PaymentFilters) => void;
  /** What else is done with the list, beside the search; `compact` where there is room for icons only. */
  tools: (compact: boolean) => ReactNode;
}

/** Beside the drawer there is room for so many chips, one fewer once one of them shows its value. */
const chipsBesideDrawer = 4;

export function FilterBar({ filters, accounts, narrow, onChange, tools }: FilterBarProps) {
  const t = useTranslations('payments');
  const phone = useMedia(breakpoints.phone);
  const list = useFilterList(filters, accounts);
  const [open, setOpen] = useState<Filter['key'] | 'all'>();
  const used = countFilters(filters);
  const close = () => setOpen(undefined);
  const shown = phone
    ? list.filter(({ value }) => value)
    : list.filter(({ value }, index) => !narrow || index < chipsBesideDrawer - Math.min(used, 1) || value);
  const rest = list.length - shown.length;

  return (
    <ListBar
      label={t('filters.label')}
      search={
        <SearchField
          label={t('list.search')}
          text={filters.search ?? ''}
          onChange={(search) => onChange({ search })}
        />
      }
      beside={
        <>
          {tools(phone || narrow)}
          {phone && (
            <Button
              icon={<IconAdjustmentsHorizontal aria-hidden="true" />}
              aria-label={t('filters.open')}
              aria-haspopup="dialog"
              className={classes.filterButton}
              onClick={() => setOpen('all')}
            >
              {used > 0 && <span className={classes.used}>{used}</span>}
            </Button>
          )}
          {!phone && (
            <NeedsRight endpoint={createPayment} label={t('newPayment')} align="end">
              <ButtonLink
                to="/payments/create/{-$direction}"
                params={{ direction: 'outgoing' }}
                variant="accent"
                icon={<IconPlus aria-hidden="true" />}
              >
                {t('newPayment')}
              </ButtonLink>
            </NeedsRight>
          )}
        </>
      }
    >
      {shown.length > 0 && (
        <div className={classes.chips}>
          {shown.map(({ key, name, value, Panel, cleared }) => (
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
                  onClear={() => onChange(cleared)}
                />
              }
            >
              <div className={classes.panel}>
                <Panel
                  filters={filters}
                  accounts={accounts}
                  onChange={(patch, done) => {
                    onChange(patch);
                    if (done) close();
                  }}
                />
              </div>
            </Popover>
          ))}
          {rest > 0 && !phone && (
            <Button
              className={classes.moreChip}
              icon={<IconAdjustmentsHorizontal aria-hidden="true" />}
              aria-haspopup="dialog"
              onClick={() => setOpen('all')}
            >
              {t('filters.more', { count: String(rest) })}
            </Button>
          )}
        </div>
      )}
      {open === 'all' && (
        <FilterSheet list={list} filters={filters} accounts={accounts} onChange={onChange} onClose={close} />
      )}
    </ListBar>
  );
}
