/** The state of the check after the submission. After a refusal the client can submit again. */
import type { SandboxApplicant } from '@calmly/contract';
import { Button } from '@calmly/ui/button.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHourglass } from '@tabler/icons-react';
import { useText } from './texts.ts';

const icons = {
  pending: IconHourglass,
  approved: IconCircleCheck,
  retry: IconAlertTriangle,
  declined: IconCircleX,
};

function endOf({ reviewAnswer, rejectType }: SandboxApplicant): keyof typeof icons {
  if (reviewAnswer === null) return 'pending';
  if (reviewAnswer === 'GREEN') return 'approved';
  return rejectType === 'RETRY' ? 'retry' : 'declined';
}

export function Verdict({ applicant, onRestart }: { applicant: SandboxApplicant; onRestart: () => void }) {
  const { end: text } = useText();
  const end = endOf(applicant);
  const Icon = icons[end];
  return (
    <div role="status">
      <EmptyState
        icon={<Icon aria-hidden="true" />}
        title={text[end][0]}
        text={text[end][1]}
        action={
          applicant.reviewAnswer === 'RED' && (
            <Button variant="solid" onClick={onRestart}>
              {text.restart}
            </Button>
          )
        }
      />
    </div>
  );
}
