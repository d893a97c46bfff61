/** Work in progress: its name, progress and a bar. */

import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
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
    <Grid gap={8} shrink grow>
      <Inline wrap gap={16} rowGap={0} justify="between">
        <Text as="span" weight="label" wrap="anywhere" figures>
          {title}
        </Text>
        {note && <span className={classes.note}>{note}</span>}
      </Inline>
      <progress
        className={classes.bar}
        aria-label={title}
        max={1}
        {...(part !== undefined && { value: part })}
      />
    </Grid>
  );
}
