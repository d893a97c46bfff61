/** The contract between server, portal, tests and benchmarks: every call, resource and error, once. */

export * from './access/factors.ts';
export * from './access/identity.ts';
export * from './access/passkey-sign-in.ts';
export * from './access/security.ts';
export * from './access/switching.ts';
export * from './accounts/accounts.ts';
export * from './accounts/beneficiaries.ts';
export * from './accounts/beneficiary-checks.ts';
export * from './accounts/exchange.ts';
export * from './accounts/fees.ts';
export * from './accounts/insight.ts';
export * from './accounts/requests.ts';
export * from './accounts/screens.ts';
export * from './bookkeeping/bookkeeping.ts';
export * from './bookkeeping/categories.ts';
export * from './bookkeeping/export-profiles.ts';
export * from './bookkeeping/receipts.ts';
export * from './call/common.ts';
export * from './call/endpoint.ts';
export * from './call/live.ts';
export * from './call/scopes.ts';
export * from './call/wire.ts';
export * from './cards/card-controls.ts';
export * from './cards/card-disputes.ts';
export * from './cards/card-moves.ts';
export * from './cards/card-receipts.ts';
export * from './cards/card-secrets.ts';
export * from './cards/card-transactions.ts';
export * from './cards/cards.ts';
export * from './cards/dispute-states.ts';
export * from './client/client.ts';
export * from './crypto/desk.ts';
export * from './crypto/market.ts';
export * from './crypto/movements.ts';
export * from './crypto/positions.ts';
export * from './crypto/trading.ts';
export * from './crypto/wallets.ts';
export * from './crypto/withdrawals.ts';
export * from './payments/approval-decisions.ts';
export * from './payments/approvals.ts';
export * from './payments/kept-forms.ts';
export * from './payments/orders.ts';
export * from './payments/orders-coming.ts';
export * from './payments/payment-order.ts';
export * from './payments/payments.ts';
export * from './payments/payments-list.ts';
export * from './payments/sandbox-desk.ts';
export * from './payments/sent-for-approval.ts';
export * from './payouts/payout-approval.ts';
export * from './payouts/payout-checks.ts';
export * from './payouts/payout-editing.ts';
export * from './payouts/payout-files.ts';
export * from './payouts/payout-sending.ts';
export * from './payouts/payouts.ts';
export * from './people/activity.ts';
export * from './people/companies.ts';
export * from './people/company-changes.ts';
export * from './people/connections.ts';
export * from './people/first-steps.ts';
export * from './people/invitations.ts';
export * from './people/onboarding.ts';
export * from './people/people.ts';
export * from './people/profile.ts';
export * from './people/rights.ts';
export * from './people/verification.ts';
export * from './problems/api-problem.ts';
export { documentsFieldProblems } from './problems/areas/documents.ts';
export * from './problems/problem-body.ts';
export * from './problems/problem-from.ts';
export * from './problems/problems.ts';
export * from './service/alerts.ts';
export * from './service/notifications.ts';
export * from './service/quiet-hours.ts';
export * from './service/search.ts';
export * from './service/support.ts';
export * from './service/web-push.ts';
export * from './statements/documents.ts';
export * from './statements/official.ts';
export * from './statements/prepared.ts';
export * from './statements/statements.ts';
export * from './statements/statements-year.ts';
export * from './statements/verify.ts';

import * as factors from './access/factors.ts';
import * as identity from './access/identity.ts';
import * as passkeySignIn from './access/passkey-sign-in.ts';
import * as security from './access/security.ts';
import * as switching from './access/switching.ts';
import * as accounts from './accounts/accounts.ts';
import * as beneficiaries from './accounts/beneficiaries.ts';
import * as beneficiaryChecks from './accounts/beneficiary-checks.ts';
import * as exchange from './accounts/exchange.ts';
import * as fees from './accounts/fees.ts';
import * as insight from './accounts/insight.ts';
import * as requests from './accounts/requests.ts';
import * as bookkeeping from './bookkeeping/bookkeeping.ts';
import * as exportProfiles from './bookkeeping/export-profiles.ts';
import * as receipts from './bookkeeping/receipts.ts';
import type { EndpointSpec } from './call/endpoint.ts';
import * as cardDisputes from './cards/card-disputes.ts';
import * as cardMoves from './cards/card-moves.ts';
import * as cardReceipts from './cards/card-receipts.ts';
import * as cardSecrets from './cards/card-secrets.ts';
import * as cardTransactions from './cards/card-transactions.ts';
import * as cards from './cards/cards.ts';
import * as cryptoDesk from './crypto/desk.ts';
import * as market from './crypto/market.ts';
import * as cryptoMovements from './crypto/movements.ts';
import * as positions from './crypto/positions.ts';
import * as trading from './crypto/trading.ts';
import * as wallets from './crypto/wallets.ts';
import * as withdrawals from './crypto/withdrawals.ts';
import * as approvalDecisions from './payments/approval-decisions.ts';
import * as approvals from './payments/approvals.ts';
import * as keptForms from './payments/kept-forms.ts';
import * as orders from './payments/orders.ts';
import * as ordersComing from './payments/orders-coming.ts';
import * as paymentOrder from './payments/payment-order.ts';
import * as payments from './payments/payments.ts';
import * as paymentsList from './payments/payments-list.ts';
import * as sandboxDesk from './payments/sandbox-desk.ts';
import * as payoutApproval from './payouts/payout-approval.ts';
import * as payoutEditing from './payouts/payout-editing.ts';
import * as payoutSending from './payouts/payout-sending.ts';
import * as payouts from './payouts/payouts.ts';
import * as activity from './people/activity.ts';
import * as companies from './people/companies.ts';
import * as companyChanges from './people/company-changes.ts';
import * as connections from './people/connections.ts';
import * as firstSteps from './people/first-steps.ts';
import * as invitations from './people/invitations.ts';
import * as onboarding from './people/onboarding.ts';
import * as people from './people/people.ts';
import * as profile from './people/profile.ts';
import * as verification from './people/verification.ts';
import * as alerts from './service/alerts.ts';
import * as notifications from './service/notifications.ts';
import * as quietHours from './service/quiet-hours.ts';
import * as searching from './service/search.ts';
import * as support from './service/support.ts';
import * as webPush from './service/web-push.ts';
import * as documents from './statements/documents.ts';
import * as officialStatements from './statements/official.ts';
import * as preparedStatements from './statements/prepared.ts';
import * as statements from './statements/statements.ts';
import * as statementsYear from './statements/statements-year.ts';
import * as verify from './statements/verify.ts';

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
    statementsYear,
    receipts,
    bookkeeping,
    exportProfiles,
    orders,
    ordersComing,
    keptForms,
    paymentOrder,
    payoutApproval,
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
