/**
 * A chart whose points can be selected by pointer, touch or arrow keys. A hairline marks the selected point, and a label at the pointer
 * gives its values; a screen reader reads the same words.
 */
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import classes from './charts.module.css';

interface ChartSliderProps {
  /** Name of the chart. */
  name: string;
  count: number;
  width: number;
  height: number;
  /** Position of a point, from the left edge. */
  x: (index: number) => number;
  /** The hairline's vertical extent. */
  top: number;
  bottom: number;
  /** The point nearest to `left`; it may lie outside the chart. */
  indexAt: (left: number) => number;
  /** A point in words, for screen readers. */
  textOf: (index: number) => string;
  /** The content of the label. */
  labelOf: (index: number) => ReactNode;
  /** A point was selected. */
  onChoose?: ((index: number) => void) | undefined;
  /** The drawing, with the selected point if there is one. */
  children: (chosen: number | undefined) => ReactNode;
}

export function ChartSlider({ name, count, width, height, x, textOf, labelOf, ...chart }: ChartSliderProps) {
  const [chosen, setChosen] = useState<number>();
  const last = count - 1;
  const within = (index: number) => Math.min(Math.max(index, 0), last);
  // The data may have become shorter since.
  const at = chosen === undefined ? undefined : within(chosen);
  const select = (index: number) => {
    setChosen(index);
    chart.onChoose?.(index);
  };
  const choose = (event: PointerEvent<HTMLDivElement>) =>
    select(within(chart.indexAt(event.clientX - event.currentTarget.getBoundingClientRect().left)));
  const walk = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    select(within((at ?? last) + step));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at ?? last}
      aria-valuetext={count > 0 ? textOf(at ?? last) : ''}
      className={classes.plot}
      onPointerDown={choose}
      onPointerMove={choose}
      onPointerLeave={() => setChosen(undefined)}
      onBlur={() => setChosen(undefined)}
      onKeyDown={walk}
    >
      <svg width={width} height={height} className={classes.plot} aria-hidden="true">
        {at !== undefined && (
          <line className={classes.pointer} x1={x(at)} x2={x(at)} y1={chart.top} y2={chart.bottom} />
        )}
        {chart.children(at)}
      </svg>
      {at !== undefined && (
        <div
          className={classes.pointerLabel}
          aria-hidden="true"
          // The further right the point, the further left the label extends, so that it never leaves the chart.
          style={{ left: x(at), translate: `${(-100 * x(at)) / Math.max(width, 1)}%` }}
        >
          {labelOf(at)}
        </div>
      )}
    </div>
  );
}

/** Number of points that a key moves; Home and End exceed any chart. */
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
