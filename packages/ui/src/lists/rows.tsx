/** Rows of a flush card: an icon, a label, details, actions; their placeholders while loading, and "show more". */
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../button.tsx';
import { Grid, Inline } from '../layout/boxes.tsx';
import { Circle } from '../layout/circle.tsx';
import { Text } from '../layout/text.tsx';
import { RowShapes, Shapes } from '../pictures/shapes.tsx';
import classes from './rows.module.css';

export function Rows({ children }: { children: ReactNode }) {
  return <ul className={classes.rows}>{children}</ul>;
}

interface RowProps {
  /** Drawn in a circle. */
  icon?: ReactNode;
  /** 40 px, in place of an icon: an avatar. */
  picture?: ReactNode;
  title: ReactNode;
  /** A line, or several as paragraphs. */
  children: ReactNode;
  actions?: ReactNode;
}

export function Row({ icon, picture, title, children, actions }: RowProps) {
  return (
    <Grid as="li" gap={16} rowGap={4} align="center" className={classes.row}>
      {picture ?? <Circle>{icon}</Circle>}
      <Text as="div" size={13} tone="soft" wrap="anywhere" className={classes.words}>
        <h3>{title}</h3>
        {children}
      </Text>
      {actions && (
        <Inline wrap gap={8} className={classes.actions}>
          {actions}
        </Inline>
      )}
    </Grid>
  );
}

/** Next to a title: this one is the reader's own. */
export function Own({ children }: { children: ReactNode }) {
  return (
    <Text as="span" size={13} tone="green" weight="text">
      {children}
    </Text>
  );
}

/** A paragraph before or after the rows. */
export function RowsText({ children }: { children: ReactNode }) {
  return <p className={classes.text}>{children}</p>;
}

/** Placeholder of the rows while loading. */
export function RowsShape({ label }: { label: string }) {
  return (
    <Shapes label={label}>
      <div>
        <RowShapes />
      </div>
    </Shapes>
  );
}

interface MoreRowsProps {
  /** A paged query. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

/** The button that loads more; renders nothing when everything is loaded. */
export function MoreRows({ query }: MoreRowsProps) {
  const t = useTranslations('ui');
  if (!query.hasNextPage) return null;
  return (
    <Inline justify="end" className={classes.more}>
      <Button size="s" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t('showMore')}
      </Button>
    </Inline>
  );
}
