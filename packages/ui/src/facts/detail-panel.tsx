/** One item next to its list, always visible on a wide page; the list chooses the item. Narrower pages use `SideDrawer`. */
import { type ReactNode, useId } from 'react';
import { Stack } from '../layout/boxes.tsx';
import classes from './detail-panel.module.css';

interface DetailPanelProps {
  title: string;
  /** Actions at the foot. */
  footer?: ReactNode;
  children: ReactNode;
}

export function DetailPanel({ title, footer, children }: DetailPanelProps) {
  const titleId = useId();
  return (
    <Stack as="aside" shrink className={classes.panel} aria-labelledby={titleId}>
      <h2 id={titleId} className={classes.title}>
        {title}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className={classes.body} tabIndex={0} aria-labelledby={titleId}>
        {children}
      </section>
      {footer && <div className={classes.foot}>{footer}</div>}
    </Stack>
  );
}
