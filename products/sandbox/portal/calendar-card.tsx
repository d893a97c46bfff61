/** The bank's calendar, and the buttons that move it forward. */

import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { useMutation } from '@tanstack/react-query';
import classes from './desk.module.css';
import { advanceMutation } from './queries.ts';
import { spans } from './spans.ts';

const asDate = {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
} as const;

export function CalendarCard({ now }: { now: string | undefined }) {
  const t = useTranslations('sandboxDesk');
  const format = useFormatter();
  const advancing = useMutation(advanceMutation);
  const shown = (time: string) => format.dateTime(new Date(time), asDate);
  return (
    <Card title={t('calendar.title')}>
      <div className={`${classes.stack} ${classes.inCard}`}>
        <div>
          <Text tone="soft">{t('calendar.now')}</Text>
          <Text size={18} weight="label" above={4}>
            {now ? shown(now) : '\u00A0'}
          </Text>
        </div>
        <Inline as="fieldset" wrap gap={8}>
          <legend className="visually-hidden">{t('calendar.advance')}</legend>
          {spans.map(([span, hours]) => (
            <Button
              key={span}
              size="s"
              aria-label={`${t('calendar.advance')} ${t(`spans.${span}`)}`}
              busy={advancing.isPending && advancing.variables === hours}
              onClick={() =>
                advancing.mutate(hours, {
                  onSuccess: ({ BusinessTime }) =>
                    showSnackbar(t('calendar.moved', { date: shown(BusinessTime) })),
                })
              }
            >
              {`+ ${t(`spans.${span}`)}`}
            </Button>
          ))}
        </Inline>
        <ProblemNotice error={advancing.error} />
        <Text tone="soft">{t('calendar.text')}</Text>
      </div>
    </Card>
  );
}
