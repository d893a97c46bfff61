/** Money in (ink) and out (warm grey) by month, as bars; the same figures stand in a table for screen readers. */
import type { CurrencyCode } from '@calmly/domain';
import { useElementSize } from '@mantine/hooks';
import { useFormatter, useTranslations } from '../../i18n/index.tsx';
import { Amount, amountText } from '../../ui/amount.tsx';
import { coordinate, linear } from './chart-scale.ts';
import classes from './charts.module.css';

interface Flow {
  readonly month: string;
  readonly moneyIn: string;
  readonly moneyOut: string;
}

const height = 264;
const bottom = 32;

export function FlowChart({ flows, currency }: { flows: readonly Flow[]; currency: CurrencyCode }) {
  const t = useTranslations('dashboard');
  const format = useFormatter();
  const { ref, width } = useElementSize();
  const month = (text: string, length: 'short' | 'long') =>
    format.dateTime(new Date(`${text}-01`), { month: length, timeZone: 'UTC' });

  const highest = Math.max(
    1,
    ...flows.flatMap((flow) => [coordinate(flow.moneyIn), coordinate(flow.moneyOut)]),
  );
  const isEmpty = flows.every((flow) => coordinate(flow.moneyIn) === 0 && coordinate(flow.moneyOut) === 0);
  const bar = linear(0, highest, 0, height - bottom - 8);
  const slot = width / Math.max(flows.length, 1);
  const barWidth = Math.min(16, slot / 3);
  const latest = flows.at(-1);

  return (
    <figure ref={ref} className={classes.figure}>
      {latest && (
        <dl className={classes.legend}>
          <div>
            <dt data-series="in">{t('moneyInMonth', { month: month(latest.month, 'long') })}</dt>
            <dd>
              <Amount value={latest.moneyIn} currency={currency} />
            </dd>
          </div>
          <div>
            <dt data-series="out">{t('moneyOutMonth', { month: month(latest.month, 'long') })}</dt>
            <dd>
              <Amount value={latest.moneyOut} currency={currency} />
            </dd>
          </div>
        </dl>
      )}
      {isEmpty && <p className={classes.noFlows}>{t('noFlows')}</p>}
      <svg width={width} height={height} className={classes.plot} aria-hidden="true">
        <line className={classes.grid} x1={0} x2={width} y1={height - bottom} y2={height - bottom} />
        {flows.map((flow, index) => {
          const middle = slot * (index + 0.5);
          const inHeight = bar(coordinate(flow.moneyIn));
          const outHeight = bar(coordinate(flow.moneyOut));
          return (
            <g key={flow.month}>
              <rect
                className={classes.barIn}
                x={middle - barWidth - 1.5}
                y={height - bottom - inHeight}
                width={barWidth}
                height={inHeight}
                rx={3}
              />
              <rect
                className={classes.barOut}
                x={middle + 1.5}
                y={height - bottom - outHeight}
                width={barWidth}
                height={outHeight}
                rx={3}
              />
              <text className={classes.label} x={middle} y={height - 8} textAnchor="middle">
                {month(flow.month, 'short')}
              </text>
            </g>
          );
        })}
      </svg>
      {/* A table is as large as its cells ask, however small it is made: only a box around it hides it. */}
      <div className="visually-hidden">
        <table>
          <caption>{t('moneyInAndOut')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('month')}</th>
              <th scope="col">{t('moneyIn')}</th>
              <th scope="col">{t('moneyOut')}</th>
            </tr>
          </thead>
          <tbody>
            {flows.map((flow) => (
              <tr key={flow.month}>
                <th scope="row">{month(flow.month, 'long')}</th>
                <td>{amountText(flow.moneyIn, currency)}</td>
                <td>{amountText(flow.moneyOut, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
