/** A two-line row of a picker's list: an icon, a label, a 13-px line under it, and a value on the right. */
import type { ReactNode } from 'react';
import classes from './picker-row.module.css';

interface PickerRowProps {
  mark: ReactNode;
  first: ReactNode;
  second: ReactNode;
  end?: ReactNode;
}

export function PickerRow({ mark, first, second, end }: PickerRowProps) {
  return (
    <span className={classes.row}>
      {mark}
      <span className={classes.lines}>
        <span className={classes.name}>{first}</span>
        <span className={classes.under}>{second}</span>
      </span>
      {end}
    </span>
  );
}
