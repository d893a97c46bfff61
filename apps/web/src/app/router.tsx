/**
 * The routes of the portal (specification section 2), each its own chunk; one file per area in `routes/`.
 *
 * docs/recipes.md says how to add a screen.
 *
 * Search params come from the address bar: the screens check what they use, so that no schema is loaded before sign-in.
 */

import { ErrorPage } from '@calmly/portal-kit/errors/index.ts';
import { guard, loadScreensBy, root } from '@calmly/portal-kit/routing/root.ts';
import { signInTarget } from '@calmly/portal-kit/session/after-sign-in.ts';
import { onClientReread, onSessionEnd, onWarmUp, ownClientId } from '@calmly/portal-kit/session/session.ts';
import { getSession } from '@calmly/portal-kit/session/state.ts';
import { loadTexts } from '@calmly/texts/catalogue.ts';
import { LoadingDialog } from '@calmly/ui/layers/loading-dialog.tsx';
import { leaveSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { entryRoutes, logout } from './routes/entry.ts';
import { helpRoutes } from './routes/help.ts';
import { joiningRoutes } from './routes/joining.ts';
import { oauthRoutes } from './routes/oauth.ts';
import { portalRoutes } from './routes/portal.ts';
import { publicRoutes } from './routes/public.ts';
import { sandboxDeskRoutes } from './routes/sandbox-desk.ts';
import { loadScreens } from './routes/screens.ts';

loadScreensBy(loadScreens);

const index = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: guard('index') });
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  loader: () => (getSession().status === 'signed-in' ? loadTexts('portal') : undefined),
  component: lazyRouteComponent(() => import('./screens/not-found.tsx'), 'NotFoundScreen'),
});

/** Where a contact is waited for: such a step must not stay when it is over, so each reading of the client leads on, new or not. */
const contactSteps: ReadonlySet<string> = new Set(['/onboarding', '/phone-verification']);

/** The router of the portal, which also listens to the session. Made once, by the entry, in a task of its own: it takes as long as evaluating all files. */
export function createPortalRouter() {
  const router = createRouter({
    routeTree: root.addChildren([
      index,
      logout,
      entryRoutes,
      joiningRoutes,
      oauthRoutes,
      publicRoutes,
      sandboxDeskRoutes,
      ...helpRoutes,
      portalRoutes,
      unknown,
    ]),
    defaultPreload: 'intent',
    defaultPendingComponent: LoadingDialog,
    defaultPendingMs: 400,
    defaultErrorComponent: ErrorPage,
    scrollRestoration: true,
  });

  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged) leaveSnackbar();
  });

  onSessionEnd((reason) => {
    const { pathname, href } = router.state.location;
    // A second signal must not replace the screen that the first one kept.
    if (pathname === '/logout') return;
    // A sign-in opens the person's own profile, so only screens of that profile are opened again.
    const next = reason === 'frozen' || ownClientId() ? undefined : signInTarget(href);
    void router.navigate({ to: '/logout', search: { reason, next } });
  });

  // What the bank has decided of the client may close this screen and open another.
  onClientReread((isNew) => {
    if (isNew || contactSteps.has(router.state.location.pathname)) void router.invalidate();
  });

  onWarmUp(() => void loadScreens());
  return router;
}

export type PortalRouter = ReturnType<typeof createPortalRouter>;

/**
 * Loads the code and the texts of the screen that the address names while the session is being restored. When the guards lead
 * elsewhere, it was loaded for nothing.
 */
export function loadScreenAhead(router: PortalRouter): void {
  const { pathname } = router.latestLocation;
  const [routes] = router.getMatchedRoutes(pathname === '/' ? '/dashboard' : pathname);
  for (const route of routes) {
    // A file that doesn't arrive is asked for again, and missed, when the screen opens.
    void router.loadRouteChunk(route);
    if (route.id === '/shell') void loadTexts('portal').catch(() => undefined);
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: PortalRouter;
  }
}
