/** The steps that the bank takes by itself, and those that a screening result leads to. Pure. */
import type { ScreeningResult } from '@calmly/providers/screening/screening.ts';
import type { Step } from '../../../../accounts/server/transactions/index.ts';

/** A step without a person. */
export const systemStep = (status: Step['status'], at: Date, reason: Step['reason'] = null): Step => ({
  status,
  at,
  actor: null,
  reason,
});

/** The step that a screening result leads to. */
export function screeningStep(result: ScreeningResult, at: Date): Step {
  if (result.outcome === 'clear') return systemStep('AML_APPROVED', at, 'screening_clear');
  return systemStep(result.outcome === 'hold' ? 'HOLD_AML' : 'UNDER_REVIEW', at, result.rule);
}

/** The steps of a payment to another bank that was screened: with nothing against it the rail has it. */
export function screeningSteps(result: ScreeningResult, at: Date): [Step, ...Step[]] {
  const looked = [systemStep('TO_AML_REVIEW', at), screeningStep(result, at)] as const;
  if (result.outcome !== 'clear') return [...looked];
  return [...looked, systemStep('IN_PROCESS', at), systemStep('PENDING_FINANCE_INSTITUTION', at)];
}
