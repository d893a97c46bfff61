/**
 * The English catalogue: one file per feature. `useTranslations('payments')` reads `payments.ts`. The features' texts are
 * loaded with the shell.
 */

import type { messages as cardWords } from './cards/card-words.ts';
import type { messages as cryptoWords } from './crypto/crypto-words.ts';
import { access } from './entry/access.ts';
import { messages as entry } from './entry/entry.ts';
import { messages as joining } from './entry/joining.ts';
import type { messages as verifying } from './entry/verifying.ts';
import { accounts } from './money/accounts.ts';
import { beneficiaries } from './money/beneficiaries.ts';
import { bookkeeping } from './money/bookkeeping.ts';
import { dashboard } from './money/dashboard.ts';
import { exchange } from './money/exchange.ts';
import type { messages as fees } from './money/fees.ts';
import { getPaid } from './money/get-paid.ts';
import type { messages as insight } from './money/insight.ts';
import { receipts } from './money/receipts.ts';
import { requests } from './money/requests.ts';
import { requisites } from './money/requisites.ts';
import type { messages as statements } from './money/statements.ts';
import { orders } from './payments/orders.ts';
import { paymentDrawer } from './payments/payment-drawer.ts';
import { payments } from './payments/payments.ts';
import { paymentsList } from './payments/payments-list.ts';
import type { messages as payingOut } from './payouts/paying-out.ts';
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
import type { messages as documents } from './service/documents.ts';
import { editing } from './service/editing.ts';
import type { messages as help } from './service/help.ts';
import { notifications } from './service/notifications.ts';
import { sandboxDesk } from './service/sandbox-desk.ts';
import type { messages as search } from './service/search.ts';
import type { messages as support } from './service/support.ts';

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
