/**
 * The routes of the portal (specification section 2), each its own chunk.
 *
 * To add a screen: (1) build it in `features/<name>/`, exported from its `index.ts`; texts in `i18n/en/<name>.ts` and
 * `i18n/ru/<name>.ts`, queries in its `queries.ts` with the topic as the first key. (2) Add a component to
 * `app/screens/<name>.tsx` that reads params and search and gives the screen its title. (3) Add the route here with the
 * kind that `guards.ts` asks for. (4) If it belongs in the navigation, a line in `shell/nav-items.ts`.
 *
 * Search params come from the address bar: the screens check what they use, so that no schema is loaded before sign-in.
 */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { type ComingPart, ErrorPage, NotFoundPage } from '../features/errors/index.ts';
import { loadTexts } from '../i18n/catalogue.ts';
import { type LeaveReason, onClientReread, onSessionEnd } from '../session/session.ts';
import { getSession } from '../session/state.ts';
import { LoadingDialog } from '../ui/dialog.tsx';
import { destinationOf, type RouteKind } from './guards.ts';
import { LoginLayout } from './login-layout.tsx';

/** Sends a visitor elsewhere when the guards say so; after sign-in they come back to where they wanted. */
function guard(kind: RouteKind) {
  return ({ location }: { location: { href: string } }) => {
    const session = getSession();
    const visitor =
      session.status === 'signed-in'
        ? { ...session.client, termsAccepted: session.termsAccepted }
        : undefined;
    const to = destinationOf(kind, visitor);
    if (!to) return;
    const wanted = to === '/login' && location.href !== '/' ? { next: location.href } : {};
    throw redirect(to === '/login' ? { to, search: wanted } : { to });
  };
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

export interface LoginSearch {
  /** A path of ours to open after sign-in. */
  next?: string;
  /** Why the person is here. */
  reason?: LeaveReason;
}

const loginSearch = (search: Record<string, unknown>): LoginSearch => ({
  // Only a path: an address of another site must not be where a sign-in ends.
  ...(typeof search.next === 'string' && /^\/(?![/\\])/.test(search.next) && { next: search.next }),
  ...((search.reason === 'idle' || search.reason === 'frozen') && { reason: search.reason }),
});

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
});

const index = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: guard('index') });

const entry = createRoute({ getParentRoute: () => root, id: 'entry', component: LoginLayout });
const login = createRoute({
  getParentRoute: () => entry,
  path: '/login',
  validateSearch: loginSearch,
  beforeLoad: guard('guest'),
  component: lazyRouteComponent(() => import('../features/auth/index.ts'), 'LoginPage'),
});
const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  validateSearch: loginSearch,
  beforeLoad: guard('logout'),
  component: lazyRouteComponent(() => import('../features/auth/index.ts'), 'LogoutPage'),
});

/** The two-factor step lives in the popup of the sign-in that opened it: by itself there is nothing to enter. */
const loginVerification = createRoute({
  getParentRoute: () => entry,
  path: '/login-verification',
  validateSearch: loginSearch,
  beforeLoad: ({ location, search }) => {
    guard('guest')({ location });
    throw redirect({ to: '/login', search });
  },
});
const returningPages = () => import('../features/auth/returning.ts');
const returning = createRoute({
  getParentRoute: () => entry,
  id: 'returning',
  loader: () => loadTexts('returning'),
  component: lazyRouteComponent(returningPages, 'ReturningLayout'),
});
const forgotPassword = createRoute({
  getParentRoute: () => returning,
  path: '/forgot-password',
  beforeLoad: guard('guest'),
  component: lazyRouteComponent(returningPages, 'ForgotPasswordPage'),
});
const linkSearch = (search: Record<string, unknown>) => ({
  ...(text(search.token) && { token: text(search.token) }),
});
const resetPassword = createRoute({
  getParentRoute: () => returning,
  path: '/resetpassword',
  validateSearch: linkSearch,
  beforeLoad: guard('mail-link'),
  component: lazyRouteComponent(returningPages, 'ResetPasswordPage'),
});
const unfreeze = createRoute({
  getParentRoute: () => returning,
  path: '/unfreeze',
  validateSearch: linkSearch,
  beforeLoad: guard('mail-link'),
  component: lazyRouteComponent(returningPages, 'UnfreezePage'),
});
const undoContact = createRoute({
  getParentRoute: () => returning,
  path: '/undo-contact-change',
  validateSearch: linkSearch,
  beforeLoad: guard('mail-link'),
  component: lazyRouteComponent(returningPages, 'UndoContactPage'),
});

const joiningPages = () => import('../features/onboarding/index.ts');
const register = createRoute({
  getParentRoute: () => entry,
  path: '/register',
  beforeLoad: guard('guest'),
  loader: () => loadTexts('joining'),
  component: lazyRouteComponent(joiningPages, 'RegisterPage'),
});
const confirm = createRoute({
  getParentRoute: () => entry,
  path: '/confirm',
  validateSearch: linkSearch,
  beforeLoad: guard('mail-link'),
  loader: () => loadTexts('joining'),
  component: lazyRouteComponent(joiningPages, 'ConfirmPage'),
});

