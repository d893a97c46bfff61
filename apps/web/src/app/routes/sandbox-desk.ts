/** The route of the sandbox desk: open to anyone who reaches the sandbox, signed in or not, so it has no guard. */

import { root } from '@calmly/portal-kit/routing/root.ts';
import { loadTexts } from '@calmly/texts/catalogue.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

const layout = createRoute({
  getParentRoute: () => root,
  id: 'desk',
  loader: () => loadTexts('desk'),
  component: lazyRouteComponent(() => import('../layouts/desk-layout.tsx'), 'DeskLayout'),
});
const desk = createRoute({
  getParentRoute: () => layout,
  path: '/sandbox/desk',
  component: lazyRouteComponent(() => import('@calmly/products/sandbox/portal/index.ts'), 'DeskPage'),
});

export const sandboxDeskRoutes = layout.addChildren([desk]);
