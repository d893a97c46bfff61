/** Quiet hours: on or off, from when to when, and whether emails wait too. */
import type { QuietHours } from '@calmly/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from '../../i18n/index.tsx';
import { ownTimeZone } from '../../shared/days/days.ts';
import { FormMessage } from '../../shared/form/form-message.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField, SelectField } from '../../ui/fields/field.tsx';
import { showSnackbar } from '../../ui/layers/snackbar.tsx';
import { FactsShape } from '../../ui/pictures/shapes.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Card } from '../../ui/surface.tsx';
import classes from './alerts.module.css';
import { ClockOptions } from './clock-options.tsx';
import { quietHoursQuery, saveQuietHoursMutation } from './queries.ts';

export function QuietHoursCard() {
  const t = useTranslations('alerts.quiet');
  const { data, isError, error, refetch } = useQuery(quietHoursQuery);
  return (
    <Card flush title={t('title')}>
      {isError && !data && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <FactsShape />}
      {data && <QuietHoursForm hours={data} />}
    </Card>
  );
}

function QuietHoursForm({ hours }: { hours: QuietHours }) {
  const t = useTranslations('alerts.quiet');
  const form = useForm({
    start: hours,
    read: ({ isOn, from, to, holdsEmail }) =>
      isOn && from === to
        ? { faults: { to: t('sameTime') } }
        : { body: { isOn, from, to, holdsEmail, timeZone: ownTimeZone() } },
    mutation: saveQuietHoursMutation,
    onSent: ({ isOn }) => showSnackbar(t(isOn ? 'saved' : 'turnedOff')),
  });
  const { isOn, from, to, holdsEmail } = form.values;
  return (
    <form {...form.props} className={classes.form}>
      <p className={classes.lead}>{t('text')}</p>
      <CheckboxField
        label={t('isOn')}
        checked={isOn}
        onChange={(event) => form.change({ isOn: event.target.checked })}
      />
      {isOn && (
        <>
          <div className={classes.pair}>
            <SelectField
              name="from"
              label={t('from')}
              value={from}
              onChange={(event) => form.change({ from: event.target.value })}
            >
              <ClockOptions chosen={from} />
            </SelectField>
            <SelectField
              name="to"
              label={t('to')}
              value={to}
              error={form.faults.to}
              onChange={(event) => form.change({ to: event.target.value })}
            >
              <ClockOptions chosen={to} />
            </SelectField>
          </div>
          <CheckboxField
            label={t('holdsEmail')}
            checked={holdsEmail}
            onChange={(event) => form.change({ holdsEmail: event.target.checked })}
          />
          <p className={classes.hint}>{t('zone', { zone: ownTimeZone() })}</p>
        </>
      )}
      <FormMessage form={form} />
      <Button type="submit" busy={form.busy} aria-label={t('saveHours')}>
        {t('save')}
      </Button>
    </form>
  );
}
