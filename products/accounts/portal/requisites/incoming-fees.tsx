/** The fee and duration of an incoming payment on this account. */
import type { PricedService } from '@calmly/contract';
import { useFeeText } from '@calmly/portal-kit/shared/amount/fee-text.ts';
import { pricesQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { useQuery } from '@tanstack/react-query';
import classes from './requisites.module.css';

export function IncomingFees({ currency }: { currency: string }) {
  const t = useTranslations('requisites');
  const prices = useQuery(pricesQuery(currency));
  const feeText = useFeeText();
  const feeOf = (wanted: PricedService) => {
    const price = prices.data?.find(({ service }) => service === wanted);
    return price ? feeText(price) : '\u00a0';
  };
  if (prices.isError) return <ErrorState error={prices.error} onRetry={() => void prices.refetch()} />;
  const rows = [
    ...(currency === 'EUR' ? [{ name: t('sepa'), time: t('sepaTime'), fee: feeOf('SEPA_INCOMING') }] : []),
    { name: t('swift'), time: t('swiftTime'), fee: feeOf('SWIFT_INCOMING') },
  ];
  return (
    <Card>
      <h3>{t('comesIn')}</h3>
      <dl className={classes.fees}>
        {rows.map((row) => (
          <Inline gap={16} align="center" justify="between" above={16} key={row.name}>
            <dt>
              {row.name}
              <span>{row.time}</span>
            </dt>
            <dd>{row.fee}</dd>
          </Inline>
        ))}
      </dl>
    </Card>
  );
}
