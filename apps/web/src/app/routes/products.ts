/** The screens that products bring to the shell. Written by `npm run products` from the manifests of the products. */
import { routes as routesOfAccounts } from '@calmly/products/accounts/portal/routes.ts';
import { routes as routesOfApprovals } from '@calmly/products/approvals/portal/routes.ts';
import { routes as routesOfCards } from '@calmly/products/cards/portal/routes.ts';
import { routes as routesOfClients } from '@calmly/products/clients/portal/routes.ts';
import { routes as routesOfCrypto } from '@calmly/products/crypto/portal/routes.ts';
import { routes as routesOfPayees } from '@calmly/products/payees/portal/routes.ts';
import { routes as routesOfPayments } from '@calmly/products/payments/portal/routes.ts';
import { routes as routesOfPayouts } from '@calmly/products/payouts/portal/routes.ts';
import { routes as routesOfSupport } from '@calmly/products/support/portal/routes.ts';

export const productRoutes = [
  ...routesOfAccounts,
  ...routesOfApprovals,
  ...routesOfCards,
  ...routesOfClients,
  ...routesOfCrypto,
  ...routesOfPayees,
  ...routesOfPayments,
  ...routesOfPayouts,
  ...routesOfSupport,
] as const;
