/** `/fees`: the calculator and the price list of a currency, as it stands in the profile. */
import { type CurrencyCode, tradingFees } from '@calmly/domain';
import { pricesQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { PageHeader } from '@calmly/ui/page-header.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PriceList } from '../../../clients/portal/terms/index.ts';
import { Calculator } from './calculator.tsx';
import classes from './fees.module.css';

export function FeesPage() {
  const t = useTranslations('fees');
  const [currency, setCurrency] = useState<CurrencyCode>('EUR');
  const prices = useQuery(pricesQuery(currency));
  return (
    <>
      <PageHeader title={t('title')} />
      {prices.error ? (
        <ErrorState error={prices.error} onRetry={() => void prices.refetch()} />
      ) : (
        <Grid gap="page" className={classes.page}>
          <Calculator currency={currency} onCurrencyChange={setCurrency} prices={prices.data} />
          <Card title={t('transfers')}>
            <p className={classes.text}>{t('transfersText', { currency })}</p>
            <PriceList currency={currency} only={['outgoing', 'incoming']} />
          </Card>
          <Card title={t('rest')}>
            <div className={classes.rest}>
              <PriceList currency={currency} only={['inside', 'accounts', 'cards']} />
              <TradingFees />
            </div>
          </Card>
        </Grid>
      )}
    </>
  );
}

function TradingFees() {
  const t = useTranslations('fees');
  const rows = [
    ['maker', tradingFees.makerBasisPoints],
    ['taker', tradingFees.takerBasisPoints],
  ] as const;
  return (
    <table className={classes.table}>
      <caption>{t('trading')}</caption>
      <tbody>
        {rows.map(([name, basisPoints]) => (
          <tr key={name}>
            <th scope="row">{t(name)}</th>
            <td>{t('perTrade', { percent: String(basisPoints / 100) })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
