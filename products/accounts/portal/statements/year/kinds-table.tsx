/** Money in and out in the year, by kind. Renders nothing if no money moved. */
import type { YearTotal } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import classes from './year.module.css';

export function KindsTable({ total: { currency, kinds, moneyIn, moneyOut } }: { total: YearTotal }) {
  const t = useTranslations('statements.year');
  if (kinds.length === 0) return null;
  const cells = (sums: Pick<YearTotal, 'moneyIn' | 'moneyOut'>) => (
    <>
      <td>
        <Amount value={sums.moneyIn} currency={currency} />
      </td>
      <td>
        <Amount value={sums.moneyOut} currency={currency} />
      </td>
    </>
  );
  return (
    <>
      <h3 className={classes.heading}>{t('byKind')}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard */}
      <section className={classes.scroll} aria-label={t('kindsIn', { currency })} tabIndex={0}>
        <table className={`${classes.table} ${classes.kinds}`}>
          <caption className="visually-hidden">{t('kindsIn', { currency })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('kind')}</th>
              <th scope="col">{t('columns.moneyIn')}</th>
              <th scope="col">{t('columns.moneyOut')}</th>
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ kind, ...sums }) => (
              <tr key={kind}>
                <th scope="row">{t(`kinds.${kind}`)}</th>
                {cells(sums)}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('kindsTotal')}</th>
              {cells({ moneyIn, moneyOut })}
            </tr>
          </tfoot>
        </table>
      </section>
    </>
  );
}
