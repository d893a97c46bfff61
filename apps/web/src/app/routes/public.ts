/** The routes of public pages, signed in or not: how to pay a client, for anyone who has the link; and whether a document is the bank's. */

import { guard, root } from '@calmly/portal-kit/routing/root.ts';
import { loadTexts } from '@calmly/texts/catalogue.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';

const sheet = createRoute({
  getParentRoute: () => root,
  id: 'sheet',
  component: lazyRouteComponent(() => import('../layouts/oauth-layout.tsx'), 'OauthLayout'),
});
const getPaid = createRoute({
  getParentRoute: () => sheet,
  path: '/get-paid/$token',
  beforeLoad: guard('mail-link'),
  loader: () => loadTexts('paying'),
  component: lazyRouteComponent(() => import('../screens/money/get-paid.tsx'), 'GetPaidScreen'),
});

const verify = createRoute({
  getParentRoute: () => sheet,
  path: '/verify/{-$code}',
  beforeLoad: guard('mail-link'),
  loader: () => loadTexts('verifying'),
  component: lazyRouteComponent(() => import('../screens/verify.tsx'), 'VerifyScreen'),
});

export const publicRoutes = sheet.addChildren([getPaid, verify]);
