/** A line of the `dl` of a flush card: label, value, and an action. */
import type { ReactNode } from 'react';
import { Grid } from '../layout/boxes.tsx';
import classes from './fact-line.module.css';

interface FactLineProps {
  name: ReactNode;
  value: ReactNode;
  /** Shown if there is no value. */
  missing: string;
  /** Its state, or a button. */
  children?: ReactNode;
}

export function FactLine({ name, value, missing, children }: FactLineProps) {
  return (
    <Grid gap={16} rowGap={0} align="center" className={classes.line}>
      <dt>{name}</dt>
      <dd>
        <span data-empty={value ? undefined : ''}>{value || missing}</span>
        {children}
      </dd>
    </Grid>
  );
}
