/** Common cells of a list: a name with an avatar, and two lines of text. */
import type { ReactNode } from 'react';
import { Inline } from '../layout/boxes.tsx';
import { Text } from '../layout/text.tsx';
import classes from './data-table.module.css';

interface WhoProps {
  avatar?: ReactNode;
  first: ReactNode;
  second?: ReactNode;
}

/** The usual main cell: avatar, name, a 13-px line under it. */
export function WhoCell({ avatar, first, second }: WhoProps) {
  return (
    <Inline as="span" gap={16} align="center" shrink>
      {avatar}
      <TwoLines first={<span translate="no">{first}</span>} second={second} />
    </Inline>
  );
}

/** Two lines; the second may be hidden on a phone. */
export function TwoLines({ first, second, notOnPhone }: Omit<WhoProps, 'avatar'> & { notOnPhone?: boolean }) {
  return (
    <span className={classes.lines}>
      <Text as="span" weight="label">
        {first}
      </Text>
      {second && (
        <Text
          as="span"
          size={13}
          tone="soft"
          weight="text"
          className={classes.second}
          data-no-phone={notOnPhone ? '' : undefined}
        >
          {second}
        </Text>
      )}
    </span>
  );
}

/** One quiet line, cut off at the end of the column. */
export function PlainCell({ children }: { children: ReactNode }) {
  return (
    <Text as="span" tone="soft" wrap="cut" block>
      {children}
    </Text>
  );
}
