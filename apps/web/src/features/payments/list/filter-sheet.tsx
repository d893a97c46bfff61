/** All filters together in a dialog, for a phone and for the room beside an open drawer. */
import type { Account } from '@calmly/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslations } from '../../../i18n/index.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { countFilters, type PaymentFilters } from '../model/filters.ts';
import classes from './list.module.css';
import type { Filter } from './use-filter-list.ts';

interface FilterSheetProps {
  list: readonly Filter[];
  filters: PaymentFilters;
  accounts: readonly Account[];
  onChange: (patch: PaymentFilters) => void;
  onClose: () => void;
}

export function FilterSheet({ list, filters, accounts, onChange, onClose }: FilterSheetProps) {
  const t = useTranslations('payments.filters');
  const id = useId();
  const clear = () => onChange(Object.assign({}, ...list.map(({ cleared }) => cleared)));
  return (
    <Dialog labelledBy={id} onCancel={onClose}>
      <h2 id={id} className={classes.sheetTitle}>
        {t('label')}
      </h2>
      {list.map(({ key, name, value, Panel }) => (
        <details key={key} className={classes.sheetPart} open={value !== undefined}>
          <summary>
            {name}
            <span>
              {value}
              <IconChevronDown aria-hidden="true" />
            </span>
          </summary>
          <Panel key={value} filters={filters} accounts={accounts} onChange={(patch) => onChange(patch)} />
        </details>
      ))}
      <div className={classes.sheetActions}>
        <Button size="l" disabled={countFilters(filters) === 0} onClick={clear}>
          {t('clear')}
        </Button>
        <Button size="l" variant="accent" onClick={onClose}>
          {t('apply')}
        </Button>
      </div>
    </Dialog>
  );
}
