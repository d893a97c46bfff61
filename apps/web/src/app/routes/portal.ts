/** The routes behind the sign-in, in the shell with its navigation. */

import type { ComingPart } from '@calmly/portal-kit/errors/index.ts';
import { guard, oneOf, type ScreenOf, screenOf, searchOf, shell } from '@calmly/portal-kit/routing/root.ts';
import { createRoute } from '@tanstack/react-router';
import { productRoutes } from './products.ts';

const screen: ScreenOf<typeof import('../screens/index.ts')> = screenOf;

const payments = createRoute({
  getParentRoute: () => shell,
  path: '/payments',
  validateSearch: (search: Record<string, unknown>) => search,
  beforeLoad: guard('screen'),
  component: screen('payments', 'PaymentsScreen'),
});
const comingParts: readonly ComingPart[] = ['cards', 'payouts'];
const comingSoon = createRoute({
  getParentRoute: () => shell,
  path: '/coming-soon',
  validateSearch: searchOf({ part: oneOf(comingParts) }),
  beforeLoad: guard('screen'),
  component: screen('comingSoon', 'ComingSoonScreen'),
});

shell.update({
  component: screen('shell', 'Shell'),
});

export const portalRoutes = shell.addChildren([...productRoutes, payments, comingSoon]);
