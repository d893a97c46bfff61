/** The English texts that arrive with the shell, and the type of all texts. Written by `npm run products` from the manifests of the products. */

import { accounts } from '@calmly/products/accounts/texts/en/accounts.ts';
import { dashboard } from '@calmly/products/accounts/texts/en/dashboard.ts';
import type { messages as documentsPart } from '@calmly/products/accounts/texts/en/documents.ts';
import { requisites } from '@calmly/products/accounts/texts/en/requisites.ts';
import type { messages as statementsPart } from '@calmly/products/accounts/texts/en/statements.ts';
import type { messages as verifyingPart } from '@calmly/products/accounts/texts/en/verifying.ts';
import { approvals } from '@calmly/products/approvals/texts/en/approvals.ts';
import type { messages as cardsPart } from '@calmly/products/cards/texts/en/card-words.ts';
import { companies } from '@calmly/products/clients/texts/en/companies.ts';
import { messages as joiningPart } from '@calmly/products/clients/texts/en/joining.ts';
import { people } from '@calmly/products/clients/texts/en/people.ts';
import { profile } from '@calmly/products/clients/texts/en/profile.ts';
import { profiles } from '@calmly/products/clients/texts/en/profiles.ts';
import type { messages as cryptoPart } from '@calmly/products/crypto/texts/en/crypto-words.ts';
import { access } from '@calmly/products/identity/texts/en/access.ts';
import { factors } from '@calmly/products/identity/texts/en/factors.ts';
import type { messages as returningPart } from '@calmly/products/identity/texts/en/returning.ts';
import { security } from '@calmly/products/identity/texts/en/security.ts';
import { alerts } from '@calmly/products/insight/texts/en/alerts.ts';
import { bookkeeping } from '@calmly/products/insight/texts/en/bookkeeping.ts';
import type { messages as insightPart } from '@calmly/products/insight/texts/en/insight.ts';
import { receipts } from '@calmly/products/insight/texts/en/receipts.ts';
import { activity } from '@calmly/products/notifications/texts/en/activity.ts';
import { notifications } from '@calmly/products/notifications/texts/en/notifications.ts';
import type { messages as officePart } from '@calmly/products/office/texts/en/office.ts';
import { beneficiaries } from '@calmly/products/payees/texts/en/beneficiaries.ts';
import { exchange } from '@calmly/products/payments/texts/en/exchange.ts';
import type { messages as feesPart } from '@calmly/products/payments/texts/en/fees.ts';
import { getPaid } from '@calmly/products/payments/texts/en/get-paid.ts';
import { orders } from '@calmly/products/payments/texts/en/orders.ts';
import type { messages as payingPart } from '@calmly/products/payments/texts/en/paying.ts';
import { paymentDrawer } from '@calmly/products/payments/texts/en/payment-drawer.ts';
import { payments } from '@calmly/products/payments/texts/en/payments.ts';
import { paymentsList } from '@calmly/products/payments/texts/en/payments-list.ts';
import { requests } from '@calmly/products/payments/texts/en/requests.ts';
import type { messages as payoutsPart } from '@calmly/products/payouts/texts/en/paying-out.ts';
import type { messages as connectingPart } from '@calmly/products/programs/texts/en/connecting.ts';
import { connections } from '@calmly/products/programs/texts/en/connections.ts';
import type { messages as deskPart } from '@calmly/products/sandbox/texts/en/desk.ts';
import { sandboxDesk } from '@calmly/products/sandbox/texts/en/sandbox-desk.ts';
import type { messages as searchPart } from '@calmly/products/search/texts/en/search.ts';
import type { messages as helpPart } from '@calmly/products/support/texts/en/help.ts';
import type { messages as supportPart } from '@calmly/products/support/texts/en/support.ts';
import { comingSoon } from './coming-soon.ts';
import { editing } from './editing.ts';
import { messages as entry } from './entry.ts';

export const messages = {
  ...entry,
  ...joiningPart,
  accounts,
  dashboard,
  requisites,
  approvals,
  companies,
  people,
  profile,
  profiles,
  access,
  factors,
  security,
  alerts,
  bookkeeping,
  receipts,
  activity,
  notifications,
  beneficiaries,
  exchange,
  getPaid,
  orders,
  paymentDrawer,
  payments,
  paymentsList,
  requests,
  connections,
  sandboxDesk,
  comingSoon,
  editing,
} as const;
export type PortalMessages = typeof messages;
/** All: those of the parts once their routes are open. */
export type Messages = PortalMessages &
  typeof documentsPart &
  typeof statementsPart &
  typeof verifyingPart &
  typeof cardsPart &
  typeof cryptoPart &
  typeof returningPart &
  typeof insightPart &
  typeof officePart &
  typeof feesPart &
  typeof payingPart &
  typeof payoutsPart &
  typeof connectingPart &
  typeof deskPart &
  typeof searchPart &
  typeof helpPart &
  typeof supportPart;
