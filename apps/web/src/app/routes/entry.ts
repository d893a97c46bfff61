/** The routes before sign-in: sign-in, logout, recovery by an emailed link, and the first two registration screens. */

import { guard, invitationSearch, linkSearch, loginSearch, root } from '@calmly/portal-kit/routing/root.ts';
import { loadTexts } from '@calmly/texts/catalogue.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { LoginLayout } from '../layouts/login-layout.tsx';

export const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  validateSearch: loginSearch,
  beforeLoad: guard('logout'),
  component: lazyRouteComponent(() => import('@calmly/products/identity/portal/auth/index.ts'), 'LogoutPage'),
});

const entry = createRoute({ getParentRoute: () => root, id: 'entry', component: LoginLayout });
const login = createRoute({
  getParentRoute: () => entry,
  path: '/login',
  validateSearch: loginSearch,
  beforeLoad: guard('guest'),
  component: lazyRouteComponent(() => import('@calmly/products/identity/portal/auth/index.ts'), 'LoginPage'),
});
const returningPages = () => import('@calmly/products/identity/portal/auth/returning.ts');
const returning = createRoute({
  getParentRoute: () => entry,
  id: 'returning',
  loader: () => loadTexts('returning'),
  component: lazyRouteComponent(returningPages, 'ReturningLayout'),
});
const loginVerification = createRoute({
  getParentRoute: () => returning,
  path: '/login-verification',
  validateSearch: loginSearch,
  beforeLoad: guard('guest'),
  component: lazyRouteComponent(returningPages, 'LoginVerificationPage'),
});
const forgotPassword = createRoute({
  getParentRoute: () => returning,
  path: '/forgot-password',
  beforeLoad: guard('guest'),
  component: lazyRouteComponent(returningPages, 'ForgotPasswordPage'),
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
/** Signed in or not: an invited person may already be a client. */
const invitation = createRoute({
  getParentRoute: () => returning,
  path: '/invitation',
  validateSearch: invitationSearch,
  beforeLoad: guard('mail-link'),
  loader: () => loadTexts('joining'),
  component: lazyRouteComponent(
    () => import('@calmly/products/clients/portal/people/invitation.ts'),
    'InvitationPage',
  ),
});

const register = createRoute({
  getParentRoute: () => entry,
  path: '/register',
  beforeLoad: guard('guest'),
  loader: () => loadTexts('joining'),
  component: lazyRouteComponent(
    () => import('@calmly/products/clients/portal/onboarding/registration/register.ts'),
    'RegisterPage',
  ),
});
const confirm = createRoute({
  getParentRoute: () => entry,
  path: '/confirm',
  validateSearch: linkSearch,
  beforeLoad: guard('mail-link'),
  loader: () => loadTexts('joining'),
  component: lazyRouteComponent(
    () => import('@calmly/products/clients/portal/onboarding/index.ts'),
    'ConfirmPage',
  ),
});

export const entryRoutes = entry.addChildren([
  login,
  register,
  confirm,
  returning.addChildren([
    forgotPassword,
    invitation,
    loginVerification,
    resetPassword,
    undoContact,
    unfreeze,
  ]),
]);
