/** A month of days: react-day-picker's grid with its keys (arrows, Home, End, Page Up, Page Down), with our texts and styles. */
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { type DateRange, DayPicker, type Matcher } from 'react-day-picker';
import { useFormatter, useTranslations } from 'use-intl';
import classes from './calendar.module.css';
import { dateOf, dayOf } from './day-text.ts';

interface Bounds {
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

interface CalendarProps extends Bounds {
  value: string;
  onChoose: (day: string) => void;
}

/** A single day; the chosen one, or else today, has the focus. */
export function Calendar({ value, onChoose, ...bounds }: CalendarProps) {
  const look = useLook(bounds);
  const shown = value || bounds.min;
  return (
    <DayPicker
      {...look}
      mode="single"
      autoFocus
      selected={value ? dateOf(value) : undefined}
      {...(shown && { defaultMonth: dateOf(shown) })}
      onSelect={(_, date) => onChoose(dayOf(date))}
    />
  );
}

interface RangeCalendarProps extends Bounds {
  from: string;
  to: string;
  onChange: (from: string, to: string) => void;
}

/** A first and a last day. */
export function RangeCalendar({ from, to, onChange, ...bounds }: RangeCalendarProps) {
  const look = useLook(bounds);
  const [first, last] = from && to && from > to ? [to, from] : [from, to];
  // Shows the month of a typed day; from there the reader turns the pages.
  const end = last || first;
  const [shownFor, setShownFor] = useState(end);
  const [month, setMonth] = useState(end ? dateOf(end) : new Date());
  if (end !== shownFor) {
    setShownFor(end);
    if (end) setMonth(dateOf(end));
  }
  const selected: DateRange = {
    from: first ? dateOf(first) : last ? dateOf(last) : undefined,
    to: last ? dateOf(last) : undefined,
  };
  return (
    <DayPicker
      {...look}
      mode="range"
      selected={selected}
      month={month}
      onMonthChange={setMonth}
      onSelect={(_, date) => {
        const day = dayOf(date);
        // The first press sets the start, the second the end, the third starts over.
        if (first && !last && day >= first) onChange(first, day);
        else onChange(day, '');
      }}
    />
  );
}

function useLook({ min, max }: Bounds) {
  const t = useTranslations('ui');
  const format = useFormatter();
  const disabled: Matcher[] = [
    ...(min ? [{ before: dateOf(min) }] : []),
    ...(max ? [{ after: dateOf(max) }] : []),
  ];
  const month = (date: Date) => format.dateTime(date, { month: 'long', year: 'numeric' });
  return {
    classNames: names,
    weekStartsOn: 1 as const,
    fixedWeeks: true,
    showOutsideDays: false,
    disabled,
    ...(min && { startMonth: dateOf(min) }),
    ...(max && { endMonth: dateOf(max) }),
    components: { Chevron },
    formatters: {
      formatCaption: month,
      formatWeekdayName: (date: Date) => format.dateTime(date, { weekday: 'short' }),
    },
    labels: {
      labelGrid: month,
      labelNav: () => t('day.months'),
      labelNext: () => t('day.next'),
      labelPrevious: () => t('day.previous'),
      labelWeekday: (date: Date) => format.dateTime(date, { weekday: 'long' }),
      labelDayButton: (date: Date, modifiers: { today?: boolean }) => {
        const written = format.dateTime(date, { dateStyle: 'full' });
        return modifiers.today ? t('today', { date: written }) : written;
      },
    },
  };
}

function Chevron({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  const Icon = orientation === 'left' ? IconChevronLeft : IconChevronRight;
  return <Icon aria-hidden="true" />;
}

const names = {
  root: classes.calendar ?? '',
  months: classes.months ?? '',
  month_caption: classes.caption ?? '',
  nav: classes.nav ?? '',
  button_previous: classes.step ?? '',
  button_next: classes.step ?? '',
  month_grid: classes.grid ?? '',
  weekday: classes.weekday ?? '',
  day: classes.day ?? '',
  day_button: classes.number ?? '',
  today: classes.today ?? '',
  selected: classes.selected ?? '',
  disabled: classes.disabled ?? '',
  hidden: classes.hidden ?? '',
  range_middle: classes.middle ?? '',
};
