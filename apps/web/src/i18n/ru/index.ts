import type { PortalMessages } from '../en/index.ts';
import type { Translated } from '../translated.ts';
import { access } from './access.ts';
import { accounts } from './accounts.ts';
import { activity } from './activity.ts';
import { alerts } from './alerts.ts';
import { approvals } from './approvals.ts';
import { beneficiaries } from './beneficiaries.ts';
import { bookkeeping } from './bookkeeping.ts';
import { comingSoon } from './coming-soon.ts';
import { companies } from './companies.ts';
import { connections } from './connections.ts';
import { dashboard } from './dashboard.ts';
import { messages as entry } from './entry.ts';
import { exchange } from './exchange.ts';
import { factors } from './factors.ts';
import { getPaid } from './get-paid.ts';
import { messages as joining } from './joining.ts';
import { notifications } from './notifications.ts';
import { orders } from './orders.ts';
import { paymentDrawer } from './payment-drawer.ts';
import { payments } from './payments.ts';
import { paymentsList } from './payments-list.ts';
import { people } from './people.ts';
import { profile } from './profile.ts';
import { profiles } from './profiles.ts';
import { receipts } from './receipts.ts';
import { requests } from './requests.ts';
import { requisites } from './requisites.ts';
import { sandboxDesk } from './sandbox-desk.ts';
import { security } from './security.ts';

export const messages: Translated<PortalMessages> = {
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
};
