/** A wallet's profit in the period, by average cost. Renders nothing for accounts in money. */
import type { Statement } from '@calmly/contract';
import { Estimate, Gain } from '@calmly/portal-kit/shared/amount/gain.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import classes from './statements.module.css';

export function Profit({ profit }: Pick<Statement, 'profit'>) {
  const t = useTranslations('statements.profit');
  if (!profit) return null;
  const { quote, realised, unrealised, cost, value } = profit;
  return (
    <Grid as="section" aria-label={t('title')} gap={8}>
      <dl className={classes.sums}>
        <div>
          <Text as="dt" size={13} tone="soft">
            {t('realised')}
          </Text>
          <dd>
            <Gain value={realised} currency={quote} size="total" />
          </dd>
        </div>
        <div>
          <Text as="dt" size={13} tone="soft">
            {t('unrealised')}
          </Text>
          <dd>
            <Gain value={unrealised} currency={quote} size="total" />
          </dd>
        </div>
        <div>
          <Text as="dt" size={13} tone="soft">
            {t('cost')}
          </Text>
          <dd>
            <Estimate value={cost} currency={quote} size="total" />
          </dd>
        </div>
        <div>
          <Text as="dt" size={13} tone="soft">
            {t('value')}
          </Text>
          <dd>
            <Estimate value={value} currency={quote} size="total" />
          </dd>
        </div>
      </dl>
      <Text size={13} tone="soft">
        {t('note')}
      </Text>
    </Grid>
  );
}
