/** A confidential payout for people without the right: its status and totals. */
import type { PayoutDetails } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { PayoutBadge } from '../words.tsx';
import { Totals } from '../workbench/totals.tsx';
import { OutcomeCounts } from './outcome-counts.tsx';
import classes from './paying.module.css';

export function Masked({ payout }: { payout: PayoutDetails }) {
  const t = useTranslations('payouts');
  const { status, summary } = payout;
  return (
    <Grid gap={16} className={classes.confirm}>
      <Notice tone="info">{t('confidential.masked')}</Notice>
      <Grid gap={16} className={classes.cards}>
        <Grid as="section" gap={12} className={classes.counts}>
          <div>
            <PayoutBadge status={status} />
          </div>
          <OutcomeCounts summary={summary} />
        </Grid>
        <Totals payout={payout} title={t('results.totals')} />
      </Grid>
    </Grid>
  );
}
