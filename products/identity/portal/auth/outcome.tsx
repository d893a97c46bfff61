/** Replaces the form after it was sent: an icon, a sentence, and the next step. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { IconCircleCheck, IconMailX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
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

/** For an emailed link that is no longer valid. */
export function DeadLink(props: Pick<OutcomeProps, 'text' | 'action'>) {
  const t = useTranslations('access');
  return <Outcome icon={<IconMailX aria-hidden="true" />} title={t('deadTitle')} {...props} />;
}

/** For an emailed link that has been used successfully. */
export function Done(props: Omit<OutcomeProps, 'icon'>) {
  return <Outcome icon={<IconCircleCheck aria-hidden="true" />} {...props} />;
}
