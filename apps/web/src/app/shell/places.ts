/** The `places` of every product. Written by `npm run products` from the manifests of the products. */
import type { Place } from '@calmly/portal-kit/shared/navigation/menu.ts';
import { places as placesOfAccounts } from '@calmly/products/accounts/portal/places.ts';
import { places as placesOfApprovals } from '@calmly/products/approvals/portal/places.ts';
import { actions as actionsOfCards, places as placesOfCards } from '@calmly/products/cards/portal/places.ts';
import {
  actions as actionsOfClients,
  places as placesOfClients,
} from '@calmly/products/clients/portal/places.ts';
import { places as placesOfCrypto } from '@calmly/products/crypto/portal/places.ts';
import {
  actions as actionsOfIdentity,
  places as placesOfIdentity,
} from '@calmly/products/identity/portal/places.ts';
import { places as placesOfNotifications } from '@calmly/products/notifications/portal/places.ts';
import {
  actions as actionsOfPayees,
  places as placesOfPayees,
} from '@calmly/products/payees/portal/places.ts';
import {
  actions as actionsOfPayments,
  places as placesOfPayments,
} from '@calmly/products/payments/portal/places.ts';
import {
  actions as actionsOfPayouts,
  places as placesOfPayouts,
} from '@calmly/products/payouts/portal/places.ts';
import { places as placesOfPrograms } from '@calmly/products/programs/portal/places.ts';
import { places as placesOfSupport } from '@calmly/products/support/portal/places.ts';

export const places: readonly Place[] = [
  ...placesOfAccounts,
  ...placesOfApprovals,
  ...placesOfCards,
  ...placesOfClients,
  ...placesOfCrypto,
  ...placesOfIdentity,
  ...placesOfNotifications,
  ...placesOfPayees,
  ...placesOfPayments,
  ...placesOfPayouts,
  ...placesOfPrograms,
  ...placesOfSupport,
];

export const actions: readonly Place[] = [
  ...actionsOfCards,
  ...actionsOfClients,
  ...actionsOfIdentity,
  ...actionsOfPayees,
  ...actionsOfPayments,
  ...actionsOfPayouts,
];
