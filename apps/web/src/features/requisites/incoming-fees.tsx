/** What an arriving payment costs on this account, and how long it takes. */
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from '../../i18n/index.tsx';
import { useFeeText } from '../../session/fee-text.ts';
import { feesQuery } from '../../session/resources.ts';
import { ErrorState } from '../../ui/states.tsx';
import { Card } from '../../ui/surface.tsx';
import classes from './requisites.module.css';

export function IncomingFees({ currency }: { currency: string }) {
  const t = useTranslations('requisites');
  const fees = useQuery(feesQuery(currency));
  const describe = useFeeText(currency);
  if (fees.isError) return <ErrorState error={fees.error} onRetry={() => void fees.refetch()} />;
  const rows = [
    ...(currency === 'EUR'
      ? [{ name: t('sepa'), time: t('sepaTime'), fee: describe(fees.data?.eu.sepa.incoming) }]
      : []),
    { name: t('swift'), time: t('swiftTime'), fee: describe(fees.data?.inter.swift.incoming) },
  ];
  return (
    <Card>
      <h3>{t('comesIn')}</h3>
      <dl className={classes.fees}>
        {rows.map((row) => (
          <div key={row.name}>
            <dt>
              {row.name}
              <span>{row.time}</span>
            </dt>
            <dd>{row.fee}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
