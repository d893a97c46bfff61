/** All filters of a list in a dialog, for a phone and next to an open drawer. */
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../button.tsx';
import { Dialog } from '../layers/dialog.tsx';
import { Inline } from '../layout/boxes.tsx';
import classes from './filter-bar.module.css';
import { InSheet } from './filter-panels.tsx';

export interface Filter {
  readonly key: string;
  readonly name: string;
  /** The choice in words; undefined while the filter is unused. */
  readonly value: string | undefined;
  /** Its panel; `done` is called when there is nothing more to choose. */
  readonly panel: (done: () => void) => ReactNode;
  readonly onClear: () => void;
}

interface FilterSheetProps {
  filters: readonly Filter[];
  onClearAll: () => void;
  onClose: () => void;
}

export function FilterSheet({ filters, onClearAll, onClose }: FilterSheetProps) {
  const t = useTranslations('ui');
  const id = useId();
  const isUsed = filters.some(({ value }) => value !== undefined);
  return (
    <Dialog labelledBy={id} onCancel={onClose}>
      <h2 id={id} className={classes.sheetTitle}>
        {t('filters')}
      </h2>
      {filters.map(({ key, name, value, panel }) => (
        <details key={key} className={classes.sheetPart} open={value !== undefined}>
          <summary>
            {name}
            <span>
              {value}
              <IconChevronDown aria-hidden="true" />
            </span>
          </summary>
          {/* A new value mounts the panel again, because its own state is text typed for the old one. */}
          <InSheet key={value}>{panel(() => undefined)}</InSheet>
        </details>
      ))}
      <Inline wrap gap={12} above={24} className={classes.sheetActions}>
        <Button size="l" disabled={!isUsed} onClick={onClearAll}>
          {t('clearFilters')}
        </Button>
        <Button size="l" variant="accent" onClick={onClose}>
          {t('showResults')}
        </Button>
      </Inline>
    </Dialog>
  );
}
