/** A balance line: ink, no fill, no smoothing. The coral dot is "now", a ring marks a special point, and zero is drawn if the line crosses it. */
import type { CurrencyCode } from '@calmly/domain';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Amount, amountText } from '@calmly/ui/facts/amount.tsx';
import { useElementSize } from '@mantine/hooks';
import { axisWidth, ChartAxis } from './chart-axis.tsx';
import { coordinate, linear, spread, ticks } from './chart-scale.ts';
import { ChartSlider } from './chart-slider.tsx';
import classes from './charts.module.css';

interface Point {
  readonly date: string;
  readonly balance: string;
}

const height = 240;
const top = 16;
const bottom = 40;

interface BalanceChartProps {
  /** Name of the chart; by default "the balance so far". */
  name?: string;
  points: readonly Point[];
  currency: CurrencyCode;
  /** The index of "now"; by default the last point. */
  now?: number;
  /** The index of a highlighted point. */
  marked?: number;
}

export function BalanceChart({ name, points, currency, now = points.length - 1, marked }: BalanceChartProps) {
  const t = useTranslations('dashboard');
  const format = useFormatter();
  const { ref, width } = useElementSize();

  const values = points.map((point) => coordinate(point.balance));
  const lowest = Math.min(...values);
  const marks = ticks(lowest, Math.max(...values), 4);
  // If all values are zero, other axis figures would be meaningless.
  const shownMarks = values.every((value) => value === 0) ? marks.slice(0, 1) : marks;
  const right = Math.max(width - axisWidth - 8, 1);
  const last = points.length - 1;
  const x = linear(0, last, 1, right);
  const y = linear(marks[0] ?? 0, marks.at(-1) ?? 1, height - bottom, top);
  const day = (date: string) =>
    format.dateTime(new Date(date), { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const point = (index: number): Point => points[index] ?? { date: '', balance: '0' };

  return (
    <figure ref={ref} className={classes.figure}>
      <ChartSlider
        name={name ?? t('balanceOverTime')}
        count={points.length}
        width={width}
        height={height}
        x={x}
        top={top}
        bottom={height - bottom}
        indexAt={(left) => Math.round(linear(1, right, 0, last)(left))}
        textOf={(index) => `${day(point(index).date)}: ${amountText(point(index).balance, currency)}`}
        labelOf={(index) => (
          <>
            {day(point(index).date)}
            <strong>
              <Amount value={point(index).balance} currency={currency} />
            </strong>
          </>
        )}
      >
        {(chosen) => (
          <>
            <ChartAxis marks={shownMarks} y={y} width={width} />
            {spread(points.length, width < 300 ? 2 : width < 480 ? 3 : 5).map((index) => (
              <text
                key={index}
                className={classes.label}
                x={x(index)}
                y={height - 12}
                textAnchor={index === 0 ? 'start' : index === last ? 'end' : 'middle'}
              >
                {day(point(index).date)}
              </text>
            ))}
            <polyline
              className={classes.line}
              points={values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}
            />
            {lowest < 0 && <line className={classes.zero} x1={0} x2={right} y1={y(0)} y2={y(0)} />}
            {chosen !== undefined && (
              <circle className={classes.chosen} cx={x(chosen)} cy={y(values[chosen] ?? 0)} r={4} />
            )}
            {marked !== undefined && (
              <circle className={classes.marked} cx={x(marked)} cy={y(values[marked] ?? 0)} r={5} />
            )}
            <circle className={classes.now} cx={x(now)} cy={y(values[now] ?? 0)} r={5.5} />
          </>
        )}
      </ChartSlider>
    </figure>
  );
}
