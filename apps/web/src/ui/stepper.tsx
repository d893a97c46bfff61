/**
 * Where one is in a flow of a few steps: a list beside the form, and on narrow screens a bar above it. It shows, it does not
 * lead: going back is the flow's own button.
 */
import { IconCheck } from '@tabler/icons-react';
import classes from './stepper.module.css';

interface StepperProps {
  label: string;
  steps: readonly { readonly key: string; readonly title: string }[];
  /** Key of the step that is open; those before it are done. */
  current: string;
  /** 'Step 2 of 4', and how long the rest takes. */
  progress: string;
}

export function Stepper({ label, steps, current, progress }: StepperProps) {
  const at = steps.findIndex(({ key }) => key === current);
  return (
    <nav className={classes.stepper} aria-label={label}>
      <ol className={classes.steps}>
        {steps.map(({ key, title }, index) => (
          <li
            key={key}
            className={classes.step}
            data-state={index < at ? 'done' : index === at ? 'now' : 'later'}
            aria-current={index === at ? 'step' : undefined}
          >
            <span className={classes.mark} aria-hidden="true">
              {index < at ? <IconCheck /> : index + 1}
            </span>
            <span className={classes.title}>{title}</span>
          </li>
        ))}
      </ol>
      <p className={classes.progress}>{progress}</p>
    </nav>
  );
}
