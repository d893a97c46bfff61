/** The transfer fees of `GET /fees/trans` as a small table: where to and how, outgoing and incoming. */
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from '../../i18n/index.tsx';
import { useFeeText } from '../../session/fee-text.ts';
import { feesQuery } from '../../session/resources.ts';
import { ErrorState } from '../../ui/states.tsx';
import classes from './terms.module.css';

const zones = ['eu', 'inter'] as const;
const types = ['sepa', 'swift'] as const;

/** `currency` is that of the account. */
export function FeeTable({ currency }: { currency: string }) {
  const t = useTranslations('terms');
  const fees = useQuery(feesQuery(currency));
  const text = useFeeText(currency);
  if (fees.isError) return <ErrorState error={fees.error} onRetry={() => void fees.refetch()} />;
  // SEPA moves euro only.
  const shown = currency === 'EUR' ? types : (['swift'] as const);
  return (
    <>
      <p className={classes.feesText}>{t('feesText')}</p>
      <table className={classes.fees} aria-busy={fees.isPending}>
        <thead>
          <tr>
            <th scope="col">{t('where')}</th>
            <th scope="col">{t('outgoing')}</th>
            <th scope="col">{t('incoming')}</th>
          </tr>
        </thead>
        <tbody>
          {zones.flatMap((zone) =>
            shown.map((type) => (
              <tr key={`${zone} ${type}`}>
                <th scope="row">
                  {t(zone)}
                  <span>{type.toUpperCase()}</span>
                </th>
                <td data-label={t('outgoing')}>{text(fees.data?.[zone][type].outgoing)}</td>
                <td data-label={t('incoming')}>{text(fees.data?.[zone][type].incoming)}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </>
  );
}
