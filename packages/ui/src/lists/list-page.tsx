/** A screen with one list: the filter bar and the list. */
import type { ReactNode } from 'react';
import classes from './list-page.module.css';

export function ListPage({ children }: { children: ReactNode }) {
  return <div className={classes.page}>{children}</div>;
}
