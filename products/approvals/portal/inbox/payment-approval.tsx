/**
 * The approval of a payment, in that payment's drawer: its approvers, who is next, and the decision itself. Renders nothing for a
 * payment that never needed approval. Cancelling the payment, in the drawer's footer, withdraws the request.
 */
import { useQuery } from '@tanstack/react-query';
import { approvalOfQuery } from '../queries.ts';
import { ApprovalActions } from './approval-actions.tsx';
import { ApprovalSteps } from './approval-steps.tsx';
import { ApprovalWarnings } from './approval-warnings.tsx';

export function PaymentApproval({ paymentId }: { paymentId: string }) {
  const approval = useQuery(approvalOfQuery(paymentId)).data;
  if (!approval) return null;
  return (
    <>
      <ApprovalWarnings approval={approval} />
      <ApprovalSteps approval={approval} />
      <ApprovalActions key={approval.id} approval={approval} recallable={false} />
    </>
  );
}
