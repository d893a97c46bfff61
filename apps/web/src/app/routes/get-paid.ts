/** The route of the public page that shows how to pay a client: open to anyone who has the link, signed in or not. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadTexts } from '../../i18n/catalogue.ts';
import { guard, root } from './root.ts';

const sheet = createRoute({
  getParentRoute: () => root,
  id: 'sheet',
  loader: () => loadTexts('paying'),
  component: lazyRouteComponent(() => import('../layouts/oauth-layout.tsx'), 'OauthLayout'),
});
const getPaid = createRoute({
  getParentRoute: () => sheet,
  path: '/get-paid/$token',
  beforeLoad: guard('mail-link'),
  component: lazyRouteComponent(() => import('../screens/get-paid.tsx'), 'GetPaidScreen'),
});

export const getPaidRoutes = sheet.addChildren([getPaid]);
