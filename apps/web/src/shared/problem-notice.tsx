/** Says why a call failed; renders nothing if it has not. */

import { isFailure, useProblemText } from '../session/problem-text.ts';
import { ProblemHelp } from '../ui/help-link.tsx';
import { Notice } from '../ui/surface.tsx';

export function ProblemNotice({ error }: { error: unknown }) {
  const problemText = useProblemText();
  return (
    isFailure(error) && (
      <Notice tone="refusal">
        {problemText(error)}
        <ProblemHelp error={error} />
      </Notice>
    )
  );
}
