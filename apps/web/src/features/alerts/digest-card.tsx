/** The digest: off, daily or weekly, on which day and at what hour. */
import { type Digest, digestFrequencies } from '@calmly/contract';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from '../../i18n/index.tsx';
import { useClient } from '../../session/state.ts';
import { ownTimeZone } from '../../shared/days/days.ts';
import { FormMessage } from '../../shared/form/form-message.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields/field.tsx';
import { Segments } from '../../ui/fields/segments.tsx';
import { showSnackbar } from '../../ui/layers/snackbar.tsx';
import { FactsShape } from '../../ui/pictures/shapes.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Card } from '../../ui/surface.tsx';
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
/** A Monday, for the names of weekdays. */
const monday = Date.UTC(2024, 0, 1);
const dayMs = 86_400_000;

function DigestForm({ digest }: { digest: Digest }) {
  const t = useTranslations('alerts.digest');
  const format = useFormatter();
  const { email } = useClient();
  const form = useForm({
    start: { frequency: digest.frequency, weekday: digest.weekday, hour: digest.hour },
    read: (values) => ({ body: { ...values, timeZone: ownTimeZone() } }),
    mutation: saveDigestMutation,
    onSent: ({ frequency }) => showSnackbar(t(frequency === 'OFF' ? 'turnedOff' : 'saved')),
  });
  const { frequency, weekday, hour } = form.values;
  return (
    <form {...form.props} className={classes.form}>
      <p className={classes.lead}>{t('text', { email })}</p>
      <Segments
        label={t('frequency')}
        value={frequency}
        options={digestFrequencies.map((value) => ({ value, label: t(`frequencies.${value}`) }))}
        onChange={(next) => form.change({ frequency: next })}
      />
      {frequency !== 'OFF' && (
        <>
          <div className={classes.pair} data-weekday={frequency === 'WEEKLY' || undefined}>
            {frequency === 'WEEKLY' && (
              <SelectField
                name="weekday"
                label={t('weekday')}
                value={String(weekday)}
                onChange={(event) => form.change({ weekday: Number(event.target.value) })}
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
              onChange={(event) => form.change({ hour: Number(event.target.value) })}
            >
              {hours.map((each) => (
                <option key={each} value={each}>
                  {`${String(each).padStart(2, '0')}:00`}
                </option>
              ))}
            </SelectField>
          </div>
          <p className={classes.hint}>{t('zone', { zone: ownTimeZone() })}</p>
        </>
      )}
      <FormMessage form={form} />
      <Button type="submit" busy={form.busy} aria-label={t('saveDigest')}>
        {t('save')}
      </Button>
    </form>
  );
}
