/** What came of it, in place of the form: an icon, a sentence, and the one way on. */
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/states.tsx';
import classes from './auth.module.css';

interface OutcomeProps {
  icon: ReactNode;
  title: string;
  text: ReactNode;
  action: ReactNode;
}

export function Outcome(props: OutcomeProps) {
  return (
    <div className={classes.outcome} role="status">
      <EmptyState level={1} {...props} />
    </div>
  );
}
