/** A wallet's profit in the period, by average cost. Renders nothing for accounts in money. */
import type { Statement } from '@calmly/contract';
import { Estimate, Gain } from '@calmly/portal-kit/shared/amount/gain.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import classes from './statements.module.css';

export function Profit({ profit }: Pick<Statement, 'profit'>) {
  const t = useTranslations('statements.profit');
  if (!profit) return null;
  const { quote, realised, unrealised, cost, value } = profit;
  return (
    <section aria-label={t('title')} className={classes.profit}>
      <dl className={classes.sums}>
        <div>
          <dt>{t('realised')}</dt>
          <dd>
            <Gain value={realised} currency={quote} size="total" />
          </dd>
        </div>
        <div>
          <dt>{t('unrealised')}</dt>
          <dd>
            <Gain value={unrealised} currency={quote} size="total" />
          </dd>
        </div>
        <div>
          <dt>{t('cost')}</dt>
          <dd>
            <Estimate value={cost} currency={quote} size="total" />
          </dd>
        </div>
        <div>
          <dt>{t('value')}</dt>
          <dd>
            <Estimate value={value} currency={quote} size="total" />
          </dd>
        </div>
      </dl>
      <p className={classes.profitNote}>{t('note')}</p>
    </section>
  );
}
