/** Says why a call failed; nothing when it has not. */
import { Notice } from '../ui/surface.tsx';
import { isFailure, useProblemText } from './problem-text.ts';

export function ProblemNotice({ error }: { error: unknown }) {
  const problemText = useProblemText();
  return isFailure(error) && <Notice tone="refusal">{problemText(error)}</Notice>;
}
