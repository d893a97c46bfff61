/**
 * The balance line: ink, no fill, no smoothing; the coral dot is "now". The pointer (or the arrow keys) walks the days; a
 * screen reader hears the day and the balance of the chosen point.
 */
import type { CurrencyCode } from '@calmly/domain';
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useFormatter, useTranslations } from '../../i18n/index.tsx';
import { amountText } from '../../ui/amount.tsx';
import { axisFigure, coordinate, linear, spread, ticks } from './chart-scale.ts';
import classes from './charts.module.css';

interface Point {
  readonly date: string;
  readonly balance: string;
}

const height = 240;
const top = 16;
const bottom = 40;
const axis = 64;

export function BalanceChart({ points, currency }: { points: readonly Point[]; currency: CurrencyCode }) {
  const t = useTranslations('dashboard');
  const format = useFormatter();
  const { ref, width } = useElementSize();
  const [chosen, setChosen] = useState<number>();

  const values = points.map((point) => coordinate(point.balance));
  const marks = ticks(Math.min(...values), Math.max(...values), 4);
  // Of nothing but zeros, the other figures would say nothing.
  const told = values.every((value) => value === 0) ? marks.slice(0, 1) : marks;
  const x = linear(0, points.length - 1, 1, Math.max(width - axis - 8, 1));
  const y = linear(marks[0] ?? 0, marks.at(-1) ?? 1, height - bottom, top);
  const day = (date: string) =>
    format.dateTime(new Date(date), { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const last = points.length - 1;
  const shown = chosen === undefined ? undefined : points[chosen];

  const choose = (event: PointerEvent<HTMLDivElement>) => {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const index = Math.round(linear(1, Math.max(width - axis - 8, 1), 0, last)(left));
    setChosen(Math.min(Math.max(index, 0), last));
  };
  const walk = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setChosen((current) => Math.min(Math.max((current ?? last) + step, 0), last));
  };
  const axisText = (mark: number) => {
    const { value, unit } = axisFigure(mark);
    return unit ? t(unit, { value }) : value;
  };

  return (
    <figure ref={ref} className={classes.figure}>
      <div
        role="slider"
        tabIndex={0}
        aria-label={t('balanceOverTime')}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={chosen ?? last}
        aria-valuetext={valueText(points[chosen ?? last], currency, day)}
        className={classes.plot}
        onPointerMove={choose}
        onPointerLeave={() => setChosen(undefined)}
        onBlur={() => setChosen(undefined)}
        onKeyDown={walk}
      >
        <svg width={width} height={height} className={classes.plot} aria-hidden="true">
          {told.map((mark) => (
            <g key={mark}>
              <line className={classes.grid} x1={0} x2={width - axis} y1={y(mark)} y2={y(mark)} />
              <text className={classes.label} x={width} y={y(mark) + 4} textAnchor="end">
                {axisText(mark)}
              </text>
            </g>
          ))}
          {spread(points.length, width < 300 ? 2 : width < 480 ? 3 : 5).map((index) => (
            <text
              key={index}
              className={classes.label}
              x={x(index)}
              y={height - 12}
              textAnchor={index === 0 ? 'start' : index === last ? 'end' : 'middle'}
            >
              {day(points[index]?.date ?? '')}
            </text>
          ))}
          <polyline
            className={classes.line}
            points={values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}
          />
          {shown && chosen !== undefined && (
            <g>
              <line className={classes.pointer} x1={x(chosen)} x2={x(chosen)} y1={top} y2={height - bottom} />
              <circle className={classes.chosen} cx={x(chosen)} cy={y(values[chosen] ?? 0)} r={4} />
            </g>
          )}
          <circle className={classes.now} cx={x(last)} cy={y(values[last] ?? 0)} r={5.5} />
        </svg>
      </div>
      <figcaption className={classes.readout} aria-hidden="true">
        {shown && valueText(shown, currency, day)}
      </figcaption>
    </figure>
  );
}

/** Days that a key walks; Home and End are further than any period. */
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
  Home: -10_000,
  End: 10_000,
};

function valueText(point: Point | undefined, currency: CurrencyCode, day: (date: string) => string): string {
  return point ? `${day(point.date)}: ${amountText(point.balance, currency)}` : '';
}
