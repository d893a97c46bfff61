/** The one 36-px figure: the client's total, in the currency they choose, and its change this month. */
import type { AccountsSummary } from '@calmly/contract';
import { type CurrencyCode, isZeroDecimal } from '@calmly/domain';
import { CurrencySelect } from '@calmly/portal-kit/shared/amount/currency-select.tsx';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Bar } from '@calmly/ui/pictures/shapes.tsx';
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import classes from './dashboard.module.css';

interface TotalBalanceProps {
  summary: AccountsSummary | undefined;
  failed: boolean;
  currency: CurrencyCode;
  onCurrencyChange: (currency: CurrencyCode) => void;
}

export function TotalBalance({ summary, failed, currency, onCurrencyChange }: TotalBalanceProps) {
  const t = useTranslations('dashboard');
  return (
    <div className={classes.total}>
      <p className={classes.totalLabel}>
        {t('totalIn')}
        <CurrencySelect label={t('chooseCurrency')} value={currency} onChange={onCurrencyChange} />
      </p>
      <Text
        size={36}
        weight="title"
        className={classes.figure}
        aria-live="polite"
        aria-busy={!summary && !failed}
      >
        {summary ? (
          <Amount value={summary.total} currency={summary.currency} size="figure" />
        ) : failed ? (
          '–'
        ) : (
          <Bar width="208px" height={32} />
        )}
      </Text>
      <Change summary={summary} />
      <RatesDay day={summary?.ratesAsOf} />
    </div>
  );
}

/** Names the day if the rates are of an earlier one, for example over a weekend. */
function RatesDay({ day }: { day: string | null | undefined }) {
  const t = useTranslations('dashboard');
  const format = useFormatter();
  if (!day || day >= new Date().toISOString().slice(0, 10)) return null;
  const date = format.dateTime(new Date(day), { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return (
    <Text size={13} tone="faint">
      {t('ratesOf', { date })}
    </Text>
  );
}

function Change({ summary }: { summary: AccountsSummary | undefined }) {
  const t = useTranslations('dashboard');
  const format = useFormatter();
  if (!summary)
    return (
      <Inline as="p" wrap gap={8} rowGap={4} align="center" className={classes.change}>
        {'\u00a0'}
      </Inline>
    );
  const date = format.dateTime(new Date(summary.changeSince), {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  if (isZeroDecimal(summary.change))
    return (
      <Inline as="p" wrap gap={8} rowGap={4} align="center" className={classes.change}>
        {t('changeUnknown', { date })}
      </Inline>
    );
  const fell = summary.change.startsWith('-');
  const Arrow = fell ? IconArrowDownRight : IconArrowUpRight;
  return (
    <Inline as="p" wrap gap={8} rowGap={4} align="center" className={classes.change}>
      <Arrow aria-hidden="true" size={16} className={fell ? undefined : classes.rose} />
      <Amount
        value={summary.change.replace(/^-/, '')}
        currency={summary.currency}
        direction={fell ? 'DEBIT' : 'CREDIT'}
      />
      <span>{t('since', { date })}</span>
    </Inline>
  );
}
