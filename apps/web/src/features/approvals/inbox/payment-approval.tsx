/**
 * The approval of a payment, in that payment's drawer: who was asked, for whom it waits, and the decision itself. Nothing is drawn
 * for a payment that never needed one. It is taken back by canceling the payment, at the drawer's foot.
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
