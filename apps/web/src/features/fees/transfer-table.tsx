/** Transfer fees by zone, type and direction, in words. */
import type { TransferFees } from '@calmly/contract';
import type { CurrencyCode } from '@calmly/domain';
import { useTranslations } from '../../i18n/index.tsx';
import { useFeeText } from '../../shared/amount/fee-text.ts';
import classes from './fees.module.css';

const zones = ['eu', 'inter'] as const;
const directions = ['outgoing', 'incoming'] as const;

interface TransferTableProps {
  currency: CurrencyCode;
  /** Undefined while loading. */
  fees: TransferFees | undefined;
}

export function TransferTable({ currency, fees }: TransferTableProps) {
  const t = useTranslations('fees');
  const terms = useTranslations('terms');
  const feeText = useFeeText();
  const types = currency === 'EUR' ? (['sepa', 'swift'] as const) : (['swift'] as const);
  return (
    <table className={classes.table} aria-busy={!fees}>
      <caption className="visually-hidden">{t('transfers')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('zone')}</th>
          <th scope="col">{t('type')}</th>
          {directions.map((direction) => (
            <th key={direction} scope="col">
              {t(direction)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {zones.flatMap((zone) =>
          types.map((type) => (
            <tr key={`${zone} ${type}`}>
              <th scope="row">{terms(zone)}</th>
              <td>{t(`types.${type}`)}</td>
              {directions.map((direction) => {
                const cell = fees?.[zone][type][direction];
                const surcharge = '0';
                return (
                  <td key={direction} data-label={t(direction)}>
                    {cell
                      ? feeText({ currency, rate: cell.rate, minimum: cell.minfix, surcharge })
                      : '\u00A0'}
                  </td>
                );
              })}
            </tr>
          )),
        )}
      </tbody>
    </table>
  );
}
