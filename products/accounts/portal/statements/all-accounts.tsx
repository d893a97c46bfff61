/** Files of all accounts: the statements of the period as a ZIP, and the confirmation of balances at its end. */
import { statementFormats } from '@calmly/contract';
import { dayAsDate } from '@calmly/portal-kit/shared/days/days.ts';
import { useDaysText } from '@calmly/portal-kit/shared/days/use-days-text.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useFormatter, useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Menu } from '@calmly/ui/layers/popovers/menu.tsx';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { IconFileTypePdf, IconFileZip } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { usePeriod } from './period.ts';
import { balancesMutation } from './queries.ts';
import classes from './statements.module.css';
import { useSave } from './use-save.ts';

export function AllAccounts() {
  const t = useTranslations('statements');
  const format = useFormatter();
  const { period } = usePeriod();
  const days = useDaysText(period);
  const { locale } = useLocaleControl();
  const { save, ...archive } = useSave(period);
  const letter = useMutation(balancesMutation);
  const error = archive.error ?? letter.error;
  const day = format.dateTime(dayAsDate(period.to), { day: 'numeric', month: 'short', year: 'numeric' });
  return (
    <Card title={t('allAccounts')} flush>
      <Stack gap={12} className={classes.files}>
        <Text size={13} tone="soft">
          {days}
        </Text>
        <Menu
          label={archive.isPending ? t('saving') : t('archive')}
          labelShown
          block
          icon={<IconFileZip aria-hidden="true" />}
          busy={archive.isPending}
          actions={statementFormats.map((kind) => ({
            text: t(`formats.${kind}`),
            onChoose: () => save({ format: kind, locale }),
          }))}
        />
        <Button
          block
          icon={<IconFileTypePdf aria-hidden="true" />}
          busy={letter.isPending}
          onClick={() => letter.mutate({ day: period.to, locale })}
        >
          {t('balances', { day })}
        </Button>
        <Text size={13} tone="soft">
          {archive.isLong ? t('prepared.long') : t('archiveNote')}
        </Text>
        {error && <ProblemNotice error={error} />}
      </Stack>
    </Card>
  );
}
