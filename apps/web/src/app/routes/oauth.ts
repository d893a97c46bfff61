/** The routes of connected applications: consent and result. */

import { guard, root, searchOf, text } from '@calmly/portal-kit/routing/root.ts';
import { loadTexts } from '@calmly/texts/catalogue.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

const oauth = createRoute({
  getParentRoute: () => root,
  path: '/oauth',
  loader: () => loadTexts('connecting'),
  component: lazyRouteComponent(() => import('../layouts/oauth-layout.tsx'), 'OauthLayout'),
});
const about = createRoute({
  getParentRoute: () => oauth,
  path: '/',
  beforeLoad: guard('oauth-result'),
  component: lazyRouteComponent(
    () => import('@calmly/products/programs/portal/index.ts'),
    'AboutConnectionsPage',
  ),
});
const consent = createRoute({
  getParentRoute: () => oauth,
  path: '/consent/$uid',
  beforeLoad: guard('screen'),
  component: lazyRouteComponent(() => import('../screens/oauth.tsx'), 'ConsentScreen'),
});
const tellConnect = createRoute({
  getParentRoute: () => oauth,
  path: '/tell-connect',
  beforeLoad: guard('oauth-result'),
  component: lazyRouteComponent(() => import('@calmly/products/programs/portal/index.ts'), 'TellConnectPage'),
});
const error = createRoute({
  getParentRoute: () => oauth,
  path: '/error',
  validateSearch: searchOf({ error: text }),
  beforeLoad: guard('oauth-result'),
  component: lazyRouteComponent(() => import('../screens/oauth.tsx'), 'OauthErrorScreen'),
});

export const oauthRoutes = oauth.addChildren([about, consent, tellConnect, error]);
