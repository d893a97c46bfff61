/**
 * One approval: its content, warnings and progress, with the decision in the footer. Beside the list on a wide page, else in the drawer.
 */
import type { Approval } from '@calmly/contract';
import { isNotFound } from '@calmly/portal-kit/session/not-found.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { DetailPanel } from '@calmly/ui/facts/detail-panel.tsx';
import { SheetShape } from '@calmly/ui/facts/sheet.tsx';
import { SideDrawer } from '@calmly/ui/layers/side-drawer.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { PayoutReviewParts } from '../payout/payout-review.tsx';
import { approvalQuery } from '../queries.ts';
import { ApprovalActions } from './approval-actions.tsx';
import { ApprovalFacts } from './approval-facts.tsx';
import { ApprovalSteps } from './approval-steps.tsx';
import { ApprovalWarnings } from './approval-warnings.tsx';
import { useApprovalTitle } from './approval-words.tsx';

interface ApprovalDrawerProps {
  id: string;
  /** Shown beside the list, on a wide page. */
  docked: boolean;
  /** The approval from the list, shown while it is reloaded. */
  listed: Approval | undefined;
  onDecided: () => void;
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

export function ApprovalDrawer({ id, docked, listed, onDecided, ...walk }: ApprovalDrawerProps) {
  const t = useTranslations('approvals');
  const titleText = useApprovalTitle();
  const query = useQuery({ ...approvalQuery(id), ...(listed && { placeholderData: listed }) });
  const approval = query.data;
  const title = approval && (approval.kind === 'payment' ? t('notes.payment') : titleText(approval));
  const frame = {
    title: title ?? t('title'),
    footer: approval && <ApprovalActions key={approval.id} approval={approval} onDecided={onDecided} />,
    children: (
      <>
        {approval ? (
          <>
            <ApprovalFacts approval={approval}>
              <ApprovalWarnings approval={approval} />
            </ApprovalFacts>
            <PayoutReviewParts approval={approval} />
            <ApprovalSteps approval={approval} />
          </>
        ) : isNotFound(query.error) ? (
          <EmptyState
            icon={<IconFileOff aria-hidden="true" />}
            title={t('details.missingTitle')}
            text={t('details.missingText')}
          />
        ) : query.isError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SheetShape />
        )}
      </>
    ),
  };
  return docked ? <DetailPanel {...frame} /> : <SideDrawer {...walk} {...frame} />;
}
