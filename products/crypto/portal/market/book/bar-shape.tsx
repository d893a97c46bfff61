/** A placeholder for a figure in a table while it loads. */

import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { Bar, lengthAt } from '@calmly/ui/pictures/shapes.tsx';
import classes from './book.module.css';

export function BarShape({ at }: { at: number }) {
  return (
    <Inline as="span" align="center" className={classes.shape} aria-hidden="true">
      <Bar width={lengthAt(at)} height={10} />
    </Inline>
  );
}
