/** A list beside what is open: rows of two lines, and the page of both. */
import { useTranslations } from '@calmly/texts/index.tsx';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import table from '@calmly/ui/lists/data-table.module.css';
import { RowShapes, Shapes } from '@calmly/ui/pictures/shapes.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { IconClick } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './list.module.css';

/** The list at the left, what is open at the right; each scrolls by itself. */
export function Split({ list, children }: { list: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.split}>
      <div className={classes.list}>{list}</div>
      <div className={classes.open}>{children}</div>
    </div>
  );
}

interface ListHeadProps {
  children: ReactNode;
  /** A button at the right. */
  action?: ReactNode;
}

export function ListHead({ children, action }: ListHeadProps) {
  return (
    <div className={classes.head}>
      <Text as="span" size={13} tone="soft">
        {children}
      </Text>
      {action}
    </div>
  );
}

export function List({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={classes.rows} aria-label={label}>
      {children}
    </ul>
  );
}

interface ListRowProps {
  title: ReactNode;
  /** The second line, if there is something to say. */
  note: ReactNode;
  /** At the right. */
  end?: ReactNode;
  isOpen: boolean;
  /** It needs nothing any more. */
  isOver?: boolean;
  onOpen: () => void;
}

export function ListRow({ title, note, end, isOpen, isOver = false, onOpen }: ListRowProps) {
  return (
    <li className={classes.row} data-open={isOpen ? '' : undefined} data-over={isOver ? '' : undefined}>
      <button
        type="button"
        className={`${table.open} ${classes.control}`}
        data-row-control=""
        aria-current={isOpen || undefined}
        onClick={onOpen}
      >
        <Text as="span" weight="label" wrap="cut" block>
          {title}
        </Text>
        {note && (
          <Text as="span" size={13} tone="soft" wrap="cut" block>
            {note}
          </Text>
        )}
      </button>
      <Text as="span" size={13} tone="soft" figures className={classes.end}>
        {end}
      </Text>
    </li>
  );
}

export function ListShape() {
  const t = useTranslations('ui');
  return (
    <Shapes label={t('loading')}>
      <Stack className={classes.shape}>
        <RowShapes />
      </Stack>
    </Shapes>
  );
}

/** In the place of what is open. */
export function NothingOpen({ title, text }: { title: string; text: string }) {
  return (
    <div className={classes.nothing}>
      <EmptyState icon={<IconClick aria-hidden="true" />} title={title} text={text} />
    </div>
  );
}
