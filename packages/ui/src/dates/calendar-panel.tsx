/** The calendar of a date field, in a popover. */
import type { ComponentProps, RefObject } from 'react';
import { useTranslations } from 'use-intl';
import classes from '../fields/field.module.css';
import { PopoverPanel } from '../layers/popovers/popover-panel.tsx';
import { Calendar } from './calendar.tsx';

interface CalendarPanelProps extends ComponentProps<typeof Calendar> {
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export function CalendarPanel({ anchor, onClose, ...calendar }: CalendarPanelProps) {
  const t = useTranslations('ui.day');
  return (
    <PopoverPanel anchor={anchor} align="end" label={t('open')} onClose={onClose}>
      <div className={classes.calendar}>
        <Calendar {...calendar} />
      </div>
    </PopoverPanel>
  );
}
