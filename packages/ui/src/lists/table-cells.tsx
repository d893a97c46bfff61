/** Common cells of a list: a name with an avatar, and two lines of text. */
import type { ReactNode } from 'react';
import classes from './data-table.module.css';

interface WhoProps {
  avatar?: ReactNode;
  first: ReactNode;
  second?: ReactNode;
}

/** The usual main cell: avatar, name, a 13-px line under it. */
export function WhoCell({ avatar, first, second }: WhoProps) {
  return (
    <span className={classes.who}>
      {avatar}
      <TwoLines first={<span translate="no">{first}</span>} second={second} />
    </span>
  );
}

/** Two lines; the second may be hidden on a phone. */
export function TwoLines({ first, second, notOnPhone }: Omit<WhoProps, 'avatar'> & { notOnPhone?: boolean }) {
  return (
    <span className={classes.lines}>
      <span className={classes.first}>{first}</span>
      {second && (
        <span className={classes.second} data-no-phone={notOnPhone ? '' : undefined}>
          {second}
        </span>
      )}
    </span>
  );
}

/** One quiet line, cut off at the end of the column. */
export function PlainCell({ children }: { children: ReactNode }) {
  return <span className={classes.plain}>{children}</span>;
}
