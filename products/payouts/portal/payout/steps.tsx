/** Progress of a payout. */
import { useTranslations } from '@calmly/texts/index.tsx';
import { Stepper } from '@calmly/ui/facts/stepper.tsx';

const steps = ['upload', 'check', 'confirm', 'pay'] as const;
export type StepName = (typeof steps)[number];

export function Steps({ current, isOver = false }: { current: StepName; isOver?: boolean }) {
  const t = useTranslations('payouts.steps');
  return (
    <Stepper
      row
      label={t('label')}
      steps={steps.map((step) => ({ key: step, title: t(step) }))}
      current={current}
      isOver={isOver}
    />
  );
}
