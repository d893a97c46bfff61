/** The schedule's fields: frequency, first day, end, and on which side of weekends and holidays. */
import { scheduleEnds } from '@calmly/contract';
import {
  type Frequency,
  frequencies,
  latestStartOn,
  occurrenceFrom,
  occurrencesOf,
  restDayRules,
} from '@calmly/domain';
import { addDays, localDay } from '@calmly/portal-kit/shared/days/days.ts';
import {
  checkScheduleForm,
  type ScheduleForm,
  toSchedule,
} from '@calmly/portal-kit/shared/days/schedule-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { DateField } from '@calmly/ui/dates/date-field.tsx';
import { SelectField, TextField } from '@calmly/ui/fields/field.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import type { ReactNode } from 'react';
import classes from './orders.module.css';
import { useDay } from './use-day.ts';

export type ScheduleField = 'startOn' | 'endOn' | 'times';

type SchedulePatch = Partial<Omit<ScheduleForm, 'frequency'>> & { readonly frequency?: Frequency | 'NOW' };

interface ScheduleFieldsProps {
  /** `NOW` where nothing is scheduled at all. */
  readonly values: Omit<ScheduleForm, 'frequency'> & { readonly frequency: Frequency | 'NOW' };
  readonly errors: { readonly [Field in ScheduleField]?: string | undefined };
  /** Whether it may be paid now as well. */
  readonly offerNow: boolean;
  readonly onChange: (patch: SchedulePatch) => void;
  readonly onLeave: (field: ScheduleField) => void;
}

export function ScheduleFields({ values, errors, offerNow, onChange, onLeave }: ScheduleFieldsProps) {
  const t = useTranslations('orders');
  const { frequency, startOn, restDays } = values;
  const repeats = frequency !== 'NOW' && frequency !== 'ONCE';
  return (
    <>
      <SelectField
        label={t('when')}
        name="frequency"
        value={frequency}
        onChange={({ target }) => onChange({ frequency: target.value as Frequency | 'NOW' })}
      >
        {offerNow && <option value="NOW">{t('now')}</option>}
        {frequencies.map((each) => (
          <option key={each} value={each}>
            {t(`frequencies.${each}`)}
          </option>
        ))}
      </SelectField>
      {frequency !== 'NOW' && (
        <DateField
          label={t(repeats ? 'first' : 'day')}
          name="startOn"
          min={addDays(localDay(new Date()), 1)}
          max={latestStartOn(localDay(new Date()))}
          value={startOn}
          error={errors.startOn}
          onChange={(day) => onChange({ startOn: day })}
          onBlur={() => startOn && onLeave('startOn')}
        />
      )}
      {repeats && <EndFields {...{ values, errors, onChange, onLeave }} />}
      {frequency !== 'NOW' && (
        <SelectField
          label={t('restDays')}
          name="restDays"
          value={restDays}
          onChange={({ target }) => onChange({ restDays: target.value as ScheduleForm['restDays'] })}
        >
          {restDayRules.map((rule) => (
            <option key={rule} value={rule}>
              {t(`rests.${rule}`)}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}

function EndFields({ values, errors, onChange, onLeave }: Omit<ScheduleFieldsProps, 'offerNow'>) {
  const t = useTranslations('orders');
  const { ends, startOn, endOn, times } = values;
  return (
    <div className={classes.ends}>
      <SelectField
        label={t('ends')}
        name="ends"
        value={ends}
        onChange={({ target }) => onChange({ ends: target.value as ScheduleForm['ends'] })}
      >
        {scheduleEnds.map((end) => (
          <option key={end} value={end}>
            {t(`endsOf.${end}`)}
          </option>
        ))}
      </SelectField>
      {ends === 'ON' && (
        <DateField
          label={t('until')}
          name="endOn"
          min={startOn}
          value={endOn}
          error={errors.endOn}
          onChange={(day) => onChange({ endOn: day })}
          onBlur={() => endOn && onLeave('endOn')}
        />
      )}
      {ends === 'AFTER' && (
        <TextField
          label={t('times')}
          name="times"
          inputMode="numeric"
          maxLength={4}
          value={times}
          error={errors.times}
          onChange={({ currentTarget }) => onChange({ times: currentTarget.value })}
          onBlur={() => times && onLeave('times')}
        />
      )}
    </div>
  );
}

const shown = 5;

interface NextDatesProps {
  form: ScheduleForm;
  /** Of a continuing series: the next day. */
  from?: string;
  children?: ReactNode;
}

/** The real days that follow from what is typed. */
export function NextDates({ form, from, children }: NextDatesProps) {
  const t = useTranslations('orders');
  const day = useDay();
  if (Object.keys(checkScheduleForm(form)).length > 0) return null;
  const schedule = toSchedule(form);
  const first = from === undefined ? 0 : occurrenceFrom(schedule, from)?.position;
  const dates =
    first === undefined ? [] : occurrencesOf(schedule, first, shown).map(({ dueOn }) => day(dueOn));
  if (dates.length === 0) return null;
  return (
    <Notice tone="info" title={t('next')}>
      {dates.map((date) => (
        <div key={date}>{date}</div>
      ))}
      {children}
    </Notice>
  );
}
