/** A screen of one list: the bar that narrows it, and what is listed. In the bar the search with what stands beside it, choices under it. */
import type { ReactNode } from 'react';
import classes from './list-page.module.css';

export function ListPage({ children }: { children: ReactNode }) {
  return <div className={classes.page}>{children}</div>;
}

interface ListBarProps {
  /** For screen readers: what it narrows. */
  label: string;
  /** A `SearchField`. */
  search: ReactNode;
  /** Buttons at the right of the search. */
  beside: ReactNode;
  /** Chips or segments. */
  children?: ReactNode;
}

export function ListBar({ label, search, beside, children }: ListBarProps) {
  return (
    <search className={classes.bar} aria-label={label}>
      <div className={classes.searchRow}>
        <div className={classes.search}>{search}</div>
        {beside}
      </div>
      {children}
    </search>
  );
}
