/** Placeholders of the charts while their figures load: hairlines of the axis, and bars of the months. */

import { Inline, Stack } from '@calmly/ui/layout/boxes.tsx';
import { Bar, Shapes } from '@calmly/ui/pictures/shapes.tsx';
import classes from './charts.module.css';

export function LineShape() {
  return (
    <Shapes>
      <Stack justify="between" className={classes.lineShape}>
        {[0, 1, 2, 3].map((mark) => (
          <div key={mark}>
            <Bar width="40px" />
          </div>
        ))}
      </Stack>
    </Shapes>
  );
}

const heights = [55, 80, 62, 90, 70, 40];

/** `loading` is false while nothing has been requested yet. */
export function BarsShape({ loading = true }: { loading?: boolean }) {
  return (
    <Shapes loading={loading}>
      <Inline wrap gap={24} rowGap={8} className={classes.legend}>
        {[0, 1].map((series) => (
          <div key={series} className={classes.legendShape}>
            <Bar width="104px" />
            <Bar width="80px" />
          </div>
        ))}
      </Inline>
      <div className={classes.barsShape}>
        {heights.map((height) => (
          <span key={height} style={{ height: `${height}%` }} />
        ))}
      </div>
    </Shapes>
  );
}
