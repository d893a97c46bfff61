/** The routes of a client who is not active yet, each screen open in one state only; and of an active client who adds a company. */

import {
  guard,
  root,
  type ScreenOf,
  screenOf,
  searchOf,
  step,
  text,
} from '@calmly/portal-kit/routing/root.ts';
import { getSession } from '@calmly/portal-kit/session/state.ts';
import { loadTexts } from '@calmly/texts/catalogue.ts';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadScreens } from './screens.ts';

const screen: ScreenOf<typeof import('../screens/index.ts')> = screenOf;

const joiningPages = async () => (await loadScreens()).onboarding();
const joining = createRoute({
  getParentRoute: () => root,
  id: 'joining',
  loader: () => loadTexts('joining'),
  component: screen('joiningLayout', 'JoiningLayout'),
});
const stepSearch = searchOf({ step });
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
  loader: () => {
    const session = getSession();
    // The check of a company speaks the portal's words.
    const isCompany = session.status === 'signed-in' && session.client.role === 'LEGAL';
    return loadTexts(isCompany ? 'portal' : 'joining');
  },
  component: screen('createAccount', 'CreateAccountScreen'),
});
const addCompany = createRoute({
  getParentRoute: () => joining,
  path: '/companies/add',
  validateSearch: searchOf({ step, company: text }),
  beforeLoad: guard('screen'),
  loader: () => loadTexts('portal'),
  component: screen('addCompany', 'AddCompanyPage'),
});

const changeCompany = createRoute({
  getParentRoute: () => joining,
  path: '/companies/change',
  validateSearch: stepSearch,
  beforeLoad: guard('screen'),
  loader: () => loadTexts('portal'),
  component: screen('addCompany', 'ChangeCompanyPage'),
});

export const joiningRoutes = joining.addChildren([
  onboarding,
  phoneVerification,
  createAccount,
  addCompany,
  changeCompany,
]);
