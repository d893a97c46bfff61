/** Where a payout is on its way: shown, not led by. */
import { IconCheck } from '@tabler/icons-react';
import { useTranslations } from '../../../i18n/index.tsx';
import classes from './payout.module.css';

const steps = ['upload', 'check', 'confirm', 'pay'] as const;
export type StepName = (typeof steps)[number];

export function Steps({ current, isOver = false }: { current: StepName; isOver?: boolean }) {
  const t = useTranslations('payouts.steps');
  const at = steps.indexOf(current);
  return (
    <nav aria-label={t('label')}>
      <ol className={classes.steps}>
        {steps.map((step, index) => {
          const isDone = index < at || isOver;
          return (
            <li
              key={step}
              data-state={isDone ? 'done' : index === at ? 'now' : 'later'}
              aria-current={index === at && !isOver ? 'step' : undefined}
            >
              <span className={classes.mark} aria-hidden="true">
                {isDone ? <IconCheck /> : index + 1}
              </span>
              <span className={classes.stepName}>{t(step)}</span>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
