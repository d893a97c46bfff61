/** The choice of a period, and its files. */
import { fitsFormat, type StatementAccount, statementFormats } from '@calmly/contract';
import { useDaysText } from '@calmly/portal-kit/shared/days/use-days-text.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { Menu } from '@calmly/ui/layers/popovers/menu.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { FilterBar } from '@calmly/ui/lists/filter-bar.tsx';
import { Choices, Days } from '@calmly/ui/lists/filter-panels.tsx';
import { IconDownload } from '@tabler/icons-react';
import { namedPeriod, type Period, type PeriodName, periodNames } from './period.ts';
import { useSave } from './use-save.ts';

interface PeriodBarProps {
  account: StatementAccount;
  period: Period;
  onShow: (period: Period) => void;
}

export function PeriodBar({ account, period, onShow }: PeriodBarProps) {
  const t = useTranslations('statements');
  const { locale } = useLocaleControl();
  const { save, ...saving } = useSave(period, account.id);
  const long = useTranslations('statements.prepared');
  const usual = namedPeriod('thisMonth', new Date());
  const chosen = periodNames.find((name) => isSame(namedPeriod(name, new Date()), period));
  const days = useDaysText(period);
  const show = (name: PeriodName | undefined) => onShow(name ? namedPeriod(name, new Date()) : usual);
  return (
    <>
      <FilterBar
        label={t('filters')}
        filters={[
          {
            key: 'period',
            name: t('period'),
            value: chosen ? t(`periods.${chosen}`) : days,
            panel: (done) => (
              <Days
                presets={
                  <Choices
                    choices={periodNames.map((value) => ({ value, text: t(`periods.${value}`) }))}
                    chosen={chosen}
                    onChoose={(name) => {
                      show(name);
                      done();
                    }}
                  />
                }
                {...period}
                onApply={({ from, to }) => {
                  onShow({ from: from ?? to ?? usual.from, to: to ?? usual.to });
                  done();
                }}
              />
            ),
            onClear: () => onShow(usual),
          },
        ]}
        onClearAll={() => onShow(usual)}
      >
        <Menu
          label={saving.isPending ? t('saving') : t('download')}
          labelShown
          icon={<IconDownload aria-hidden="true" />}
          busy={saving.isPending}
          actions={statementFormats
            .filter((format) => fitsFormat(format, account.currency))
            .map((format) => ({
              text: t(`formats.${format}`),
              onChoose: () => save({ format, locale }),
            }))}
        />
      </FilterBar>
      {saving.isLong && (
        <Text size={13} tone="soft">
          {long('long')}
        </Text>
      )}
      {saving.error && <ProblemNotice error={saving.error} />}
    </>
  );
}

const isSame = (one: Period, other: Period): boolean => one.from === other.from && one.to === other.to;
