/** One step of joining: the steps on the left, the form in the middle, help on the right. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { Stepper } from '@calmly/ui/facts/stepper.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { DocumentTitle } from '@calmly/ui/page-header.tsx';
import type { ReactNode } from 'react';
import classes from './joining.module.css';
import { type Progress, placeOf, type StepKey } from './joining-steps.ts';

interface StepFrameProps {
  progress: Progress;
  current: StepKey;
  title: string;
  text?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}

export function StepFrame({ progress, current, title, text, aside, children }: StepFrameProps) {
  const t = useTranslations('onboarding.steps');
  const { number, count, minutes } = placeOf(progress, current);
  return (
    <div className={classes.frame}>
      <DocumentTitle title={title} />
      <Stepper
        label={t('label')}
        steps={progress.steps.map((key) => ({
          key,
          title: t(key),
          ...(key === progress.skipped && { skipped: t('skipped') }),
        }))}
        current={current}
        progress={`${t('progress', { step: String(number), count: String(count) })}, ${t('minutes', { minutes })}`}
      />
      <section className={classes.step}>
        <h1 key={current} ref={takeLostFocus} tabIndex={-1}>
          {title}
        </h1>
        {text && (
          <Text tone="soft" wrap="anywhere" above={8}>
            {text}
          </Text>
        )}
        {children}
      </section>
      <aside className={classes.aside}>{aside}</aside>
    </div>
  );
}

/** The button that opened this step is gone: keyboard focus moves to the heading, unless a field has taken it. */
function takeLostFocus(heading: HTMLHeadingElement | null): void {
  if (document.activeElement === document.body) heading?.focus();
}
