/** Approvals: the inbox, waiting requests (for navigation and dashboard), one payment's approval, and the policy. */
export { InboxPage } from './inbox/inbox-page.tsx';
export { PaymentApproval } from './inbox/payment-approval.tsx';
export { PolicyTab } from './policy/policy-tab.tsx';
export { inboxCountQuery } from './queries.ts';
