/** One step of the way in: the steps at the left, the form in the middle, what helps at the right. */
import type { ReactNode } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { DocumentTitle } from '../../ui/page-header.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import classes from './onboarding.module.css';

type StepKey =
  | 'person'
  | 'company'
  | 'email'
  | 'phone'
  | 'account'
  | 'address'
  | 'terms'
  | 'identity'
  | 'seat'
  | 'owners'
  | 'papers'
  | 'check';

/** How long the steps usually take, in minutes. */
const minutesOf: Readonly<Record<StepKey, number>> = {
  person: 2,
  company: 1,
  email: 1,
  phone: 1,
  account: 1,
  address: 1,
  terms: 2,
  identity: 2,
  seat: 1,
  owners: 3,
  papers: 1,
  check: 2,
};

interface StepFrameProps {
  steps: readonly StepKey[];
  current: StepKey;
  title: string;
  text?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}

export function StepFrame({ steps, current, title, text, aside, children }: StepFrameProps) {
  const t = useTranslations('onboarding.steps');
  const at = steps.indexOf(current);
  const minutes = steps.slice(at).reduce((sum, step) => sum + minutesOf[step], 0);
  return (
    <div className={classes.frame}>
      <DocumentTitle title={title} />
      <Stepper
        label={t('label')}
        steps={steps.map((key) => ({ key, title: t(key) }))}
        current={current}
        progress={`${t('progress', { step: String(at + 1), count: String(steps.length) })}, ${t('minutes', { minutes })}`}
      />
      <section className={classes.step}>
        <h1 key={current} ref={takeLostFocus} tabIndex={-1}>
          {title}
        </h1>
        {text && <p className={classes.text}>{text}</p>}
        {children}
      </section>
      <aside className={classes.aside}>{aside}</aside>
    </div>
  );
}

/** The button that led here is gone: who works by keyboard goes on at the new step, unless a field of it asks for the focus. */
function takeLostFocus(heading: HTMLHeadingElement | null): void {
  if (document.activeElement === document.body) heading?.focus();
}
