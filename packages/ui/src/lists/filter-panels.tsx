/** The kinds of list filters: one of several, some of several, one of many with a search, a range of days. */
import { IconCheck } from '@tabler/icons-react';
import { type ChangeEvent, type FormEvent, lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../button.tsx';
import { useTypedDay } from '../dates/use-typed-day.ts';
import { CheckboxField, TextField } from '../fields/field.tsx';
import { SearchField } from '../fields/search-field.tsx';
import { Grid, Stack } from '../layout/boxes.tsx';
import classes from './filter-panels.module.css';

const RangeCalendar = lazy(async () => ({ default: (await import('../dates/calendar.tsx')).RangeCalendar }));

export interface Choice<Value extends string = string> {
  readonly value: Value;
  readonly text: string;
}

/** Panels in a dialog have no inset of their own. */
export function InSheet({ children }: { children: ReactNode }) {
  return <div className={classes.inSheet}>{children}</div>;
}

interface ChoicesProps<Value extends string> {
  choices: readonly Choice<Value>[];
  chosen: Value | undefined;
  /** Undefined if the chosen one was pressed again. */
  onChoose: (value: Value | undefined) => void;
}

export function Choices<Value extends string>({ choices, chosen, onChoose }: ChoicesProps<Value>) {
  return (
    <ul className={classes.choices}>
      {choices.map(({ value, text }) => (
        <li key={value}>
          <button
            type="button"
            aria-pressed={value === chosen}
            onClick={() => onChoose(value === chosen ? undefined : value)}
          >
            {text}
            {value === chosen && <IconCheck aria-hidden="true" />}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface SearchChoicesProps extends ChoicesProps<string> {
  /** What is searched, for the label. */
  label: string;
  none: string;
  /** Set if the caller searches the choices for the text. */
  onSearch?: (text: string) => void;
  /** The search is still running. */
  isSearching?: boolean;
}

export function SearchChoices({ label, none, onSearch, isSearching, ...props }: SearchChoicesProps) {
  const [text, setText] = useState('');
  const wanted = text.toLocaleLowerCase();
  const found = onSearch
    ? props.choices
    : props.choices.filter((choice) => choice.text.toLocaleLowerCase().includes(wanted));
  return (
    <>
      <div className={classes.search}>
        <SearchField
          label={label}
          text={text}
          atOnce={!onSearch}
          onChange={(typed = '') => {
            setText(typed);
            onSearch?.(typed);
          }}
        />
      </div>
      {found.length === 0 && !isSearching && <p className={classes.none}>{none}</p>}
      <Choices {...props} choices={found} />
    </>
  );
}

interface ChecksProps<Value extends string> {
  choices: readonly Choice<Value>[];
  chosen: readonly Value[];
  /** All currently ticked ones. */
  onChange: (chosen: readonly Value[]) => void;
}

/** The ticks are kept here, because the list may take a while to follow, and the next tick builds on this one. Changes from outside are followed. */
export function Checks<Value extends string>({ choices, chosen, onChange }: ChecksProps<Value>) {
  const [ticked, setTicked] = useState(chosen);
  const [seen, setSeen] = useState(chosen.join());
  /** Reported, but not in effect yet. */
  const [told, setTold] = useState<readonly string[]>([]);
  if (chosen.join() !== seen) {
    setSeen(chosen.join());
    if (chosen.join() === told.at(-1)) setTold([]);
    else if (!told.includes(chosen.join())) setTicked(chosen);
  }
  const toggle = (toggled: Value) => {
    const next = choices
      .map(({ value }) => value)
      .filter((value) => ticked.includes(value) !== (value === toggled));
    setTicked(next);
    setTold([...told, next.join()]);
    onChange(next);
  };
  return (
    <Stack className={classes.checks}>
      {choices.map(({ value, text }) => (
        <CheckboxField
          key={value}
          label={text}
          checked={ticked.includes(value)}
          onChange={() => toggle(value)}
        />
      ))}
    </Stack>
  );
}

interface DaysProps {
  /** `YYYY-MM-DD` */
  from: string | undefined;
  to: string | undefined;
  /** Named periods next to the days. */
  presets?: ReactNode;
  onApply: (days: { from: string | undefined; to: string | undefined }) => void;
}

/** Two days, applied together; the earlier one comes first, whatever the order of typing. */
export function Days({ presets, onApply, ...days }: DaysProps) {
  const t = useTranslations('ui');
  const [from, setFrom] = useState(days.from ?? '');
  const [to, setTo] = useState(days.to ?? '');
  const typedFrom = useTypedDay(from, setFrom);
  const typedTo = useTypedDay(to, setTo);
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const [first, last] = from && to && from > to ? [to, from] : [from, to];
    onApply({ from: first || undefined, to: last || undefined });
  };
  const field = ({ problem, input }: typeof typedFrom) => ({
    size: 'm' as const,
    ...input,
    error: problem,
    onChange: (event: ChangeEvent<HTMLInputElement>) => input.onChange(event.currentTarget.value),
  });
  return (
    <div className={classes.days} data-wide>
      {presets}
      <RangeForm onSubmit={apply} disabled={!from && !to}>
        <Grid gap={12} className={classes.ends}>
          <TextField label={t('from')} {...field(typedFrom)} />
          <TextField label={t('to')} {...field(typedTo)} />
        </Grid>
        <Suspense fallback={<div className={classes.calendarPlace} />}>
          <RangeCalendar
            from={from}
            to={to}
            onChange={(first, last) => {
              setFrom(first);
              setTo(last);
            }}
          />
        </Suspense>
      </RangeForm>
    </div>
  );
}

interface RangeFormProps {
  onSubmit: (event: FormEvent) => void;
  disabled?: boolean;
  /** Two fields. */
  children: ReactNode;
}

export function RangeForm({ onSubmit, disabled = false, children }: RangeFormProps) {
  const t = useTranslations('ui');
  return (
    <Stack as="form" gap={12} className={classes.range} onSubmit={onSubmit} noValidate>
      {children}
      <Button type="submit" variant="solid" disabled={disabled}>
        {t('applyFilters')}
      </Button>
    </Stack>
  );
}
