/** Chooses how many days a balance line covers. */
import { useTranslations } from '@calmly/texts/index.tsx';
import { Segments } from '@calmly/ui/fields/segments.tsx';
import { breakpoints, useMedia } from '@calmly/ui/media.ts';

const periods = { '30': 'month1', '90': 'months3', '365': 'year' } as const;
export type Period = keyof typeof periods;

interface PeriodChoiceProps {
  value: Period;
  onChange: (period: Period) => void;
}

export function PeriodChoice({ value, onChange }: PeriodChoiceProps) {
  const t = useTranslations('dashboard');
  const phone = useMedia(breakpoints.phone);
  return (
    <Segments
      size="s"
      label={t('period')}
      value={value}
      options={(Object.keys(periods) as Period[]).map((period) => ({
        value: period,
        label: t(phone ? `${periods[period]}Short` : periods[period]),
      }))}
      onChange={onChange}
    />
  );
}
