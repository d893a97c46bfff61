/** The Russian texts that arrive with the shell. Written by `npm run products` from the manifests of the products. */

import { accounts } from '@calmly/products/accounts/texts/ru/accounts.ts';
import { dashboard } from '@calmly/products/accounts/texts/ru/dashboard.ts';
import { requisites } from '@calmly/products/accounts/texts/ru/requisites.ts';
import { approvals } from '@calmly/products/approvals/texts/ru/approvals.ts';
import { companies } from '@calmly/products/clients/texts/ru/companies.ts';
import { messages as joiningPart } from '@calmly/products/clients/texts/ru/joining.ts';
import { people } from '@calmly/products/clients/texts/ru/people.ts';
import { profile } from '@calmly/products/clients/texts/ru/profile.ts';
import { profiles } from '@calmly/products/clients/texts/ru/profiles.ts';
import { access } from '@calmly/products/identity/texts/ru/access.ts';
import { factors } from '@calmly/products/identity/texts/ru/factors.ts';
import { security } from '@calmly/products/identity/texts/ru/security.ts';
import { alerts } from '@calmly/products/insight/texts/ru/alerts.ts';
import { bookkeeping } from '@calmly/products/insight/texts/ru/bookkeeping.ts';
import { receipts } from '@calmly/products/insight/texts/ru/receipts.ts';
import { activity } from '@calmly/products/notifications/texts/ru/activity.ts';
import { notifications } from '@calmly/products/notifications/texts/ru/notifications.ts';
import { beneficiaries } from '@calmly/products/payees/texts/ru/beneficiaries.ts';
import { exchange } from '@calmly/products/payments/texts/ru/exchange.ts';
import { getPaid } from '@calmly/products/payments/texts/ru/get-paid.ts';
import { orders } from '@calmly/products/payments/texts/ru/orders.ts';
import { paymentDrawer } from '@calmly/products/payments/texts/ru/payment-drawer.ts';
import { payments } from '@calmly/products/payments/texts/ru/payments.ts';
import { paymentsList } from '@calmly/products/payments/texts/ru/payments-list.ts';
import { requests } from '@calmly/products/payments/texts/ru/requests.ts';
import { connections } from '@calmly/products/programs/texts/ru/connections.ts';
import { sandboxDesk } from '@calmly/products/sandbox/texts/ru/sandbox-desk.ts';
import type { PortalMessages } from '../en/index.ts';
import type { Translated } from '../translated.ts';
import { comingSoon } from './coming-soon.ts';
import { editing } from './editing.ts';
import { messages as entry } from './entry.ts';

export const messages: Translated<PortalMessages> = {
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
};
