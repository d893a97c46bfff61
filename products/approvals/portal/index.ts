/** Approvals: the inbox, waiting requests (for navigation and dashboard), one payment's approval, and the policy. */

export { PayoutApprovalWarnings } from './inbox/approval-warnings.tsx';
export { ControlFacts } from './inbox/card-facts.tsx';
export { InboxPage } from './inbox/inbox-page.tsx';
export { PaymentApproval } from './inbox/payment-approval.tsx';
export { RecallDialog } from './inbox/recall-dialog.tsx';
export { PolicyTab } from './policy/policy-tab.tsx';
export { inboxCountQuery, openRequestsQuery } from './queries.ts';
