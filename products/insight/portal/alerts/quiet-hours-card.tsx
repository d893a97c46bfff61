/** Quiet hours: on or off, from when to when, and whether emails wait too. Each change is saved at once. */
import type { QuietHours } from '@calmly/contract';
import { ownTimeZone } from '@calmly/portal-kit/shared/days/days.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { CheckboxField, SelectField } from '@calmly/ui/fields/field.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Grid, Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { FactsShape } from '@calmly/ui/pictures/shapes.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import classes from './alerts.module.css';
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
  const [values, setValues] = useState(hours);
  const saving = useMutation(saveQuietHoursMutation);
  const { isOn, from, to, holdsEmail } = values;
  const change = (part: Partial<QuietHours>) => {
    const next = { ...values, ...part, timeZone: ownTimeZone() };
    setValues(next);
    if (isEmpty(next)) return;
    saving.mutate(next, {
      onSuccess: () => showSnackbar(t(next.isOn ? 'saved' : 'turnedOff')),
      onError: () => setValues(hours),
    });
  };
  return (
    <Stack gap={16} align="start" className={classes.form}>
      <p className={classes.lead}>{t('text')}</p>
      <CheckboxField
        label={t('isOn')}
        checked={isOn}
        onChange={(event) => change({ isOn: event.target.checked })}
      />
      {isOn && (
        <>
          <Grid gap={16} className={classes.pair}>
            <SelectField
              name="from"
              label={t('from')}
              value={from}
              onChange={(event) => change({ from: event.target.value })}
            >
              <ClockOptions chosen={from} />
            </SelectField>
            <SelectField
              name="to"
              label={t('to')}
              value={to}
              error={isEmpty(values) && t('sameTime')}
              onChange={(event) => change({ to: event.target.value })}
            >
              <ClockOptions chosen={to} />
            </SelectField>
          </Grid>
          <CheckboxField
            label={t('holdsEmail')}
            checked={holdsEmail}
            onChange={(event) => change({ holdsEmail: event.target.checked })}
          />
          <Text size={13} tone="soft">
            {t('zone', { zone: ownTimeZone() })}
          </Text>
        </>
      )}
      <ProblemNotice error={saving.error} />
    </Stack>
  );
}

const isEmpty = ({ isOn, from, to }: QuietHours) => isOn && from === to;

/** Times of a day as the options of a select. */

/** Times of a day: every half hour, and the chosen time if it is another. */
function ClockOptions({ chosen }: { chosen: string }) {
  const times = Array.from(
    { length: 48 },
    (_, half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`,
  );
  const all = times.includes(chosen) ? times : [...times, chosen].sort();
  return all.map((time) => (
    <option key={time} value={time}>
      {time}
    </option>
  ));
}
