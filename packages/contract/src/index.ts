/** The contract between server, portal, tests and benchmarks: every call, resource and error, once. */
export * from './accounts.ts';
export * from './activity.ts';
export * from './alerts.ts';
export * from './api-problem.ts';
export * from './approval-decisions.ts';
export * from './approvals.ts';
export * from './beneficiaries.ts';
export * from './beneficiary-checks.ts';
export * from './bookkeeping.ts';
export * from './card-controls.ts';
export * from './card-disputes.ts';
export * from './card-moves.ts';
export * from './card-receipts.ts';
export * from './card-secrets.ts';
export * from './card-transactions.ts';
export * from './cards.ts';
export * from './categories.ts';
export * from './client.ts';
export * from './common.ts';
export * from './companies.ts';
export * from './company-changes.ts';
export * from './connections.ts';
export * from './crypto/desk.ts';
export * from './crypto/market.ts';
export * from './crypto/movements.ts';
export * from './crypto/positions.ts';
export * from './crypto/trading.ts';
export * from './crypto/wallets.ts';
export * from './crypto/withdrawals.ts';
export * from './dispute-states.ts';
export * from './documents.ts';
export * from './endpoint.ts';
export * from './exchange.ts';
export * from './export-profiles.ts';
export * from './factors.ts';
export * from './fees.ts';
export * from './first-steps.ts';
export * from './identity.ts';
export * from './insight.ts';
export * from './invitations.ts';
export * from './kept-forms.ts';
export * from './live.ts';
export * from './notifications.ts';
export * from './onboarding.ts';
export * from './orders.ts';
export * from './orders-coming.ts';
export * from './passkey-sign-in.ts';
export * from './payment-order.ts';
export * from './payments.ts';
export * from './payments-list.ts';
export * from './payout-checks.ts';
export * from './payout-editing.ts';
export * from './payout-files.ts';
export * from './payout-sending.ts';
export * from './payouts.ts';
export * from './people.ts';
export * from './problem-body.ts';
export * from './problem-from.ts';
export { documentsFieldProblems } from './problems/documents.ts';
export * from './problems.ts';
export * from './profile.ts';
export * from './quiet-hours.ts';
export * from './receipts.ts';
export * from './requests.ts';
export * from './rights.ts';
export * from './sandbox-desk.ts';
export * from './scopes.ts';
export * from './screens.ts';
export * from './search.ts';
export * from './security.ts';
export * from './sent-for-approval.ts';
export * from './statements/official.ts';
export * from './statements/prepared.ts';
export * from './statements.ts';
export * from './support.ts';
export * from './switching.ts';
export * from './verification.ts';
export * from './verify.ts';
export * from './web-push.ts';
export * from './wire.ts';

import * as accounts from './accounts.ts';
import * as activity from './activity.ts';
import * as alerts from './alerts.ts';
import * as approvalDecisions from './approval-decisions.ts';
import * as approvals from './approvals.ts';
import * as beneficiaries from './beneficiaries.ts';
import * as beneficiaryChecks from './beneficiary-checks.ts';
import * as bookkeeping from './bookkeeping.ts';
import * as cardDisputes from './card-disputes.ts';
import * as cardMoves from './card-moves.ts';
import * as cardReceipts from './card-receipts.ts';
import * as cardSecrets from './card-secrets.ts';
import * as cardTransactions from './card-transactions.ts';
import * as cards from './cards.ts';
import * as companies from './companies.ts';
import * as companyChanges from './company-changes.ts';
import * as connections from './connections.ts';
import * as cryptoDesk from './crypto/desk.ts';
import * as market from './crypto/market.ts';
import * as cryptoMovements from './crypto/movements.ts';
import * as positions from './crypto/positions.ts';
import * as trading from './crypto/trading.ts';
import * as wallets from './crypto/wallets.ts';
import * as withdrawals from './crypto/withdrawals.ts';
import * as documents from './documents.ts';
import type { EndpointSpec } from './endpoint.ts';
import * as exchange from './exchange.ts';
import * as exportProfiles from './export-profiles.ts';
import * as factors from './factors.ts';
import * as fees from './fees.ts';
import * as firstSteps from './first-steps.ts';
import * as identity from './identity.ts';
import * as insight from './insight.ts';
import * as invitations from './invitations.ts';
import * as keptForms from './kept-forms.ts';
import * as notifications from './notifications.ts';
import * as onboarding from './onboarding.ts';
import * as orders from './orders.ts';
import * as ordersComing from './orders-coming.ts';
import * as passkeySignIn from './passkey-sign-in.ts';
import * as paymentOrder from './payment-order.ts';
import * as payments from './payments.ts';
import * as paymentsList from './payments-list.ts';
import * as payoutEditing from './payout-editing.ts';
import * as payoutSending from './payout-sending.ts';
import * as payouts from './payouts.ts';
import * as people from './people.ts';
import * as profile from './profile.ts';
import * as quietHours from './quiet-hours.ts';
import * as receipts from './receipts.ts';
import * as requests from './requests.ts';
import * as sandboxDesk from './sandbox-desk.ts';
import * as searching from './search.ts';
import * as security from './security.ts';
import * as officialStatements from './statements/official.ts';
import * as preparedStatements from './statements/prepared.ts';
import * as statements from './statements.ts';
import * as support from './support.ts';
import * as switching from './switching.ts';
import * as verification from './verification.ts';
import * as verify from './verify.ts';
import * as webPush from './web-push.ts';

/** Every endpoint there is, by id; OpenAPI is printed from it and the tests walk it. */
export const endpoints: Readonly<Record<string, EndpointSpec>> = Object.fromEntries(
  [
    firstSteps,
    identity,
    insight,
    factors,
    passkeySignIn,
    security,
    switching,
    profile,
    documents,
    verify,
    onboarding,
    verification,
    companies,
    companyChanges,
    people,
    invitations,
    notifications,
    alerts,
    quietHours,
    webPush,
    accounts,
    exchange,
    cards,
    cardMoves,
    cardSecrets,
    cardTransactions,
    cardReceipts,
    cardDisputes,
    market,
    trading,
    wallets,
    cryptoMovements,
    positions,
    withdrawals,
    beneficiaries,
    beneficiaryChecks,
    payments,
    fees,
    paymentsList,
    statements,
    officialStatements,
    preparedStatements,
    receipts,
    bookkeeping,
    exportProfiles,
    orders,
    ordersComing,
    keptForms,
    paymentOrder,
    payoutEditing,
    payoutSending,
    payouts,
    requests,
    approvals,
    approvalDecisions,
    activity,
    searching,
    connections,
    support,
    sandboxDesk,
    cryptoDesk,
  ]
    .flatMap((context) => Object.values(context) as unknown[])
    .filter(
      (value): value is EndpointSpec =>
        typeof value === 'object' && value !== null && 'method' in value && 'access' in value,
    )
    .map((value) => [value.id, value]),
);
