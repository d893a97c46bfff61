/** A screen of one list: the bar that narrows it, and what is listed. */
import type { ReactNode } from 'react';
import classes from './list-page.module.css';

export function ListPage({ children }: { children: ReactNode }) {
  return <div className={classes.page}>{children}</div>;
}
