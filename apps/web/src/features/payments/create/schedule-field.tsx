/** When a payment goes: now, on a day, or again and again; with the real dates that follow from it. */
import { type Frequency, frequencies, occurrencesOf, restDayRules } from '@calmly/domain';
import { useFormatter, useTranslations } from '../../../i18n/index.tsx';
import { addDays, dayAsDate, localDay } from '../../../session/days.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/surface.tsx';
import { scheduleOf } from '../model/check-draft.ts';
import type { PaymentDraft } from '../model/draft.ts';
import type { FieldTexts, PaymentDraftState } from './use-payment-form.ts';

interface ScheduleFieldProps {
  values: PaymentDraft;
  errors: FieldTexts;
  state: PaymentDraftState;
}

export function ScheduleField({ values, errors, state }: ScheduleFieldProps) {
  const t = useTranslations('orders');
  const { change, leave } = state;
  const { frequency, startOn, endOn, restDays } = values;
  const repeats = frequency !== 'NOW' && frequency !== 'ONCE';
  return (
    <>
      <SelectField
        label={t('when')}
        name="frequency"
        value={frequency}
        onChange={({ target }) => change({ frequency: target.value as 'NOW' | Frequency })}
      >
        <option value="NOW">{t('now')}</option>
        {frequencies.map((each) => (
          <option key={each} value={each}>
            {t(`frequencies.${each}`)}
          </option>
        ))}
      </SelectField>
      {frequency !== 'NOW' && (
        <TextField
          label={t(repeats ? 'first' : 'day')}
          name="startOn"
          type="date"
          min={addDays(localDay(new Date()), 1)}
          value={startOn}
          error={errors.startOn}
          onChange={({ currentTarget }) => change({ startOn: currentTarget.value }, 'startOn')}
          onBlur={() => startOn && leave('startOn')}
        />
      )}
      {repeats && (
        <TextField
          label={t('until')}
          name="endOn"
          type="date"
          optional
          min={startOn}
          help={t('untilHelp')}
          value={endOn}
          error={errors.endOn}
          onChange={({ currentTarget }) => change({ endOn: currentTarget.value }, 'endOn')}
          onBlur={() => endOn && leave('endOn')}
        />
      )}
      {frequency !== 'NOW' && (
        <SelectField
          label={t('restDays')}
          name="restDays"
          value={restDays}
          onChange={({ target }) => change({ restDays: target.value as PaymentDraft['restDays'] })}
        >
          {restDayRules.map((rule) => (
            <option key={rule} value={rule}>
              {t(`rests.${rule}`)}
            </option>
          ))}
        </SelectField>
      )}
      <NextDates values={values} />
    </>
  );
}

const shown = 5;

function NextDates({ values }: { values: PaymentDraft }) {
  const t = useTranslations('orders');
  const format = useFormatter();
  const schedule = scheduleOf(values);
  if (!schedule) return null;
  const dates = occurrencesOf(schedule, 0, shown).map(({ dueOn }) =>
    format.dateTime(dayAsDate(dueOn), { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' }),
  );
  if (dates.length === 0) return null;
  return (
    <Notice tone="info" title={t('next')}>
      {dates.map((date) => (
        <div key={date}>{date}</div>
      ))}
      <p>{t('notReserved')}</p>
    </Notice>
  );
}
