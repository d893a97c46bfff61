/** Work in progress: its name, progress and a bar. */
import type { ReactNode } from 'react';
import classes from './progress-line.module.css';

interface ProgressLineProps {
  title: string;
  note?: ReactNode;
  /** Between 0 and 1; undefined while nothing is known. */
  part: number | undefined;
}

export function ProgressLine({ title, note, part }: ProgressLineProps) {
  return (
    <div className={classes.progress}>
      <div className={classes.words}>
        <span className={classes.title}>{title}</span>
        {note && <span className={classes.note}>{note}</span>}
      </div>
      <progress
        className={classes.bar}
        aria-label={title}
        max={1}
        {...(part !== undefined && { value: part })}
      />
    </div>
  );
}
