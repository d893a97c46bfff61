/**
 * The English catalogue: one file per feature. `useTranslations('payments')` reads `payments.ts`. The features' texts are
 * loaded with the shell.
 */
import { access } from './access.ts';
import { accounts } from './accounts.ts';
import { activity } from './activity.ts';
import { alerts } from './alerts.ts';
import { approvals } from './approvals.ts';
import { beneficiaries } from './beneficiaries.ts';
import { bookkeeping } from './bookkeeping.ts';
import type { messages as cardWords } from './card-words.ts';
import { comingSoon } from './coming-soon.ts';
import { companies } from './companies.ts';
import { connections } from './connections.ts';
import type { messages as cryptoWords } from './crypto-words.ts';
import { dashboard } from './dashboard.ts';
import type { messages as documents } from './documents.ts';
import { messages as entry } from './entry.ts';
import { exchange } from './exchange.ts';
import { factors } from './factors.ts';
import type { messages as fees } from './fees.ts';
import { getPaid } from './get-paid.ts';
import type { messages as help } from './help.ts';
import type { messages as insight } from './insight.ts';
import { messages as joining } from './joining.ts';
import { notifications } from './notifications.ts';
import { orders } from './orders.ts';
import type { messages as payingOut } from './paying-out.ts';
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
import type { messages as search } from './search.ts';
import { security } from './security.ts';
import type { messages as statements } from './statements.ts';
import type { messages as support } from './support.ts';
import type { messages as verifying } from './verifying.ts';

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
