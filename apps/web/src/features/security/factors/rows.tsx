/** One way to confirm: icon, name, a line about it, what can be done. */
import type { ReactNode } from 'react';
import classes from './factors.module.css';

interface FactorRowProps {
  icon: ReactNode;
  title: ReactNode;
  text: ReactNode;
  actions?: ReactNode;
}

export function FactorRow({ icon, title, text, actions }: FactorRowProps) {
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
