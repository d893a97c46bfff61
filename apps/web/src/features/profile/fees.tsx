/** The fee table of `GET /fees/trans`: by zone, type and direction, minimum in the chosen account currency. */
import { currencies } from '@calmly/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { useFeeText } from '../../session/fee-text.ts';
import { feesQuery } from '../../session/resources.ts';
import { SelectField } from '../../ui/field.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Card } from '../../ui/surface.tsx';
import classes from './profile.module.css';

const zones = ['eu', 'inter'] as const;
const types = ['sepa', 'swift'] as const;

export function Fees() {
  const t = useTranslations('profile');
  const [currency, setCurrency] = useState('EUR');
  const fees = useQuery(feesQuery(currency));
  const text = useFeeText(currency);
  if (fees.isError) return <ErrorState error={fees.error} onRetry={() => void fees.refetch()} />;
  // SEPA moves euro only.
  const shown = currency === 'EUR' ? types : (['swift'] as const);
  return (
    <Card>
      <div className={classes.feesHead}>
        <p>{t('feesText')}</p>
        <SelectField
          size="m"
          label={t('feesCurrency')}
          value={currency}
          onChange={(event) => setCurrency(event.currentTarget.value)}
        >
          {Object.values(currencies)
            .filter(({ kind }) => kind === 'fiat')
            .map(({ code }) => (
              <option key={code}>{code}</option>
            ))}
        </SelectField>
      </div>
      <table className={classes.fees} aria-busy={fees.isPending}>
        <thead>
          <tr>
            <th scope="col">{t('zone')}</th>
            <th scope="col">{t('type')}</th>
            <th scope="col">{t('outgoing')}</th>
            <th scope="col">{t('incoming')}</th>
          </tr>
        </thead>
        <tbody>
          {zones.flatMap((zone) =>
            shown.map((type) => (
              <tr key={`${zone} ${type}`}>
                <th scope="row">{t(zone)}</th>
                <td>{type.toUpperCase()}</td>
                <td data-label={t('outgoing')}>{text(fees.data?.[zone][type].outgoing)}</td>
                <td data-label={t('incoming')}>{text(fees.data?.[zone][type].incoming)}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </Card>
  );
}
