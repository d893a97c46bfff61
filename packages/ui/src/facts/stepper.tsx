/**
 * Progress in a flow of a few steps: a list beside the form, and on narrow screens a bar above it; or a row across a wide screen. Display only: going
 * back is the flow's own button.
 */
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { Text } from '../layout/text.tsx';
import classes from './stepper.module.css';

interface StepperProps {
  label: string;
  steps: readonly { readonly key: string; readonly title: string; readonly skipped?: string }[];
  /** Key of the open step; earlier ones are done. `skipped` explains why a step never opens. */
  current: string;
  /** 'Step 2 of 4', and the remaining time. Omitted in a row. */
  progress?: string;
  row?: boolean;
  /** All steps are done. */
  isOver?: boolean;
}

export function Stepper({ label, steps, current, progress, row, isOver }: StepperProps) {
  const at = isOver ? steps.length : steps.findIndex(({ key }) => key === current);
  return (
    <nav aria-label={label}>
      <ol className={row ? classes.row : classes.steps}>
        {steps.map(({ key, title, skipped }, index) => (
          <li
            key={key}
            className={classes.step}
            data-state={skipped ? 'skipped' : index < at ? 'done' : index === at ? 'now' : 'later'}
            aria-current={index === at ? 'step' : undefined}
          >
            <span className={classes.mark} aria-hidden="true">
              {skipped ? (
                <IconMinus />
              ) : index < at ? (
                <IconCheck />
              ) : (
                steps.slice(0, index + 1).filter((step) => !step.skipped).length
              )}
            </span>
            <span className={classes.title}>
              {title}
              {skipped && (
                <Text as="span" size={13} tone="faint" block>
                  {skipped}
                </Text>
              )}
            </span>
          </li>
        ))}
      </ol>
      {progress && (
        <Text size={13} tone="soft" className={classes.progress}>
          {progress}
        </Text>
      )}
    </nav>
  );
}
