/** One bar for each month on an axis; the chosen one in ink, with its name in bold. */
import type { CurrencyCode } from '@calmly/domain';
import { Amount, amountText } from '@calmly/ui/facts/amount.tsx';
import { useElementSize } from '@mantine/hooks';
import { axisWidth, ChartAxis } from '../charts/chart-axis.tsx';
import { coordinate, linear, ticks } from '../charts/chart-scale.ts';
import { ChartSlider } from '../charts/chart-slider.tsx';
import classes from '../charts/charts.module.css';

interface MonthBarsProps {
  name: string;
  totals: readonly string[];
  currency: CurrencyCode;
  chosen: number;
  onChoose: (index: number) => void;
  /** The label under a month's bar, and its full form. */
  labelOf: (index: number) => string;
  nameOf: (index: number) => string;
}

const height = 232;
const top = 8;
const bottom = 32;
/** In narrower slots only every other name fits. */
const labelWidth = 32;

export function MonthBars({ name, totals, currency, chosen, onChoose, labelOf, nameOf }: MonthBarsProps) {
  const { ref, width } = useElementSize();
  const values = totals.map(coordinate);
  const marks = ticks(Math.min(0, ...values), Math.max(1, ...values), 4);
  const y = linear(marks[0] ?? 0, marks.at(-1) ?? 1, height - bottom, top);
  const slot = Math.max(width - axisWidth, 1) / Math.max(totals.length, 1);
  const barWidth = Math.min(28, slot * 0.6);
  const middle = (index: number) => slot * (index + 0.5);
  const total = (index: number) => totals[index] ?? '0';
  const isNamed = (index: number) =>
    slot >= labelWidth ||
    index === chosen ||
    ((totals.length - 1 - index) % 3 === 0 && Math.abs(index - chosen) > 1);
  return (
    <figure ref={ref} className={classes.figure}>
      <ChartSlider
        name={name}
        count={totals.length}
        width={width}
        height={height}
        x={middle}
        top={top}
        bottom={height - bottom}
        indexAt={(left) => Math.floor(left / slot)}
        onChoose={onChoose}
        textOf={(index) => `${nameOf(index)}: ${amountText(total(index), currency)}`}
        labelOf={(index) => (
          <>
            {nameOf(index)}
            <strong>
              <Amount value={total(index)} currency={currency} />
            </strong>
          </>
        )}
      >
        {() => (
          <>
            <ChartAxis marks={marks} y={y} width={width} />
            {values.map((value, index) => (
              <g key={labelOf(index)} className={classes.month} data-chosen={index === chosen || undefined}>
                <rect
                  className={index === chosen ? classes.barIn : classes.barOut}
                  x={middle(index) - barWidth / 2}
                  y={Math.min(y(value), y(0))}
                  width={barWidth}
                  height={Math.max(Math.abs(y(value) - y(0)), value === 0 ? 0 : 2)}
                  rx={3}
                />
                {isNamed(index) && (
                  <text className={classes.label} x={middle(index)} y={height - 8} textAnchor="middle">
                    {labelOf(index)}
                  </text>
                )}
              </g>
            ))}
          </>
        )}
      </ChartSlider>
    </figure>
  );
}
