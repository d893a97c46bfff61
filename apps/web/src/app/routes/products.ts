/** The screens that products bring to the shell. Written by `npm run products` from the manifests of the products. */
import { routes as routesOfCrypto } from '@calmly/products/crypto/portal/routes.ts';
import { routes as routesOfSupport } from '@calmly/products/support/portal/routes.ts';

export const productRoutes = [...routesOfCrypto, ...routesOfSupport] as const;
