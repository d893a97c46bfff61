import type { PortalMessages } from '../en/index.ts';
import type { Translated } from '../translated.ts';
import { access } from './entry/access.ts';
import { messages as entry } from './entry/entry.ts';
import { messages as joining } from './entry/joining.ts';
import { accounts } from './money/accounts.ts';
import { beneficiaries } from './money/beneficiaries.ts';
import { bookkeeping } from './money/bookkeeping.ts';
import { dashboard } from './money/dashboard.ts';
import { exchange } from './money/exchange.ts';
import { getPaid } from './money/get-paid.ts';
import { receipts } from './money/receipts.ts';
import { requests } from './money/requests.ts';
import { requisites } from './money/requisites.ts';
import { orders } from './payments/orders.ts';
import { paymentDrawer } from './payments/payment-drawer.ts';
import { payments } from './payments/payments.ts';
import { paymentsList } from './payments/payments-list.ts';
import { activity } from './people/activity.ts';
import { approvals } from './people/approvals.ts';
import { companies } from './people/companies.ts';
import { connections } from './people/connections.ts';
import { factors } from './people/factors.ts';
import { people } from './people/people.ts';
import { profile } from './people/profile.ts';
import { profiles } from './people/profiles.ts';
import { security } from './people/security.ts';
import { alerts } from './service/alerts.ts';
import { comingSoon } from './service/coming-soon.ts';
import { editing } from './service/editing.ts';
import { notifications } from './service/notifications.ts';
import { sandboxDesk } from './service/sandbox-desk.ts';

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
};
