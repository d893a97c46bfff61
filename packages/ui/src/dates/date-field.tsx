/** A day: typed in the reader's format, or chosen from a calendar popover. */
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from '../fields/field.module.css';
import { FieldFrame, type FrameProps } from '../fields/field.tsx';
import { useTypedDay } from './use-typed-day.ts';

const load = () => import('./calendar-panel.tsx');
const CalendarPanel = lazy(async () => ({ default: (await load()).CalendarPanel }));

export interface DayInputProps {
  name?: string;
  /** `YYYY-MM-DD`, empty until a whole day is typed. */
  value: string;
  /** First and last day that the calendar offers. */
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string) => void;
  onBlur?: (() => void) | undefined;
}

interface DateFieldProps extends DayInputProps, Pick<FrameProps, 'label' | 'help' | 'error' | 'optional'> {}

export function DateField({ label, help, error, optional = false, ...props }: DateFieldProps) {
  const day = useTypedDay(props.value, props.onChange);
  const wrong = day.problem ?? error;
  return (
    <FieldFrame label={label} help={help} error={wrong} optional={optional}>
      {(wiring) => (
        <DayInput
          {...props}
          wiring={wiring}
          typed={day.input}
          className={classes.box}
          invalid={Boolean(wrong)}
        />
      )}
    </FieldFrame>
  );
}

interface BoxProps extends DayInputProps {
  typed: ReturnType<typeof useTypedDay>['input'];
  wiring: { id?: string; 'aria-label'?: string; 'aria-describedby'?: string; 'aria-invalid'?: true };
  className: string | undefined;
  invalid: boolean;
}

/** The box with the text and the button of the calendar, without a label. */
function DayInput({ typed, wiring, className, invalid, name, value, min, max, onChange, onBlur }: BoxProps) {
  const t = useTranslations('ui.day');
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <div ref={box} className={className} data-invalid={invalid ? '' : undefined}>
      <input
        {...wiring}
        {...typed}
        name={name}
        className={classes.input}
        onChange={(event) => typed.onChange(event.currentTarget.value)}
        onBlur={() => {
          typed.onBlur();
          onBlur?.();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
      />
      <button
        type="button"
        className={classes.reveal}
        aria-label={t('open')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setOpen(!open)}
      >
        <IconCalendar aria-hidden="true" />
      </button>
      {open && (
        <Suspense>
          <CalendarPanel
            anchor={box}
            value={value}
            min={min}
            max={max}
            onChoose={(day) => {
              setOpen(false);
              onChange(day);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

interface InlineDayProps extends DayInputProps {
  label: string;
  className: string | undefined;
  invalid: boolean;
}

/** The same inside a sentence, with a label for screen readers. */
export function InlineDay({ label, className, invalid, ...props }: InlineDayProps) {
  const day = useTypedDay(props.value, props.onChange);
  return (
    <DayInput
      {...props}
      typed={day.input}
      wiring={{ 'aria-label': label, ...(invalid && { 'aria-invalid': true as const }) }}
      className={className}
      invalid={invalid || day.problem !== undefined}
    />
  );
}
