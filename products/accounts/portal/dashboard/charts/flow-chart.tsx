/**
 * Money in (ink) and out (warm grey) by month, as bars on an axis. The pointer or the arrow keys select a month and show its figures;
 * the same figures are in a table for screen readers.
 */
import type { CurrencyCode } from '@calmly/domain';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Amount, amountText } from '@calmly/ui/facts/amount.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { useElementSize } from '@mantine/hooks';
import { axisWidth, ChartAxis } from './chart-axis.tsx';
import { coordinate, linear, ticks } from './chart-scale.ts';
import { ChartSlider } from './chart-slider.tsx';
import classes from './charts.module.css';
import { type Flow, FlowTable } from './flow-table.tsx';

const height = 264;
const top = 8;
const bottom = 32;
/** In narrower slots only every third name fits. */
const labelWidth = 32;

export function FlowChart({ flows, currency }: { flows: readonly Flow[]; currency: CurrencyCode }) {
  const t = useTranslations('dashboard');
  const format = useFormatter();
  const { ref, width } = useElementSize();
  const month = (flow: Flow, length: 'short' | 'long') =>
    format.dateTime(new Date(`${flow.month}-01`), { month: length, timeZone: 'UTC' });

  const highest = Math.max(
    0,
    ...flows.flatMap((each) => [coordinate(each.moneyIn), coordinate(each.moneyOut)]),
  );
  const marks = highest === 0 ? [0] : ticks(0, highest, 4);
  const foot = height - bottom;
  const y = linear(0, Math.max(marks.at(-1) ?? 0, 1), foot, top);
  const slot = Math.max(width - axisWidth, 1) / Math.max(flows.length, 1);
  const barWidth = Math.min(16, slot / 3);
  const middle = (index: number) => slot * (index + 0.5);
  const latest = flows.at(-1);
  const flow = (index: number): Flow => flows[index] ?? { month: '1970-01', moneyIn: '0', moneyOut: '0' };

  return (
    <figure ref={ref} className={classes.figure}>
      {latest && (
        <Inline as="dl" wrap gap={24} rowGap={8} className={classes.legend}>
          <div>
            <dt data-series="in">{t('moneyInMonth', { month: month(latest, 'long') })}</dt>
            <dd>
              <Amount value={latest.moneyIn} currency={currency} />
            </dd>
          </div>
          <div>
            <dt data-series="out">{t('moneyOutMonth', { month: month(latest, 'long') })}</dt>
            <dd>
              <Amount value={latest.moneyOut} currency={currency} />
            </dd>
          </div>
        </Inline>
      )}
      {highest === 0 && (
        <Text tone="soft" align="center" className={classes.noFlows}>
          {t('noFlows')}
        </Text>
      )}
      <ChartSlider
        name={t('moneyInAndOut')}
        count={flows.length}
        width={width}
        height={height}
        x={middle}
        top={top}
        bottom={foot}
        indexAt={(left) => Math.floor(left / slot)}
        textOf={(index) => {
          const { moneyIn, moneyOut } = flow(index);
          const figures = [
            `${t('moneyIn')} ${amountText(moneyIn, currency)}`,
            `${t('moneyOut')} ${amountText(moneyOut, currency)}`,
          ];
          return `${month(flow(index), 'long')}: ${figures.join(', ')}`;
        }}
        labelOf={(index) => (
          <>
            {month(flow(index), 'long')}
            <span data-series="in">
              <Amount value={flow(index).moneyIn} currency={currency} />
            </span>
            <span data-series="out">
              <Amount value={flow(index).moneyOut} currency={currency} />
            </span>
          </>
        )}
      >
        {(chosen) => (
          <>
            <ChartAxis marks={marks} y={y} width={width} />
            {flows.map((each, index) => {
              const tops = [y(coordinate(each.moneyIn)), y(coordinate(each.moneyOut))] as const;
              const bar = { width: barWidth, rx: 3 };
              return (
                <g key={each.month} className={classes.month} data-chosen={chosen === index || undefined}>
                  <rect
                    {...bar}
                    className={classes.barIn}
                    x={middle(index) - barWidth - 1.5}
                    y={tops[0]}
                    height={foot - tops[0]}
                  />
                  <rect
                    {...bar}
                    className={classes.barOut}
                    x={middle(index) + 1.5}
                    y={tops[1]}
                    height={foot - tops[1]}
                  />
                  {(slot >= labelWidth || (flows.length - 1 - index) % 3 === 0) && (
                    <text className={classes.label} x={middle(index)} y={height - 8} textAnchor="middle">
                      {month(each, 'short')}
                    </text>
                  )}
                </g>
              );
            })}
          </>
        )}
      </ChartSlider>
      <FlowTable flows={flows} currency={currency} nameOf={(each) => month(each, 'long')} />
    </figure>
  );
}