/** The way of a client who is not in yet, each screen open in one state only. */
const joining = createRoute({
  getParentRoute: () => root,
  id: 'joining',
  loader: () => loadTexts('joining'),
  component: lazyRouteComponent(() => import('./joining-layout.tsx'), 'JoiningLayout'),
});
const stepSearch = (search: Record<string, unknown>) => ({
  ...(Number.isInteger(search.step) && { step: Number(search.step) }),
});
const onboarding = createRoute({
  getParentRoute: () => joining,
  path: '/onboarding',
  validateSearch: stepSearch,
  beforeLoad: guard('onboarding'),
  component: lazyRouteComponent(joiningPages, 'OnboardingPage'),
});
const phoneVerification = createRoute({
  getParentRoute: () => joining,
  path: '/phone-verification',
  beforeLoad: guard('phone-verification'),
  component: lazyRouteComponent(joiningPages, 'PhonePage'),
});
const createAccount = createRoute({
  getParentRoute: () => joining,
  path: '/create-account',
  validateSearch: stepSearch,
  beforeLoad: guard('create-account'),
  component: lazyRouteComponent(joiningPages, 'CreateAccountPage'),
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  loader: () => loadTexts('portal'),
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
});
const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard',
  beforeLoad: guard('screen'),
  component: lazyRouteComponent(() => import('./screens/dashboard.tsx'), 'DashboardScreen'),
});
const profile = createRoute({
  getParentRoute: () => shell,
  path: '/account-profile',
  validateSearch: (search: Record<string, unknown>) => ({
    ...(text(search.tab) && { tab: text(search.tab) }),
    ...(text(search.change) && { change: text(search.change) }),
  }),
  beforeLoad: guard('profile'),
  component: lazyRouteComponent(() => import('./screens/profile.tsx'), 'ProfileScreen'),
});
const beneficiariesSearch = (search: Record<string, unknown>) => ({
  ...(text(search.search) && { search: text(search.search) }),
  ...(text(search.currency) && { currency: text(search.currency) }),
});
const beneficiaries = createRoute({
  getParentRoute: () => shell,
  path: '/beneficiaries',
  validateSearch: beneficiariesSearch,
  beforeLoad: guard('screen'),
  component: lazyRouteComponent(() => import('./screens/beneficiaries.tsx'), 'BeneficiariesScreen'),
});
const addBeneficiary = createRoute({
  getParentRoute: () => shell,
  path: '/beneficiaries/add',
  validateSearch: (search: Record<string, unknown>) => ({
    ...(search.next === 'payment' && { next: 'payment' as const }),
  }),
  beforeLoad: guard('new-beneficiary'),
  component: lazyRouteComponent(() => import('./screens/beneficiaries.tsx'), 'AddBeneficiaryScreen'),
});
/** The list again, with one of them in the drawer. */
const beneficiary = createRoute({ getParentRoute: () => beneficiaries, path: '$id' });
const addAccount = createRoute({
  getParentRoute: () => shell,
  path: '/beneficiaries/$id/add-account',
  beforeLoad: guard('new-beneficiary'),
  component: lazyRouteComponent(() => import('./screens/beneficiaries.tsx'), 'AddAccountScreen'),
});
const requisites = createRoute({
  getParentRoute: () => shell,
  path: '/requisites',
  validateSearch: (search: Record<string, unknown>) => ({
    ...(text(search.account) && { account: text(search.account) }),
  }),
  beforeLoad: guard('screen'),
  component: lazyRouteComponent(() => import('./screens/requisites.tsx'), 'RequisitesScreen'),
});
const payments = createRoute({
  getParentRoute: () => shell,
  path: '/payments',
  validateSearch: (search: Record<string, unknown>) => search,
  beforeLoad: guard('screen'),
  component: lazyRouteComponent(() => import('./screens/payments.tsx'), 'PaymentsScreen'),
});
const createPayment = createRoute({
  getParentRoute: () => shell,
  path: '/payments/create/{-$direction}',
  validateSearch: (search: Record<string, unknown>) => search,
  beforeLoad: guard('new-payment'),
  component: lazyRouteComponent(() => import('./screens/payments.tsx'), 'CreatePaymentScreen'),
});
const comingParts: readonly ComingPart[] = ['cards', 'crypto', 'payouts', 'statements', 'support'];
const comingSoon = createRoute({
  getParentRoute: () => shell,
  path: '/coming-soon',
  validateSearch: (search: Record<string, unknown>): { part?: ComingPart } => {
    const part = comingParts.find((name) => name === search.part);
    return part ? { part } : {};
  },
  beforeLoad: guard('screen'),
  component: lazyRouteComponent(() => import('./screens/coming-soon.tsx'), 'ComingSoonScreen'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    index,
    logout,
    entry.addChildren([
      login,
      loginVerification,
      register,
      confirm,
      returning.addChildren([forgotPassword, resetPassword, undoContact, unfreeze]),
    ]),
    joining.addChildren([onboarding, phoneVerification, createAccount]),
    shell.addChildren([
      dashboard,
      profile,
      beneficiaries.addChildren([beneficiary]),
      addBeneficiary,
      addAccount,
      requisites,
      payments,
      createPayment,
      comingSoon,
    ]),
  ]),
  defaultPreload: 'intent',
  defaultPendingComponent: LoadingDialog,
  defaultPendingMs: 400,
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
});

onSessionEnd((reason) => {
  void router.navigate({ to: '/logout', search: reason ? { reason } : {} });
});

// What the bank has decided of the client may close this screen and open another.
onClientReread(() => void router.invalidate());

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
