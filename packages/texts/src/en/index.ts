/**
 * The English catalogue: one file per feature. `useTranslations('payments')` reads `payments.ts`. The features' texts are
 * loaded with the shell.
 */

import { accounts } from '@calmly/products/accounts/texts/en/accounts.ts';
import { dashboard } from '@calmly/products/accounts/texts/en/dashboard.ts';
import type { messages as documents } from '@calmly/products/accounts/texts/en/documents.ts';
import { requisites } from '@calmly/products/accounts/texts/en/requisites.ts';
import type { messages as statements } from '@calmly/products/accounts/texts/en/statements.ts';
import type { messages as verifying } from '@calmly/products/accounts/texts/en/verifying.ts';
import { approvals } from '@calmly/products/approvals/texts/en/approvals.ts';
import type { messages as cardWords } from '@calmly/products/cards/texts/en/card-words.ts';
import { companies } from '@calmly/products/clients/texts/en/companies.ts';
import { messages as joining } from '@calmly/products/clients/texts/en/joining.ts';
import { people } from '@calmly/products/clients/texts/en/people.ts';
import { profile } from '@calmly/products/clients/texts/en/profile.ts';
import { profiles } from '@calmly/products/clients/texts/en/profiles.ts';
import type { messages as cryptoWords } from '@calmly/products/crypto/texts/en/crypto-words.ts';
import { access } from '@calmly/products/identity/texts/en/access.ts';
import { factors } from '@calmly/products/identity/texts/en/factors.ts';
import { security } from '@calmly/products/identity/texts/en/security.ts';
import { alerts } from '@calmly/products/insight/texts/en/alerts.ts';
import { bookkeeping } from '@calmly/products/insight/texts/en/bookkeeping.ts';
import type { messages as insight } from '@calmly/products/insight/texts/en/insight.ts';
import { receipts } from '@calmly/products/insight/texts/en/receipts.ts';
import { activity } from '@calmly/products/notifications/texts/en/activity.ts';
import { notifications } from '@calmly/products/notifications/texts/en/notifications.ts';
import { beneficiaries } from '@calmly/products/payees/texts/en/beneficiaries.ts';
import { exchange } from '@calmly/products/payments/texts/en/exchange.ts';
import type { messages as fees } from '@calmly/products/payments/texts/en/fees.ts';
import { getPaid } from '@calmly/products/payments/texts/en/get-paid.ts';
import { orders } from '@calmly/products/payments/texts/en/orders.ts';
import { paymentDrawer } from '@calmly/products/payments/texts/en/payment-drawer.ts';
import { payments } from '@calmly/products/payments/texts/en/payments.ts';
import { paymentsList } from '@calmly/products/payments/texts/en/payments-list.ts';
import { requests } from '@calmly/products/payments/texts/en/requests.ts';
import type { messages as payingOut } from '@calmly/products/payouts/texts/en/paying-out.ts';
import { connections } from '@calmly/products/programs/texts/en/connections.ts';
import { sandboxDesk } from '@calmly/products/sandbox/texts/en/sandbox-desk.ts';
import type { messages as search } from '@calmly/products/search/texts/en/search.ts';
import type { messages as help } from '@calmly/products/support/texts/en/help.ts';
import type { messages as support } from '@calmly/products/support/texts/en/support.ts';
import { comingSoon } from './coming-soon.ts';
import { editing } from './editing.ts';
import { messages as entry } from './entry.ts';

export const messages = {
  ...entry,
  ...joining,
  access,
  accounts,
  activity,
  approvals,
  alerts,
  bookkeeping,
  comingSoon,
  companies,
  dashboard,
  editing,
  beneficiaries,
  exchange,
  connections,
  receipts,
  requests,
  requisites,
  notifications,
  orders,
  paymentDrawer,
  payments,
  paymentsList,
  people,
  profile,
  profiles,
  factors,
  getPaid,
  sandboxDesk,
  security,
} as const;
export type PortalMessages = typeof messages;
/** Those of payouts, cards, statements, documents, support, help, insight, fees, the search, crypto and the check of documents are loaded with them. */
export type Messages = PortalMessages &
  typeof payingOut &
  typeof cardWords &
  typeof statements &
  typeof search &
  typeof documents &
  typeof verifying &
  typeof support &
  typeof help &
  typeof insight &
  typeof fees &
  typeof cryptoWords;
