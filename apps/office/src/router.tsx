/** The routes of the office. Each screen is its own file; all but the sign-in and an invitation need a session. */
import { readSession } from '@calmly/products/office/office/session/session.ts';
import { getSession, onSessionEnd } from '@calmly/products/office/office/session/state.ts';
import { LoadingDialog } from '@calmly/ui/layers/loading-dialog.tsx';
import { leaveSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { BrokenPage, NotFoundPage } from './pages.tsx';
import { auditSearch, itemSearch, proposalsSearch, signInSearch, targetOf } from './search.ts';

const root = createRootRoute({ component: Outlet });

const entry = createRoute({
  getParentRoute: () => root,
  id: 'entry',
  component: lazyRouteComponent(() => import('./shell/entry-layout.tsx'), 'EntryLayout'),
});

const signIn = createRoute({
  getParentRoute: () => entry,
  path: '/sign-in',
  validateSearch: signInSearch,
  beforeLoad: async ({ search }) => {
    if (getSession() === 'unknown') await readSession().catch(() => undefined);
    if (getSession() && getSession() !== 'unknown') throw redirect({ href: search.next ?? '/work' });
  },
  component: lazyRouteComponent(() => import('./screens.tsx'), 'SignInScreen'),
});

const invitation = createRoute({
  getParentRoute: () => entry,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./screens.tsx'), 'InvitationScreen'),
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    if (getSession() === 'unknown') await readSession();
    if (!getSession())
      throw redirect({ to: '/sign-in', search: { next: targetOf(location.href), reason: undefined } });
  },
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
});

const screens = [
  createRoute({
    getParentRoute: () => shell,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/work', replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/work',
    component: lazyRouteComponent(() => import('./screens.tsx'), 'WorkScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/inbox',
    validateSearch: itemSearch,
    component: lazyRouteComponent(() => import('./screens.tsx'), 'InboxScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/inbox/$queue',
    validateSearch: itemSearch,
    component: lazyRouteComponent(() => import('./screens.tsx'), 'InboxScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/proposals',
    validateSearch: proposalsSearch,
    component: lazyRouteComponent(() => import('./screens.tsx'), 'ProposalsScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/people',
    validateSearch: itemSearch,
    component: lazyRouteComponent(() => import('./screens.tsx'), 'PeopleScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/audit',
    validateSearch: auditSearch,
    component: lazyRouteComponent(() => import('./screens.tsx'), 'AuditScreen'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/password',
    component: lazyRouteComponent(() => import('./screens.tsx'), 'PasswordScreen'),
  }),
  createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage }),
];

/** The router, which also follows the session. Made once. */
export function createOfficeRouter() {
  const router = createRouter({
    routeTree: root.addChildren([entry.addChildren([signIn, invitation]), shell.addChildren(screens)]),
    defaultPreload: 'intent',
    defaultPendingComponent: LoadingDialog,
    defaultPendingMs: 400,
    defaultErrorComponent: BrokenPage,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  });
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) leaveSnackbar();
  });
  onSessionEnd((reason) => {
    const next = reason === 'signed-out' ? undefined : targetOf(router.state.location.href);
    void router.navigate({ to: '/sign-in', search: { next, reason } });
  });
  return router;
}
