/** The `menu` of every product. Written by `npm run products` from the manifests of the products. */
import type { MenuEntry, SubEntry } from '@calmly/portal-kit/shared/navigation/menu.ts';
import { menu as menuOfAccounts } from '@calmly/products/accounts/portal/menu.ts';
import { menu as menuOfApprovals } from '@calmly/products/approvals/portal/menu.ts';
import { menu as menuOfCards } from '@calmly/products/cards/portal/menu.ts';
import { menu as menuOfClients } from '@calmly/products/clients/portal/menu.ts';
import { menu as menuOfCrypto } from '@calmly/products/crypto/portal/menu.ts';
import { menu as menuOfPayees } from '@calmly/products/payees/portal/menu.ts';
import { menu as menuOfPayments } from '@calmly/products/payments/portal/menu.ts';
import { subEntries as subEntriesOfPayouts } from '@calmly/products/payouts/portal/menu.ts';
import { menu as menuOfSupport } from '@calmly/products/support/portal/menu.ts';

export const menu: readonly MenuEntry[] = [
  ...menuOfAccounts,
  ...menuOfApprovals,
  ...menuOfCards,
  ...menuOfClients,
  ...menuOfCrypto,
  ...menuOfPayees,
  ...menuOfPayments,
  ...menuOfSupport,
];

export const subEntries: readonly SubEntry[] = [...subEntriesOfPayouts];
