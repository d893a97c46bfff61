/** The figures of a chart's axis, at its right edge, each with a horizontal hairline. */
import { useTranslations } from '@calmly/texts/index.tsx';
import { axisFigure } from './chart-scale.ts';
import classes from './charts.module.css';

/** Width of the figures. */
export const axisWidth = 64;

interface ChartAxisProps {
  marks: readonly number[];
  y: (mark: number) => number;
  width: number;
}

export function ChartAxis({ marks, y, width }: ChartAxisProps) {
  const t = useTranslations('dashboard');
  const text = (mark: number) => {
    const { value, unit } = axisFigure(mark);
    return unit ? t(unit, { value }) : value;
  };
  return marks.map((mark) => (
    <g key={mark}>
      <line className={classes.grid} x1={0} x2={width - axisWidth} y1={y(mark)} y2={y(mark)} />
      <text className={classes.label} x={width} y={y(mark) + 4} textAnchor="end">
        {text(mark)}
      </text>
    </g>
  ));
}
