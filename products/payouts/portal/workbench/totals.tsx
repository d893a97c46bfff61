/** Sums of valid rows by currency, with their fees. */
import type { PayoutDetails } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { Flag } from '@calmly/ui/facts/flag.tsx';
import classes from './workbench.module.css';

export function Totals({ payout, title }: { payout: PayoutDetails; title?: string }) {
  const t = useTranslations('payouts.panel');
  const { totals } = payout.summary;
  return (
    <section className={classes.totals} aria-labelledby="payout-totals">
      <h2 id="payout-totals">{title ?? t('totals')}</h2>
      {totals.length === 0 && <p className={classes.remarkText}>{t('noTotals')}</p>}
      {totals.map(({ currency, rows, amount }) => (
        <div key={currency} className={classes.total}>
          <Flag currency={currency} />
          <span>{t('totalRows', { count: rows })}</span>
          <Amount value={amount} currency={currency} />
        </div>
      ))}
      {totals.length > 0 && (
        <div className={classes.fees}>
          <span>{t('fees')}</span>
          <span>
            {totals.map(({ currency, fees }) => (
              <span key={currency} className={classes.fee}>
                <Amount value={fees} currency={currency} />
              </span>
            ))}
          </span>
        </div>
      )}
    </section>
  );
}
