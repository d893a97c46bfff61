/** A placeholder for a figure in a table while it loads. */
import { Bar, lengthAt } from '@calmly/ui/pictures/shapes.tsx';
import classes from './book.module.css';

export function BarShape({ at }: { at: number }) {
  return (
    <span className={classes.shape} aria-hidden="true">
      <Bar width={lengthAt(at)} height={10} />
    </span>
  );
}
