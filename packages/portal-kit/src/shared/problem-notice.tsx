/** Says why a call failed; renders nothing if it has not. */

import { ProblemHelp } from '@calmly/ui/help-link.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { isFailure, useProblemText } from '../session/problem-text.ts';

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
