/** Sums of valid rows by currency, with their fees. */
import type { PayoutDetails } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { Flag } from '@calmly/ui/facts/flag.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import classes from './workbench.module.css';

export function Totals({ payout, title }: { payout: PayoutDetails; title?: string }) {
  const t = useTranslations('payouts.panel');
  const { totals } = payout.summary;
  return (
    <section className={classes.totals} aria-labelledby="payout-totals">
      <h2 id="payout-totals">{title ?? t('totals')}</h2>
      {totals.length === 0 && (
        <Text size={13} tone="soft" wrap="anywhere">
          {t('noTotals')}
        </Text>
      )}
      {totals.map(({ currency, rows, amount }) => (
        <Grid key={currency} gap={12} align="center" className={classes.total}>
          <Flag currency={currency} />
          <span>{t('totalRows', { count: rows })}</span>
          <Amount value={amount} currency={currency} />
        </Grid>
      ))}
      {totals.length > 0 && (
        <Inline gap={16} justify="between" className={classes.fees}>
          <span>{t('fees')}</span>
          <span>
            {totals.map(({ currency, fees }) => (
              <Text as="span" key={currency} align="end" block>
                <Amount value={fees} currency={currency} />
              </Text>
            ))}
          </span>
        </Inline>
      )}
    </section>
  );
}
