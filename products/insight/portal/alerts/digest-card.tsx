/** The digest: off, daily or weekly, on which day and at what hour. Each change is saved at once. */
import { type Digest, digestFrequencies } from '@calmly/contract';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { ownTimeZone } from '@calmly/portal-kit/shared/days/days.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { SelectField } from '@calmly/ui/fields/field.tsx';
import { Segments } from '@calmly/ui/fields/segments.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Grid, Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { FactsShape } from '@calmly/ui/pictures/shapes.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import classes from './alerts.module.css';
import { digestQuery, saveDigestMutation } from './queries.ts';

export function DigestCard() {
  const t = useTranslations('alerts.digest');
  const { data, isError, error, refetch } = useQuery(digestQuery);
  return (
    <Card flush title={t('title')}>
      {isError && !data && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <FactsShape />}
      {data && <DigestForm digest={data} />}
    </Card>
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);
/** A Monday, used for the names of weekdays. */
const monday = Date.UTC(2024, 0, 1);
const dayMs = 86_400_000;

type DigestChoice = Pick<Digest, 'frequency' | 'weekday' | 'hour'>;

function DigestForm({ digest }: { digest: Digest }) {
  const t = useTranslations('alerts.digest');
  const format = useFormatter();
  const { email } = useClient();
  const [values, setValues] = useState<DigestChoice>(digest);
  const saving = useMutation(saveDigestMutation);
  const { frequency, weekday, hour } = values;
  const change = (part: Partial<DigestChoice>) => {
    const next = { frequency, weekday, hour, ...part };
    setValues(next);
    saving.mutate(
      { ...next, timeZone: ownTimeZone() },
      {
        onSuccess: () => showSnackbar(t(next.frequency === 'OFF' ? 'turnedOff' : 'saved')),
        onError: () => setValues(digest),
      },
    );
  };
  return (
    <Stack gap={16} align="start" className={classes.form}>
      <p className={classes.lead}>{t('text', { email })}</p>
      <Segments
        label={t('frequency')}
        value={frequency}
        options={digestFrequencies.map((value) => ({ value, label: t(`frequencies.${value}`) }))}
        onChange={(next) => change({ frequency: next })}
      />
      {frequency !== 'OFF' && (
        <>
          <Grid gap={16} className={classes.pair} data-weekday={frequency === 'WEEKLY' || undefined}>
            {frequency === 'WEEKLY' && (
              <SelectField
                name="weekday"
                label={t('weekday')}
                value={String(weekday)}
                onChange={(event) => change({ weekday: Number(event.target.value) })}
              >
                {[1, 2, 3, 4, 5, 6, 7].map((day) => (
                  <option key={day} value={day}>
                    {format.dateTime(new Date(monday + (day - 1) * dayMs), {
                      weekday: 'long',
                      timeZone: 'UTC',
                    })}
                  </option>
                ))}
              </SelectField>
            )}
            <SelectField
              name="hour"
              label={t('hour')}
              value={String(hour)}
              onChange={(event) => change({ hour: Number(event.target.value) })}
            >
              {hours.map((each) => (
                <option key={each} value={each}>
                  {`${String(each).padStart(2, '0')}:00`}
                </option>
              ))}
            </SelectField>
          </Grid>
          <Text size={13} tone="soft">
            {t('zone', { zone: ownTimeZone() })}
          </Text>
        </>
      )}
      <ProblemNotice error={saving.error} />
    </Stack>
  );
}
