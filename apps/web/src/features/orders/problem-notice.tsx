/** Says why a call failed; that somebody closed the question for a code is no failure. */
import { ApiProblem } from '@calmly/contract';
import { useProblemText } from '../../session/problem-text.ts';
import { Notice } from '../../ui/surface.tsx';

export function ProblemNotice({ error }: { error: Error | null }) {
  const problemText = useProblemText();
  if (!error || (error instanceof ApiProblem && error.code === 'code_canceled')) return null;
  return <Notice tone="refusal">{problemText(error)}</Notice>;
}
