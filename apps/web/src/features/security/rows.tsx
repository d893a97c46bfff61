/** Rows of the security tab: icon, what it is, a line about it, what can be done; and their shape while they load. */
import type { ReactNode } from 'react';
import classes from './rows.module.css';

interface SecurityRowProps {
  icon: ReactNode;
  title: ReactNode;
  text: ReactNode;
  actions?: ReactNode;
}

export function SecurityRow({ icon, title, text, actions }: SecurityRowProps) {
  return (
    <li className={classes.row}>
      <span className={classes.icon}>{icon}</span>
      <div className={classes.words}>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </li>
  );
}

/** Holds the place of a list of rows. */
export function RowsShape({ label }: { label: string }) {
  return <div className={classes.shape} role="status" aria-label={label} />;
}
