/** The parts of a screen as a row of links: each part has its own address. The links inside have `aria-current="page"`. */
import { type ReactNode, useEffect, useRef } from 'react';
import { centreInRow } from './lists/centre-in-row.ts';
import classes from './tab-links.module.css';

/** `open` names the open part; it is scrolled into view if the row is wider than the screen. */
export function TabLinks({ label, open, children }: { label: string; open: string; children: ReactNode }) {
  const row = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another open tab is what moves the row
  useEffect(() => {
    centreInRow(row.current, row.current?.querySelector('[aria-current]'));
  }, [open]);
  return (
    <nav ref={row} className={classes.tabs} aria-label={label}>
      {children}
    </nav>
  );
}
