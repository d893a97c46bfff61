/** The routes of a client who is not in yet, each screen open in one state only. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadTexts } from '../../i18n/catalogue.ts';
import { guard, root } from './root.ts';

const joiningPages = () => import('../../features/onboarding/index.ts');
const joining = createRoute({
  getParentRoute: () => root,
  id: 'joining',
  loader: () => loadTexts('joining'),
  component: lazyRouteComponent(() => import('../joining-layout.tsx'), 'JoiningLayout'),
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

export const joiningRoutes = joining.addChildren([onboarding, phoneVerification, createAccount]);
